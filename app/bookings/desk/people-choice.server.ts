/** Accounts to choose from, when the desk books for somebody by name. */
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { findPeople } from "../people.server.ts";
import { contactInWords, personView } from "./person-view.server.ts";

/** Few enough that the button below them stays in sight. */
const MOST = 6;

export type PeopleChoice = Awaited<ReturnType<typeof findAccountsToBook>>;

/** The accounts with what was typed, parts of a name or number or an address: to a trainer those who have been in their classes. */
export async function findAccountsToBook(services: Services, member: StaffMember, who: string) {
  const options = { trainerSlug: ownTrainer(member), withAccount: true };
  const { people, hasMore } = await findPeople(services, who, options);
  const now = services.now();
  return {
    /** What they were found by. */
    who,
    people: people.slice(0, MOST).map((person) => {
      const view = personView(person, member, now);
      return { id: view.id, name: view.name, contact: contactInWords(view) };
    }),
    hasMore: hasMore || people.length > MOST,
  };
}
