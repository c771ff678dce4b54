/** What the page of one session at the desk shows. */
import { randomUUID } from "node:crypto";
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { bookedSentence } from "../booked-words.ts";
import { findDeskSession } from "../desk-day.server.ts";
import { deskDayPath } from "./day-page.server.ts";
import { deskSessionView } from "./desk-session-view.server.ts";
import { type DeskSessionView, sessionAnchor } from "./desk-session-view.ts";

export type DeskSessionPage = {
  session: DeskSessionView;
  /** "Monday 23 November". */
  day: string;
  /** Its place on the page of its day. */
  dayPath: string;
  hasBegun: boolean;
  /** It can be cancelled, moved or handed over on its page in the timetable. */
  mayChange: boolean;
  /** A trainer books for who has been in a class of theirs. */
  booksForEverybody: boolean;
  /** Of the forms of this page, each time it is read another: what it books is booked once however often it is sent. */
  formId: string;
};

/** The page of a session for a member of staff; undefined when there is none, and for a trainer who does not teach it. */
export async function readDeskSessionPage(
  services: Services,
  member: StaffMember,
  id: string,
): Promise<DeskSessionPage | undefined> {
  const now = services.now();
  const found = await findDeskSession(services, id, ownTrainer(member));
  if (found === undefined) return undefined;
  const { date, startsAt } = found.session;
  return {
    session: deskSessionView(found, now, { withDetails: true }),
    day: dayAndDate(date),
    dayPath: `${deskDayPath(date, dateInNairobi(now))}#${sessionAnchor(id)}`,
    hasBegun: startsAt <= now.toISOString(),
    mayChange: can(member.role, "publish", "timetable"),
    booksForEverybody: ownTrainer(member) === undefined,
    formId: randomUUID(),
  };
}

/**
 * What the timetable's page of a session says of its bookings; undefined for a class that can't be booked and that nobody has
 * booked.
 */
export async function readSessionBookings(
  services: Services,
  id: string,
): Promise<{ booked: string | null; toTell: number } | undefined> {
  const found = await findDeskSession(services, id);
  if (found === undefined) return undefined;
  const { places, people, waiting, toTell } = deskSessionView(found, services.now());
  if (places === null && toTell.length === 0) return undefined;
  return { booked: bookedSentence({ taken: people.length, waiting: waiting.length }), toTell: toTell.length };
}
