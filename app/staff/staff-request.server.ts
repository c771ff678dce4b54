/** Begins every loader and action of the console: finds the services and the member of staff, and checks the role. */
import { data, type RouterContextProvider } from "react-router";
import type { Messages } from "../forms/problems.ts";
import type { FormSchema } from "../forms/read-form.server.ts";
import type { Services } from "../platform/services.ts";
import { formAction, type SentForm } from "../request/form-action.server.ts";
import { servicesContext } from "../request/request-context.ts";
import { type Action, can, type StaffMember, type Subject } from "./roles.ts";
import { staffContext } from "./staff-guard.server.ts";

type Context = Readonly<RouterContextProvider>;
export type StaffForm<Schema extends FormSchema> = SentForm<Schema> & { member: StaffMember };

export type Permission = readonly [action: Action, subject: Subject];

/** @throws a 403 for the console's error page when the member's role does not allow the action */
export function requirePermission({ role }: StaffMember, action: Action, subject: Subject): void {
  if (!can(role, action, subject)) throw data(null, { status: 403 });
}

/**
 * The services and member of a request.
 * @param permission if absent, check it later with `requirePermission`
 * @throws a 403
 */
export function staffRequest(context: Context, permission?: Permission): { services: Services; member: StaffMember } {
  const member = context.get(staffContext);
  if (permission !== undefined) requirePermission(member, ...permission);
  return { services: context.get(servicesContext), member };
}

/**
 * A console action: checks permission, reads the form and does its work; refused forms return as typed.
 * @param messages the schema's sentences
 * @throws a 403
 */
export async function staffAction<Schema extends FormSchema, Result>(
  args: { context: Context; request: Request },
  permission: Permission | undefined,
  schema: Schema,
  work: (form: StaffForm<Schema>) => Promise<Result>,
  messages?: Messages,
) {
  const { member } = staffRequest(args.context, permission);
  return formAction(args, schema, (form) => work({ ...form, member }), messages);
}
