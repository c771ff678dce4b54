import { data, href, Link, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { ConsoleSelectField } from "../../console/select-field.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { messageOfCode } from "../../forms/messages.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { wholeNumberIn } from "../../forms/whole-number.ts";
import { bringListIn } from "../list/bring-in.server.ts";
import { NO_PASS } from "../list/judge-list.ts";
import { COLUMN_KINDS, type ColumnKind } from "../list/list-columns.ts";
import { MAX_LIST_COLUMNS } from "../list/list-rows.server.ts";
import { discardList, findList, setListSettings } from "../list/lists.server.ts";
import { takeListBack } from "../list/take-back.server.ts";
import type { Route } from "./+types/list.route";
import { COLUMN_NAMES } from "./column-names.ts";
import { LIST_PROBLEMS, usedText } from "./list-messages.server.ts";
import { type ImportPage, memberNames, type RowGroup, readListPage } from "./list-page.server.ts";
import { passesWords } from "./pass-messages.ts";
import { membersAction, membersRequest } from "./person-request.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.page.name ?? "List");
}

export const shouldRevalidate = revalidateAfterConflict;

const DONE: Readonly<Record<string, string>> = {
  brought: "Brought in.",
  read: "The list is read so now.",
  decided: "Decided. It is written when you bring the list in.",
  back: "Everything that this list had brought is taken back. Its rows wait here, with what you have decided.",
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services } = await membersRequest(context, "publish");
  const page = await readListPage(services, params.list, url.searchParams);
  if (page === undefined) throw data(null, { status: 404 });
  const done = url.searchParams.get("done") ?? "";
  return { page, done: messageOfCode(DONE, done), isBrought: done === "brought" };
}

/** Texts of plans that the page asks about at once. */
const PLANS_ASKED = 20;

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);

const listForm = textFields(
  ...["do", "seen", "firstLine", "dayOrder", "withoutPhone", "endsAtLimit"],
  ...numbered("column", MAX_LIST_COLUMNS),
  ...numbered("planText", PLANS_ASKED),
  ...numbered("plan", PLANS_ASKED),
);

export async function action({ context, params, request }: Route.ActionArgs) {
  return membersAction({ context, request }, "publish", listForm, async ({ services, member, values, typed }) => {
    const id = params.list;
    const back = (done: string, show?: RowGroup) =>
      redirect(
        `${href("/staff/members/lists/:list", { list: id })}?${new URLSearchParams({ done, ...(show && { show }) })}`,
        303,
      );
    switch (values.do) {
      case "bring": {
        const { code } = await bringListIn(services, member, id, values.seen ?? "");
        return code === "brought" || code === "same" ? back("brought") : problemResponse(LIST_PROBLEMS, code, typed);
      }
      case "back": {
        const outcome = await takeListBack(services, member, id, values.seen ?? "");
        if (outcome.code === "taken-back" || outcome.code === "same") {
          const isThere = (await findList(services.db, id)) !== undefined;
          return isThere ? back("back") : redirect(`${href("/staff/members/lists")}?back=1`, 303);
        }
        if (outcome.code !== "list-used") return problemResponse(LIST_PROBLEMS, outcome.code, typed);
        const sentence = usedText(await memberNames(services.db, outcome.ids));
        return data({ errors: { form: sentence }, typed }, { status: 409 });
      }
      case "discard": {
        const { code } = await discardList(services, id, values.seen ?? "");
        return code === "done"
          ? redirect(`${href("/staff/members/lists")}?discarded=1`, 303)
          : problemResponse(LIST_PROBLEMS, code, typed);
      }
      case "read": {
        const firstLine = wholeNumberIn(values.firstLine ?? "");
        if (firstLine === undefined || firstLine < 1) return problemResponse(LIST_PROBLEMS, "line-wrong", typed);
        const columns = numbered("column", MAX_LIST_COLUMNS).map((name) => kindIn(values[name]));
        if (!columns.some((kind) => kind === "name" || kind === "first-name" || kind === "last-name")) {
          return problemResponse(LIST_PROBLEMS, "no-name-column", typed);
        }
        const { code } = await setListSettings(services, id, (settings) => ({
          // A column is chosen once: of two that are the same the first one counts.
          columns: columns
            .map((kind, index) => (columns.indexOf(kind) === index ? kind : null))
            .slice(0, settings.columns.length),
          firstLine,
          dayOrder: values.dayOrder === "day-first" || values.dayOrder === "month-first" ? values.dayOrder : undefined,
          withoutPhone: values.withoutPhone === "on",
          endsAtLimit: values.endsAtLimit === "on",
        }));
        return code === "done" ? back("read") : problemResponse(LIST_PROBLEMS, code, typed);
      }
      case "plans": {
        const said = numbered("planText", PLANS_ASKED).flatMap((name, index): [string, string][] => {
          const key = values[name] ?? "";
          return key.startsWith("=") ? [[key.slice(1), values[`plan-${index}`] ?? ""]] : [];
        });
        const { code } = await setListSettings(services, id, ({ plans }) => ({
          plans: Object.fromEntries(
            Object.entries({ ...plans, ...Object.fromEntries(said) }).filter(([, slug]) => slug !== ""),
          ),
        }));
        return code === "done" ? back("read") : problemResponse(LIST_PROBLEMS, code, typed);
      }
      default:
        throw data(null, { status: 400 });
    }
  });
}

