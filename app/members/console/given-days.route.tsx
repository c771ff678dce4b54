import { randomUUID } from "node:crypto";
import { Form, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { sentenceFor } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import type { Services } from "../../platform/services.ts";
import { calendarDay, dayNumber } from "../../time/days.ts";
import {
  closuresToGive,
  type GivenPass,
  giveDays,
  listGivenDays,
  previewGivenDays,
  takeDaysBack,
} from "../given-days.server.ts";
import type { Route } from "./+types/given-days.route";
import { dayText } from "./member-words.server.ts";
import { actorOf, membersAction, membersRequest, membersResponse } from "./members-request.server.ts";
import { MEMBER_MESSAGES } from "./messages.ts";

export function meta() {
  return consoleMeta("Extend everybody");
}

export const shouldRevalidate = revalidateAfterConflict;

/** How many people are named as examples. */
const EXAMPLES = 3;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = await membersRequest(context, "publish");
  const today = calendarDay(services.now());
  const query = url.searchParams;
  const [firstDay, lastDay] = [query.get("firstDay") ?? "", query.get("lastDay") ?? query.get("firstDay") ?? ""];
  const preview = firstDay === "" ? undefined : await previewGivenDays(services, { firstDay, lastDay });
  return {
    formId: randomUUID(),
    firstDay,
    lastDay,
    reason: query.get("reason") ?? "",
    closed: (await closuresToGive(services)).map((closure) => ({
      ...closure,
      text: [...new Set([closure.firstDay, closure.lastDay])]
        .map((date) => dayText(dayNumber(date), today))
        .join(" to "),
    })),
    preview:
      preview === undefined
        ? undefined
        : "code" in preview
          ? { problem: sentenceFor(preview, MEMBER_MESSAGES) }
          : {
              seen: preview.seen,
              days: preview.days.length,
              longer: preview.longer.length,
              moved: preview.moved.length,
              revived: preview.longer.filter(
                ({ before, after }) => dayNumber(before) < today && today <= dayNumber(after),
              ).length,
              examples: await examplesOf(services, preview.longer.slice(0, EXAMPLES), today),
            },
    before: (await listGivenDays(services.db)).map(({ firstDay: from, lastDay: to, ...rest }) => ({
      ...rest,
      days:
        from === to
          ? dayText(dayNumber(from), today)
          : `${dayText(dayNumber(from), today)} to ${dayText(dayNumber(to), today)}`,
    })),
  };
}

async function examplesOf({ db }: Services, passes: readonly GivenPass[], today: number) {
  if (passes.length === 0) return [];
  const ids = passes.map(({ memberId }) => memberId);
  const people = await db.selectFrom("members").select(["id", "name"]).where("id", "in", ids).execute();
  return passes.map(({ passId, memberId, before, after }) => ({
    id: passId,
    name: people.find(({ id }) => id === memberId)?.name ?? "",
    days: `${dayText(dayNumber(before), today)} becomes ${dayText(dayNumber(after), today)}`,
  }));
}

const daysForm = textFields("do", "formId", "firstDay", "lastDay", "reason", "seen", "given");

export async function action({ context, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "publish", daysForm, async ({ services, member, values, typed }) => {
    if (values.do === "back") {
      const { code } = await takeDaysBack(services, actorOf(member), values.given);
      return code === "unknown" ? membersResponse(code, typed) : redirect(href("/staff/members/days"), 303);
    }
    const outcome = await giveDays(services, actorOf(member), values);
    if (outcome.code !== "given" && outcome.code !== "same") return membersResponse(outcome.code, typed);
    return redirect(href("/staff/members/days"), 303);
  });
}

