/** The pages of the desk: a day, one session of it, and the classes of today for the console's first page. */

import { randomUUID } from "node:crypto";
import { withMarks } from "../../console/session-marks.server.ts";
import { daysOfTrainer, isNotTakingPlace } from "../../console/session-marks.tsx";
import type { Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { can, ownTrainer, type StaffMember } from "../../staff/roles.ts";
import { addDays, dateInNairobi, dayAndDate, shortDate } from "../../time/dates.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import type { ClassSession } from "../../timetable/class-session.ts";
import { daysBetween, findClassSession, nearDate } from "../../timetable/class-sessions.server.ts";
import type { DateRange } from "../../timetable/timetable-change.server.ts";
import { attendanceQuestions, disputedBookings } from "../attendance.server.ts";
import { bookedSentence, placesText } from "../availability.server.ts";
import { rulesOf } from "../bookable-session.server.ts";
import { countsOf, NO_COUNTS } from "../booking-rows.server.ts";
import { type CallListSession, readCallList } from "../call-list.server.ts";
import { findDeskSession, findDeskSessions } from "../desk-day.server.ts";
import { readCallListView } from "./call-list-view.server.ts";
import { sessionAnchor } from "./desk-page.tsx";
import { type DeskSessionView, deskSessionView, foldLongDay, unrecordedText } from "./desk-session-view.server.ts";
import type { TodaysClass } from "./todays-classes.tsx";

function deskDayPath(date: string, today: string): string {
  return date === today ? "/staff/day" : `/staff/day?date=${date}`;
}

/** The requested day, or today; trainers see their sessions. `people=all` lists everybody on long days. */
export async function readDayPage(services: Services, member: StaffMember, query: URLSearchParams) {
  const now = services.now();
  const today = dateInNairobi(now);
  const date = nearDate(query.get("date"), today) ?? today;
  const deskSessions = await findDeskSessions(services, date, ownTrainer(member));
  const everybody = deskSessions.map((session) => deskSessionView(session, now));
  const sessions = query.get("people") === "all" ? everybody : foldLongDay(everybody);
  // Forms are posted to this address. It has a date even for today, because a form may be sent after midnight.
  const address = `/staff/day?date=${date}`;
  const stepTo = (other: string) => ({
    name: other === today ? "Today" : shortDate(other),
    path: deskDayPath(other, today),
  });
  return {
    date,
    today,
    title: dayAndDate(date),
    address,
    steps: [stepTo(addDays(date, -1)), { ...stepTo(date), path: address }, stepTo(addDays(date, 1))],
    summary: summaryOf(everybody),
    sessions,
    allPath: sessions.some(({ folded }) => folded > 0) ? `${address}&people=all` : undefined,
    callList: await readCallListView(services, member),
  };
}

/** "4 classes, 36 booked, 3 waiting". */
function summaryOf(sessions: readonly DeskSessionView[]): string {
  const count = (key: "people" | "waiting") => sessions.reduce((sum, session) => sum + session[key].length, 0);
  const classes = plural(sessions.length, "class", "classes");
  return `${classes}, ${count("people")} booked, ${count("waiting")} waiting`;
}

export async function pathBack(services: Services, id: string, back: "today" | "day" | ""): Promise<string> {
  if (back === "today") return "/staff";
  const session = back === "day" ? await findClassSession(services, id) : undefined;
  if (session === undefined) return `/staff/day/${id}`;
  return `${deskDayPath(session.date, dateInNairobi(services.now()))}#${sessionAnchor(id)}`;
}

export async function pathAfterTelling(
  services: Services,
  id: string,
  back: "today" | "day" | "session" | "",
  done: string,
): Promise<string> {
  if (back === "day" || back === "session")
    return withDone(await pathBack(services, id, back === "day" ? back : ""), done);
  return `${back === "today" ? "/staff" : "/staff/day/to-tell"}?tell=${encodeURIComponent(id)}&done=${done}#tell-${id}`;
}

export function withDone(path: string, done: string): string {
  const [page = "", anchor] = path.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}done=${done}${anchor === undefined ? "" : `#${anchor}`}`;
}

export async function readDeskSessionPage(services: Services, member: StaffMember, id: string) {
  const now = services.now();
  const deskSession = await findDeskSession(services, id, ownTrainer(member));
  if (deskSession === undefined) return undefined;
  const { date, startsAt } = deskSession.session;
  return {
    session: deskSessionView(deskSession, now, { withDetails: true }),
    callList: (await readCallListView(services, member, id))[0],
    day: dayAndDate(date),
    dayPath: `${deskDayPath(date, dateInNairobi(now))}#${sessionAnchor(id)}`,
    hasBegun: startsAt <= now.toISOString(),
    mayChange: can(member.role, "publish", "timetable"),
    canBookAnybody: ownTrainer(member) === undefined,
    // New for each page load: a form acts once, however often it is sent.
    formId: randomUUID(),
  };
}

