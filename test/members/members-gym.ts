/** A gym with members switched on, its plans, and shorthands for what the desk does, for tests. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { storedValues } from "../../app/cms/editing/stored-body.ts";
import { classType } from "../../app/content-types/class.ts";
import { membershipType } from "../../app/content-types/membership.ts";
import { planType } from "../../app/content-types/pricing.ts";
import { givePass, offersFor } from "../../app/members/give-pass.server.ts";
import { findMember, makeMember, type TypedMember } from "../../app/members/members.server.ts";
import { type MergeOutcome, mergeRecords, type Said, seenOfBoth } from "../../app/members/merge.server.ts";
import { dateOf, passesOfMember } from "../../app/members/pass-rows.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { dateInNairobi } from "../../app/time/dates.server.ts";
import { plans } from "../../seed/plans.ts";
import { publishValues, tryPublishing } from "../content/content-changes.ts";

export const OWNER = { id: "owner-1", name: "Akinyi", isOwner: true };
export const DESK = { id: "desk-1", name: "Joseph", isOwner: false };

/** Plans beside the seeded ones, which last a month each. */
export const EXTRA_PLANS = {
  "day-pass": { name: "Day pass", lasts: 1, unit: "days", price: 10 },
  "pack-of-two": { name: "Pack of two", lasts: 30, unit: "days", visits: 2, price: 15 },
  evenings: { name: "Evenings", lasts: 1, unit: "months", hours: { from: "5:00pm", to: "9:00pm" }, price: 20 },
  "floor-only": { name: "Floor only", lasts: 2, unit: "weeks", opens: "the floor", price: 12 },
} as const;

/** Switches members on, adds plans, and has a class ask for a pass. */
export async function openMembers(services: Services, askingClass = "fitness"): Promise<void> {
  await tryPublishing(services, membershipType, "membership", { isOn: "on" });
  const [{ slug: _, ...seeded } = { slug: "" }] = plans;
  for (const [slug, values] of Object.entries(EXTRA_PLANS)) {
    await publishValues(services, planType, slug, { ...seeded, ...values });
  }
  await askForPass(services, askingClass);
}

/** Has a class ask for a pass. */
export async function askForPass(services: Services, classSlug: string): Promise<void> {
  const { body } = await services.db
    .selectFrom("entries")
    .select("body")
    .where("type", "=", classType.name)
    .where("slug", "=", classSlug)
    .executeTakeFirstOrThrow();
  await tryPublishing(services, classType, classSlug, { ...storedValues(body), asksPass: "yes" });
}

export const NOBODY: TypedMember = {
  name: "",
  phone: "",
  email: "",
  isChild: "",
  bornOn: "",
  guardianId: "",
  heardOf: "",
};

let made = 0;

/** Makes somebody whom nobody else is like. @returns the id */
export async function makePerson(services: Services, typed: Partial<TypedMember> = {}): Promise<string> {
  made += 1;
  const outcome = await makeMember(
    services,
    DESK,
    { ...NOBODY, name: `Person ${made}`, ...typed },
    { formId: randomUUID(), isOther: true },
  );
  if (outcome.code !== "made") throw new Error(`Nobody was made: ${outcome.code}`);
  return outcome.id;
}

/** The version that a page of somebody shows. */
export async function versionOf(services: Services, memberId: string): Promise<number> {
  return (await findMember(services.db, memberId))?.version ?? 0;
}

/** Gives somebody a pass, as from a page that is up to date. @returns its id */
export async function give(services: Services, memberId: string, planSlug: string): Promise<string> {
  const member = await findMember(services.db, memberId);
  if (member === undefined) throw new Error("There is nobody");
  const { seen } = await offersFor(services, member);
  const form = { formId: randomUUID(), planSlug, seen, paidHow: "cash", paidNote: "" };
  const outcome = await givePass(services, DESK, memberId, form);
  if (outcome.code !== "given") throw new Error(`Nothing was given: ${outcome.code}`);
  return outcome.passId;
}

/** The first and last days of somebody's passes, in the order in which they were given. */
export async function daysOf(services: Services, memberId: string): Promise<string[]> {
  return (await passesOfMember(services.db, memberId)).map(
    ({ firstDay, lastDay }) => `${dateOf(firstDay)} ${dateOf(lastDay)}`,
  );
}

/** What a page that is up to date shows of two records. */
export async function seenOf(services: Services, firstId: string, secondId: string): Promise<string> {
  const [first, second] = [await findMember(services.db, firstId), await findMember(services.db, secondId)];
  if (first === undefined || second === undefined) throw new Error("There is nobody");
  return seenOfBoth(services.db, first, second, dateInNairobi(services.now()));
}

/** Makes two records one, as from a page that is up to date. @param chosen what the second says and is to stay */
export async function merge(
  services: Services,
  firstId: string,
  secondId: string,
  ...chosen: Said[]
): Promise<MergeOutcome> {
  const seen = await seenOf(services, firstId, secondId);
  return mergeRecords(services, OWNER, firstId, { withId: secondId, seen, chosen: new Set(chosen) });
}

/** The tables whose rows belong to a record. */
export async function tablesOfRecords({ db }: Services): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.filter(({ columns }) => columns.some(({ name }) => name === "member_id")).map(({ name }) => name);
}

/** All rows of some records, and of those for whom they are the guardians, but for their versions. */
export async function rowsOf({ db }: Services, tables: readonly string[], ids: readonly string[]) {
  const rows: Record<string, string[]> = {};
  const read = async (table: string, column: string) => {
    const found = await sql<{ version?: number }>`
      select * from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(db);
    rows[`${table} by ${column}`] = found.rows.map(({ version: _, ...row }) => JSON.stringify(row)).toSorted();
  };
  for (const table of tables) await read(table, "member_id");
  for (const column of ["id", "guardian_id"]) await read("members", column);
  return rows;
}
