/** A gym with members switched on, its plans, and shorthands for actions of the desk, for tests. */

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { bookFor } from "../../app/bookings/desk-actions.server.ts";
import { membershipType } from "../../app/content-types/membership.ts";
import { planType } from "../../app/content-types/pricing.ts";
import { createMember, givePass, offersFor } from "../../app/members/give-pass.server.ts";
import { freezePass } from "../../app/members/pass-changes.server.ts";
import { passesOfPerson, recomputePassDays } from "../../app/members/pass-rows.server.ts";
import type { TypedPerson } from "../../app/people/desk-records.server.ts";
import { inviteToLink, type LinkOutcome, linkAccount } from "../../app/people/link-account.server.ts";
import { type MergeField, mergeEtag, mergePeople } from "../../app/people/merge-people.server.ts";
import { findPerson } from "../../app/people/people.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { type Change, transact } from "../../app/platform/transact.server.ts";
import { addDays, dateInNairobi } from "../../app/time/dates.server.ts";
import { dateOfDay } from "../../app/time/days.ts";
import { plans } from "../../seed/plans.ts";
import { addMembers, bookingIdOf, type Member, setPlaces } from "../bookings/booking-gym.ts";
import { publishValues, tryPublishing } from "../content/content-changes.ts";
import { addSession } from "../support/staff.ts";

export const OWNER = { id: "owner-1", name: "Akinyi", isOwner: true };
export const DESK = { id: "desk-1", name: "Joseph", isOwner: false };

/** Plans in addition to the seeded ones, which last a month each. */
export const EXTRA_PLANS = {
  "day-pass": { name: "Day pass", lasts: 1, unit: "days", price: 10 },
  "pack-of-two": { name: "Pack of two", lasts: 30, unit: "days", visits: 2, price: 15 },
  evenings: { name: "Evenings", lasts: 1, unit: "months", hours: { from: "5:00pm", to: "9:00pm" }, price: 20 },
  "floor-only": { name: "Floor only", lasts: 2, unit: "weeks", opens: "the floor", price: 12 },
} as const;

/** Switches members on, adds plans, and makes a class require a pass. */
export async function switchOnMembers(services: Services, classSlug = "fitness"): Promise<void> {
  await tryPublishing(services, membershipType, "membership", { isOn: "on" });
  const [{ slug: _, ...seeded } = { slug: "" }] = plans;
  for (const [slug, values] of Object.entries(EXTRA_PLANS)) {
    await publishValues(services, planType, slug, { ...seeded, ...values });
  }
  await setPlaces(services, classSlug, { asksPass: "yes" });
}

export const BLANK = { name: "", phone: "", email: "", isChild: "", bornOn: "", guardianId: "", heardOf: "" };

let made = 0;

/** Creates a person with a unique name. @returns the id */
export async function makePerson(services: Services, fields: Partial<TypedPerson> = {}): Promise<string> {
  made += 1;
  const typed = { ...BLANK, name: `Person ${made}`, ...fields };
  const outcome = await createMember(services, DESK, typed, { formId: randomUUID(), isOther: true }, undefined);
  if (outcome.code !== "done") throw new Error(`Could not create the person: ${outcome.code}`);
  return outcome.id;
}

export async function versionOf(services: Services, personId: string): Promise<number> {
  return (await findPerson(services.db, personId))?.version ?? 0;
}

export async function tryGiving(services: Services, personId: string, planSlug: string, formId: string) {
  const member = await findPerson(services.db, personId);
  if (member === undefined) throw new Error("No such person");
  const { seen } = await offersFor(services, member);
  return givePass(services, DESK, personId, { formId, planSlug, seen, paidHow: "cash", paidNote: "" });
}

/** Gives a person a pass. @returns its id @throws when it is refused */
export async function give(services: Services, personId: string, planSlug: string): Promise<string> {
  const outcome = await tryGiving(services, personId, planSlug, randomUUID());
  if (outcome.code !== "done") throw new Error(`Could not give the pass: ${outcome.code}`);
  return outcome.passId;
}

/** The fields that all forms of a person's pass have, as on a current page. */
export async function passForm(services: Services, personId: string, passId: string) {
  return { passId, version: await versionOf(services, personId), reason: "" };
}

export async function freeze(services: Services, personId: string, passId: string, firstDay: string, lastDay: string) {
  const form = await passForm(services, personId, passId);
  return freezePass(services, DESK, { ...form, firstDay, lastDay, kind: "counted" });
}

/** The actions that the log has about a person, oldest first. */
export async function loggedAbout({ db }: Services, personId: string): Promise<string[]> {
  const rows = await db.selectFrom("audit_log").select("action").where("slug", "=", personId).orderBy("id").execute();
  return rows.map(({ action }) => action);
}

/** Books for a person at the desk. @returns the booking's id, or the code of the refusal */
export async function bookAtDesk(services: Services, sessionId: string, personId: string): Promise<string> {
  return bookingIdOf(await bookFor(services, sessionId, { person: personId }, DESK));
}

/** The first and last days of a person's passes, in the order in which they were given. */
export async function daysOf(services: Services, personId: string): Promise<string[]> {
  return (await passesOfPerson(services.db, personId)).map(
    ({ firstDay, lastDay }) => `${dateOfDay(firstDay)} ${dateOfDay(lastDay)}`,
  );
}

/** The etag of a current page of two records. */
export async function seenOf(services: Services, firstId: string, secondId: string): Promise<string> {
  const [first, second] = [await findPerson(services.db, firstId), await findPerson(services.db, secondId)];
  if (first === undefined || second === undefined) throw new Error("No such person");
  return mergeEtag(services.db, first, second, dateInNairobi(services.now()));
}

