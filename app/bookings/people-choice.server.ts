import type { PeopleChoice } from "../people/person.ts";
import type { Services } from "../platform/services.ts";
import { can, ownTrainer, type StaffMember } from "../staff/roles.ts";
import { type BookedPerson, findPeople, readPeople } from "./booked-people.server.ts";
import { peopleDescribed } from "./booking-hooks.server.ts";
import { contactText, personView } from "./person-view.server.ts";

const MAX_CHOICES = 6;

/** People who match all terms; trainers find people from their classes. */
export async function findPeopleToBook(services: Services, member: StaffMember, who: string): Promise<PeopleChoice> {
  const options = { trainerSlug: ownTrainer(member), withNewAccounts: true };
  const { people, hasMore } = await findPeople(services, who, options);
  const rows = await choiceRows(services, member, people.slice(0, MAX_CHOICES));
  return { who, people: rows, hasMore: hasMore || people.length > MAX_CHOICES };
}

/** Reads the people who match a typed name and number, with what tells them apart. */
export async function readPeopleChoice(
  services: Services,
  member: StaffMember,
  who: string,
  ids: readonly string[],
): Promise<PeopleChoice> {
  const people = await readPeople(services.db, ids);
  const inOrder = ids.flatMap((id) => people.find((person) => person.id === id) ?? []);
  return { who, people: await choiceRows(services, member, inOrder), hasMore: false };
}

async function choiceRows(services: Services, member: StaffMember, people: readonly BookedPerson[]) {
  const passTexts = await readPassTexts(services, member, people);
  return people.map((person) => {
    const view = personView({ ...person, bookings: [] }, member, services.now());
    return {
      id: view.id,
      name: view.name,
      contact: [contactText(view), passTexts.get(person.id)].filter(Boolean).join(", "),
    };
  });
}

export async function readPassTexts(services: Services, { role }: StaffMember, people: readonly { id: string }[]) {
  const ids = can(role, "see", "members") ? people.map(({ id }) => id) : [];
  return peopleDescribed(services, ids);
}
