/** A gym with members and a class that can be booked, for tests of bookings. */
import { randomUUID } from "node:crypto";
import { deleteAccountWithin } from "../../app/accounts/account-settings.server.ts";
import type { BookedOutcome } from "../../app/bookings/book.server.ts";
import { findLive } from "../../app/cms/editing/entry-rows.server.ts";
import { storedValues } from "../../app/cms/editing/stored-body.ts";
import { listEntries, seedNewTypes } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { classType } from "../../app/content-types/class.ts";
import { type Contact, ensurePersonOfAccount, type Person } from "../../app/people/people.server.ts";
import type { Tables } from "../../app/platform/schema.ts";
import type { Services } from "../../app/platform/services.ts";
import { type Change, transact } from "../../app/platform/transact.server.ts";
import { startOfDate } from "../../app/time/dates.server.ts";
import { seedWeeklySlots } from "../../app/timetable/slot-rows.server.ts";
import { slots } from "../../seed/weekly-slots.ts";
import { tryPublishing } from "../content/content-changes.ts";
import { insertRows } from "../support/insert-rows.ts";

/** A person who books, with their client address. */
export type Member = { id: string; email: string; isTestAccount: false; clientAddress: string };

export async function seedGym(services: Services): Promise<void> {
  await seedNewTypes(services, Object.values(catalogue));
  await seedWeeklySlots(services, slots);
}

/** The moment of an hour on a date in Nairobi; minutes are a fraction of the hour. */
export function momentAt(date: string, hour: number): string {
  return new Date(startOfDate(date).getTime() + hour * 60 * 60_000).toISOString();
}

export type ClassPlaces = { places?: number | undefined; lateHours?: number; price?: number; asksPass?: "yes" };

/** Sets the booking fields of a class. @throws when it can't be published */
export async function setPlaces(services: Services, classSlug: string, rule: ClassPlaces): Promise<void> {
  const live = await findLive(services.db, { type: classType.name, slug: classSlug });
  const outcome = await tryPublishing(services, classType, classSlug, { ...storedValues(live?.body ?? "{}"), ...rule });
  if (outcome.code !== "published" && outcome.code !== "same") {
    throw new Error(`The places of ${classSlug} were not set: ${JSON.stringify(outcome)}`);
  }
}

export async function setAllPlaces(services: Services, places: number): Promise<void> {
  const scheduled = await services.db.selectFrom("entry_schedules").select("slug").execute();
  const changing = new Set(scheduled.map(({ slug }) => slug));
  for (const { slug } of await listEntries(services, classType)) {
    // Entries with a scheduled change can't be published.
    if (!changing.has(slug)) await setPlaces(services, slug, { places });
  }
}

/** Adds accounts with confirmed addresses and with names. */
export async function addMembers(
  { db, now }: Pick<Services, "db" | "now">,
  count: number,
  prefix = "member",
  emailVerified = 1,
): Promise<Member[]> {
  const at = now().toISOString();
  const members = Array.from({ length: count }, (_, index): Member => {
    const id = randomUUID();
    const email = `${prefix}-${index + 1}-${id.slice(0, 8)}@example.com`;
    return { id, email, isTestAccount: false, clientAddress: "192.0.2.1" };
  });
  const moments = { createdAt: at, updatedAt: at };
  const users = members.map(({ id, email }) => ({ id, name: "", email, emailVerified, image: null, ...moments }));
  const people = members.map(({ id }, index) => {
    const name = `${prefix} ${index + 1}`;
    const made = { made_at: at, made_by_id: id, made_by: "" };
    return {
      ...{ id: randomUUID(), name, plain_name: name, phone: "", email: "", heard_of: "", ...made },
      ...{ user_id: id, unsubscribe_key: `key-${id}` },
    };
  });
  await insertRows(db, "users", users);
  await insertRows(db, "people", people);
  return members;
}

/** Adds accounts with unconfirmed addresses, as after signing up. */
export function addNewcomers(services: Services, count: number, prefix = "newcomer"): Promise<Member[]> {
  return addMembers(services, count, prefix, 0);
}

/** Saves the name and number of an account's owner, as on the details page. */
export async function writeDetails(services: Services, userId: string, contact: Contact): Promise<Person> {
  const save = (change: Change) => ensurePersonOfAccount(change, userId, contact);
  const saved = await transact(services, save, { lock: "people" });
  if ("code" in saved) throw new Error(`The details were not saved: ${saved.code}`);
  return saved;
}

/** The id of a booking that was made, or the code of the refusal. */
export const bookingIdOf = (outcome: BookedOutcome | { code: string }) =>
  "booking" in outcome ? outcome.booking.id : outcome.code;

export async function emptyTables({ db }: Services, ...tables: (keyof Tables)[]): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).execute();
}

/** Deletes an account as its owner would, without the password. */
export async function eraseAccount(services: Services, userId: string): Promise<void> {
  await transact(services, (change) => deleteAccountWithin(change, userId), { lock: "timetable" });
}
