import type { BookingRow } from "../bookings/booking-rows.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { dayAndDate, shortDate } from "../time/dates.server.ts";
import { calendarDay, dateOfDay } from "../time/days.ts";
import { moneyText } from "../time/money.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { type BookingCoverage, type Coverage, findCoverage } from "./coverage.server.ts";
import { passOfState } from "./member-list.server.ts";
import { type Pass, passesOf } from "./pass-rows.server.ts";
import { personStateOn, visitsLeft } from "./passes.ts";

/** Describes the coverage of a booking, in place of its price; undefined if it is paid at the desk or needs no pass. */
export function coverSentence({ cover, pass }: Pick<BookingCoverage, "cover" | "pass">): string | undefined {
  if (pass === undefined) return undefined;
  const name = pass.row.plan_name;
  if (cover === "covered") return `Covered by your pass: ${name}, until ${dayAndDate(dateOfDay(pass.lastDay))}.`;
  if (cover === "grace") return `On your ${name} you can still come until ${dayAndDate(dateOfDay(pass.graceDay))}.`;
  return cover === "visit" ? `One visit of your ${name} (${visitsLeft(pass)} left).` : undefined;
}

/** Coverage for the desk: "Mwanzo, until Thu 26 Nov". */
function deskCoverWords(cover: string | null, pass: Pass | undefined, priceKes: number | null): string {
  if (cover === "pay" || pass === undefined) return priceKes === null ? "No pass" : `${moneyText(priceKes)} to pay`;
  if (cover === "grace") return `Grace period, until ${shortDate(dateOfDay(pass.graceDay))}`;
  const name = pass.row.plan_name;
  return cover === "visit"
    ? `${name}, ${visitsLeft(pass)} left`
    : `${name}, until ${shortDate(dateOfDay(pass.lastDay))}`;
}

export async function findOfferCover(
  services: Services,
  session: ClassSession,
  { personId, bookingId }: { personId: string; bookingId: string | undefined },
): Promise<string | undefined> {
  const stored = bookingId === undefined ? undefined : await storedCover(services.db, bookingId);
  if (stored !== undefined && stored.cover !== "grace") return coverSentence(stored);
  // A pass bought since may cover an unpaid booking, or one made in a grace period.
  const current = await findCoverage(services, services.db, personId, session);
  return coverSentence(current.pass === undefined && stored !== undefined ? stored : current);
}

async function storedCover(db: Db, bookingId: string): Promise<Pick<BookingCoverage, "cover" | "pass"> | undefined> {
  const row = await db
    .selectFrom("bookings")
    .select(["person_id", "cover", "pass_id"])
    .where("id", "=", bookingId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (row?.person_id == null || row.pass_id === null) return undefined;
  const passes = (await passesOf(db, [row.person_id])).get(row.person_id) ?? [];
  const pass = passes.find((pass) => pass.row.id === row.pass_id);
  return pass && { cover: row.cover as Coverage | null, pass };
}

/** Coverage texts for the desk by booking id, without ended bookings. */
export async function coversForDesk(
  services: Services,
  rows: readonly BookingRow[],
  sessions: readonly ClassSession[],
): Promise<ReadonlyMap<string, string>> {
  const covered = rows.filter(({ cover, ended_at: end }) => cover !== null && end === null);
  const texts = new Map<string, string>();
  if (covered.length === 0) return texts;
  const passes = await passesOf(services.db, [...new Set(covered.flatMap(({ person_id: id }) => id ?? []))]);
  for (const { id, session_id, person_id: personId, cover, pass_id, price_kes } of covered) {
    const session = sessions.find((session) => session.id === session_id);
    if (session === undefined) continue;
    const stored = { cover, pass: passes.get(personId ?? "")?.find(({ row }) => row.id === pass_id) };
    // A pass bought since may cover an unpaid booking, or one made in a grace period.
    const mayHaveChanged = (cover === "pay" || cover === "grace") && personId !== null;
    const current = mayHaveChanged ? await findCoverage(services, services.db, personId, session) : stored;
    const { cover: code, pass } = current.pass === undefined ? stored : current;
    texts.set(id, deskCoverWords(code, pass, price_kes));
  }
  return texts;
}

export async function passesForDesk(
  { db, now }: Services,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const today = calendarDay(now());
  const passes = await passesOf(db, ids);
  return new Map(
    [...passes].flatMap(([id, own]) => {
      const pass = passOfState(own, personStateOn(own, today), today);
      return pass === undefined ? [] : [[id, `${pass.row.plan_name}, until ${shortDate(dateOfDay(pass.lastDay))}`]];
    }),
  );
}
