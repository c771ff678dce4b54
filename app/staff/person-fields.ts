/** The fields of forms about a member of staff. */
import { z } from "zod";
import { emailAddress, line } from "../forms/field-schemas.ts";
import type { FormProblem } from "../forms/messages.ts";
import { ROLES } from "./roles.ts";

export type PersonFieldProblem = FormProblem | "role-unknown" | "person-name-missing";

const NAME_MAX_CHARACTERS = 80;

/** What colleagues call somebody. */
export function personName() {
  return line({ max: NAME_MAX_CHARACTERS, missing: "person-name-missing" satisfies PersonFieldProblem });
}

/** One of the roles. */
export function role() {
  return z.enum(ROLES, "role-unknown" satisfies PersonFieldProblem);
}

/** The address of an account, in small letters as accounts have it. */
export function accountEmail() {
  return emailAddress().transform((email) => email.toLowerCase());
}
