/** Freezes that members once requested on the site. A migration turned them into notes, shown on Today until the last day. */
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { areMembersOn } from "../coverage.server.ts";

export type NotedFreeze = { id: string; personId: string; name: string; text: string };

export async function readNotedFreezes(services: Services, { role }: StaffMember): Promise<NotedFreeze[]> {
  if (!can(role, "edit", "members") || !(await areMembersOn(services))) return [];
  return services.db
    .selectFrom("person_notes")
    .innerJoin("people", "people.id", "person_notes.person_id")
    .select(["person_notes.id", "people.id as personId", "people.name", "person_notes.text"])
    .where("today_until", ">=", dateInNairobi(services.now()))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("pass_acts")
            .select("pass_acts.id")
            .whereRef("pass_acts.person_id", "=", "people.id")
            .where("kind", "in", ["freeze-counted", "freeze-medical"])
            .whereRef("pass_acts.at", ">", "person_notes.at"),
        ),
      ),
    )
    .orderBy("person_notes.at")
    .execute();
}
