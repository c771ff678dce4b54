import { data } from "react-router";
import { type Action, can, type Subject } from "./roles.ts";
import type { StaffMember } from "./staff-member.ts";

/** @throws a 403 for the console's error page when the member's role does not allow the action */
export function requirePermission({ role }: StaffMember, action: Action, subject: Subject): void {
  if (!can(role, action, subject)) throw data(null, { status: 403 });
}
