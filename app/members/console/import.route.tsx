import { href, redirect } from "react-router";
import { ConsoleSelectField, FieldFrame } from "../../console/fields.tsx";
import { ActionForm, ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import { type Actions, hiddenField, ownField } from "../../console/kit/actions.ts";
import { Board, Pager, Tabs } from "../../console/kit/list-page.tsx";
import { type Refusal, staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleButton, Notice, TitledSection } from "../../console/page-parts.tsx";
import { ConsoleTextareaField } from "../../console/textarea-field.tsx";
import { problemResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/problems.ts";
import { plural } from "../../platform/text.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { discardImport, findImport, readSentList, setImportSettings, storeList } from "../import/imports.server.ts";
import { IMPORT_DAYS, MAX_COLUMNS, MAX_QUESTIONS } from "../import/limits.ts";
import { runImport } from "../import/run-import.server.ts";
import { undoImport } from "../import/undo-import.server.ts";
import { IMPORT_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/import.route";
import { importPath, readImportPage, readStartPage } from "./import-page.server.ts";
import { membersRequest } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

function numbered<Name extends string>(name: Name, count: number) {
  return Array.from({ length: count }, (_, index) => ownField(`${name}-${index}`));
}

const COLUMNS = numbered("column", MAX_COLUMNS);
const ANSWERS = numbered("answer", MAX_QUESTIONS);

const ACTIONS = {
  read: { submit: "Apply", fields: [...COLUMNS, ...ANSWERS], done: "The list was read again." },
  import: { submit: "Import", isMain: true },
  undo: { submit: "Undo the import", done: "The import was undone. Everything is as it was before." },
  discard: { submit: "Delete", fields: [hiddenField("id")], done: "The list was deleted." },
} satisfies Actions;

type Outcome = { code: "done" | "same" } | Refusal<keyof typeof IMPORT_PROBLEMS>;

const server = staffActions(ACTIONS, {
  may: ["publish", "members"],
  problems: IMPORT_PROBLEMS,
  find: async (request, { context, url }: Route.LoaderArgs) => {
    await membersRequest(context, "publish");
    const id = url.searchParams.get("import");
    return { ...request, id, stored: id === null ? undefined : await findImport(request.services.db, id) };
  },
  load: async ({ services, id, stored }, url) => {
    const view = stored && (await readImportPage(services, stored, url.searchParams));
    const gone = "This list was imported and undone, or deleted.";
    const tooLarge = "This list is too large to be read again. Delete it, and send it in parts.";
    return {
      view,
      start: view === undefined ? await readStartPage(services) : undefined,
      problem: id === null || view ? undefined : stored ? tooLarge : gone,
    };
  },
  run: {
    read: [
      "publish",
      ({ services, id }, values): Promise<Outcome> => {
        const columns = COLUMNS.map(({ name }) => values[name] ?? "");
        const answers = ANSWERS.flatMap(({ name }) => (values[name] ? [values[name].split("=")] : []));
        return setImportSettings(services, id ?? "", { columns, answers: Object.fromEntries(answers) });
      },
    ],
    import: ["publish", ({ services, member, id }, { seen }) => runImport(services, member, id ?? "", seen)],
    undo: ["publish", ({ services, member, id }) => undoImport(services, member, id ?? "")],
    discard: ["publish", ({ services, id }, values) => discardImport(services, values.id || (id ?? ""))],
  },
  to: (_found, _outcome, action) =>
    action === "undo" || action === "discard" ? importPath({ done: action }) : undefined,
});
export const loader = server.loader;

/** How much of a pasted list is returned with a refused form. */
const MAX_RETURNED_CHARACTERS = 200_000;

/** Receives an uploaded list: the host leaves its body to this route. */
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
      : problemResponse(IMPORT_PROBLEMS, outcome.code, { pasted }, "bytes" in sent.source ? "list" : "pasted");
  });
}
export const action = Object.assign(receiveAction, server.action);