function kindIn(value: string | undefined): ColumnKind | null {
  return COLUMN_KINDS.find((kind) => kind === value) ?? null;
}

const GROUP_NAMES: Readonly<Record<RowGroup, string>> = {
  look: "To look at",
  new: "New",
  here: "Here already",
  refused: "Refused",
  left: "Left out",
  done: "Brought in",
};

export default function ListRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page, done, isBrought } = loaderData;
  const returned = useReturnedForm<string>(actionData as ReturnedForm<string> | undefined);
  const problem = returned?.errors.form;
  const { isOpen, counts, brought } = page;
  // What is read otherwise changes nothing where everybody is brought in.
  const isWaiting = counts.new + counts.look > 0;
  const plans = isWaiting && page.unknownPlans.length > 0 && <Plans page={page} returned={returned} />;
  // Open questions stand before the button that brings the rows in.
  const isAsked = page.unknownPlans.some(({ chosen }) => chosen === "");
  return (
    <>
      <PageHead
        title={page.name}
        back={{ to: href("/staff/members/lists"), label: "Bring in a list" }}
        meta={page.about}
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {actionData === undefined && done !== undefined && (
        <Notice>
          {isBrought && brought !== undefined ? (
            <>
              <b>{`${peopleWords(brought.people)} and ${passesWords(brought.passes)} are brought in.`}</b>{" "}
              <Link className="link" to={href("/staff/members")}>
                Members
              </Link>
              {counts.look > 0 && " Rows that are still to be looked at wait here."}
            </>
          ) : (
            done
          )}
        </Notice>
      )}
      <div className="two">
        <div className="grid content-start gap-8">
          {isAsked && plans}
          {isOpen && <Outcome page={page} returned={returned} />}
          {!isAsked && plans}
          {page.brought !== undefined && <Brought page={page} returned={returned} />}
          <Rows page={page} />
        </div>
        {isOpen && <Reading page={page} returned={returned} />}
      </div>
    </>
  );
}

type Part = { page: ImportPage; returned: ReturnedForm<string> | undefined };

function peopleWords(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}

/** The rehearsal: how many rows would be brought in, and the button that does it. */
function Outcome({ page, returned }: Part) {
  const { counts, coming, id, seen, days } = page;
  const to = (group: RowGroup) => `${href("/staff/members/lists/:list", { list: id })}?show=${group}#rows`;
  const parts: readonly [RowGroup, string, string][] = [
    ["new", counts.new === 1 ? "is new" : "are new", newText(coming)],
    ["here", counts.here === 1 ? "is here already" : "are here already", "Left as they are."],
    ["look", counts.look === 1 ? "is to be looked at" : "are to be looked at", "They wait here until you decide."],
    [
      "refused",
      counts.refused === 1 ? "is refused" : "are refused",
      "Without a name nobody is brought in. A sum is nobody.",
    ],
  ];
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome">What becomes of it</h2>
      <ul className="effects counted">
        {parts.map(([group, words, below]) => (
          <li key={group}>
            <b className="number">{counts[group]}</b>
            <span>
              {counts[group] > 0 ? (
                <Link className="link" to={to(group)}>
                  {words}
                </Link>
              ) : (
                words
              )}
            </span>
            {counts[group] > 0 && <span className="below">{below}</span>}
          </li>
        ))}
        {counts.left > 0 && (
          <li>
            <b className="number">{counts.left}</b>
            <span>
              <Link className="link" to={to("left")}>
                left out
              </Link>
            </span>
          </li>
        )}
      </ul>
      {days !== undefined && days.examples.length > 0 && (
        <p className="pt-4">
          {`Days are read with the ${days.order === "day-first" ? "day" : "month"} first: `}
          {days.examples.map(({ text, day }, index) => (
            <span key={text}>
              {index > 0 && ", "}
              {text} is <b>{day}</b>
            </span>
          ))}
          .
          <br />
          <a className="link" href="#reading">
            How the list is read
          </a>
        </p>
      )}
      {page.isCut !== undefined && (
        <p className="pt-4">{`The file ends in the middle of line ${page.isCut}: was it saved to its end?`}</p>
      )}
      {counts.new > 0 && (
        <PostForm returned={returned} className="form pt-6">
          <input type="hidden" name="do" value="bring" />
          <input type="hidden" name="seen" value={seen} />
          <p className="help">
            Nothing is written before this press. None of them gets a mail or a receipt by it, and nobody has agreed to
            offers.
          </p>
          <p className="actions">
            <button type="submit" className="button red">
              {counts.new === 1 ? "Bring 1 in" : `Bring ${counts.new} in`}
            </button>
          </p>
        </PostForm>
      )}
      <div className="actions pt-2">
        {counts.look + counts.refused > 0 && (
          <a className="link" href={href("/staff/members/lists/:list/rows.csv", { list: id })} download>
            Rows to look at, as CSV
          </a>
        )}
        <details>
          <summary className="link">
            {page.brought === undefined ? "Throw the list away" : "Throw away the rows that are left"}
          </summary>
          <PostForm returned={undefined} className="form">
            <input type="hidden" name="seen" value={page.changedAt} />
            <p className="help">Its rows are deleted, and what you have decided on them. Who was brought in stays.</p>
            <p className="actions">
              <button type="submit" name="do" value="discard" className="button">
                Throw it away
              </button>
            </p>
          </PostForm>
        </details>
      </div>
    </section>
  );
}

