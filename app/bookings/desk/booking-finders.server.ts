/** The console's search for people and for this week's classes. */

import { href } from "react-router";
import type { Finder } from "../../console/finder.ts";
import { plainText } from "../../platform/text.ts";
import { can, ownTrainer } from "../../staff/roles.ts";
import { shortRelativeDay } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi } from "../../time/dates.server.ts";
import { sessionsBetween } from "../../timetable/class-sessions.server.ts";
import { placesText } from "../availability.server.ts";
import { rulesOf } from "../bookable-session.server.ts";
import { findPeople } from "../booked-people.server.ts";
import { countsOf, NO_COUNTS } from "../booking-rows.server.ts";
import { readPassTexts } from "../people-choice.server.ts";
import { contactText, type PersonView, personView } from "../person-view.server.ts";

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
      ...(phone === null ? [] : [{ label: "Call", to: phone.call, isOutside: true }]),
      ...(whatsApp === null ? [] : [{ label: "WhatsApp", to: whatsApp, isOutside: true }]),
      { label: "Book", to: href("/staff/members/:person/book", { person: id }), isOutside: false },
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
      const places = placesText(counts.get(id) ?? NO_COUNTS, ruleOf(session).capacity);
      const status = state === "cancelled" ? "cancelled" : places;
      return {
        key: id,
        title: className,
        to: href("/staff/day/:session", { session: id }),
        about: [`${shortRelativeDay(date, today)} ${time.from}`, trainerName, status].filter(Boolean).join(", "),
      };
    }),
    ...(matches.length > visible.length && {
      more: `The next ${SESSIONS_SHOWN} of ${matches.length}.`,
      all: { label: "Timetable", to: href("/staff/timetable") },
    }),
  };
};
