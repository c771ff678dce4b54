import { href } from "react-router";
import { callAddress, localPhone, whatsAppAddress } from "../forms/phone.ts";
import type { PeopleChoice } from "../people/person.ts";
import type { Services } from "../platform/services.ts";
import { can, ownTrainer, type StaffMember } from "../staff/roles.ts";
import { dateInNairobi, shortRelativeDay } from "../time/dates.server.ts";
import {
  type BookedPerson,
  type FoundPerson,
  findPeople,
  readPeople,
  type UpcomingBooking,
} from "./booked-people.server.ts";
import { BOOKING_STATES } from "./booking.ts";
import { peopleDescribed } from "./booking-hooks.server.ts";

export type PersonView = ReturnType<typeof personView>;

/** A person, how to reach them, and their next bookings. Trainers see no full address. */
export function personView(person: FoundPerson, member: StaffMember, now: Date) {
  const { id, hasAccount, name, phone, email, bookings } = person;
  // Trainers see `w…u@example.com`: enough to tell two people with the same name apart.
  const mail = ownTrainer(member) === undefined ? email : email.replace(/^([^@])[^@]*([^@])@/u, "$1…$2@");
  const today = dateInNairobi(now);
  return {
    id,
    name: name || mail || "Without a name",
    isNameless: name === "",
    hasAccount,
    /** As people write it, and for `tel:`; null when none is known. */
    phone: phone === "" ? null : { text: localPhone(phone), call: callAddress(phone) },
    /** Null when not a Kenyan mobile number. */
    whatsApp: whatsAppAddress(phone) ?? null,
    email: mail,
    /** The address for `mailto:`; empty when the member sees only a masked address. */
    mailTo: mail === email ? email : "",
    page: href("/staff/members/:person", { person: id }),
    bookings: bookings.map((booking) => bookingLine(booking, today)),
  };
}

/** "0712 345 678, wanjiru@example.com", to tell people with the same name apart. */
export function contactText({ phone, email, isNameless, hasAccount }: PersonView): string {
  const contact = [phone?.text ?? "no number", isNameless ? "" : email].filter(Boolean).join(", ");
  return hasAccount ? contact : `${contact}, without an account`;
}

function bookingLine({ id, state, position, session }: UpcomingBooking, today: string) {
  const day = shortRelativeDay(session.date, today);
  return {
    id,
    text: `${session.className}, ${day}, ${session.time.from}`,
    state: position !== null ? `waiting, no. ${position}` : BOOKING_STATES[state],
    sessionId: session.id,
    page: href("/staff/day/:session", { session: session.id }),
  };
}

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