function newText({ people, running, over, ofHere }: ImportPage["coming"]): string {
  const without = people - running - over;
  const parts = [
    running > 0 && `${running} with a pass from today to the last day`,
    over > 0 && `${over} with a pass that is over`,
    without > 0 && `${without} without a pass`,
  ].filter((part) => part !== false);
  const more = ofHere === 0 ? "" : `${passesWords(ofHere)} for people who are here.`;
  return [people === 0 ? "" : `${peopleWords(people)}: ${parts.join(", ")}.`, more].filter(Boolean).join(" ");
}

/** What the list has brought, and taking it back. */
function Brought({ page, returned }: Part) {
  const { brought } = page;
  if (brought === undefined) return null;
  return (
    <section aria-labelledby="brought">
      <h2 id="brought">Brought in</h2>
      <p>{`${peopleWords(brought.people)} and ${passesWords(brought.passes)}, ${brought.about}.`}</p>
      <PostForm returned={returned} className="form pt-4">
        <input type="hidden" name="seen" value={brought.seen} />
        <p className="help">
          Taken back, it is as if the list had never been brought in. That is possible while nothing was done with any
          of these people.
        </p>
        <p className="actions">
          <button type="submit" name="do" value="back" className="button">
            Take it all back
          </button>
        </p>
      </PostForm>
    </section>
  );
}

/** What words of the list stand for. */
function Plans({ page, returned }: Part) {
  const asked = page.unknownPlans.slice(0, PLANS_ASKED);
  const options = [
    { value: NO_PASS, label: "No pass" },
    ...page.plans.map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">Which plans these are</h2>
      <p className="help pb-4">The list says it so. Choose what is meant, once for all rows that say it.</p>
      <PostForm returned={returned} className="form">
        <input type="hidden" name="do" value="plans" />
        {asked.map(({ text, key, rows, chosen }, index) => (
          <div key={key}>
            {/* With a sign before it: the text of those who have no plan is empty. */}
            <input type="hidden" name={`planText-${index}`} value={`=${key}`} />
            <ConsoleSelectField
              key={chosen}
              name={`plan-${index}`}
              label={`${text === "" ? "A last day without a plan" : `“${text}”`}, ${rows === 1 ? "1 row" : `${rows} rows`}`}
              options={options}
              empty="To look at"
              chosen={chosen}
              returned={undefined}
            />
          </div>
        ))}
        <p className="actions">
          <button type="submit" className="button ink">
            Read them so
          </button>
        </p>
      </PostForm>
    </section>
  );
}

const ORDER_HOW = {
  proved: "The days of the list prove it.",
  usual: "Nothing in the list says otherwise.",
  contradicted:
    "Some days of the list can be read in one way only, and others in the other: those that can be read in both are to be looked at.",
} as const;

