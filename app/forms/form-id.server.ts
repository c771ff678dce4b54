/** Idempotency keys of forms, and etags to refuse stale ones. */
import { createHash } from "node:crypto";

const FORM_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text is a form's id, a UUID. It can become the id of the row that the form creates. */
export function isFormId(text: string): boolean {
  return FORM_ID.test(text);
}

/** A short hash of the facts that a page shows. A form with another hash is stale. */
export function etagOf(facts: unknown): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}
