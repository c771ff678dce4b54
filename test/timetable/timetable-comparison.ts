/** Compares the timetable that readers get with the model, session by session. */

import type { Services } from "../../app/platform/services.ts";
import type { ClassSession } from "../../app/timetable/class-session.ts";
import { daysBetween, sessionsBetween } from "../../app/timetable/class-sessions.server.ts";
import { dateAt, later, type Shown, type TimetableModel } from "./timetable-model.ts";

/** Compared days around today: for all sessions, and for the days of pages. */
const SESSIONS = { past: 5, coming: 21 };
const PAGES = { past: 2, coming: 8 };

type Compared = { services: Services; model: TimetableModel };

/** The calendar sequences of sessions at the comparison before. */
export type Sequences = Map<string, { sequence: number; at: string }>;

/** @returns the number of compared sessions @throws at the first difference */
export async function compareTimetable({ services, model }: Compared, sequences: Sequences): Promise<number> {
  const today = dateAt(model.now);
  const [from, to] = [later(today, -SESSIONS.past), later(today, SESSIONS.coming)];
  const actual = await sessionsBetween(services, from, to);
  const expected = new Map(model.shown(from, to).map((session) => [session.id, session]));
  const seen = new Set<string>();
  for (const session of actual) {
    if (seen.has(session.id)) throw new Error(`shown twice: ${session.id}`);
    seen.add(session.id);
    const [wanted, actual] = [expected.get(session.id), shownOf(session)];
    if (wanted === undefined) throw new Error(`shown without a reason: ${JSON.stringify(actual)}`);
    if (!isSame(actual, wanted)) {
      throw new Error(`changed: ${JSON.stringify(actual)}, expected ${JSON.stringify(wanted)}`);
    }
    checkSequence(session, sequences);
  }
  for (const [id, wanted] of expected) if (!seen.has(id)) throw new Error(`lost: ${JSON.stringify(wanted)}`);
  await comparePages({ services, model }, actual, later(today, -PAGES.past), later(today, PAGES.coming));
  return actual.length;
}

/** Calendars notice a change only by a higher sequence. */
function checkSequence(session: ClassSession, sequences: Sequences): void {
  const { id, date, time, trainerSlug, state, isClosed, sequence } = session;
  const at = `${date} ${time.from} ${trainerSlug} ${state === "cancelled" && !isClosed}`;
  const before = sequences.get(id);
  sequences.set(id, { sequence, at });
  if (before === undefined) return;
  if (sequence < before.sequence && before.sequence > 0) throw new Error(`${id} has a lower sequence`);
  const isChanged = session.isStored && before.sequence > 0 && before.at !== at;
  if (isChanged && sequence === before.sequence) throw new Error(`${id} changed without a new sequence`);
}

/** The days of pages have each session once, and a row at the place from which it was moved. */
async function comparePages(
  { services, model }: Compared,
  sessions: readonly ClassSession[],
  from: string,
  to: string,
): Promise<void> {
  const days = await daysBetween(services, from, to);
  const rows = days.flatMap((day) => day.rows.map(({ id }) => `${day.date} ${id}`));
  const isIn = (date: string) => date >= from && date <= to;
  const left = model.settled().flatMap(({ id, date, movedFrom }) => {
    const was = movedFrom?.slice(0, 10) ?? date;
    return was !== date && isIn(was) ? [`${was} ${id}`] : [];
  });
  const expected = [...sessions.filter(({ date }) => isIn(date)).map(({ id, date }) => `${date} ${id}`), ...left];
  if (rows.sort().join() === expected.sort().join()) return;
  const missing = expected.filter((row) => !rows.includes(row));
  throw new Error(`${missing.length > 0 ? "lost" : "shown twice"}: days: ${missing} ${rows.length}`);
}

/** The hour of a time as the simulation writes it: "5:00pm". */
function hourOf(from: string): number {
  return (Number.parseInt(from, 10) % 12) + (from.endsWith("pm") ? 12 : 0);
}

function shownOf(session: ClassSession): Shown {
  const { id, date, time, movedFrom, insteadOf, state, isClosed, reason, trainerName } = session;
  return {
    ...{ id, date, hour: hourOf(time.from), gymClass: session.classSlug, trainer: session.trainerSlug, trainerName },
    ...{ insteadOf, movedFrom: movedFrom && `${movedFrom.date} ${hourOf(movedFrom.time.from)}` },
    ...{ state, reason: state === "cancelled" ? reason : null, isClosed },
  };
}

function isSame(a: Shown, b: Shown): boolean {
  return Object.entries(a).every(([key, value]) => value === Reflect.get(b, key));
}