/** How the list was read, and how else it can be. */
function Reading({ page, returned }: Part) {
  const { columns, firstLine, days, hasPhones, withoutPhone, endless } = page;
  const options = COLUMN_KINDS.map((kind) => ({ value: kind, label: COLUMN_NAMES[kind] }));
  return (
    <section aria-labelledby="reading">
      <h2 id="reading">How it is read</h2>
      <PostForm returned={returned} className="form">
        <input type="hidden" name="do" value="read" />
        <div className="list-columns">
          {columns.map(({ index, letter, heading, kind, examples }) => (
            <ConsoleSelectField
              key={`${index} ${kind}`}
              name={`column-${index}`}
              label={heading === "" ? `Column ${letter}` : `${letter}: ${heading}`}
              options={options}
              empty="Not used"
              chosen={kind}
              help={examples === "" ? "Empty" : examples}
              returned={undefined}
            />
          ))}
        </div>
        {days !== undefined && (
          <fieldset className="field">
            <legend className="legend">Order of days</legend>
            <p className="help">{days.isChosen ? "As you have said." : ORDER_HOW[days.how]}</p>
            {days.examples.length > 0 && (
              <ul className="list-days">
                {days.examples.map(({ text, day }) => (
                  <li key={text}>
                    {text} is <b>{day}</b>
                  </li>
                ))}
              </ul>
            )}
            <div className="choices-in-line" key={`${days.isChosen} ${days.order}`}>
              {(
                [
                  ["", days.how === "proved" ? "As the list proves" : "As usual", !days.isChosen],
                  ["day-first", "Day first", days.isChosen && days.order === "day-first"],
                  ["month-first", "Month first", days.isChosen && days.order === "month-first"],
                ] as const
              ).map(([value, label, isChosen]) => (
                <label key={value} className="choice">
                  <input type="radio" name="dayOrder" value={value} defaultChecked={isChosen} />
                  <span>{label}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <ConsoleTextField
          key={firstLine}
          name="firstLine"
          label="Line of the first person"
          inputMode="numeric"
          defaultValue={String(firstLine)}
          help="As the spreadsheet numbers it. What stands above are headings."
          returned={returned}
        />
        <label className="choice" key={String(withoutPhone)}>
          <input type="checkbox" name="withoutPhone" value="on" defaultChecked={withoutPhone} />
          <span>
            {hasPhones
              ? "Bring people in without a phone too, where the list has none"
              : "Bring people in without a phone"}
          </span>
        </label>
        {endless !== undefined && (
          <label className="choice" key={`endless ${endless.isEnded}`}>
            <input type="checkbox" name="endsAtLimit" value="on" defaultChecked={endless.isEnded} />
            <span>
              {`End passes on ${endless.day} that have no last day or a later one: a pass ends within 24 months`}
              {endless.count > 0 && ` (${endless.count === 1 ? "1 row" : `${endless.count} rows`})`}
            </span>
          </label>
        )}
        <p className="actions">
          <button type="submit" className="button">
            Read it so
          </button>
        </p>
      </PostForm>
    </section>
  );
}

function Rows({ page }: { page: ImportPage }) {
  const { id, group, counts, rows, hasMore, page: number } = page;
  const list = href("/staff/members/lists/:list", { list: id });
  const to = (query: Record<string, string>) => `${list}?${new URLSearchParams(query)}`;
  const groups = (Object.keys(GROUP_NAMES) as RowGroup[]).filter((one) => counts[one] > 0 || one === group);
  return (
    <section id="rows" aria-label="Rows" className="min-w-0">
      <nav className="tabs" aria-label="Rows">
        {groups.map((one) => (
          <Link
            key={one}
            to={`${to({ show: one })}#rows`}
            preventScrollReset
            aria-current={one === group ? "page" : undefined}
          >
            {GROUP_NAMES[one]} <b>{counts[one]}</b>
          </Link>
        ))}
      </nav>
      {rows.length === 0 ? (
        <div className="empty">
          <p>No rows here.</p>
        </div>
      ) : (
        <ul className="board">
          {rows.map(({ line, name, about, sentences, personId, isDecided }) => (
            <li key={line} className="hit">
              <div>
                <p className="name sentence wrap-anywhere">
                  <Link
                    to={
                      personId === undefined
                        ? href("/staff/members/lists/:list/:line", { list: id, line: String(line) })
                        : href("/staff/members/:person", { person: personId })
                    }
                  >
                    {`Line ${line}: ${name}`}
                  </Link>
                </p>
                {about !== "" && <p className="about wrap-anywhere">{about}</p>}
                {sentences.map((sentence) => (
                  <p key={sentence} className="wrap-anywhere">
                    {sentence}
                  </p>
                ))}
              </div>
              {isDecided && <p className="state on">Decided</p>}
            </li>
          ))}
        </ul>
      )}
      {(number > 0 || hasMore) && (
        <nav className="pages" aria-label="Pages">
          {number > 0 ? (
            <Link to={`${to({ show: group, page: String(number - 1) })}#rows`}>Before</Link>
          ) : (
            <span>By line</span>
          )}
          {hasMore && <Link to={`${to({ show: group, page: String(number + 1) })}#rows`}>Next</Link>}
        </nav>
      )}
    </section>
  );
}
