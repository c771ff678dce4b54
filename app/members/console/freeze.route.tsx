import { data, href, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { DefaultButton } from "../../console/default-button.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { sentenceOfCode } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { calendarDay } from "../../time/days.ts";
import { lastDayAfter } from "../freeze-days.server.ts";
import { findMember } from "../members.server.ts";
import { type FreezeOutcome, freezePass, returnEarly, takeFreezeBack } from "../pass-changes.server.ts";
import { passesOfMember } from "../pass-rows.server.ts";
import { FREEZE_LENGTHS } from "../passes.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/freeze.route";
import { actorOf, memberRequest, membersAction } from "./members-request.server.ts";
import { PassBar } from "./pass-bar.tsx";
import { type FreezePage, readFreezePage } from "./pass-effect.server.ts";
import { daysWords, PASS_DONE } from "./pass-messages.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData ? `Freeze: ${loaderData.page.name}` : "Freeze");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await memberRequest(context, "edit", params.member);
  const passes = await passesOfMember(services.db, person.id);
  const pass = passes.find(({ row }) => row.id === url.searchParams.get("pass"));
  if (pass === undefined) throw data(null, { status: 404 });
  return {
    page: await readFreezePage(services, person, pass, actorOf(member), undefined),
    done: sentenceOfCode(PASS_DONE, url.searchParams.get("done")),
  };
}

const freezeForm = textFields(
  ...(["do", "length", "version", "seen", "pass", "firstDay", "lastDay", "medical", "reason", "actId"] as const),
);

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", freezeForm, async ({ services, member, values, typed }) => {
    const actor = actorOf(member);
    const passes = await passesOfMember(services.db, params.member);
    const pass = passes.find(({ row }) => row.id === values.pass);
    if (pass === undefined) return problemResponse(MEMBER_PROBLEMS, "unknown", typed);
    const form = { passId: pass.row.id, version: Number(values.version) };
    if (values.do === "return" || values.do === "back") {
      const act = { ...form, actId: values.actId };
      const { code } =
        values.do === "return" ? await returnEarly(services, actor, act) : await takeFreezeBack(services, actor, act);
      if (code !== "done" && code !== "same") return problemResponse(MEMBER_PROBLEMS, code, typed);
      return redirect(freezePath(params.member, pass.row.id, values.do === "return" ? "returned" : "freeze-back"), 303);
    }
    const length = FREEZE_LENGTHS.find(([days]) => String(days) === values.length)?.[0];
    const isMedical = values.medical === "on";
    const lastDay =
      length === undefined ? values.lastDay : lastDayAfter(values.firstDay, length, calendarDay(services.now()));
    const asked = { firstDay: values.firstDay, lastDay, isMedical };
    let code: FreezeRefusal | undefined;
    if (values.do === "freeze" && length === undefined) {
      const kind = isMedical ? "medical" : "counted";
      const { seen, reason } = values;
      const outcome = await freezePass(services, actor, { ...form, ...asked, kind, seen, reason });
      if (outcome.code === "done" || outcome.code === "same") {
        return redirect(`${href("/staff/members/:member", { member: params.member })}?done=frozen`, 303);
      }
      code = outcome.code;
    }
    const person = await findMember(services.db, params.member);
    const now = (await passesOfMember(services.db, params.member)).find(({ row }) => row.id === pass.row.id);
    if (person === undefined || now === undefined) return problemResponse(MEMBER_PROBLEMS, "unknown", typed);
    const shown = await readFreezePage(services, person, now, actor, asked);
    if (code === undefined) return data({ errors: {}, typed, shown });
    const response = freezeResponse(code, shown, typed);
    return data({ ...response.data, shown }, response.init ?? undefined);
  });
}

type FreezeRefusal = Exclude<FreezeOutcome["code"], "done" | "same">;

/** The sentence of a freeze that can't be stands where the page says what it does, with the days that it names. */
function freezeResponse(code: FreezeRefusal, { effect }: FreezePage, typed: object) {
  if (code === "unknown" || code === "busy") return problemResponse(MEMBER_PROBLEMS, code, typed);
  if (code !== "conflict" && "problem" in effect) {
    return data<ReturnedForm>({ errors: { firstDay: effect.problem }, typed }, { status: 422 });
  }
  return problemResponse(MEMBER_PROBLEMS, code === "reason-long" ? code : "effect-changed", typed);
}

function freezePath(member: string, passId: string, done: string): string {
  return `${href("/staff/members/:member/freeze", { member })}?${new URLSearchParams({ pass: passId, done })}`;
}

/** Freezes a pass, and says before that what it does; above stand the freezes of the person's passes. */
export default function Freeze({ loaderData, actionData }: Route.ComponentProps) {
  const returned = useReturnedForm<string>(actionData);
  const shown = actionData !== undefined && "shown" in actionData ? actionData.shown : undefined;
  const { name, id, what, since, mayFreeze, notFrozen, freezes, version } = shown ?? loaderData.page;
  const problem = returned?.errors.form;
  // Of the form below it stands beside the button that was pressed.
  const isOfForm = shown !== undefined && !("problem" in shown.effect);
  return (
    <>
      <PageHead
        title="Freeze"
        back={{ to: href("/staff/members/:member", { member: id }), label: name }}
        meta={`${what}. ${since}`}
      />
      {problem !== undefined && !isOfForm && <Notice isBad>{problem}</Notice>}
      {actionData === undefined && loaderData.done !== undefined && <Notice>{loaderData.done}</Notice>}
      {freezes.length > 0 && (
        <section aria-labelledby="freezes" className="mb-10">
          <h2 id="freezes" className="h3">
            Freezes
          </h2>
          <ul className="board">
            {freezes.map((freeze) => (
              <FreezeRow key={freeze.actId} freeze={freeze} version={version} />
            ))}
          </ul>
        </section>
      )}
      {mayFreeze ? (
        <FreezeForm page={shown ?? loaderData.page} returned={returned} problem={isOfForm ? problem : undefined} />
      ) : (
        <p className="empty">{notFrozen}</p>
      )}
    </>
  );
}

