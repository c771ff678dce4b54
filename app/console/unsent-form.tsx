import { Form } from "react-router";
import { PageHead } from "./page-head.tsx";

/** A form that arrived after its sender's session had ended, with all that was typed. */
export type UnsentForm = {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** Where to sign in, or to pass the second step. */
  signIn: string;
};

/** Whether what a guard threw holds a form. */
export function hasUnsentForm(thrown: unknown): thrown is { unsent: UnsentForm } {
  return typeof thrown === "object" && thrown !== null && "unsent" in thrown;
}

/** Holds the form until its sender has signed in, in another tab, and sends it again. */
export function UnsentFormPage({ unsent: { action, fields, signIn } }: { unsent: UnsentForm }) {
  return (
    <div className="max-w-2xl">
      <title>Please sign in again · Nguvu console</title>
      <PageHead title="Please sign in again" />
      <p className="mb-3">
        You were signed out while you were writing. Nothing is saved yet, and nothing is lost: this page holds
        everything you wrote.
      </p>
      <p className="mb-6">Sign in in a new tab, come back to this one, and send it again.</p>
      <Form method="post" action={action} className="actions">
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the inputs never move, and a name may be there twice
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <a href={signIn} target="_blank" rel="noreferrer" className="button">
          Sign in, in a new tab
        </a>
        <button type="submit" className="button red">
          Send again
        </button>
      </Form>
    </div>
  );
}
