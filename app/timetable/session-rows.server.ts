import type { Selectable } from "kysely";
import { parseJson } from "../cms/editing/stored-body.ts";
import type { TimeRange } from "../cms/fields.ts";
import type { Tables } from "../platform/schema.ts";
import { startOfDate } from "../time/dates.server.ts";
import { minuteOfDay, minutesOf } from "../time/days.ts";
import type { ClassSession, SessionTime } from "./class-session.ts";

export type SessionRow = Selectable<Tables["class_sessions"]>;

/** Changes by staff to one session, which no longer follows its weekly slot. */
export const OVERRIDES = ["state", "time", "trainer", "added"] as const;

export type SessionOverride = (typeof OVERRIDES)[number];

export function overridesOf({ decided }: Pick<SessionRow, "decided">): SessionOverride[] {
  const stored = parseJson(decided);
  return Array.isArray(stored) ? OVERRIDES.filter((override) => stored.includes(override)) : [];
}

/** Start and end of a session. A range that ends before it begins ends after midnight. */
export function momentsOf(date: string, time: TimeRange): { startsAt: string; endsAt: string } {
  const starts = startOfDate(date).getTime() + minuteOfDay(time.from) * 60_000;
  const ends = starts + minutesOf(time) * 60_000;
  return { startsAt: new Date(starts).toISOString(), endsAt: new Date(ends).toISOString() };
}

export function plannedSession(
  planned: Pick<ClassSession, "id" | "slot" | "slotDate" | "date" | "time">,
  gymClass: { slug: string; title: string },
  trainer: { slug: string; name: string },
): ClassSession {
  return {
    ...planned,
    ...momentsOf(planned.date, planned.time),
    ...{ classSlug: gymClass.slug, className: gymClass.title, trainerSlug: trainer.slug, trainerName: trainer.name },
    ...{ state: "scheduled", reason: null, insteadOf: null, movedFrom: null },
    ...{ isAdded: planned.slot === null, isClosed: false, isStored: false, sequence: 0, changedAt: null },
  };
}

export function plannedTime(row: Pick<SessionRow, `planned_${"date" | "from" | "to"}`>): SessionTime {
  return { date: row.planned_date, time: { from: row.planned_from, to: row.planned_to } };
}

export function sameTime(a: SessionTime, b: SessionTime): boolean {
  return a.date === b.date && a.time.from === b.time.from && a.time.to === b.time.to;
}

/** The session of a row, without closures of upcoming days. */
export function sessionOfRow(row: SessionRow): ClassSession {
  const current = { date: row.date, time: { from: row.time_from, to: row.time_to } };
  const planned = plannedTime(row);
  const isClosed = row.state !== "cancelled" && row.closed_note !== null;
  return {
    id: row.id,
    slot: row.slot,
    slotDate: row.slot_date,
    ...current,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    classSlug: row.class_slug,
    className: row.class_name,
    trainerSlug: row.trainer_slug,
    trainerName: row.trainer_name,
    state: row.state === "cancelled" || isClosed ? "cancelled" : "scheduled",
    reason: isClosed ? row.closed_note : row.reason,
    insteadOf: row.trainer_slug === row.planned_trainer_slug ? null : row.planned_trainer_name,
    movedFrom: sameTime(current, planned) ? null : planned,
    isAdded: row.slot === null,
    isClosed,
    isStored: true,
    sequence: row.sequence,
    changedAt: row.changed_at,
  };
}

export function rowOfSession(session: ClassSession): SessionRow {
  return {
    id: session.id,
    slot: session.slot,
    slot_date: session.slotDate,
    date: session.date,
    starts_at: session.startsAt,
    ends_at: session.endsAt,
    time_from: session.time.from,
    time_to: session.time.to,
    class_slug: session.classSlug,
    class_name: session.className,
    trainer_slug: session.trainerSlug,
    trainer_name: session.trainerName,
    planned_date: session.date,
    planned_from: session.time.from,
    planned_to: session.time.to,
    planned_trainer_slug: session.trainerSlug,
    planned_trainer_name: session.trainerName,
    state: "scheduled",
    reason: null,
    closed_note: null,
    decided: "[]",
    sequence: session.sequence,
    changed_at: session.changedAt,
    changed_by_id: null,
    changed_by: null,
  };
}
