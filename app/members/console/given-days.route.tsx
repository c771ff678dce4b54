import { randomUUID } from "node:crypto";
import { data, Form, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { sentenceOfCode } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { giveDays, takeDaysBack } from "../given-days.server.ts";
import type { Route } from "./+types/given-days.route";
import { type GivenDaysPage, readGivenDaysPage } from "./given-days-page.server.ts";
import { actorOf, membersAction, membersRequest, membersResponse } from "./members-request.server.ts";
import { daysWords, OTHER_EFFECT, PASS_DONE, passesWords } from "./pass-messages.ts";

export function meta() {
  return consoleMeta("Extend everybody");
}

export const shouldRevalidate = revalidateAfterConflict;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = await membersRequest(context, "publish");
  return {
    page: await readGivenDaysPage(services, url.searchParams),
    formId: randomUUID(),
    done: sentenceOfCode(PASS_DONE, url.searchParams.get("done")),
  };
}

const daysForm = textFields("do", "formId", "firstDay", "lastDay", "reason", "seen", "given");

export async function action({ context, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "publish", daysForm, async ({ services, member, values, typed }) => {
    const actor = actorOf(member);
    if (values.do === "back") {
      const { code } = await takeDaysBack(services, actor, values.given);
      return code === "unknown" ? membersResponse(code, typed) : redirect(pathAfter("days-back"), 303);
    }
    if (values.do !== "give") throw data(null, { status: 400 });
    const outcome = await giveDays(services, actor, values);
    switch (outcome.code) {
      case "given":
      case "same":
        return redirect(pathAfter("given"), 303);
      case "reason-missing":
        return membersResponse(outcome.code, typed);
      case "too-long":
        return membersResponse(outcome.code, typed, "reason");
      case "conflict":
      case "given-before":
        // The page counts again, and says what is so now.
        return data({ errors: { form: OTHER_EFFECT }, typed }, { status: 409 });
      default:
        return membersResponse(outcome.code, typed, "form");
    }
  });
}

function pathAfter(done: string): string {
  return `${href("/staff/members/days")}?done=${done}`;
}