/** Merges two records, as from a current page. @param chosen the fields to keep from the second record */
export async function merge(services: Services, firstId: string, secondId: string, ...chosen: MergeField[]) {
  const form = { withId: secondId, seen: await seenOf(services, firstId, secondId), chosen: new Set(chosen) };
  return mergePeople(services, OWNER, firstId, form);
}

export async function tablesOfRecords({ db }: Services): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.filter(({ columns }) => columns.some(({ name }) => name === "person_id")).map(({ name }) => name);
}

/** Rows as sorted texts, without some columns. */
export function asTexts(rows: readonly object[], ...omitted: string[]): string[] {
  const columnsOf = (row: object) => Object.entries(row).filter(([column]) => !omitted.includes(column));
  return rows.map((row) => JSON.stringify(columnsOf(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();
}

/** All rows of some records and of their children, without `version` and `mails_key`. */
export async function rowsOf({ db }: Services, tables: readonly string[], ids: readonly string[]) {
  const rows: Record<string, string[]> = {};
  const read = async (table: string, column: string) => {
    const result = await sql<object>`
      select * from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(db);
    rows[`${table} by ${column}`] = asTexts(result.rows, "version", "mails_key");
  };
  for (const table of tables) await read(table, "person_id");
  for (const column of ["id", "guardian_id"]) await read("people", column);
  return rows;
}

/** Backdates a pass that doesn't follow another pass. */
export async function backdatePass(services: Services, passId: string, days: number): Promise<void> {
  const backdate = async (change: Change) => {
    const { transaction } = change;
    const pass = transaction.selectFrom("passes").selectAll().where("id", "=", passId);
    const { first_day: firstDay, person_id: personId } = await pass.executeTakeFirstOrThrow();
    if (firstDay === null) throw new Error("The pass follows another pass");
    const columns = { first_day: addDays(firstDay, -days) };
    await transaction.updateTable("passes").set(columns).where("id", "=", passId).execute();
    await recomputePassDays(change, personId);
  };
  await transact(services, backdate, { lock: "people" });
}

let clients = 0;

/** Links an account to a record, each time from a different network. */
export async function join(services: Services, userId: string, typed: string): Promise<LinkOutcome> {
  clients += 1;
  return linkAccount(services, { id: userId, clientAddress: `2001:db8:0:${clients.toString(16)}::1` }, typed);
}

/** Links an account to a record without side effects; the account’s own person must have no data yet. */
export async function setAccount({ db, now }: Services, personId: string, userId: string): Promise<void> {
  await db.deleteFrom("people").where("user_id", "=", userId).execute();
  const linked = { user_id: userId, joined_at: now().toISOString(), unsubscribe_key: `key-${userId}` };
  await db.updateTable("people").set(linked).where("id", "=", personId).execute();
}

export type JoinedPerson = { id: string; userId: string; cookie: string };

/** Links a new account to a record by the desk's code. @throws when it is refused */
export async function linkNewAccount(services: Services, personId: string, name = "member"): Promise<Member> {
  const [account] = (await addMembers(services, 1, name)) as [Member];
  const { code } = await join(services, account.id, (await inviteToLink(services, DESK, personId))?.code ?? "");
  if (code !== "joined") throw new Error(`The account was not linked: ${code}`);
  return account;
}

/** Creates a person whose account is linked and signed in. */
export async function makeJoinedPerson(services: Services, fields: Partial<TypedPerson> = {}): Promise<JoinedPerson> {
  const id = await makePerson(services, fields);
  const { id: userId } = await linkNewAccount(services, id);
  return { id, userId, cookie: (await addSession(services, userId)).cookie };
}

/** One signed-in person for each membership state, by the state's name. */
export async function makePeopleInStates(services: Services): Promise<Record<string, JoinedPerson>> {
  const people: Record<string, JoinedPerson> = {};
  const make = async (state: string, name: string, given: [plan: string, daysAgo: number][]) => {
    const person = await makeJoinedPerson(services, { name });
    people[state] = person;
    const passes: string[] = [];
    for (const [plan, daysAgo] of given) {
      const pass = await give(services, person.id, plan);
      if (daysAgo > 0) await backdatePass(services, pass, daysAgo);
      passes.push(pass);
    }
    return { ...person, pass: passes[0] ?? "" };
  };
  await make("running", "Naliaka Wekesa", [["bingwa", 4]]);
  await make("ending", "Collins Barasa", [["mwanzo", 27]]);
  await make("grace", "Samuel Lekishon", [["nguvu", 32]]);
  await make("ended", "Sharon Chebet", [["nguvu", 50]]);
  await make("none", "Amina Yusuf", []);
  await make("pack", "Winnie Adhiambo", [["pack-of-two", 3]]);
  const several = await make("several", "Christopher Ndirangu wa Gathoni-Mwaniki", [
    ["mwanzo", 60],
    ["nguvu", 10],
  ]);
  for (const plan of ["bingwa", "pack-of-two", "day-pass"]) await give(services, several.id, plan);
  const child = await makePerson(services, { name: "Baraka Ndirangu", isChild: "on", guardianId: several.id });
  await backdatePass(services, await give(services, child, "mwanzo"), 9);
  const frozen = await make("frozen", "Halima Abdi", [["bingwa", 12]]);
  const today = dateInNairobi(services.now());
  await freeze(services, frozen.id, frozen.pass, today, addDays(today, 13));
  return people;
}
