import { data, Form, href, redirect } from "react-router";
import { bookingsWithSessions } from "../../bookings/booking-rows.server.ts";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { sentenceFor } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import type { Db } from "../../platform/services.ts";
import { shortDayAndTime } from "../../time/date-texts.server.ts";
import { calendarDay } from "../../time/days.ts";
import { freezePass, mayTakeFreezeBack, previewFreeze, returnEarly, takeFreezeBack } from "../pass-changes.server.ts";
import { actsOfMember, countingActs, dateOf, passesOfMember } from "../pass-rows.server.ts";
import { stateOn } from "../passes.ts";
import type { Route } from "./+types/freeze.route";
import { dayText, passWords } from "./member-words.server.ts";
import { actorOf, memberRequest, membersAction, membersResponse } from "./members-request.server.ts";
import { MEMBER_MESSAGES } from "./messages.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.name ?? "Member");
}

export const shouldRevalidate = revalidateAfterConflict;

/** How long freezes usually are, in days. */
const PRESETS = [
  [14, "2 weeks"],
  [30, "1 month"],
  [90, "3 months"],
] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member, person } = await memberRequest(context, "edit", params.member);
  const now = services.now();
  const today = calendarDay(now);
  const query = url.searchParams;
  const passes = await passesOfMember(services.db, person.id);
  const pass = passes.find(({ row }) => row.id === query.get("pass"));
  if (pass === undefined) throw data(null, { status: 404 });
  const acts = await actsOfMember(services.db, person.id);
  const kind = query.get("medical") === "on" ? "medical" : "counted";
  const firstDay = query.get("firstDay") ?? dateOf(Math.max(today, pass.firstDay));
  const length = PRESETS.find(([days]) => String(days) === query.get("days"))?.[0] ?? 14;
  const first = Number.isNaN(Date.parse(firstDay)) ? today : calendarDay(new Date(firstDay));
  const lastDay =
    query.has("days") || !query.has("lastDay") ? dateOf(first + length - 1) : (query.get("lastDay") ?? "");
  const preview = await previewFreeze(services, pass, { firstDay, lastDay, kind });
  const state = stateOn(pass, today);
  return {
    id: person.id,
    name: person.name,
    version: person.version,
    passId: pass.row.id,
    what: passWords(pass, today),
    isOpen: state === "running" || state === "frozen" || state === "future",
    form: { firstDay, lastDay, isMedical: kind === "medical" },
    presets: PRESETS.map(([days, label]) => ({ days, label })),
    effect:
      "problem" in preview
        ? { problem: sentenceOf(preview.problem, lastDay < firstDay ? "" : kind) }
        : {
            days: calendarDay(new Date(lastDay)) - first + 1,
            ends: `Ends ${dayText(preview.lastDay, today)}, not ${dayText(pass.lastDay, today)}.`,
            bookings: await sessionsOf(
              services.db,
              preview.bookings.map(({ id }) => id),
            ),
            moves: passes
              .filter(({ firstDay: begins, end }) => end !== "void" && begins > pass.lastDay)
              .map((one) => `${one.row.plan_name} begins ${preview.lastDay - pass.lastDay} days later.`),
          },
    freezes: countingActs(acts)
      .freezes.filter(({ passId }) => passId === pass.row.id)
      .map(({ act, firstDay: from, lastDay: to }) => ({
        actId: act.id,
        days: `${dayText(from, today)} to ${dayText(to, today)}`,
        by: act.by,
        mayReturn: from <= today && today <= to,
        mayTakeBack: mayTakeFreezeBack(act, actorOf(member), now),
      })),
  };
}

function sentenceOf(code: string, kind: string): string {
  const known = code === "too-long" ? "freeze-long" : code;
  if (code === "too-short" && kind === "medical") return sentenceFor({ code: "days-reversed" }, MEMBER_MESSAGES);
  return sentenceFor({ code: known }, MEMBER_MESSAGES);
}

async function sessionsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await bookingsWithSessions(db)
    .select(["class_name", "starts_at"])
    .where("bookings.id", "in", ids)
    .orderBy("starts_at")
    .execute();
  return rows.map(({ class_name: name, starts_at: at }) => `${name}, ${shortDayAndTime(new Date(at))}`);
}

const freezeForm = textFields("do", "version", "pass", "firstDay", "lastDay", "medical", "reason", "actId");

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "edit", freezeForm, async ({ services, member, values, typed }) => {
    const actor = actorOf(member);
    const form = { passId: values.pass, version: Number(values.version) };
    const act = { ...form, actId: values.actId };
    const { code } =
      values.do === "return"
        ? await returnEarly(services, actor, act)
        : values.do === "back"
          ? await takeFreezeBack(services, actor, act)
          : await freezePass(services, actor, {
              ...form,
              firstDay: values.firstDay,
              lastDay: values.lastDay,
              kind: values.medical === "on" ? "medical" : "counted",
              reason: values.reason,
            });
    if (code === "done" || code === "same") {
      const done = values.do === "freeze" ? "frozen" : "ended";
      return redirect(`${href("/staff/members/:member", { member: params.member })}?done=${done}`, 303);
    }
    return membersResponse(code === "too-long" ? "freeze-long" : code, typed);
  });
}

