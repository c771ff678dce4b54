/** Class sessions with the booking settings of their class, for pages and transactions. */

import { parseJson } from "../cms/editing/stored-body.ts";
import { listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import type { Db, Services } from "../platform/services.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type SessionRow, sessionOfRow } from "../timetable/session-rows.server.ts";
import { type Counts, NO_COUNTS } from "./booking-rows.server.ts";
import { cancellationDeadline, promotionsEnd } from "./booking-times.server.ts";

/** The booking settings of a class; without a capacity it can't be booked. */
export type BookingSettings = { capacity: number | null; lateHours: number; priceKes: number | null };

export type Bookable = {
  session: ClassSession;
  rule: BookingSettings;
  /** The cancellation deadline, ISO 8601 in UTC: from then on cancelling is late. */
  deadline: string;
  /** From then on nobody is promoted, and free places are first come, first served. */
  promotionsEnd: string;
};

const NO_RULE: BookingSettings = { capacity: null, lateHours: 0, priceKes: null };

export function toBookable(session: ClassSession, rule: BookingSettings): Bookable {
  const { startsAt } = session;
  const deadline = cancellationDeadline(startsAt, rule.lateHours);
  return { session, rule, deadline, promotionsEnd: promotionsEnd(startsAt) };
}

export function ruleOfClass(
  entry: { places?: number | undefined; lateHours: number; price?: number | undefined } | undefined,
): BookingSettings {
  if (entry === undefined) return NO_RULE;
  return { capacity: entry.places ?? null, lateHours: entry.lateHours, priceKes: entry.price ?? null };
}

/** The capacity of a class, as the transaction sees it. Null: not set. Undefined: the class is not on the site. */
export async function findCapacity(db: Db, classSlug: string): Promise<number | null | undefined> {
  const row = await db
    .selectFrom("entries")
    .select("body")
    .where("type", "=", classType.name)
    .where("slug", "=", classSlug)
    .executeTakeFirst();
  const read = row && classType.read(parseJson(row.body));
  return read?.ok ? ruleOfClass(read.values).capacity : undefined;
}

/** Stored sessions with their closure and class. A closure added after the start does not affect a session. */
export function storedSessions(db: Db) {
  return db
    .selectFrom("class_sessions")
    .leftJoin("schedule_closures", (join) =>
      join
        .onRef("schedule_closures.date", "=", "class_sessions.date")
        .onRef("schedule_closures.made_at", "<", "class_sessions.starts_at"),
    )
    .leftJoin("entries", (join) =>
      join.onRef("entries.slug", "=", "class_sessions.class_slug").on("entries.type", "=", classType.name),
    )
    .selectAll("class_sessions")
    .select(["schedule_closures.note as closure_note", "entries.body as class_body"]);
}

/** Finds a stored session that was booked or changed, as the transaction sees it. */
export async function findBookable(db: Db, id: string): Promise<Bookable | undefined> {
  const row = await storedSessions(db)
    .where("class_sessions.id", "=", id)
    .where("class_sessions.changed_at", "is not", null)
    .executeTakeFirst();
  return row && bookableOfRow(row);
}

export function bookableOfRow({
  closure_note: closureNote,
  class_body: classBody,
  ...row
}: SessionRow & { closure_note: string | null; class_body: string | null }): Bookable {
  const read = classBody === null ? undefined : classType.read(parseJson(classBody));
  const values = read?.ok ? read.values : undefined;
  const session = sessionOfRow({ ...row, closed_note: closureNote ?? row.closed_note });
  return toBookable({ ...session, className: values?.title ?? session.className }, ruleOfClass(values));
}

/** The places of a session. Without a capacity it can't be booked; `free` is 0 when overbooked. */
export function placesOf({ capacity }: BookingSettings, { taken, waiting }: Counts = NO_COUNTS) {
  return { capacity, free: Math.max((capacity ?? 0) - taken, 0), waiting };
}

export function hasBegun({ startsAt }: ClassSession, at: Date): boolean {
  return startsAt <= at.toISOString();
}

/** The booking settings of each class on the site, from this instance's cache; not for use in a transaction. */
export async function rulesOf(services: Services): Promise<(session: ClassSession) => BookingSettings> {
  const classes = new Map((await listEntries(services, classType)).map((entry) => [entry.slug, entry]));
  return ({ classSlug }) => ruleOfClass(classes.get(classSlug));
}
