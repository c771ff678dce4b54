/** Reads the form of a person's record, and finds the guardian that it names. */
import type { TypedPerson } from "../../people/desk-records.server.ts";
import { doorNumberText, findByDoorNumber, findDoorNumber } from "../../people/door-numbers.server.ts";
import type { Person } from "../../people/people.server.ts";
import { isChildOn } from "../../people/person.ts";
import type { Services } from "../../platform/services.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { type MemberListItem, searchMembers } from "../member-list.server.ts";
import type { PERSON_FIELDS } from "./person-fields.tsx";

type Fields = Record<(typeof PERSON_FIELDS)[number]["name"], string>;

type GuardianProblem =
  | { code: "guardian-unknown" | "guardian-child" }
  | { code: "explained"; problem: { field: "guardian"; status: 422; sentence: string } };

const GUARDIANS_LISTED = 5;

async function numberedName({ db }: Services, { id, name }: MemberListItem): Promise<string> {
  return `${name} ${doorNumberText((await findDoorNumber(db, id)) ?? "")}`;
}

const GUARDIANS_COMPARED = 20;

/** The typed person, with a guardian found by door number or by a unique name. @param current the current guardian */
export async function readTypedPerson(
  services: Services,
  { guardian, ...typed }: Fields,
  current?: Pick<Person, "id" | "name">,
): Promise<TypedPerson | GuardianProblem> {
  const name = guardian.trim();
  if (name === "") return { ...typed, guardianId: "" };
  if (name === current?.name) return { ...typed, guardianId: current.id };
  const today = dateInNairobi(services.now());
  const holder = await findByDoorNumber(services.db, name);
  if (holder !== undefined) {
    return isChildOn(holder, today) ? { code: "guardian-child" } : { ...typed, guardianId: holder.id };
  }
  const { members, hasMore } = await searchMembers(services, name, { shown: GUARDIANS_COMPARED });
  const adults = members.filter(({ isChild }) => !isChild);
  const [match, another] = adults;
  if (another !== undefined || hasMore) {
    const named = await Promise.all(adults.slice(0, GUARDIANS_LISTED).map((person) => numberedName(services, person)));
    const sentence = `Several members have this name or number. Enter the guardian’s door number: ${named.join(", ")}.`;
    return { code: "explained", problem: { field: "guardian", status: 422, sentence } };
  }
  if (match !== undefined) return { ...typed, guardianId: match.id };
  return { code: members.length > 0 ? "guardian-child" : "guardian-unknown" };
}