/** Gives closed days back to everybody whose pass ran on them. */
export default function GivenDays({ loaderData, actionData }: Route.ComponentProps) {
  const { formId, firstDay, lastDay, reason, closed, preview, before } = loaderData;
  const returned = useReturnedForm(actionData);
  return (
    <>
      <PageHead
        title="Extend everybody"
        back={{ to: href("/staff/members"), label: "Members" }}
        meta="For days on which the gym was closed. Each is given back once, also to passes that are sold later."
      />
      {returned !== undefined && <Notice isBad>{Object.values(returned.errors)[0] ?? "Please look again."}</Notice>}
      <div className="two even">
        <section aria-label="Days">
          {closed.length > 0 && (
            <ul className="board">
              {closed.map(({ firstDay: from, lastDay: to, text, note }) => (
                <li key={from} className="offer">
                  <p className="name sentence">
                    <Link
                      to={`?${new URLSearchParams({ firstDay: from, lastDay: to, reason: note === "" ? "Closed" : note })}`}
                    >
                      {text}
                    </Link>
                  </p>
                  <p className="quiet">{note === "" ? "Closed" : note}</p>
                </li>
              ))}
            </ul>
          )}
          <Form method="get" className={closed.length > 0 ? "form mt-5" : "form"} preventScrollReset>
            <div className="pair">
              <ConsoleTextField
                key={`first ${firstDay}`}
                name="firstDay"
                label="First day"
                type="date"
                defaultValue={firstDay}
                returned={undefined}
              />
              <ConsoleTextField
                key={`last ${lastDay}`}
                name="lastDay"
                label="Last day"
                type="date"
                defaultValue={lastDay}
                returned={undefined}
              />
            </div>
            <p className="actions">
              <button type="submit" className="button">
                Count
              </button>
            </p>
          </Form>
        </section>
        {preview !== undefined && (
          <section aria-labelledby="effect">
            <h2 id="effect" className="h3">
              What it does
            </h2>
            {"problem" in preview ? (
              <p className="error">{preview.problem}</p>
            ) : (
              <>
                <p>
                  <b>{`${passes(preview.longer)} longer by ${preview.days === 1 ? "a day" : `up to ${preview.days} days`}.`}</b>
                </p>
                {preview.revived > 0 && (
                  <p>{`${preview.revived} of them ended while you were closed, and run again.`}</p>
                )}
                {preview.moved > 0 && <p>{`${passes(preview.moved)} later: paid for already, behind one of these.`}</p>}
                <ul>
                  {preview.examples.map(({ id, name, days }) => (
                    <li key={id} className="wrap-anywhere">{`${name}: ${days}`}</li>
                  ))}
                </ul>
                {preview.longer > 0 && (
                  <PostForm returned={returned} className="form mt-5">
                    <input type="hidden" name="do" value="give" />
                    <input type="hidden" name="formId" value={formId} />
                    <input type="hidden" name="firstDay" value={firstDay} />
                    <input type="hidden" name="lastDay" value={lastDay} />
                    <input type="hidden" name="seen" value={preview.seen} />
                    <ConsoleTextField
                      key={reason}
                      name="reason"
                      label="Why: members read this"
                      defaultValue={reason}
                      autoComplete="off"
                      returned={returned}
                    />
                    <p className="actions">
                      <button type="submit" className="button red">
                        {`Extend ${preview.longer} by ${preview.days === 1 ? "a day" : `${preview.days} days`}`}
                      </button>
                    </p>
                  </PostForm>
                )}
              </>
            )}
          </section>
        )}
      </div>
      {before.length > 0 && (
        <section aria-label="Before" className="mt-8">
          <h2 className="h3">Before</h2>
          <ul className="board">
            {before.map(({ id, days, reason: why, passes: count, by, isTakenBack }) => (
              <li key={id} className="hit">
                <div>
                  <p className="name sentence">{`${days}, ${why}`}</p>
                  <p className="about">{`${count === 1 ? "One pass" : `${count} passes`}, by ${by}${isTakenBack ? ", taken back" : ""}`}</p>
                </div>
                {!isTakenBack && (
                  <PostForm returned={returned} className="actions">
                    <input type="hidden" name="do" value="back" />
                    <input type="hidden" name="given" value={id} />
                    <button type="submit" className="button low">
                      Undo
                    </button>
                  </PostForm>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function passes(count: number): string {
  return count === 1 ? "One pass is" : `${count} passes are`;
}
