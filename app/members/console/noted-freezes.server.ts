/** Freezes that members asked for before they wrote to the desk: notes of a migration that stay on Today until their last day. */
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { areMembersOn } from "../cover.server.ts";

export type NotedFreeze = { id: string; memberId: string; name: string; text: string };

/** The notes after which no pass of the member was frozen, for staff who may freeze. */
export async function readNotedFreezes(services: Services, { role }: StaffMember): Promise<NotedFreeze[]> {
  if (!can(role, "edit", "members") || !(await areMembersOn(services))) return [];
  return services.db
    .selectFrom("member_notes")
    .innerJoin("members", "members.id", "member_notes.member_id")
    .select(["member_notes.id", "members.id as memberId", "members.name", "member_notes.text"])
    .where("today_until", ">=", dateInNairobi(services.now()))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("pass_acts")
            .select("pass_acts.id")
            .whereRef("pass_acts.member_id", "=", "members.id")
            .where("kind", "in", ["freeze-counted", "freeze-medical"])
            .whereRef("pass_acts.at", ">", "member_notes.at"),
        ),
      ),
    )
    .orderBy("member_notes.at")
    .execute();
}
