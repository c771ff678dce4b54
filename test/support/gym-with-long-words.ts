/** A gym with long names and long words, for which every screen needs room. */
import { bookPlace } from "../../app/bookings/book.server.ts";
import { readCallList } from "../../app/bookings/call-list.server.ts";
import { markTold } from "../../app/bookings/call-list-actions.server.ts";
import { addWalkIn, bookFor } from "../../app/bookings/desk-actions.server.ts";
import { findOffer } from "../../app/bookings/own-bookings.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { publishNotice } from "../../app/content-types/notice.server.ts";
import { addNote } from "../../app/enquiries/enquiry-changes.server.ts";
import { personOfAccount } from "../../app/people/people.server.ts";
import { indexPeople } from "../../app/people/person-index.server.ts";
import type { Services } from "../../app/platform/services.ts";
import type { StaffMember } from "../../app/staff/roles.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import { closeDays } from "../../app/timetable/closures.server.ts";
import {
  addSession,
  cancelSession,
  moveSession,
  substituteTrainer,
} from "../../app/timetable/session-actions.server.ts";
import { expectDone } from "../../demo/gym.ts";
import { seeds } from "../../seed/content.ts";
import { addMembers, addNewcomers, type Member, momentAt, setAllPlaces } from "../bookings/booking-gym.ts";
import { publishValues } from "../content/content-changes.ts";
import { enquire } from "../enquiries/enquire.ts";
import { fillConsole } from "./console-pages.ts";
import { addStaffMember, addSession as addVisitorSession } from "./staff.ts";

/** As long as the console's fields allow. */
const LONG_TITLE = "Muscle endurance for absolute beginners";
const LONG_NAME = "Wanjiru Nakabuye-Oluwaseun Ndinda Kamau-Waithaka";

/** The longest name that a booking accepts. */
const LONG_GUEST = "Nakabuye-Oluwaseun Wanjiru-Waithaka Ndinda Kamau-Onyango-Obi";

/** Addresses and words without a place to break. */
const LONG_ADDRESS = `${"wanjiru.nakabuye-oluwaseun".repeat(3)}@students.university-of-nairobi.example`;
const LONG_WORD = `https://www.example.com/${"averylongaddress".repeat(8)}`;

/** A class with so few sessions that its page shows all of a week, and names the class with the longest seeded word. */
const CLASS_BESIDE_LONG_NAME = "yoga";

/** The longest words of the seed. */
const LONGEST_SEEDED_WORDS = "Knowledgeable nutritionists and professional trainers.";

const REASON = `The floor is being repaired: ${LONG_TITLE}`;

const PLACES = 4;

export type GymWithLongWords = Awaited<ReturnType<typeof fillWithLongWords>>;

/** Fills the database of a site that has started once. The result doesn't depend on weekday and hour. */
export async function fillWithLongWords(services: Services) {
  const content = await fillConsole(services, { entries: 20, enquiries: 30, pictures: 4 });
  services.content.version += 1;
  const [longClass, longTrainer] = await publishLongNames(services);
  const owner = await addStaffMember(services, "owner", { name: LONG_NAME, email: LONG_ADDRESS });
  await setAllPlaces(services, PLACES);
  const today = dateInNairobi(services.now());
  const filler = {
    services: { ...services, now: () => new Date(momentAt(today, 6)) },
    owner: owner.member,
    ...{ longClass, longTrainer },
  };
  await fillDay(filler, today);
  const bookings = await fillDay(filler, addDays(today, 1));
  const date = addDays(today, 7);
  await expectDone(closeDays(services, { from: date, to: date, note: REASON }, owner.member));
  const notice = { text: REASON, fromDay: "", fromTime: "", untilDay: addDays(today, 1), untilTime: "21:00" };
  await expectDone(publishNotice(services, notice, owner.member));
  const comment = `${LONG_WORD} ${LONG_TITLE} `.repeat(3).trim();
  const enquiry = await enquire(services, { name: LONG_NAME, email: LONG_ADDRESS, class: "boxing", comment });
  await addNote(services, owner.member, enquiry, comment);
  const [newcomer] = await addNewcomers(services, 1, LONG_ADDRESS.split("@")[0]);
  const { cookie: newcomerCookie } = await addVisitorSession(services, newcomer?.id ?? "");
  await indexPeople(services);
  const trainer = await addStaffMember(services, "trainer", { name: LONG_NAME, trainerSlug: longTrainer });
  const sessionId = new URLSearchParams(bookings.bookingPaths[0]?.split("?")[1]).get("session");
  return {
    ...bookings,
    content: { ...content, enquiry },
    ownerCookie: owner.cookie,
    /** The cookie of an account whose address is not confirmed. */
    newcomerCookie,
    /** A trainer, and the page of a class that they lead. */
    trainerCookie: trainer.cookie,
    ownClassPath: `/staff/timetable/${sessionId}`,
    /** The pages of the long class and of a class with a full session. */
    classPaths: [`/classes/${longClass}`, `/classes/${CLASS_BESIDE_LONG_NAME}`],
  };
}

