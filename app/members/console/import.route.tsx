import { href, redirect } from "react-router";
import { FieldFrame } from "../../console/field-frame.tsx";
import { ActionForm, ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { hiddenField, ownField } from "../../console/kit/fields.ts";
import { Board, Pager, Tabs } from "../../console/kit/list-page.tsx";
import { type Refusal, staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleSelectField } from "../../console/select-field.tsx";
import { TitledSection } from "../../console/titled-section.tsx";
import { problemResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { discardImport, findImport, readSentList, setImportSettings, storeList } from "../import/imports.server.ts";
import { IMPORT_DAYS, MAX_COLUMNS, MAX_QUESTIONS } from "../import/limits.ts";
import { runImport } from "../import/run-import.server.ts";
import { undoImport } from "../import/undo-import.server.ts";
import { IMPORT_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/import.route";
import { importPath, readImportPage, readStartPage } from "./import-page.server.ts";
import { passesWords } from "./pass-messages.ts";
import { membersRequest } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/revalidate-after-conflict.ts";

function numbered<Name extends string>(name: Name, count: number) {
  return Array.from({ length: count }, (_, index) => ownField(`${name}-${index}`));
}

const ACTIONS = {
  read: {
    submit: "Apply",
    fields: [
      ...numbered("column", MAX_COLUMNS),
      ...numbered("question", MAX_QUESTIONS),
      ...numbered("answer", MAX_QUESTIONS),
    ],
    done: "The list was read again.",
  },
  import: { submit: "Import", isMain: true },
  undo: { submit: "Undo the import", done: "The import was undone. Everything is as it was before." },
  discard: { submit: "Discard", fields: [hiddenField("id")], done: "The list was discarded." },
} satisfies Actions;

type Outcome = { code: "done" | "same" } | Refusal<keyof typeof IMPORT_PROBLEMS>;

/** Kinds that several columns may have. */
const REPEATED = ["", "first-name", "last-name", "status"];

const server = staffActions(ACTIONS, {
  may: ["publish", "members"],
  problems: IMPORT_PROBLEMS,
  find: async (request, { context, url }: Route.LoaderArgs) => {
    await membersRequest(context, "publish");
    const id = url.searchParams.get("import");
    return { ...request, id, stored: id === null ? undefined : await findImport(request.services.db, id) };
  },
  load: async ({ services, id, stored }, url) => ({
    days: IMPORT_DAYS,
    isGone: id !== null && stored === undefined,
    start: stored === undefined ? await readStartPage(services) : undefined,
    view: stored && (await readImportPage(services, stored, url.searchParams)),
  }),
  run: {
    read: [
      "publish",
      async ({ services, stored }, values): Promise<Outcome> => {
        if (stored === undefined) return { code: "import-gone" };
        const columns = numbered("column", MAX_COLUMNS).map(({ name }) => values[name] ?? "");
        const single = columns.filter((kind) => !REPEATED.includes(kind));
        if (new Set(single).size < single.length) return { code: "column-twice" };
        const answers = numbered("question", MAX_QUESTIONS).flatMap(({ name }, index): [string, string][] =>
          values[name] ? [[values[name], values[`answer-${index}`] ?? ""]] : [],
        );
        const allAnswers = { ...stored.settings.answers, ...Object.fromEntries(answers) };
        return setImportSettings(services, stored.id, { columns, answers: allAnswers });
      },
    ],
    import: ["publish", ({ services, member, id }, { seen }) => runImport(services, member, id ?? "", seen)],
    undo: [
      "publish",
      async ({ services, member, id }): Promise<Outcome> => {
        const outcome = await undoImport(services, member, id ?? "");
        if (outcome.code !== "used") return outcome;
        const names = outcome.names.length === 0 ? "" : `, such as ${outcome.names.join(", ")}`;
        const sentence = `Some of these people were changed or used since${names}, so the import can’t be undone.`;
        return { code: "explained", problem: { field: "form", status: 409, sentence } };
      },
    ],
    discard: ["publish", ({ services, id }, values) => discardImport(services, values.id || (id ?? ""))],
  },
  to: (_found, _outcome, action) =>
    action === "undo" || action === "discard" ? importPath({ done: action }) : undefined,
});
export const loader = server.loader;

/** The most of what was pasted that is sent back. */
const MAX_RETURNED_CHARACTERS = 200_000;

/** The host leaves the body of an upload unread. */
async function receiveAction(args: Route.ActionArgs) {
  const isList = args.request.headers.get("content-type")?.startsWith("multipart/") === true;
  if (!isList) return server.action(args);
  const { services, member } = await membersRequest(args.context, "publish");
  const sent = await readSentList(args.request);
  if ("code" in sent) return problemResponse(IMPORT_PROBLEMS, sent.code);
  const pasted = "pasted" in sent.source ? sent.source.pasted.slice(0, MAX_RETURNED_CHARACTERS) : "";
  return withFormReturnedOnError<string, unknown>(services.log, { pasted }, async () => {
    const outcome = await storeList(services, member, sent);
    return "id" in outcome
      ? redirect(importPath({ import: outcome.id }), 303)
      : problemResponse(IMPORT_PROBLEMS, outcome.code, { pasted });
  });
}
export const action = Object.assign(receiveAction, server.action);

/** Imports a list of members: the form, and the preview of what was sent. */
export default function ImportMembers({ loaderData: { page, done }, actionData }: Route.ComponentProps) {
  const { start, view, days, isGone } = page;
  const members = { to: href("/staff/members"), label: "Members" };
  return (
    <ActionPage
      actions={ACTIONS}
      title="Import members"
      back={view === undefined ? members : { to: href("/staff/members/import"), label: "Import members" }}
      meta={view?.about ?? "Preview each row before you import it."}
      {...(view?.isTooHard === false && { seen: view.seen })}
      layout="parts"
      notice={
        isGone && done === undefined && <p className="notice">This list was imported and undone, or discarded.</p>
      }
    >
      {start && <StartPage start={start} days={days} returned={actionData as ReturnedForm | undefined} />}
      {view?.isTooHard && (
        <p className="empty">This list is too large to be read again. Discard it, and send it in parts.</p>
      )}
      {view?.isTooHard === false && (view.isImported ? <Imported view={view} days={days} /> : <Preview view={view} />)}
      {view?.isTooHard === false && <Rows view={view} />}
      {view && (
        <ActionPress
          action="discard"
          values={{ id: view.id }}
          className="button"
          submit={view.made ? "Delete the list" : "Discard the list"}
        />
      )}
    </ActionPage>
  );
}

type PageData = Awaited<ReturnType<typeof server.loader>>["page"];
type View = Extract<NonNullable<PageData["view"]>, { isTooHard: false }>;

function StartPage({
  start,
  days,
  returned,
}: {
  start: NonNullable<PageData["start"]>;
  days: number;
  returned: ReturnedForm | undefined;
}) {
  return (
    <div className="two even">
      {/* A document's own form: only its address takes bodies of this size. */}
      <form method="post" action={href("/staff/members/import")} encType="multipart/form-data" className="form">
        <input type="hidden" name="formId" value={start.formId} />
        <FieldFrame
          id="pasted"
          label="Paste the list"
          help="Select the rows in Excel or Google Sheets with their headings, copy them, and paste them here."
          problem={returned?.errors.list}
          isAnnounced
        >
          {(wiring) => (
            <textarea
              {...wiring}
              name="pasted"
              rows={8}
              spellCheck={false}
              autoComplete="off"
              defaultValue={returned?.typed.pasted}
            />
          )}
        </FieldFrame>
        <FieldFrame
          id="list"
          label="Or choose a CSV file"
          help="A spreadsheet file (.xlsx) can’t be read: copy the cells and paste them above, or save the sheet as CSV."
          problem={undefined}
        >
          {(wiring) => <input {...wiring} name="list" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />}
        </FieldFrame>
        <p className="actions">
          <button type="submit" className="button red">
            Preview the list
          </button>
        </p>
      </form>
      <div className="side">
        <TitledSection title="List format">
          <ul className="grid list-disc gap-2 pl-5">
            <li>
              <b>A row for each person</b>, up to 5,000, below a row of headings. Titles and empty rows are skipped.
            </li>
            <li>
              <b>Name and phone</b>, and an email address if you have it.
            </li>
            <li>
              <b>Plan and last day</b> of each pass, and the visits left of a pack.
            </li>
          </ul>
          <p className="help">{`No emails are sent. Lists are deleted after ${days} days.`}</p>
        </TitledSection>
        {start.imports.length > 0 && (
          <TitledSection title="Earlier lists">
            <Board
              rows={start.imports.map(({ id, title, ...row }) => ({
                ...{ ...row, title },
                actions: <ActionPress action="discard" values={{ id }} about={`: ${title}`} />,
              }))}
            />
          </TitledSection>
        )}
      </div>
    </div>
  );
}

function Preview({ view }: { view: View }) {
  const { questions, columns, kinds, samples, order, unused, clear, review, open } = view;
  return (
    <div className="two even">
      <ActionForm action="read" title="How the list is read">
        {questions.map(({ key, label, options, answer }, index) => (
          <div key={key}>
            <input type="hidden" name={`question-${index}`} value={key} />
            <ConsoleSelectField
              name={`answer-${index}`}
              label={label}
              options={options}
              empty="Leave these rows for review"
              chosen={answer}
              returned={undefined}
            />
          </div>
        ))}
        {columns.map(({ label, kind, values }, index) => (
          <ConsoleSelectField
            key={`${label} ${kind}`}
            name={`column-${index}`}
            label={label}
            options={kinds}
            empty="Not used"
            chosen={kind}
            help={values}
            returned={undefined}
          />
        ))}
      </ActionForm>
      <div className="side">
        <TitledSection title="Stored as">
          {samples.map((row) => (
            <Sample key={row.line} {...row} />
          ))}
          {order !== undefined && <p>{order}</p>}
          {unused.map((sentence) => (
            <p key={sentence}>
              <b>{sentence}</b>
            </p>
          ))}
        </TitledSection>
        {open > 0 && <p>{`${open === 1 ? "1 question is" : `${open} questions are`} open: their rows need review.`}</p>}
        {clear > 0 ? (
          <ActionForm action="import" title="Import" submit={clear === 1 ? "Import 1 row" : `Import ${clear} rows`}>
            <p>
              {review === 0
                ? "All rows are clear."
                : `${review === 1 ? "1 row is" : `${review} rows are`} left: download them as CSV, correct them, and send them again.`}
            </p>
          </ActionForm>
        ) : (
          <p>No row can be imported as it is.</p>
        )}
      </div>
    </div>
  );
}

function Sample({ name, phone, mail, plan, firstDay, lastDay, visits }: View["samples"][number]) {
  const parts = { Phone: phone, Email: mail, Plan: plan, "First day": firstDay, "Last day": lastDay, Visits: visits };
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 border-t pt-3">
      <dt>Name</dt>
      <dd className="wrap-anywhere">
        <b>{name}</b>
      </dd>
      {Object.entries(parts).map(([label, value]) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Imported({ view: { made }, days }: { view: View; days: number }) {
  if (made === null) return null;
  return (
    <ActionForm action="undo" title="Imported">
      <p>{`${made.people === 1 ? "1 person" : `${made.people} people`} and ${passesWords(made.passes)} were added.`}</p>
      <p className="help">{`The import can be undone for ${days} days, or until you delete the list, while nothing was done with these people: no booking, change, note or pass.`}</p>
    </ActionForm>
  );
}

function Rows({ view: { id, tabs, rows, pager, review } }: { view: View }) {
  return (
    <section id="rows" aria-label="Rows" className="part">
      {tabs.length > 0 && <Tabs label="Rows" tabs={tabs} />}
      {review > 0 && (
        <p className="actions">
          <a className="link" href={href("/staff/members/import/:import/rows.csv", { import: id })} download>
            Download the rows that need review as CSV
          </a>
        </p>
      )}
      <ul className="board">
        {rows.map(({ line, name, about, sentences }) => (
          <li key={line} className="row">
            <div>
              <p className="name sentence">{`Line ${line}: ${name}`}</p>
              {about !== "" && <p className="about">{about}</p>}
              {sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Pager {...pager} />
    </section>
  );
}
