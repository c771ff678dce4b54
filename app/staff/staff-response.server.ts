/** The one map from what the functions about staff return to forms that are returned. */
import { type FormStatus, formResponse } from "../forms/form-response.server.ts";
import { STAFF_MESSAGES } from "./messages.ts";

type StaffCode = keyof typeof STAFF_MESSAGES;

/** The fields that problems are about, where it is not the whole form; and the statuses that are not 422. */
const FIELDS: Partial<Record<StaffCode, string>> = {
  "code-missing": "code",
  "code-wrong": "code",
  "code-used": "code",
  "recovery-code-wrong": "code",
  "setup-expired": "code",
  "not-stored": "stored",
  "already-staff": "email",
  "trainer-unknown": "trainer",
  "not-trainer": "trainer",
};
const STATUSES: Partial<Record<StaffCode, FormStatus>> = {
  "code-limited": 429,
  "owner-link-wrong": 410,
  "owner-link-void": 410,
  "invitation-wrong": 410,
  "other-address": 403,
};

/**
 * The response to a form in which a function about staff found a problem.
 * @param typed what is shown in the fields again
 * @param at the field the message stands at; the one the problem is usually about unless given
 */
export function staffFormResponse(
  code: StaffCode,
  typed: Partial<Record<string, string>> = {},
  at: string = FIELDS[code] ?? "form",
) {
  return formResponse<string>({ status: STATUSES[code] ?? 422, problems: { [at]: { code } }, typed }, STAFF_MESSAGES);
}