/** Freezes a pass, and says before the press what that does. */
export default function Freeze({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, version, passId, what, isOpen, form, presets, effect, freezes } = loaderData;
  const returned = useReturnedForm(actionData);
  const days = "days" in effect ? effect.days : undefined;
  return (
    <>
      <PageHead
        title="Freeze"
        back={{ to: href("/staff/members/:member", { member: id }), label: name }}
        meta={`${what}. Two weeks to three months, once in twelve months.`}
      />
      {returned !== undefined && <Notice isBad>{Object.values(returned.errors)[0] ?? "Please look again."}</Notice>}
      <div className="two even">
        {isOpen && (
          <section aria-label="Days">
            <Form method="get" className="form" preventScrollReset>
              <input type="hidden" name="pass" value={passId} />
              <div className="pair">
                <ConsoleTextField
                  key={`first ${form.firstDay}`}
                  name="firstDay"
                  label="First day"
                  type="date"
                  defaultValue={form.firstDay}
                  returned={undefined}
                />
                <ConsoleTextField
                  key={`last ${form.lastDay}`}
                  name="lastDay"
                  label="Last day"
                  type="date"
                  defaultValue={form.lastDay}
                  returned={undefined}
                />
              </div>
              <p className="pick three">
                {presets.map((preset) => (
                  <button
                    key={preset.days}
                    type="submit"
                    name="days"
                    value={preset.days}
                    aria-pressed={days === preset.days}
                  >
                    {preset.label}
                  </button>
                ))}
              </p>
              <label className="choice">
                <input type="checkbox" name="medical" defaultChecked={form.isMedical} />
                <span>
                  Not counted, such as for illness
                  <br />
                  <span className="help">Only that it is not counted is written down: no illness, no paper.</span>
                </span>
              </label>
              <p className="actions">
                <button type="submit" className="button">
                  Show what it does
                </button>
              </p>
            </Form>
          </section>
        )}
        {isOpen && (
          <section aria-labelledby="effect">
            <h2 id="effect" className="h3">
              What it does
            </h2>
            {"problem" in effect ? (
              <p className="error">{effect.problem}</p>
            ) : (
              <>
                <p>
                  <b>{effect.ends}</b>
                </p>
                {effect.moves.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
                <p>
                  {effect.bookings.length === 0
                    ? "No booked class is given back."
                    : effect.bookings.length === 1
                      ? "One booked class is given back, with a mail:"
                      : `${effect.bookings.length} booked classes are given back, each with a mail:`}
                </p>
                <ul className="list-disc pl-5">
                  {effect.bookings.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
                <PostForm returned={returned} className="form mt-5">
                  <input type="hidden" name="do" value="freeze" />
                  <input type="hidden" name="version" value={version} />
                  <input type="hidden" name="pass" value={passId} />
                  <input type="hidden" name="firstDay" value={form.firstDay} />
                  <input type="hidden" name="lastDay" value={form.lastDay} />
                  <input type="hidden" name="medical" value={form.isMedical ? "on" : ""} />
                  <ConsoleTextField name="reason" label="Why, if they said" autoComplete="off" returned={returned} />
                  <p className="actions">
                    <button type="submit" className="button red">
                      {days === 1 ? "Freeze for a day" : `Freeze for ${days} days`}
                    </button>
                  </p>
                </PostForm>
              </>
            )}
          </section>
        )}
      </div>
      {freezes.length > 0 && (
        <section aria-label="Freezes of this pass" className="mt-8">
          <h2 className="h3">Freezes of this pass</h2>
          <ul className="board">
            {freezes.map((freeze) => (
              <li key={freeze.actId} className="hit">
                <div>
                  <p className="name sentence">{freeze.days}</p>
                  <p className="about">{`Written by ${freeze.by}.${freeze.mayTakeBack ? "" : " After seven days the owner alone goes back on it."}`}</p>
                </div>
                <PostForm returned={returned} className="actions">
                  <input type="hidden" name="version" value={version} />
                  <input type="hidden" name="pass" value={passId} />
                  <input type="hidden" name="actId" value={freeze.actId} />
                  {freeze.mayReturn && (
                    <button type="submit" name="do" value="return" className="button low">
                      Back today
                    </button>
                  )}
                  {freeze.mayTakeBack && (
                    <button type="submit" name="do" value="back" className="button low">
                      Go back on it
                    </button>
                  )}
                </PostForm>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
