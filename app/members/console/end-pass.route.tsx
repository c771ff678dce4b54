import { data, href, redirect } from "react-router";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { calendarDay } from "../../time/days.ts";
import { endPass, mayVoid, takeEndBack, voidPass } from "../pass-changes.server.ts";
import { actsOfMember, countingActs, passesOfMember } from "../pass-rows.server.ts";
import { stateOn } from "../passes.ts";
import type { Route } from "./+types/end-pass.route";
import { dayText, passWords } from "./member-words.server.ts";
import { actorOf, memberRequest, membersAction, membersResponse } from "./members-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.name ?? "Member");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await memberRequest(context, "edit", params.member);
  const now = services.now();
  const today = calendarDay(now);
  const passes = await passesOfMember(services.db, person.id);
  const pass = passes.find(({ row }) => row.id === url.searchParams.get("pass"));
  if (pass === undefined) throw data(null, { status: 404 });
  const actor = actorOf(member);
  const state = stateOn(pass, today);
  const end = countingActs(await actsOfMember(services.db, person.id)).ends.find(
    ({ passId, kind }) => passId === pass.row.id && kind === "ended",
  );
  const isBehind = passes.some(({ firstDay, end: kind }) => kind !== "void" && firstDay > pass.lastDay);
  return {
    id: person.id,
    name: person.name,
    version: person.version,
    passId: pass.row.id,
    what: passWords(pass, today),
    mayEnd: actor.isOwner && (state === "running" || state === "frozen" || state === "future"),
    effect:
      state === "future"
        ? "It never runs, and what is behind it takes its place."
        : `Today is its last day, and not ${dayText(pass.lastDay, today)}.${isBehind ? " What is behind it begins tomorrow." : ""}`,
    end: actor.isOwner && end ? { actId: end.act.id, words: `Ended by ${end.act.by}: ${end.act.reason}` } : undefined,
    mayTakeBack: pass.end !== "void" && mayVoid(pass, actor, now),
  };
}

const endForm = textFields("do", "seen", "pass", "reason", "actId");

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", endForm, async ({ services, member, values, typed }) => {
    const actor = actorOf(member);
    const form = { passId: values.pass, version: Number(values.seen), reason: values.reason };
    if (values.do !== "take-back") requirePermission(member, "publish", "members");
    const { code } =
      values.do === "take-back"
        ? await voidPass(services, actor, form)
        : values.do === "end-back"
          ? await takeEndBack(services, actor, { ...form, actId: values.actId })
          : await endPass(services, actor, form);
    if (code !== "done" && code !== "same") return membersResponse(code, typed);
    return redirect(`${href("/staff/members/:member", { member: params.member })}?done=ended`, 303);
  });
}

/** Ends a pass before its time, or takes back one that was given by mistake. */
export default function EndPass({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, version, passId, what, mayEnd, effect, end, mayTakeBack } = loaderData;
  const problem = actionData?.errors.form;
  const pass = <input type="hidden" name="pass" value={passId} />;
  return (
    <>
      <PageHead title="End" back={{ to: href("/staff/members/:member", { member: id }), label: name }} meta={what} />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      <div className="grid max-w-[620px] gap-9">
        {mayEnd && (
          <ConfirmForm action="end" title="End it today" submit="End it" isMain seen={version} returned={actionData}>
            {(form) => (
              <>
                {pass}
                <p>{effect}</p>
                <ConsoleTextField name="reason" label="Why" autoComplete="off" returned={form} />
              </>
            )}
          </ConfirmForm>
        )}
        {end && (
          <ConfirmForm action="end-back" title="Ended" submit="Take the end back" seen={version} returned={actionData}>
            {() => (
              <>
                {pass}
                <input type="hidden" name="actId" value={end.actId} />
                <p className="wrap-anywhere">{end.words}</p>
              </>
            )}
          </ConfirmForm>
        )}
        {mayTakeBack && (
          <ConfirmForm
            action="take-back"
            title="Given by mistake"
            submit="Take the pass back"
            seen={version}
            returned={actionData}
          >
            {(form) => (
              <>
                {pass}
                <p>As if it had never been given. What is behind it takes its place, with its own number of days.</p>
                <ConsoleTextField name="reason" label="A word on it" autoComplete="off" returned={form} />
              </>
            )}
          </ConfirmForm>
        )}
        {!mayEnd && !end && !mayTakeBack && (
          <p>The owner ends a pass. The desk takes one back on the day it was given.</p>
        )}
      </div>
    </>
  );
}
