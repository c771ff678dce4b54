/** The one map from what account functions return to HTTP responses. */
import { redirect, redirectDocument } from "react-router";
import { type FormStatus, formResponse } from "../forms/form-response.server.ts";
import { ACCOUNT_MESSAGES, type AccountProblem } from "./messages.ts";

/** The fields of the accounts' forms. */
type AccountField = "email" | "password" | "currentPassword";

/** The status of the response to each problem, and the field that its message is about; `form` is the whole form. */
const PROBLEM_RESPONSES: Readonly<Record<AccountProblem, { status: FormStatus; at: AccountField | "form" }>> = {
  "email-missing": { status: 422, at: "email" },
  "email-malformed": { status: 422, at: "email" },
  "email-taken": { status: 422, at: "email" },
  "password-missing": { status: 422, at: "password" },
  "password-short": { status: 422, at: "password" },
  "password-long": { status: 422, at: "password" },
  "password-common": { status: 422, at: "password" },
  "password-word": { status: 422, at: "password" },
  "password-pattern": { status: 422, at: "password" },
  "password-address": { status: 422, at: "password" },
  "wrong-password": { status: 422, at: "currentPassword" },
  "wrong-credentials": { status: 422, at: "form" },
  "test-account": { status: 403, at: "form" },
  "last-owner": { status: 422, at: "form" },
  "second-step-due": { status: 403, at: "form" },
  "link-missing": { status: 410, at: "form" },
  "link-expired": { status: 410, at: "form" },
  limited: { status: 429, at: "form" },
  busy: { status: 503, at: "form" },
};

/**
 * The response to a form in which an account function found a problem: the form is returned with the message.
 * @param typed what is shown in the fields again
 */
export function accountFormResponse(code: AccountProblem, typed: Partial<Record<AccountField, string>> = {}) {
  const { status, at } = PROBLEM_RESPONSES[code];
  return formResponse<AccountField>({ status, problems: { [at]: { code } }, typed }, ACCOUNT_MESSAGES);
}

/** The response where an action is not allowed for the test account and there is no form to return. */
export function testAccountResponse(): Response {
  return new Response(ACCOUNT_MESSAGES["test-account"], { status: PROBLEM_RESPONSES["test-account"].status });
}

/**
 * A redirect after a form, with the cookies that sign the visitor in or out. It loads a document where it leads into the
 * console, whose routes visitors' pages don't know.
 */
export function redirectWithCookies(to: string, setCookie: readonly string[]): Response {
  const respond = to.startsWith("/staff") ? redirectDocument : redirect;
  return respond(to, { status: 303, headers: setCookie.map((line): [string, string] => ["Set-Cookie", line]) });
}

/**
 * A redirect after signing out. The browser also drops the copies of pages that it saved to be read offline
 * (docs/decisions/0041-offline-reading.md): nothing personal is in them, but which classes somebody looked at is.
 */
export function redirectSignedOut(to: string, setCookie: readonly string[]): Response {
  const response = redirectWithCookies(to, setCookie);
  response.headers.set("Clear-Site-Data", '"storage"');
  return response;
}
