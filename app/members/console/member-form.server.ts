/** The form of somebody's record: its fields, and the guardian that it names. */

import { textFields } from "../../forms/field-schemas.ts";
import type { Services } from "../../platform/services.ts";
import { searchMembers } from "../member-list.server.ts";
import type { TypedMember } from "../members.server.ts";

export const MEMBER_FIELD_NAMES = ["name", "phone", "email", "isChild", "bornOn", "guardian", "heardOf"] as const;

export const memberFields = textFields(...MEMBER_FIELD_NAMES);

type Fields = Record<(typeof MEMBER_FIELD_NAMES)[number], string>;

/** What was typed of somebody, with the guardian whom it names. */
export async function readTypedMember(
  services: Services,
  { guardian, ...typed }: Fields,
): Promise<TypedMember | { code: "guardian-unknown" | "guardian-several" }> {
  const words = guardian.trim();
  if (words === "") return { ...typed, guardianId: "" };
  const { members } = await searchMembers(services, words, { shown: 2 });
  const [found, another] = members;
  if (another !== undefined) return { code: "guardian-several" };
  return found === undefined ? { code: "guardian-unknown" } : { ...typed, guardianId: found.id };
}