/** Gives closed days back to everybody whose pass ran on them. */
export default function GivenDays({ loaderData, actionData }: Route.ComponentProps) {
  const { page, formId, done } = loaderData;
  const { count, closed, before, firstDay, lastDay } = page;
  const returned = useReturnedForm<string>(actionData);
  const problem = returned?.errors.form;
  return (
    <>
      <PageHead
        title="Extend everybody"
        back={{ to: href("/staff/members"), label: "Members" }}
        meta="For days on which the gym was closed. Each is given back once, also to passes that are given later."
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {actionData === undefined && done !== undefined && <Notice>{done}</Notice>}
      <div className="two even">
        {count !== undefined && <Count page={page} count={count} formId={formId} returned={returned} />}
        <div className="grid content-start gap-8">
          {closed.length > 0 && (
            <section aria-labelledby="closed">
              <h2 id="closed" className="h3">
                Closed days, not given back yet
              </h2>
              <ul className="board">
                {closed.map(({ text, note, to, isShown }) => (
                  <li key={to} className="hit">
                    <div>
                      <p className="name sentence">{text}</p>
                      <p className="about wrap-anywhere">{note}</p>
                    </div>
                    <p className="actions">
                      {isShown ? (
                        <span className="help">Shown here</span>
                      ) : (
                        <Link className="button low" to={to}>
                          Give back<span className="sr-only">{`: ${text}`}</span>
                        </Link>
                      )}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="days">
            <h2 id="days" className="h3">
              {closed.length > 0 ? "Other days" : "Which days"}
            </h2>
            <Form method="get" className="form" preventScrollReset={false} key={`${firstDay} ${lastDay}`}>
              <div className="pair">
                <ConsoleTextField
                  name="firstDay"
                  label="First day"
                  type="date"
                  defaultValue={firstDay}
                  returned={undefined}
                />
                <ConsoleTextField
                  name="lastDay"
                  label="Last day"
                  type="date"
                  defaultValue={lastDay}
                  returned={undefined}
                />
              </div>
              <p className="actions">
                <button type="submit" className="button">
                  Show what it does
                </button>
              </p>
            </Form>
          </section>
          {before.length > 0 && <Before given={before} />}
        </div>
      </div>
    </>
  );
}

/** What giving some days back does, and the press. */
function Count({
  page: { firstDay, lastDay, reason, days },
  count,
  formId,
  returned,
}: {
  page: GivenDaysPage;
  count: NonNullable<GivenDaysPage["count"]>;
  formId: string;
  returned: Parameters<typeof PostForm>[0]["returned"];
}) {
  if ("problem" in count) {
    return (
      <section aria-labelledby="effect">
        <h2 id="effect" className="h3">
          What it does
        </h2>
        <p className="error">{count.problem}</p>
      </section>
    );
  }
  const { longer, groups, revived, moved, examples, seen, most } = count;
  return (
    <section aria-labelledby="effect">
      <h2 id="effect" className="h3">
        {days}
      </h2>
      {longer === 0 ? (
        <p className="empty">No pass ran on these days.</p>
      ) : (
        <>
          <ul className="effects counted">
            {groups.map((group) => (
              <li key={group.days}>
                <b className="number">{group.passes}</b>
                <span>{`${group.passes === 1 ? "pass lasts" : "passes last"} ${daysWords(group.days)} longer`}</span>
              </li>
            ))}
            {revived.count > 0 && (
              <li>
                <b className="number">{revived.count}</b>
                <span>of them ended meanwhile, and {revived.count === 1 ? "runs" : "run"} again</span>
                <span className="below">{revived.names}</span>
              </li>
            )}
            {moved > 0 && (
              <li>
                <b className="number">{moved}</b>
                <span>paid for already, behind one of these: {moved === 1 ? "it begins" : "they begin"} later</span>
              </li>
            )}
          </ul>
          <p className="help mt-3">None for passes that are frozen then, in grace or over.</p>
          <h3 className="mt-6 mb-1 font-bold">For example</h3>
          <ul className="effects">
            {examples.map(({ id, name, from, to }) => (
              <li key={id}>
                {name}
                <span className="below">
                  <span className="sr-only">to </span>
                  <del>{from}</del>
                  <span className="sr-only"> becomes to </span>
                  <b>{to}</b>
                </span>
              </li>
            ))}
          </ul>
          <PostForm returned={returned} className="form mt-6">
            <input type="hidden" name="do" value="give" />
            <input type="hidden" name="formId" value={formId} />
            <input type="hidden" name="firstDay" value={firstDay} />
            <input type="hidden" name="lastDay" value={lastDay} />
            <input type="hidden" name="seen" value={seen} />
            <ConsoleTextField
              key={reason}
              name="reason"
              label="Why"
              defaultValue={reason}
              autoComplete="off"
              returned={returned}
            />
            <p className="actions">
              <button type="submit" className="button red">
                {`Extend ${longer} by ${groups.length > 1 ? "up to " : ""}${most === 1 ? "a day" : `${most} days`}`}
              </button>
            </p>
          </PostForm>
        </>
      )}
    </section>
  );
}

function Before({ given }: { given: GivenDaysPage["before"] }) {
  return (
    <section aria-labelledby="before">
      <h2 id="before" className="h3">
        Given before
      </h2>
      <ul className="board">
        {given.map(({ id, text, passes, by, isTakenBack }) => (
          <li key={id} className="hit">
            <div>
              <p className="name sentence wrap-anywhere">{text}</p>
              <p className="about">{`${passesWords(passes)}, by ${by}${isTakenBack ? ", taken back" : ""}`}</p>
            </div>
            {!isTakenBack && (
              <PostForm returned={undefined}>
                <input type="hidden" name="given" value={id} />
                <p className="actions">
                  <button type="submit" name="do" value="back" className="button low">
                    Undo<span className="sr-only">{`: ${text}`}</span>
                  </button>
                </p>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
