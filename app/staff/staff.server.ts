/** The members of staff. */
import type { Services } from "../platform/services.ts";
import { isRole } from "./roles.ts";
import type { StaffMember } from "./staff-member.ts";

/** The member of staff with this account; undefined when the account is no member's. */
export async function findStaffMember({ db }: Services, userId: string): Promise<StaffMember | undefined> {
  const row = await db
    .selectFrom("staff")
    .innerJoin("users", "users.id", "staff.user_id")
    .select(["users.id", "staff.name", "users.email", "staff.role", "staff.trainer_slug as trainerSlug"])
    .where("staff.user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { role } = row;
  if (!isRole(role)) throw new Error(`The role "${role}" of a member of staff is unknown`);
  return { ...row, role };
}
