/** The form of somebody's record: its fields, and the guardian that it names. */
import { textFields } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { problems } from "../../forms/problems.ts";
import type { Services } from "../../platform/services.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { doorNumberText } from "../door-number.ts";
import { isChildOn } from "../member.ts";
import { type ListedMember, searchMembers } from "../member-list.server.ts";
import { findByDoorNumber, findDoorNumber, type Member, type TypedMember } from "../members.server.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";

export const MEMBER_FIELD_NAMES = ["name", "phone", "email", "isChild", "bornOn", "guardian", "heardOf"] as const;

export const memberFields = textFields(...MEMBER_FIELD_NAMES);

type Fields = Record<(typeof MEMBER_FIELD_NAMES)[number], string>;

/** `named`: some of those who may be meant, each with the door number. */
type GuardianProblem = { code: "guardian-unknown" | "guardian-child" } | { code: "guardian-several"; named: string[] };

const GUARDIANS_NAMED = 5;

async function numberedName({ db }: Services, { id, name }: ListedMember): Promise<string> {
  return `${name} ${doorNumberText((await findDoorNumber(db, id)) ?? "")}`;
}

/** The response to a guardian who is not clear: it says who may be meant. */
export function guardianResponse(problem: GuardianProblem, typed: Record<string, string>) {
  if (problem.code !== "guardian-several") return problemResponse(MEMBER_PROBLEMS, problem.code, typed);
  const sentence = `Several have this name or number. Write the door number of the guardian: ${problem.named.join(", ")}.`;
  return problemResponse(problems({ [problem.code]: ["guardian", 422, sentence] }), problem.code, typed);
}

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
): Promise<TypedMember | GuardianProblem> {
  const words = guardian.trim();
  if (words === "") return { ...typed, guardianId: "" };
  if (words === present?.name) return { ...typed, guardianId: present.id };
  const today = dateInNairobi(services.now());
  const holder = await findByDoorNumber(services.db, words);
  if (holder !== undefined) {
    return isChildOn(holder, today) ? { code: "guardian-child" } : { ...typed, guardianId: holder.id };
  }
  const { members, hasMore } = await searchMembers(services, words, { shown: GUARDIANS_COMPARED });
  const grownUps = members.filter(({ isChild }) => !isChild);
  const [found, another] = grownUps;
  if (another !== undefined || hasMore) {
    const named = await Promise.all(grownUps.slice(0, GUARDIANS_NAMED).map((one) => numberedName(services, one)));
    return { code: "guardian-several", named };
  }
  if (found !== undefined) return { ...typed, guardianId: found.id };
  return { code: members.length > 0 ? "guardian-child" : "guardian-unknown" };
}
