/** The timetable of the demo gym: its classes' places and prices, added weekly slots, and changes to single days. */

import { readCallList } from "../app/bookings/call-list.server.ts";
import { markTold } from "../app/bookings/call-list-actions.server.ts";
import { findLive } from "../app/cms/editing/entry-rows.server.ts";
import { publish } from "../app/cms/editing/publishing.server.ts";
import { storedValues } from "../app/cms/editing/stored-body.ts";
import { classType } from "../app/content-types/class.ts";
import { HOUR_MS } from "../app/platform/durations.ts";
import { addDays, mondayOf } from "../app/time/dates.server.ts";
import type { ClassSession } from "../app/timetable/class-session.ts";
import { closeDays, openDays } from "../app/timetable/closures.server.ts";
import { addSession, cancelSession, moveSession, substituteTrainer } from "../app/timetable/session-actions.server.ts";
import { addSlots } from "../app/timetable/slot-changes.server.ts";
import { DAYS_OPEN, expectDone, type Gym, momentOf, sessionsOn } from "./gym.ts";
import { atDesk, type People } from "./people.ts";

/** Places, hours of free cancellation and price in shillings. Running needs no booking: there is room for everybody. */
const NUMBERS: Readonly<Record<string, [places: number, lateHours: number, price: number]>> = {
  boxing: [6, 4, 800],
  cycling: [6, 4, 700],
  yoga: [8, 6, 700],
  fitness: [10, 4, 600],
  crossfit: [8, 4, 800],
  "body-building": [6, 3, 600],
  karate: [8, 4, 700],
  meditation: [8, 2, 500],
  workout: [8, 4, 600],
  "power-lifting": [6, 4, 800],
  mma: [8, 6, 900],
};

/** Added on days without a class at six. */
const NEW_ROWS = [
  { day: "tuesday", gymClass: "mma", trainer: "brian-otieno" },
  { day: "thursday", gymClass: "yoga", trainer: "amina-yusuf" },
  { day: "saturday", gymClass: "workout", trainer: "wanjiru-kamau" },
] as const;

const AT_SIX = { from: "6:00pm", to: "7:00pm" };

/** Whether a class can be booked. */
export function isBooked({ classSlug }: ClassSession): boolean {
  return Object.hasOwn(NUMBERS, classSlug);
}

/** The sessions of a day that can be booked and take place. */
export async function bookableOn(gym: Gym, day: number): Promise<ClassSession[]> {
  return (await sessionsOn(gym, day)).filter(isBooked);
}

/** The key by which an action names a session. */
const seen = ({ id, sequence }: ClassSession) => ({ id, seen: sequence });

export function planTimetable(gym: Gym, { team }: People): void {
  const { services, on } = gym;
  on(-DAYS_OPEN, "11:00", async () => {
    for (const [slug, [places, lateHours, price]] of Object.entries(NUMBERS)) {
      const live = await findLive(services.db, { type: classType.name, slug });
      const values = { ...storedValues(live?.body ?? ""), places, lateHours, price };
      await expectDone(publish(services, classType, slug, { values, basedOn: live?.version ?? 0 }, team.akinyi));
    }
  });
  for (const [index, row] of NEW_ROWS.entries()) {
    on(-DAYS_OPEN, `11:${10 + index * 5}`, () =>
      expectDone(addSlots(services, { ...row, days: [row.day], time: AT_SIX, first: null }, team.akinyi)),
    );
  }
  planPast(gym, { team });
  planUpcoming(gym, { team });
}

/** Changes to single days in the past weeks. */
function planPast(gym: Gym, { team }: Pick<People, "team">): void {
  const { services, on } = gym;
  on(-30, "08:10", async () => {
    const [first] = await bookableOn(gym, -29);
    if (first)
      await expectDone(cancelSession(services, { ...seen(first), reason: "No water in the house." }, team.joseph));
  });
  on(-16, "16:30", async () => {
    const session = (await bookableOn(gym, -14)).find(({ trainerSlug }) => trainerSlug !== "amina-yusuf");
    const given = {
      trainerSlug: "amina-yusuf",
      reason: "Away at a competition.",
      confirmed: ["trainer-busy"],
    } as const;
    if (session) await expectDone(substituteTrainer(services, { ...seen(session), ...given }, team.mercy));
  });
}

/** Changes to upcoming days, as visitors and the desk see them. */
function planUpcoming(gym: Gym, { team }: Pick<People, "team">): void {
  const { services, on, date } = gym;
  const closedDay = addDays(mondayOf(date(0)), 9);
  /** The first of two days on which the gym is open. */
  const openDay = (day: number, other: number) => (date(day) === closedDay ? other : day);
  on(-3, "10:40", () => {
    const closed = { from: closedDay, to: closedDay, note: "The floor of the hall is renewed." };
    return expectDone(closeDays(services, { ...closed, isAddedToPasses: true }, team.akinyi));
  });
  // Too far ahead for bookings. The painters need one day less, so the owner has to decide about a day.
  const painted = { from: date(30), to: date(31) };
  on(-3, "10:45", () => {
    const closed = { ...painted, note: "The hall is painted.", isAddedToPasses: true };
    return expectDone(closeDays(services, closed, team.akinyi));
  });
  on(-1, "10:30", () => expectDone(openDays(services, { from: painted.to, to: painted.to }, team.mercy)));
  on(-1, "17:10", async () => {
    const session = (await bookableOn(gym, openDay(3, 2))).find(({ trainerSlug }) => trainerSlug !== "wanjiru-kamau");
    const given = { trainerSlug: "wanjiru-kamau", reason: "Away at a seminar.", confirmed: ["trainer-busy"] } as const;
    if (session) await expectDone(substituteTrainer(services, { ...seen(session), ...given }, team.joseph));
  });
  on(-1, "17:40", async () => {
    const day = openDay(4, 5);
    const [session] = await bookableOn(gym, day);
    const later = {
      date: date(day),
      time: { from: "11:00am", to: "12:00pm" },
      reason: "The hall is let until eleven.",
    };
    if (session) await expectDone(moveSession(services, { ...seen(session), ...later }, team.mercy));
  });
  on(-2, "09:30", () => {
    const added = { date: date(openDay(5, 6)), time: { from: "12:00pm", to: "1:00pm" }, classSlug: "boxing" };
    const why = { trainerSlug: "brian-otieno", reason: "Once more, as Tuesday’s is always full." };
    return expectDone(addSession(services, { ...added, ...why }, team.akinyi));
  });
  on(-1, "20:40", async () => {
    const session = await findTonight(gym);
    const reason = "The trainer is ill. Your place in another class costs nothing this week.";
    await expectDone(cancelSession(services, { ...seen(session), reason }, team.mercy));
    const [callList] = await readCallList(services, { sessionId: session.id });
    const first = callList?.people.find((person) => person.notice !== null);
    const notice = { seen: first?.notice ? [first.seen] : [], way: "call" } as const;
    await expectDone(markTold(services, session.id, notice, atDesk(team.mercy)));
  });
}

/** This evening's cancelled class, or tomorrow's when this evening is over. */
export async function findTonight(gym: Gym): Promise<ClassSession> {
  const soonest = new Date(gym.now.getTime() + HOUR_MS).toISOString();
  for (const day of [0, 1]) {
    const evening = momentOf(gym.date(day), "16:30").toISOString();
    const session = (await bookableOn(gym, day)).find(({ startsAt }) => startsAt >= evening && startsAt >= soonest);
    if (session !== undefined) return session;
  }
  throw new Error("There is a class on every evening");
}