/** Bookings for the timetable's page of a session; undefined when it has neither a capacity nor bookings. */
export async function readSessionBookings(services: Services, id: string) {
  const deskSession = await findDeskSession(services, id);
  if (deskSession === undefined) return undefined;
  const { places, people, waiting } = deskSessionView(deskSession, services.now());
  const toTell = toTellSentence(await readCallList(services, { sessionId: id }));
  if (places === null && toTell === null) return undefined;
  return { booked: bookedSentence({ taken: people.length, waiting: waiting.length }), toTell };
}

/** Counts people to tell about changes on some days: "3 people still have to be told."; null: nobody. */
export async function readToTell(services: Services, { from, to }: DateRange): Promise<string | null> {
  return toTellSentence(
    (await readCallList(services)).filter(({ bookable: { session } }) => from <= session.date && session.date <= to),
  );
}

function toTellSentence(sessions: readonly CallListSession[]): string | null {
  const count = sessions.flatMap(({ people }) => people).filter(({ notice }) => notice !== null).length;
  return count === 0 ? null : `${plural(count, "person still has", "people still have")} to be told.`;
}

export async function readAttendance(services: Services, member: StaffMember) {
  const trainerSlug = ownTrainer(member);
  const today = dateInNairobi(services.now());
  const about = ({ className, date, time }: ClassSession) =>
    `${className}, ${date === today ? "today" : shortDate(date)}, ${time.from}`;
  return {
    questions: (await attendanceQuestions(services, trainerSlug)).map(({ session, ...counts }) => ({
      sessionId: session.id,
      about: about(session),
      label: unrecordedText(counts),
    })),
    disputes: (await disputedBookings(services, trainerSlug)).map(({ session, ...dispute }) => ({
      ...dispute,
      sessionId: session.id,
      about: about(session),
    })),
  };
}

/** Today's classes by time. Trainers see the classes they teach. */
export async function readTodaysClasses(services: Services, member: StaffMember): Promise<TodaysClass[]> {
  const now = services.now();
  const today = dateInNairobi(now);
  const days = daysOfTrainer(await daysBetween(services, today, today), ownTrainer(member));
  const at = now.toISOString();
  const rows = days.flatMap((day) => day.rows);
  const ruleOf = await rulesOf(services);
  const counts = await countsOf(
    services.db,
    rows.map(({ id }) => id),
  );
  return rows
    .map((row) => {
      const [hasBegun, isPast] = [row.startsAt <= at, row.endsAt <= at];
      const { capacity } = ruleOf(row);
      return {
        ...withMarks(row),
        hasBegun,
        isOn: !isNotTakingPlace(row) && hasBegun && !isPast,
        places: isNotTakingPlace(row) ? null : placesText(counts.get(row.id) ?? NO_COUNTS, isPast ? null : capacity),
      };
    })
    .sort((a, b) => minuteOfDay(a.time.from) - minuteOfDay(b.time.from));
}
