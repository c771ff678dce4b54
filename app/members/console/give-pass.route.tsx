import { randomUUID } from "node:crypto";
import { href, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { sentenceOfCode } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { MINUTE_MS } from "../../platform/durations.ts";
import { calendarDay } from "../../time/days.ts";
import { givePass, offersFor } from "../give-pass.server.ts";
import { passesOfMember } from "../pass-rows.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/give-pass.route";
import { passWords } from "./member-words.server.ts";
import { actorOf, memberRequest, membersAction } from "./members-request.server.ts";
import { planChoice } from "./plan-choice.server.ts";
import { PlanChoice } from "./plan-choice.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.name ?? "Member");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await memberRequest(context, "edit", params.member);
  const passes = await passesOfMember(services.db, person.id);
  const last = passes.findLast(({ end }) => end !== "void");
  const now = services.now();
  return {
    id: person.id,
    name: person.name,
    formId: randomUUID(),
    problem: sentenceOfCode(MEMBER_PROBLEMS, url.searchParams.get("problem")),
    // Who had one has the same again: renewing is one press.
    choice: planChoice(await offersFor(services, person), last?.row.plan_slug),
    isRenewal: last !== undefined,
    // After going back to this page, nothing else says that the form was sent.
    justGiven:
      last !== undefined && now.getTime() - Date.parse(last.row.given_at) < JUST_NOW_MS
        ? `${passWords(last, calendarDay(now))}, was given just now, by ${last.row.given_by}. This would be one more.`
        : undefined,
    mayGift: actorOf(member).isOwner,
  };
}

/** For how long somebody is told that a pass was given just before. */
const JUST_NOW_MS = 10 * MINUTE_MS;

const giveForm = textFields("formId", "plan", "seen", "paidHow", "paidNote");

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", giveForm, async ({ services, member, values, typed }) => {
    const actor = actorOf(member);
    if (values.paidHow === "gift" && !actor.isOwner) return problemResponse(MEMBER_PROBLEMS, "gift-owner", typed);
    const { code } = await givePass(services, actor, params.member, { ...values, planSlug: values.plan });
    if (code !== "given" && code !== "same") return problemResponse(MEMBER_PROBLEMS, code, typed);
    return redirect(`${href("/staff/members/:member", { member: params.member })}?done=given`, 303);
  });
}

/** Gives somebody a pass, or the next one. */
export default function GivePass({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, formId, problem, justGiven, choice, isRenewal, mayGift } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <>
      <PageHead
        title={isRenewal ? "Renew" : "Give a pass"}
        back={{ to: href("/staff/members/:member", { member: id }), label: name }}
        meta="A month begins behind what runs, or is in its grace, without a gap; packs and day passes begin today. A pass ends within 24 months."
      />
      {(returned?.errors.form ?? problem) && <Notice isBad>{returned?.errors.form ?? problem}</Notice>}
      {justGiven !== undefined && <Notice isBad>{justGiven}</Notice>}
      <PostForm returned={returned} className="form max-w-[620px]">
        <input type="hidden" name="formId" value={returned?.typed.formId ?? formId} />
        <PlanChoice choice={choice} mayGift={mayGift} returned={returned} />
        <p className="actions">
          <button type="submit" className="button red">
            {isRenewal ? "Renew" : "Give"}
          </button>
        </p>
      </PostForm>
    </>
  );
}