function FreezeForm({
  page,
  returned,
  problem,
}: {
  page: FreezePage;
  returned: ReturnedForm | undefined;
  problem: string | undefined;
}) {
  const { passId, version, form, effect } = page;
  const isPossible = !("problem" in effect);
  return (
    <PostForm returned={returned} className="two even">
      <div className="act form">
        <DefaultButton value="show" />
        <input type="hidden" name="pass" value={passId} />
        <input type="hidden" name="version" value={version} />
        {isPossible && <input type="hidden" name="seen" value={effect.seen} />}
        {/* Made anew when a button fills them in. */}
        <div className="pair" key={`${form.firstDay} ${form.lastDay}`}>
          <ConsoleTextField
            name="firstDay"
            label="First day"
            type="date"
            defaultValue={form.firstDay}
            returned={undefined}
          />
          <ConsoleTextField
            name="lastDay"
            label="Last day"
            type="date"
            defaultValue={form.lastDay}
            returned={undefined}
          />
        </div>
        <fieldset>
          <legend className="sr-only">For how long</legend>
          <div className="pick four">
            {FREEZE_LENGTHS.map(([days, label]) => (
              <button key={days} type="submit" name="length" value={days} aria-pressed={form.days === days}>
                {label}
              </button>
            ))}
          </div>
          <p className="help mt-2">14 to 90 days, once in twelve months.</p>
        </fieldset>
        <label className="choice">
          <input type="checkbox" name="medical" defaultChecked={form.isMedical} />
          <span>
            <b>Not counted, such as for illness</b>
            <span className="help">
              A day to 180 days. Only that it is not counted is written down: no illness, no paper.
            </span>
          </span>
        </label>
        <ConsoleTextField
          name="reason"
          label="Why, if they said"
          help="Nothing about health."
          autoComplete="off"
          returned={returned}
        />
        <p className="actions">
          <button type="submit" name="do" value="show" className="button">
            Show what it does
          </button>
        </p>
      </div>
      <section className="act" aria-labelledby="effect">
        <h2 id="effect" className="h3">
          What it does
        </h2>
        {isPossible ? (
          <>
            <PassBar days={effect.bar} />
            <p className="bar-words">
              <span>{effect.barFrom}</span>
              <span>{`${daysWords(form.days)} frozen`}</span>
              <span>{effect.ends.after}</span>
            </p>
            <ul className="effects">
              <li>
                <b>{`Ends ${effect.ends.after}`}</b>
                {`, not ${effect.ends.before}`}
              </li>
              {effect.given > 0 && (
                <li>
                  {effect.given === 1
                    ? "One of these days was closed and given back: it is not given twice."
                    : `${effect.given} of these days were closed and given back: they are not given twice.`}
                </li>
              )}
              {effect.reached > 0 && (
                <li>
                  {effect.reached === 1
                    ? "One closed day comes within the pass, and is added."
                    : `${effect.reached} closed days come within the pass, and are added.`}
                </li>
              )}
              {effect.moved.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              <li>
                <b>
                  {effect.bookings.length === 0
                    ? "No booked class is given back"
                    : effect.bookings.length === 1
                      ? "One booked class is given back"
                      : `${effect.bookings.length} booked classes are given back`}
                </b>
                {effect.bookings.map((text) => (
                  <span key={text} className="below">
                    {text}
                  </span>
                ))}
              </li>
            </ul>
            {problem !== undefined && (
              <p className="error mt-5" role="alert" tabIndex={-1}>
                {problem}
              </p>
            )}
            <p className="actions mt-5">
              <button type="submit" name="do" value="freeze" className="button red">
                {`Freeze for ${daysWords(form.days)}`}
              </button>
            </p>
          </>
        ) : (
          <p
            className={page.isAsked ? "error" : "empty"}
            role={returned === undefined ? undefined : "alert"}
            tabIndex={-1}
          >
            {effect.problem}
          </p>
        )}
      </section>
    </PostForm>
  );
}

function FreezeRow({ freeze, version }: { freeze: FreezePage["freezes"][number]; version: number }) {
  const { actId, passId, days, about, mayReturn, mayTakeBack, isTooLate } = freeze;
  const of = <span className="sr-only">{`: ${days}`}</span>;
  return (
    <li className="hit">
      <div>
        <p className="name sentence">{days}</p>
        <p className="about wrap-anywhere">{about}</p>
        {isTooLate && <p className="about">More than seven days ago: the owner alone goes back on it.</p>}
      </div>
      {(mayReturn || mayTakeBack) && (
        <PostForm returned={undefined}>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="pass" value={passId} />
          <input type="hidden" name="actId" value={actId} />
          <p className="actions">
            {mayReturn && (
              <button type="submit" name="do" value="return" className="button low ink">
                Back today{of}
              </button>
            )}
            {mayTakeBack && (
              <button type="submit" name="do" value="back" className="button low">
                Take it back{of}
              </button>
            )}
          </p>
        </PostForm>
      )}
    </li>
  );
}