/** Gives one entry of each type a long name. @returns the slugs of that class and that trainer */
async function publishLongNames(services: Services): Promise<[string, string]> {
  const slugs = new Map<string, string>();
  for (const name of ["class", "trainer", "plan", "testimonial"]) {
    const type = Object.values(catalogue).find((contentType) => contentType.name === name);
    const { slug, ...values } = seeds.get(name)?.[0] ?? { slug: "none" };
    if (type === undefined) throw new Error(`There is no type ${name}`);
    const title = "title" in values ? { title: LONG_TITLE } : { name: LONG_NAME.slice(0, 40) };
    const summary = "summary" in values ? { summary: LONGEST_SEEDED_WORDS } : {};
    await publishValues(services, type, slug, { ...values, ...title, ...summary });
    slugs.set(name, slug);
  }
  return [slugs.get("class") ?? "", slugs.get("trainer") ?? ""];
}

type Filler = {
  /** Early this morning, so that all of today's classes are in the future. */
  services: Services;
  owner: StaffMember;
  longClass: string;
  longTrainer: string;
};

/** Adds the class with the long title to a day, once for each state of a class. */
async function fillDay({ services, owner, longClass, longTrainer }: Filler, date: string) {
  // Separate members, as a person can book only six classes ahead.
  const regulars = await addMembers(services, PLACES + 3, LONG_NAME);
  const [member, ...others] = regulars;
  if (member === undefined) throw new Error("There are members");
  const confirmed = ["trainer-busy", "outside-hours"] as const;
  const add = async (from: string, to: string, classSlug = longClass) => {
    const session = { date, time: { from, to }, classSlug, trainerSlug: longTrainer };
    const added = await expectDone(addSession(services, { ...session, reason: REASON, confirmed }, owner));
    return { id: added.session.id, seen: added.session.sequence };
  };
  const book = async (sessionId: string, people: readonly Member[]) => {
    for (const person of people) await expectDone(bookPlace(services, person, { sessionId }));
  };

  const atDoor = await add("6:15am", "7:15am");
  const desk = { id: owner.id, name: owner.name };
  if (date === dateInNairobi(services.now()))
    await expectDone(addWalkIn(services, atDoor.id, { name: LONG_NAME, phone: "" }, desk));
  const free = await add("10:30am", "11:30am");
  const fewLeft = await add("11:30am", "12:30pm");
  await expectDone(bookPlace(services, member, { sessionId: fewLeft.id, guest: LONG_GUEST }));
  await book(fewLeft.id, others.slice(0, 1));
  const full = await add("12:30pm", "1:30pm");
  await book(full.id, [...others.slice(1), member]);
  await book(full.id, others.slice(0, 1));
  await book((await add("1:30pm", "2:30pm", CLASS_BESIDE_LONG_NAME)).id, others.slice(1, PLACES + 1));
  const cancelled = await add("2:30pm", "3:30pm");
  const substituted = await add("3:30pm", "4:30pm");
  const moved = await add("4:30pm", "5:30pm");
  for (const { id } of [cancelled, substituted, moved]) await book(id, regulars.slice(0, 2));
  for (let index = 0; index < (date > dateInNairobi(services.now()) ? 12 : 0); index += 1) {
    const phone = index === 5 ? "" : `07123456${String(index).padStart(2, "0")}`;
    await expectDone(bookFor(services, cancelled.id, { name: LONG_GUEST, phone, isOther: true }, desk));
  }
  await expectDone(cancelSession(services, { ...cancelled, reason: REASON }, owner));
  const substitute = { trainerSlug: "wanjiru-kamau", reason: REASON, confirmed };
  await expectDone(substituteTrainer(services, { ...substituted, ...substitute }, owner));
  const later = { date, time: { from: "10:00pm", to: "11:00pm" }, reason: REASON, confirmed };
  await expectDone(moveSession(services, { ...moved, ...later }, owner));

  const [callList] = await readCallList(services, { sessionId: cancelled.id });
  const some = callList?.people.flatMap((person) => (person.notice === null ? [] : [person.seen])).slice(0, 2) ?? [];
  await expectDone(markTold(services, cancelled.id, { seen: some, way: "whatsapp" }, desk));

  const own = (await findOffer(services, member, fewLeft.id))?.own;
  return {
    memberCookie: (await addVisitorSession(services, member.id)).cookie,
    /** The desk's page of a person who has booked several classes. */
    personPath: `/staff/members/${(await personOfAccount(services.db, member.id))?.id}`,
    /** The pages for booking, for cancelling with a guest and only the guest, of two places, and of a waiting list. */
    bookingPaths: [
      ...[`/booking?session=${free.id}`, `/booking/cancel?booking=${own?.id}`],
      ...[`/booking/cancel?booking=${own?.guest?.id}`, `/booking/move?booking=${own?.id}`],
      ...[`/booking?session=${fewLeft.id}`, `/booking?session=${full.id}`],
    ],
  };
}
