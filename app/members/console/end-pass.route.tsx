import { data, href, redirect } from "react-router";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { sentenceOfCode } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { endPass, takeEndBack, voidPass } from "../pass-changes.server.ts";
import { passesOfMember } from "../pass-rows.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/end-pass.route";
import { actorOf, memberRequest, membersAction } from "./members-request.server.ts";
import { readEndPage } from "./pass-effect.server.ts";
import { PASS_DONE } from "./pass-messages.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `End: ${loaderData.page.name}` : "End");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await memberRequest(context, "edit", params.member);
  const passes = await passesOfMember(services.db, person.id);
  const pass = passes.find(({ row }) => row.id === url.searchParams.get("pass"));
  if (pass === undefined) throw data(null, { status: 404 });
  return {
    page: await readEndPage(services, person, pass, actorOf(member)),
    done: sentenceOfCode(PASS_DONE, url.searchParams.get("done")),
  };
}

const endForm = textFields("do", "seen", "pass", "reason", "actId");

/** What each form of the page says afterwards. */
const DONE: Readonly<Record<string, string>> = { end: "ended", "end-back": "end-back", "take-back": "void" };

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", endForm, async ({ services, member, values, typed }) => {
    const actor = actorOf(member);
    const done = sentenceOfCode(DONE, values.do);
    if (done === undefined) throw data(null, { status: 400 });
    if (values.do !== "take-back") requirePermission(member, "publish", "members");
    const passes = await passesOfMember(services.db, params.member);
    if (!passes.some(({ row }) => row.id === values.pass)) return problemResponse(MEMBER_PROBLEMS, "unknown", typed);
    const form = { passId: values.pass, version: Number(values.seen), reason: values.reason };
    const { code } =
      values.do === "take-back"
        ? await voidPass(services, actor, form)
        : values.do === "end-back"
          ? await takeEndBack(services, actor, { ...form, actId: values.actId })
          : await endPass(services, actor, form);
    if (code !== "done" && code !== "same") return problemResponse(MEMBER_PROBLEMS, code, typed);
    const page = href("/staff/members/:member/end", { member: params.member });
    return redirect(`${page}?${new URLSearchParams({ pass: values.pass, done })}`, 303);
  });
}

/** Ends a pass before its time, and takes back the end, or a pass that was given by mistake. */
export default function EndPass({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, version, passId, what, isOwner, end, ended, takeBack, nothing } = loaderData.page;
  const returned = useReturnedForm<string>(actionData);
  const problem = returned?.errors.form;
  const pass = <input type="hidden" name="pass" value={passId} />;
  return (
    <>
      <PageHead
        title={isOwner ? "End" : "Take back"}
        back={{ to: href("/staff/members/:member", { member: id }), label: name }}
        meta={what}
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {actionData === undefined && loaderData.done !== undefined && (
        <Notice
          action={
            ended?.undo === undefined || loaderData.done !== PASS_DONE.ended ? undefined : (
              <PostForm returned={undefined}>
                {pass}
                <input type="hidden" name="seen" value={version} />
                <input type="hidden" name="actId" value={ended.undo} />
                <button type="submit" name="do" value="end-back" className="link">
                  Undo
                </button>
              </PostForm>
            )
          }
        >
          {loaderData.done}
        </Notice>
      )}
      <div className="grid max-w-[620px] gap-9">
        {end && (
          <ConfirmForm action="end" title="End it today" submit="End it" isMain seen={version} returned={actionData}>
            {(form) => (
              <>
                {pass}
                <Effects sentences={end} />
                <ConsoleTextField name="reason" label="Why" autoComplete="off" returned={form} />
              </>
            )}
          </ConfirmForm>
        )}
        {ended && (
          <section className="act" aria-labelledby="ended">
            <h2 id="ended" className="h3">
              Ended
            </h2>
            <p className="wrap-anywhere">{ended.words}</p>
            {ended.undo === undefined ? (
              <p className="help mt-2">Another pass was given since, so the end stays.</p>
            ) : (
              loaderData.done !== PASS_DONE.ended && (
                <ConfirmForm action="end-back" submit="Take the end back" seen={version} returned={actionData}>
                  {() => (
                    <>
                      {pass}
                      <input type="hidden" name="actId" value={ended.undo} />
                    </>
                  )}
                </ConfirmForm>
              )
            )}
          </section>
        )}
        {takeBack && (
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
                <Effects sentences={takeBack} />
                <ConsoleTextField name="reason" label="A word on it" autoComplete="off" returned={form} />
              </>
            )}
          </ConfirmForm>
        )}
        {nothing !== undefined && <p className="empty">{nothing}</p>}
      </div>
    </>
  );
}

/** What a press does, one sentence a line; what stands below one is listed with it. */
function Effects({ sentences }: { sentences: readonly { text: string; below?: readonly string[] }[] }) {
  return (
    <ul className="effects">
      {sentences.map(({ text, below = [] }) => (
        <li key={text}>
          {text}
          {below.map((line) => (
            <span key={line} className="below">
              {line}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
