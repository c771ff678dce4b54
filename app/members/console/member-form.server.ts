/** The form of somebody's record: its fields, and the guardian that it names. */

import { textFields } from "../../forms/field-schemas.ts";
import type { Services } from "../../platform/services.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { isChildOn } from "../member.ts";
import { searchMembers } from "../member-list.server.ts";
import { findByDoorNumber, type Member, type TypedMember } from "../members.server.ts";

export const MEMBER_FIELD_NAMES = ["name", "phone", "email", "isChild", "bornOn", "guardian", "heardOf"] as const;

export const memberFields = textFields(...MEMBER_FIELD_NAMES);

type Fields = Record<(typeof MEMBER_FIELD_NAMES)[number], string>;

/** How many people with the words of a guardian are looked at. */
const GUARDIANS_COMPARED = 20;

/**
 * What was typed of somebody, with the guardian whom it names: by a door number, or by words that one grown-up has.
 * @param present the guardian that they have, who stays while their name does
 */
export async function readTypedMember(
  services: Services,
  { guardian, ...typed }: Fields,
  present?: Pick<Member, "id" | "name">,
): Promise<TypedMember | { code: "guardian-unknown" | "guardian-several" | "guardian-child" }> {
  const words = guardian.trim();
  if (words === "") return { ...typed, guardianId: "" };
  if (words === present?.name) return { ...typed, guardianId: present.id };
  const today = dateInNairobi(services.now());
  const holder = await findByDoorNumber(services.db, words);
  if (holder !== undefined) {
    return isChildOn(holder, today) ? { code: "guardian-child" } : { ...typed, guardianId: holder.id };
  }
  const { members, hasMore } = await searchMembers(services, words, { shown: GUARDIANS_COMPARED });
  const [found, another] = members.filter(({ isChild }) => !isChild);
  if (another !== undefined || hasMore) return { code: "guardian-several" };
  if (found !== undefined) return { ...typed, guardianId: found.id };
  return { code: members.length > 0 ? "guardian-child" : "guardian-unknown" };
}
