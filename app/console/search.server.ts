/** Search in the console: a finder for each kind of record. Another one is a line in `app/console/search.route.tsx`. */

import { href } from "react-router";
import { placesText } from "../bookings/availability.server.ts";
import { rulesOf } from "../bookings/bookable-session.server.ts";
import { findPeople } from "../bookings/booked-people.server.ts";
import { countsOf, NO_COUNTS } from "../bookings/booking-rows.server.ts";
import { contactText, type PersonView, personView, readPassTexts } from "../bookings/person-view.server.ts";
import { searchEntries } from "../cms/editing/search.server.ts";
import { type Catalogue, catalogue } from "../content-types/catalogue.ts";
import { formPath } from "../content-types/paths.ts";
import { listEnquiries } from "../enquiries/inbox.server.ts";
import { inboxQuery } from "../enquiries/inbox-filter.ts";
import { STATE_NAMES } from "../enquiries/messages.ts";
import { callAddress } from "../forms/phone.ts";
import type { Services } from "../platform/services.ts";
import { plainText } from "../platform/text.ts";
import { can, ownTrainer, type StaffMember } from "../staff/roles.ts";
import { addDays, dateInNairobi, listMoment, shortRelativeDay } from "../time/dates.server.ts";
import { sessionsBetween } from "../timetable/class-sessions.server.ts";

/** Finds matches that a member of staff may see; undefined for none. `typed` has at least two letters or three digits. */
export type Finder = (services: Services, member: StaffMember, typed: string) => Promise<FoundGroup | undefined>;

export type FoundGroup = {
  name: string;
  rows: FoundRow[];
  more?: string;
  all?: { label: string; to: string };
};

export type FoundRow = {
  key: string;
  title: string;
  /** The title is not a name: it is an address or a sentence, or contains a time. */
  isSentence?: boolean;
  to: string;
  about: string;
  isCancelled?: boolean;
  excerpt?: string | undefined;
  lines?: { key: string; text: string; state: string; to: string }[];
  /** Immediate actions, some in another program, such as the telephone. */
  ways?: { label: string; to: string }[];
};

/** Where an entry was found. The page of an unpublished entry redirects to its history. */
const PLACE_TEXTS = { site: "", draft: ", in a draft", removed: ", unpublished" } as const;

/** Finds content that the member's role may see: published, drafts and unpublished. */
export const findContent: Finder = async (services, member, typed) => {
  const types = Object.entries(catalogue).flatMap(([name, type]) =>
    can(member.role, "see", name as keyof Catalogue) ? [type] : [],
  );
  if (types.length === 0) return undefined;
  const hits = await searchEntries(services, typed, types);
  return {
    name: "Content",
    rows: hits.map(({ type, slug, title, typeLabel, excerpt, where }) => ({
      key: `${type}/${slug}`,
      title,
      to: formPath(type, slug),
      about: `${typeLabel}${PLACE_TEXTS[where]}`,
      excerpt,
    })),
  };
};

const ENQUIRIES_FOUND = 5;

/** Finds the newest enquiries, in any state, by the sender's name, email or phone. */
export const findEnquiriesOf: Finder = async (services, member, typed) => {
  if (!can(member.role, "see", "enquiries")) return undefined;
  const filter = { view: "all", search: typed, gymClass: "", time: "", assignee: "" } as const;
  const { enquiries, next } = await listEnquiries(services, filter, { limit: ENQUIRIES_FOUND });
  const now = services.now();
  return {
    name: "Enquiries",
    rows: enquiries.map(({ id, name, state, classTitle, comment, phone, receivedAt }) => ({
      key: id,
      title: name,
      to: href("/staff/enquiries/:id", { id }),
      about: [STATE_NAMES[state], classTitle, listMoment(new Date(receivedAt), now)].filter(Boolean).join(", "),
      excerpt: comment,
      ways: phone === "" ? [] : [{ label: "Call", to: callAddress(phone) }],
    })),
    ...(next !== undefined && {
      more: `The newest ${ENQUIRIES_FOUND}.`,
      all: { label: "All enquiries found", to: `${href("/staff/enquiries")}?${inboxQuery(filter)}` },
    }),
  };
};

export const findPeopleOfDesk: Finder = async (services, member, typed) => {
  if (!can(member.role, "see", "bookings")) return undefined;
  const { people, hasMore } = await findPeople(services, typed, { trainerSlug: ownTrainer(member) });
  const now = services.now();
  const passTexts = await readPassTexts(services, member, people);
  return {
    name: "People",
    rows: people.map((person) => personRow(personView(person, member, now), passTexts.get(person.id))),
    ...(hasMore && { more: "There are more matches. Enter more of the name, or some digits of the number." }),
  };
};

function personRow(person: PersonView, passText: string | undefined) {
  const { id, name, isNameless, phone, whatsApp, page, bookings } = person;
  return {
    key: id,
    title: name,
    isSentence: isNameless,
    to: page,
    about: [passText, contactText(person)].filter(Boolean).join(", "),
    lines: bookings.map(({ id: key, text, state, page: to }) => ({ key, text, state, to })),
    ways: [
      ...(phone === null ? [] : [{ label: "Call", to: phone.call }]),
      ...(whatsApp === null ? [] : [{ label: "WhatsApp", to: whatsApp }]),
      { label: "Book", to: href("/staff/members/:person/book", { person: id }) },
    ],
  };
}

/** Today and the six days that follow: to find other dates, staff use the timetable. */
const DAYS = 7;
const SESSIONS_SHOWN = 6;

export const findClassesAtDesk: Finder = async (services, member, typed) => {
  if (!can(member.role, "see", "bookings")) return undefined;
  const terms = plainText(typed).split(/\s+/).filter(Boolean);
  const now = services.now();
  const today = dateInNairobi(now);
  const trainerSlug = ownTrainer(member);
  const matches = (await sessionsBetween(services, today, addDays(today, DAYS - 1))).filter((session) => {
    if (session.endsAt <= now.toISOString()) return false;
    if (trainerSlug !== undefined && session.trainerSlug !== trainerSlug) return false;
    const text = plainText(`${session.className} ${session.trainerName}`);
    return terms.every((term) => text.includes(term));
  });
  const visible = matches.slice(0, SESSIONS_SHOWN);
  const ruleOf = await rulesOf(services);
  const counts = await countsOf(
    services.db,
    visible.map(({ id }) => id),
  );
  return {
    name: "Classes this week",
    rows: visible.map((session) => {
      const { id, className, date, time, trainerName, state } = session;
      const isCancelled = state === "cancelled";
      const places = isCancelled ? undefined : placesText(counts.get(id) ?? NO_COUNTS, ruleOf(session).capacity);
      return {
        key: id,
        title: className,
        to: href("/staff/day/:session", { session: id }),
        about: [`${shortRelativeDay(date, today)}, ${time.from}`, trainerName, places].filter(Boolean).join(", "),
        isCancelled,
      };
    }),
    ...(matches.length > visible.length && {
      more: `The next ${SESSIONS_SHOWN} of ${matches.length}.`,
      all: { label: "Timetable", to: href("/staff/timetable") },
    }),
  };
};
