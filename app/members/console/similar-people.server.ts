/** The question whether a new person already has a record. */
import { readPeopleChoice } from "../../bookings/people-choice.server.ts";
import type { Warning } from "../../console/kit/actions.ts";
import type { Services } from "../../platform/services.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { personPath } from "./person-request.server.ts";

/** Asks whether the typed person is one of these similar people, each with a link. */
export async function similarPeopleQuestion(
  services: Services,
  member: StaffMember,
  ids: readonly string[],
): Promise<Warning> {
  const { people } = await readPeopleChoice(services, member, "", ids);
  return {
    code: "similar-people",
    sentence: people.length === 1 ? "Is it this person?" : "Is it one of these?",
    links: people.map(({ id, name, contact }) => ({ to: personPath(id), label: `${name}, ${contact}` })),
    answer: "No, a new person",
  };
}
