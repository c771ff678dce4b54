import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, isRouteErrorResponse, Link } from "react-router";
import { type FormField, type Texts, wrongInputId } from "../../console/form-field.ts";
import { ConsoleButton, ConsoleError, ConsoleLink, Notice, UnbrokenTimes } from "../../console/page-parts.tsx";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { ContentType } from "../content-type.ts";

type EntrySideProps = {
  facts: readonly { term: string; text: string }[];
  usedIn: readonly { plural: string; entries: readonly { title: string; to: string }[] }[];
};

export function EntrySide({ facts, usedIn }: EntrySideProps) {
  if (facts.length === 0 && usedIn.length === 0) return null;
  return (
    <aside className="side" aria-label="About this entry">
      <section className="part">
        <h2>This entry</h2>
        <dl className="facts">
          {facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <UnbrokenTimes text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {usedIn.map(({ plural, entries }) => (
        <section key={plural} className="part" aria-label={`Used in: ${plural}`}>
          <h2>{`Used in: ${plural}`}</h2>
          <ul className="facts">
            {entries.map(({ title, to }) => (
              <li key={to}>
                <Link to={to}>
                  <UnbrokenTimes text={title} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  );
}

/**
 * Links to the other pages of an entry.
 * @param sitePath where visitors see it
 * @param copyPath undefined if it can't be copied; likewise `removePath`
 */
export function EntryLinks({
  path,
  page: { versionCount, isOnSite, hasDraft },
  sitePath,
  quotesSomebody = false,
  copyPath,
  removePath,
}: {
  path: string;
  page: { versionCount: number; isOnSite: boolean; hasDraft: boolean };
  sitePath?: string | undefined;
  quotesSomebody?: boolean;
  copyPath: string | undefined;
  removePath: string | undefined;
}) {
  const links = [
    { label: "Consent", to: quotesSomebody && `${path}/consent` },
    { label: "History", to: versionCount > 0 && `${path}/history` },
    { label: "Copy", to: copyPath },
    { label: "Discard the changes", to: isOnSite && hasDraft && `${path}/discard` },
    { label: isOnSite ? "Unpublish" : "Discard", to: removePath },
  ];
  return (
    <>
      {sitePath !== undefined && (
        <a className="link" href={sitePath} target="_blank" rel="noreferrer">
          See it on the site
        </a>
      )}
      {links.map(({ label, to }) => to && <ConsoleLink key={label} to={to} label={label} />)}
    </>
  );
}

type ScheduleNoticeProps = {
  schedule: { action: "publish" | "remove"; sentence: string; hasNewerDraft: boolean; isFailed: boolean };
  path: string;
};

export function ScheduleNotice({ schedule: { action, sentence, hasNewerDraft, isFailed }, path }: ScheduleNoticeProps) {
  return (
    <Notice
      isBad={isFailed}
      action={
        action === "publish" ? (
          <ConsoleLink to={path} label="See, change or cancel it" />
        ) : (
          <Form method="post" action={path}>
            <ConsoleButton name="do" value="cancel:remove" className="link" label="Cancel the schedule" />
          </Form>
        )
      }
    >
      {sentence}
      {hasNewerDraft && " It does not include the draft."}
    </Notice>
  );
}

/** The fields and rows with a problem. A row's label includes its list: "Opening hours, line 3". */
function problemsIn(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => [
    ...(field.problem === undefined ? [] : [field]),
    ...problemsIn(field.rows ?? []).map((row) => ({ ...row, label: `${field.label}, ${row.label.toLowerCase()}` })),
  ]);
}

/** Focuses the input. A fragment link would add a history entry that React Router doesn't know. */
function focusInput(event: MouseEvent<HTMLAnchorElement>): void {
  const input = document.getElementById(event.currentTarget.hash.slice(1));
  if (input === null) return;
  event.preventDefault();
  input.focus();
}

type ErrorSummaryProps = {
  title: string;
  note: string;
  link?: { to: string; label: string };
  fields: readonly FormField[];
  children?: ReactNode;
};

/**
 * The problems of a form, linked to their fields. It takes the focus to be read out. @param title such as "Not published"
 */
export function ErrorSummary({ title, note, link, fields, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const wrong = problemsIn(fields);
  return (
    <div
      ref={summary}
      className="grid gap-1.5 border-2 border-red border-t-8 bg-white p-5 pb-row"
      role="alert"
      tabIndex={-1}
    >
      <h2>{title}</h2>
      <p>{note}</p>
      {link && (
        <p>
          <a className="link" href={link.to} target="_blank" rel="noreferrer">
            {link.label}
          </a>
        </p>
      )}
      <ul>
        {wrong.map((field) => (
          <li key={field.name}>
            <a
              className="inline-flex min-h-11 items-center py-1.5 font-bold text-blood leading-snug"
              href={`#${wrongInputId(field)}`}
              onClick={focusInput}
            >{`${field.label}: ${field.problem}`}</a>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

export type WrittenText = { label: string; text: string };

/** The texts of a sent form, for a page that can't show the form. */
export function submittedTexts({ fields }: Pick<ContentType, "fields">, texts: Texts): WrittenText[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const field = fields[name.split(".", 1)[0] ?? ""];
    return field === undefined || field.kind === "photo" || text === "" ? [] : [{ label: field.label, text }];
  });
}

/** The error of an entry's page, with the texts of a refused form. */
export function EntryError({ error }: { error: unknown }) {
  const response = isRouteErrorResponse(error) ? error : undefined;
  // Only `goneResponse` throws data.
  const sent = response?.data as { written: WrittenText[] } | null | undefined;
  return (
    <ConsoleError status={response?.status ?? 500}>
      <WrittenTexts texts={sent?.written ?? []} />
    </ConsoleError>
  );
}

/** The texts of a form, to copy when the entry was deleted or the member lost the permission. */
function WrittenTexts({ texts }: { texts: readonly WrittenText[] }) {
  if (texts.length === 0) return null;
  return (
    <section className="part max-w-190" aria-labelledby="written">
      <h2 id="written">What you wrote</h2>
      <p className="help">It was not saved. You can copy it from here.</p>
      <dl className="facts">
        {texts.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={index}>
            <dt>{label}</dt>
            <dd className="whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const UNDO_FORM = "undo";

/** The form of `UndoButton`, which is inside another form. @param live the version to undo */
export function UndoForm({ path, live }: { path: string; live: number }) {
  return (
    <Form method="post" action={`${path}/history`} id={UNDO_FORM} hidden preventScrollReset>
      <input type="hidden" name="seen" value={live} />
    </Form>
  );
}

export function UndoButton() {
  return <ConsoleButton form={UNDO_FORM} name="do" value="undo" className="link" label="Undo" />;
}

export type StatusView =
  | { code: "on-site" | "changes-waiting" | "not-on-site" | "picture-hidden" | "broken" }
  | { code: "goes-live" | "changes-go-live" | "goes-off"; at: string }
  | { code: "failed"; why: string };

/** The class of a status's mark (`styles/parts.css`), and its words, which a time or a reason follows. */
const STATUSES: Readonly<Record<StatusView["code"], readonly [mark: string, label: string]>> = {
  "on-site": ["on", "On the site"],
  "changes-waiting": ["waiting", "On the site, with unpublished changes"],
  "not-on-site": ["off", "Not on the site"],
  "picture-hidden": ["alert", "Its picture can’t be shown"],
  broken: ["alert", "Unreadable: open it to fix it"],
  "goes-live": ["due", "Goes live "],
  "changes-go-live": ["due", "On the site; changes go live "],
  "goes-off": ["due", "On the site until "],
  failed: ["alert", "Couldn’t go live: "],
};

/** A square that fills up, always with its words. */
export function StatusWords({ status }: { status: StatusView }) {
  const [mark, label] = STATUSES[status.code];
  const what = "at" in status ? status.at : "why" in status ? status.why : "";
  return <span className={`state ${mark}`}>{withoutBreaks(label + what)}</span>;
}
