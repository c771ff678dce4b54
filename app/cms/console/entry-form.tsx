import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useActionData, useBlocker, useNavigation, useSubmit } from "react-router";
import { DefaultButton } from "../../console/default-button.tsx";
import { BarBack, FormBar } from "../../console/form-bar.tsx";
import type { FormField } from "../../console/form-field.ts";
import { EntryField } from "./entry-fields.tsx";
import { ActionButton } from "./entry-parts.tsx";
import type { ChangedRow } from "./list-rows.ts";

/** The basis of the form: the draft's revision, if there is a draft, and the version on the site (0: none). */
export type EntryBasis = { revision: number | undefined; basedOn: number };

/**
 * The form of an entry with its action bar. @param renderId changes when fields come back altered @param isAsSaved
 * keeps focus and later typing
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
  /** Fields that are no part of the entry's content. */
  otherFields?: ReactNode;
  /** The way out, which stays in the bar on a phone: it has the place of the console's own there. */
  back: { to: string; label: string };
  /** The last action's notice, next to the buttons, where it is seen on long forms. */
  outcome?: ReactNode;
  /** The form of a button in that notice, which can't be in this one. */
  undoForm?: ReactNode;
  status: ReactNode;
  mayPublish: boolean;
  children: ReactNode;
}) {
  const [shownId, setShownId] = useState(renderId);
  if (!isAsSaved && shownId !== renderId) setShownId(renderId);
  const isSending = useNavigation().state === "submitting";
  // The text of this id was changed since it came.
  const [typedIn, setTypedIn] = useState<string>();
  // A form that came back is not stored.
  const isReturned = useActionData() !== undefined;
  const isUnsaved = typedIn === shownId || (isReturned && !isSending);
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  // The rows are made anew, and with them the button that sent the form.
  useEffect(() => {
    if (changedRow !== undefined) controlOf(form.current, changedRow)?.focus();
  }, [changedRow]);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTypedIn(undefined);
    // The type of a form's submit event, which React's leaves open.
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter : undefined;
    const preventScrollReset = !LEAVING.test(button?.value ?? "");
    void submit(button ?? event.currentTarget, { method: "post", preventScrollReset });
  }

  const isIdle = !isSending && !isUnsaved && changedRow === undefined;
  const fieldsForm = (
    <Form ref={form} method="post" noValidate id="entry" onInput={() => setTypedIn(shownId)} onSubmit={onSubmit}>
      {isUnsaved && <UnsavedWarning />}
      <DefaultButton value="save" />
      <input type="hidden" name="revision" value={basis.revision ?? ""} />
      <input type="hidden" name="basedOn" value={basis.basedOn} />
      <div className="two">
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
            {isSending ? <b>Saving…</b> : isUnsaved ? <UnsavedWords hasSaved={isAsSaved} /> : status}
          </p>
        )}
        <ActionButton value="save" look="button" label="Save draft" />
        {mayPublish && <ActionButton value="publish" look="button red" label="Publish" />}
        <BarBack {...back} />
        <ActionButton value="preview" look="link" label="Preview" />
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

/** The control that gets the focus after a row was changed: the same button of the row, or the next that is enabled. */
function controlOf(form: HTMLFormElement | null, { action, row }: ChangedRow): HTMLElement | null | undefined {
  if (action === "add") return form?.querySelector<HTMLElement>(`[name="${row}"], [name^="${row}."]`);
  const buttons = [action, "up", "down", "remove", "add"].map((each) =>
    form?.querySelector<HTMLButtonElement>(`button[value="${each}:${row}"]`),
  );
  return buttons.find((button) => button?.disabled === false);
}

const LEAVING = /^(preview|picture:|focus:)/;

function UnsavedWords({ hasSaved }: { hasSaved: boolean }) {
  if (!hasSaved) return <b>Your changes are not saved yet.</b>;
  return (
    <>
      <b>Saved.</b> Your later changes are not saved yet.
    </>
  );
}

/** The rows of a list are numbered anew when they are stored, so a list is made anew with them. */
function fieldKey({ name, rows }: FormField): string {
  return rows === undefined ? name : `${name} ${JSON.stringify(rows.map(({ texts }) => texts))}`;
}

const QUESTION = "Leave this page? Your changes are not saved, and will be lost.";

/**
 * Warns before unsaved changes are left. Rendered only then: a permanent blocker makes React Router warn about
 * in-page links.
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
