import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useActionData, useBlocker, useNavigation, useSubmit } from "react-router";
import type { FormField } from "../../console/form-field.ts";
import { BarBack, ConsoleButton, FormBar } from "../../console/page-parts.tsx";
import { EntryField } from "./entry-fields.tsx";
import type { ChangedRow } from "./list-rows.ts";

/** The basis of the form: the draft's revision, if there is a draft, and the version on the site (0: none). */
export type EntryBasis = { revision: number | undefined; basedOn: number };

/**
 * The form of an entry with its action bar.
 * @param renderId changes when the fields have to be remounted
 * @param isAsSaved keeps the focus and later typing
 */
export function EntryForm({
  fields,
  basis,
  renderId,
  isAsSaved,
  changedRow,
  otherFields,
  back,
  outcome,
  undoForm,
  status,
  mayPublish,
  children,
}: {
  fields: readonly FormField[];
  basis: EntryBasis;
  renderId: string;
  isAsSaved: boolean;
  changedRow?: ChangedRow | undefined;
  otherFields?: ReactNode;
  /** The link back, which is in the bar on phones, where the bar covers the console's own. */
  back: { to: string; label: string };
  /** The notice of the last action, next to the buttons, where it is visible on long forms. */
  outcome?: ReactNode;
  /** The form of a button in the notice, as forms can't be nested. */
  undoForm?: ReactNode;
  status: ReactNode;
  mayPublish: boolean;
  children: ReactNode;
}) {
  const [shownId, setShownId] = useState(renderId);
  if (!isAsSaved && shownId !== renderId) setShownId(renderId);
  const isSending = useNavigation().state === "submitting";
  // The `renderId` of the fields that were typed in.
  const [typedIn, setTypedIn] = useState<string>();
  const isReturned = useActionData() !== undefined;
  const isUnsaved = typedIn === shownId || (isReturned && !isSending);
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  // The rows were remounted, including the pressed button.
  useEffect(() => {
    if (changedRow !== undefined) controlToFocus(form.current, changedRow)?.focus();
  }, [changedRow]);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // A second press would conflict with the draft that is being saved.
    if (isSending) return;
    setTypedIn(undefined);
    // React's type leaves the native event open.
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter : undefined;
    const preventScrollReset = !LEAVES_PAGE.test(button?.value ?? "");
    void submit(button ?? event.currentTarget, { method: "post", preventScrollReset });
  }

  const isIdle = !isSending && !isUnsaved && changedRow === undefined;
  const fieldsForm = (
    <Form ref={form} method="post" noValidate id="entry" onInput={() => setTypedIn(shownId)} onSubmit={onSubmit}>
      {isUnsaved && <UnsavedWarning />}
      <input type="hidden" name="revision" value={basis.revision ?? ""} />
      <input type="hidden" name="basedOn" value={basis.basedOn} />
      <div className="two max-xl:grid-cols-1!">
        <div className="form" key={shownId}>
          {fields.map((field) => (
            <EntryField key={fieldKey(field)} field={field} />
          ))}
          {otherFields}
        </div>
        {children}
      </div>
      <FormBar>
        {isIdle && outcome ? (
          outcome
        ) : (
          <p data-outcome="">
            {!isSending && changedRow && `${changedRow.words} `}
            {isSending ? <b>Saving…</b> : isUnsaved ? <UnsavedNotice hasSaved={isAsSaved} /> : status}
          </p>
        )}
        <ConsoleButton name="do" value="save" label="Save draft" />
        {mayPublish && <ConsoleButton name="do" value="publish" className="button red" label="Publish" />}
        <BarBack {...back} />
        <ConsoleButton name="do" value="preview" className="link" label="Preview" />
      </FormBar>
    </Form>
  );
  return (
    <>
      {undoForm}
      {fieldsForm}
    </>
  );
}

/** The control to focus after a row's change: the same button, or the next enabled button of the row. */
function controlToFocus(form: HTMLFormElement | null, { action, row }: ChangedRow): HTMLElement | null | undefined {
  if (action === "add") return form?.querySelector<HTMLElement>(`[name="${row}"], [name^="${row}."]`);
  const buttons = [action, "up", "down", "remove", "add"].map((each) =>
    form?.querySelector<HTMLButtonElement>(`button[value="${each}:${row}"]`),
  );
  return buttons.find((button) => button?.disabled === false);
}

const LEAVES_PAGE = /^(preview|picture:|focus:)/;

function UnsavedNotice({ hasSaved }: { hasSaved: boolean }) {
  if (!hasSaved) return <b>Your changes are not saved yet.</b>;
  return (
    <>
      <b>Saved.</b> Your later changes are not saved yet.
    </>
  );
}

/** A key with a list's rows: they are renumbered on saving, so the list has to be remounted. */
function fieldKey({ name, rows }: FormField): string {
  return rows === undefined ? name : `${name} ${JSON.stringify(rows.map(({ texts }) => texts))}`;
}

const QUESTION = "Leave this page? Your unsaved changes will be lost.";

/**
 * Warns before leaving unsaved changes. Rendered only while there are some: a permanent blocker makes React Router warn
 * about in-page links.
 */
export function UnsavedWarning() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return null;
}
