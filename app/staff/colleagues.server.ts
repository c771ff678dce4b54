import type { Services } from "../platform/services.ts";
import { type Action, can, isRole, type Subject } from "./roles.ts";

/** The members of staff whose role allows an action, by name. A gym has tens of them at most. */
export async function listStaffWho(
  { db }: Services,
  action: Action,
  subject: Subject,
): Promise<{ id: string; name: string }[]> {
  const rows = await db.selectFrom("staff").select(["user_id", "name", "role"]).orderBy("name").execute();
  return rows
    .filter(({ role }) => isRole(role) && can(role, action, subject))
    .map(({ user_id: id, name }) => ({ id, name }));
}
