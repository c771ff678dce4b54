/** A gym with people, long names and long words in it: what a screen has to have room for. */

import { bookPlace } from "../app/content/bookings/book.server.ts";
import { addWalkIn } from "../app/content/bookings/desk-acts.server.ts";
import { catalogue } from "../app/content/catalogue.ts";
import { addDays, dateInNairobi } from "../app/content/timetable/calendar-dates.ts";
import { closeDays } from "../app/content/timetable/closures.server.ts";
import { cancelSession, substituteTrainer } from "../app/content/timetable/session-acts.server.ts";
import { sessionsBetween } from "../app/content/timetable/sessions.server.ts";
import { addNote } from "../app/enquiries/desk.server.ts";
import { recordEnquiry } from "../app/enquiries/enquiries.server.ts";
import type { Services } from "../app/platform/services.ts";
import type { StaffMember } from "../app/staff/staff-member.ts";
import { seeds } from "../seed/content.ts";
import { addMembers, setAllPlaces } from "./booking-gym.ts";
import { type ConsoleContent, fillConsole } from "./console-pages.ts";
import { publishValues } from "./content-changes.ts";
import { addSession, addStaffMember } from "./staff.ts";

/** As long as the fields of the console take. */
const LONG_TITLE = "Muscle endurance for absolute beginners";
const LONG_NAME = "Wanjiru Nakabuye-Oluwaseun Ndinda Kamau-Waithaka";

/** As people type them: addresses, and words that nothing can divide. */
const LONG_ADDRESS = `${"wanjiru.nakabuye-oluwaseun".repeat(3)}@students.university-of-nairobi.example`;
const LONG_WORD = `https://www.example.com/${"averylongaddress".repeat(8)}`;

const PLACES = 4;

export type GymWithLongWords = {
  content: ConsoleContent;
  ownerCookie: string;
  memberCookie: string;
  /** The pages of a booking of that member, and of one to be made. */
  bookingPaths: string[];
};

/** Fills the database of a site that has started once. */
export async function fillWithLongWords(services: Services): Promise<GymWithLongWords> {
  const content = await fillConsole(services, { entries: 40, enquiries: 30, pictures: 8 });
  services.content.version += 1;
  for (const name of ["class", "trainer", "plan", "testimonial"]) {
    const type = Object.values(catalogue).find((one) => one.name === name);
    const { slug, ...values } = seeds.get(name)?.[0] ?? { slug: "none" };
    if (type === undefined) throw new Error(`There is no type ${name}`);
    const title = "title" in values ? { title: LONG_TITLE } : { name: LONG_NAME.slice(0, 40) };
    await publishValues(services, type, slug, { ...values, ...title });
  }
  const owner = await addStaffMember(services, "owner", { name: LONG_NAME, email: LONG_ADDRESS });
  await setAllPlaces(services, PLACES);
  const bookings = await fillBookings(services);
  await fillChanges(services, owner.member);
  const enquiry = await fillEnquiries(services, owner.member);
  return { ...bookings, content: { ...content, enquiry }, ownerCookie: owner.cookie };
}

/** Books today's classes until people wait, and some of the next days'. */
async function fillBookings(services: Services): Promise<Pick<GymWithLongWords, "memberCookie" | "bookingPaths">> {
  const today = dateInNairobi(services.now());
  const members = await addMembers(services, PLACES + 3, LONG_NAME);
  for (const { date, id } of await sessionsBetween(services, today, addDays(today, 2))) {
    const people = date === today ? members : members.slice(0, 2);
    for (const person of people) await bookPlace(services, person, { sessionId: id });
  }
  const [session] = await sessionsBetween(services, addDays(today, -1), today);
  const desk = { id: "desk", name: LONG_NAME };
  if (session !== undefined) await addWalkIn(services, session.id, { name: LONG_NAME, phone: "" }, desk);
  const [member] = members;
  if (member === undefined) throw new Error("There are members");
  const own = await services.db
    .selectFrom("bookings")
    .select("id")
    .where("user_id", "=", member.id)
    .orderBy("booked_at", "desc")
    .executeTakeFirstOrThrow();
  const [toCome] = await sessionsBetween(services, addDays(today, 4), addDays(today, 5));
  return {
    memberCookie: (await addSession(services, member.id)).cookie,
    bookingPaths: [`/booking?session=${toCome?.id}`, `/booking/cancel?booking=${own.id}`],
  };
}

/** A class that is cancelled, one that another trainer leads, and a closed day. */
async function fillChanges(services: Services, owner: { id: string; name: string }): Promise<void> {
  const today = dateInNairobi(services.now());
  const sessions = await sessionsBetween(services, addDays(today, 1), addDays(today, 6));
  const reason = `The floor is being repaired: ${LONG_TITLE}`;
  for (const [index, { id }] of sessions.entries()) {
    if (index % 5 === 0) await cancelSession(services, { id, seen: 0, reason }, owner);
    if (index % 5 === 1)
      await substituteTrainer(services, { id, seen: 0, trainerSlug: "amina-yusuf", reason, confirmed: [] }, owner);
  }
  const date = addDays(today, 7);
  await closeDays(services, { from: date, to: date, note: reason }, owner);
}

/** @returns the id of an enquiry with a long address, and a note */
async function fillEnquiries(services: Services, owner: StaffMember): Promise<string> {
  const comment = `${LONG_WORD} ${LONG_TITLE} `.repeat(3).trim();
  await recordEnquiry(services, { name: LONG_NAME, email: LONG_ADDRESS, phone: "", class: "boxing", comment });
  const { id } = await services.db
    .selectFrom("enquiries")
    .select("id")
    .where("email", "=", LONG_ADDRESS)
    .executeTakeFirstOrThrow();
  await addNote(services, owner, id, comment);
  return id;
}