/** Imports a list of members: the form, and the preview of what was sent. */
export default function ImportMembers({ loaderData: { page, done }, actionData }: Route.ComponentProps) {
  const { start, view, problem } = page;
  const members = { to: href("/staff/members"), label: "Members" };
  return (
    <ActionPage
      actions={ACTIONS}
      title={view === undefined ? "Import members" : view.made ? "Imported list" : "List to import"}
      back={view === undefined ? members : { to: href("/staff/members/import"), label: "Import members" }}
      meta={view?.about ?? "Preview each row before you import it."}
      {...(view && { seen: view.seen })}
      layout="parts"
      notice={problem !== undefined && done === undefined && <Notice>{problem}</Notice>}
    >
      {start && <StartPage start={start} returned={actionData as ReturnedForm | undefined} />}
      {view && (view.made ? <Imported made={view.made} /> : <Preview view={view} />)}
      {view && <Rows view={view} />}
      {view && (
        <ActionPress action="discard" values={{ id: view.id }} className="button danger" submit="Delete the list" />
      )}
    </ActionPage>
  );
}

type PageData = Awaited<ReturnType<typeof server.loader>>["page"];
type View = NonNullable<PageData["view"]>;
type StartPageProps = { start: NonNullable<PageData["start"]>; returned: ReturnedForm | undefined };

function StartPage({ start, returned }: StartPageProps) {
  return (
    <div className="two even">
      {/* A plain form: only the page's own address accepts bodies of this size. */}
      <form
        method="post"
        action={href("/staff/members/import")}
        encType="multipart/form-data"
        className="form [&_textarea]:max-h-96"
      >
        <input type="hidden" name="formId" value={start.formId} />
        <ConsoleTextareaField
          name="pasted"
          label="Paste the list"
          help="Select the rows in Excel or Google Sheets with their headings, copy them, and paste them here."
          returned={returned}
        />
        <FieldFrame
          id="list"
          label="Or choose a CSV file"
          help="A spreadsheet file (.xlsx) can’t be read: copy the cells and paste them above, or save the sheet as CSV."
          problem={returned?.errors.list}
        >
          {(wiring) => (
            <input
              {...wiring}
              name="list"
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              // biome-ignore lint/a11y/noAutofocus: where the form that came back is wrong
              autoFocus={returned?.errors.list !== undefined}
            />
          )}
        </FieldFrame>
        <p className="actions">
          <ConsoleButton className="button red" label="Preview the list" />
        </p>
      </form>
      <div className="side">
        <TitledSection title="List format">
          <p>
            <b>One row for each person</b>, up to 5,000, below a row of headings: name, phone, email, plan, last day,
            and the visits left on a pack. Titles and empty rows are skipped.
          </p>
          <p className="help">{`No emails are sent. Lists are deleted after ${IMPORT_DAYS} days.`}</p>
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
  const { selects, samples, order, unused, clear, review, open } = view;
  return (
    <div className="two even">
      <ActionForm action="read" title="How the list is read">
        {selects.map((select) => (
          <ConsoleSelectField key={select.name} {...select} returned={undefined} />
        ))}
      </ActionForm>
      <div className="side">
        <TitledSection title="Stored as">
          {samples.map((row) => (
            <Sample key={row.line} {...row} />
          ))}
          {order !== undefined && <p className="border-line border-t pt-row">{withoutBreaks(order)}</p>}
          {unused.map((sentence) => (
            <p key={sentence}>
              <b>{sentence}</b>
            </p>
          ))}
        </TitledSection>
        {open > 0 && (
          <p>
            {open === 1
              ? "1 question is open: its rows need review."
              : `${open} questions are open: their rows need review.`}
          </p>
        )}
        {clear > 0 ? (
          <ActionForm action="import" title="Import" submit={`Import ${plural(clear, "row")}`}>
            <p>{leftText(review)}</p>
          </ActionForm>
        ) : (
          <p>No row can be imported as it is.</p>
        )}
      </div>
    </div>
  );
}

function leftText(review: number): string {
  if (review === 0) return "All rows are clear.";
  if (review === 1) return "1 row is left: download it as CSV, correct it, and send it again.";
  return `${review} rows are left: download them as CSV, correct them, and send them again.`;
}

function Sample({ parts }: View["samples"][number]) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 border-line border-t pt-row">
      {Object.entries(parts).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-graphite">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Imported({ made }: { made: NonNullable<View["made"]> }) {
  return (
    <ActionForm action="undo" title="Imported">
      <p>{`${plural(made.people, "person", "people")} and ${plural(made.passes, "pass", "passes")} were added.`}</p>
      <p className="help">{`The import can be undone for ${IMPORT_DAYS} days, or until you delete the list, as long as nobody in it has had a booking, change, note or new pass since.`}</p>
    </ActionForm>
  );
}

function Rows({ view: { id, tabs, rows, pager, review } }: { view: View }) {
  return (
    <TitledSection id="rows" title="Rows">
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
    </TitledSection>
  );
}
