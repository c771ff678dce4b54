/**
 * Weekly slots leave the content: each has periods with a first and a last day, and a history of its own. Scheduled changes become
 * periods to come. Drafts, and changes without a day, become notes in the log.
 */
import { type Kysely, sql } from "kysely";

type OfEntry = { type: string; slug: string };
type Made = { made_at: string; made_by_id: string | null; made_by: string };

type Tables = {
  entries: OfEntry & { body: string; updated_by: string };
  entry_versions: OfEntry & Made & { number: number; body: string; how: string };
  entry_drafts: OfEntry & { body: string; updated_by_id: string; updated_by: string };
  entry_schedules: OfEntry & Made & { action: string; body: string | null; due_at: string; failed_at: string | null };
  entry_bin: OfEntry & { removed_at: string; removed_by_id: string | null; removed_by: string; last_number: number };
  weekly_slots: Record<string, string | null>;
  weekly_slot_changes: Record<string, string | null>;
  audit_log: Record<string, string | null>;
};

type Values = { day: string; time: { from: string; to: string }; gymClass: string; trainer: string };
type Period = Values & { first: string | null; last: string | null };
type SlotChange = Made & { what: string; before: Period[]; after: Period[] };

const SLOT = "slot";
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const TIME = /^([01]?\d|2[0-3]):[0-5]\d(am|pm)$/;
/** East Africa Time, all year. */
const UTC_OFFSET_MS = 3 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const ROWS_AT_ONCE = 100;

export async function up(db: Kysely<Tables>): Promise<void> {
  await createTables(db);
  const entries = await db.selectFrom("entries").selectAll().where("type", "=", SLOT).execute();
  const versions = await db
    .selectFrom("entry_versions")
    .selectAll()
    .where("type", "=", SLOT)
    .orderBy("slug")
    .orderBy("number")
    .execute();
  const removed = await db.selectFrom("entry_bin").selectAll().where("type", "=", SLOT).execute();
  const schedules = await db
    .selectFrom("entry_schedules")
    .selectAll()
    .where("type", "=", SLOT)
    .where("failed_at", "is", null)
    .orderBy("due_at")
    .execute();
  const live = new Map(entries.map(({ slug, body }) => [slug, valuesIn(body)]));
  const versionsOf = Map.groupBy(versions, ({ slug }) => slug);
  const schedulesOf = Map.groupBy(schedules, ({ slug }) => slug);
  const bin = new Map(removed.filter(({ last_number }) => last_number > 0).map((row) => [row.slug, row]));
  const names = await readNames(db);
  const nameOf = (slug: string) => names.get(slug) ?? slug.replaceAll("-", " ");
  const periodRows: Tables["weekly_slots"][] = [];
  const changeRows: Tables["weekly_slot_changes"][] = [];
  for (const slot of new Set([...live.keys(), ...versionsOf.keys(), ...schedulesOf.keys()])) {
    const { periods, changes } = historyOf(live.get(slot), versionsOf.get(slot), bin.get(slot), schedulesOf.get(slot));
    periodRows.push(...periods.map((period) => periodRow(slot, period)));
    let last = 0;
    for (const change of changes) {
      // In their order, also where a change was scheduled before the one that it follows.
      last = Math.max(Date.parse(change.made_at) * 1000, last + 1);
      changeRows.push(changeRow(slot, change, last, nameOf));
    }
  }
  await insert(db, "weekly_slots", periodRows);
  await insert(db, "weekly_slot_changes", changeRows);
  const unreadable = entries.filter(({ slug }) => live.get(slug) === undefined);
  await noteWhatWaits(db, unreadable, nameOf);
  for (const table of ["entries", "entry_versions", "entry_drafts", "entry_schedules", "entry_bin"] as const) {
    await db.deleteFrom(table).where("type", "=", SLOT).execute();
  }
}

async function createTables(db: Kysely<Tables>): Promise<void> {
  let slots = db.schema
    .createTable("weekly_slots")
    .addColumn("slot", "text", (column) => column.notNull())
    .addColumn("first_day", "text", (column) => column.notNull())
    .addColumn("last_day", "text")
    .addPrimaryKeyConstraint("weekly_slots_pk", ["slot", "first_day"]);
  for (const name of ["day", "time_from", "time_to", "class_slug", "trainer_slug"]) {
    slots = slots.addColumn(name, "text", (column) => column.notNull());
  }
  await slots.execute();
  let changes = db.schema
    .createTable("weekly_slot_changes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("made_by_id", "text")
    .addColumn("undone_by", "text");
  for (const name of ["slot", "act_id", "made_at", "made_by", "what", "label", "before"]) {
    changes = changes.addColumn(name, "text", (column) => column.notNull());
  }
  await changes.execute();
  await db.schema.createIndex("weekly_slot_changes_slot").on("weekly_slot_changes").columns(["slot", "id"]).execute();
  await db.schema.createIndex("weekly_slot_changes_act").on("weekly_slot_changes").column("act_id").execute();
  await db.schema
    .createIndex("weekly_slot_changes_named")
    .on("weekly_slot_changes")
    .column("made_at")
    .where(sql.ref("made_by_id"), "is not", null)
    .execute();
}

/** The periods of a slot, and its changes in their order, each with the periods before it. */
function historyOf(
  live: Values | undefined,
  versions: readonly Tables["entry_versions"][] = [],
  removed: Tables["entry_bin"] | undefined,
  schedules: readonly Tables["entry_schedules"][] = [],
): { periods: Period[]; changes: SlotChange[] } {
  const changes: SlotChange[] = [];
  let periods: Period[] = [];
  const change = ({ made_at, made_by_id, made_by }: Made, what: string, after: Period[]) => {
    changes.push({ made_at, made_by_id, made_by, what, before: periods, after });
    periods = after;
  };
  for (const version of versions) {
    const values = valuesIn(version.body);
    const after = values === undefined ? periods : [{ ...values, first: null, last: null }];
    // The first content of a site is no change.
    if (version.how === "seed" || version.how === "imported") periods = after;
    else change(version, version.number === 1 ? "added" : "changed", after);
  }
  if (removed !== undefined && live === undefined) {
    const { removed_at, removed_by_id, removed_by } = removed;
    const last = dateIn(Date.parse(removed_at) - DAY_MS);
    const ended = periods.map((period) => ({ ...period, last }));
    change({ made_at: removed_at, made_by_id: removed_by_id, made_by: removed_by }, "ended", ended);
  } else if (live !== undefined) {
    periods = [{ ...live, first: null, last: null }];
  }
  // At one moment publications came before removals, and nothing was left of what came after a removal.
  for (const scheduled of schedules.toSorted(byMoment)) {
    const [from, values] = [firstDay(scheduled.due_at), valuesIn(scheduled.body ?? "")];
    const before = endedFrom(periods, from);
    if (scheduled.action === "remove") {
      change(scheduled, "ended", before);
      break;
    }
    if (values !== undefined) {
      change(scheduled, versions.length === 0 ? "added" : "changed", [
        ...before,
        { ...values, first: from, last: null },
      ]);
    }
  }
  return { periods, changes };
}

function byMoment(one: Tables["entry_schedules"], other: Tables["entry_schedules"]): number {
  if (one.due_at !== other.due_at) return one.due_at < other.due_at ? -1 : 1;
  return Number(one.action === "remove") - Number(other.action === "remove");
}

function endedFrom(periods: readonly Period[], from: string): Period[] {
  const last = dateIn(Date.parse(from) - DAY_MS - UTC_OFFSET_MS);
  return periods
    .filter(({ first }) => first === null || first < from)
    .map((period) => (period.last !== null && period.last < from ? period : { ...period, last }));
}

/** A change held for the dates that begin when it was due, or later. */
function firstDay(dueAt: string): string {
  return dateIn(Date.parse(dueAt) + DAY_MS - 1);
}

/** The date in Nairobi. */
function dateIn(moment: number): string {
  return new Date(moment + UTC_OFFSET_MS).toISOString().slice(0, 10);
}

/** The values of a body; undefined for one that could not be read, which was not in the timetable. */
function valuesIn(body: string): Values | undefined {
  const values = parse(body);
  const time = parse(JSON.stringify(values.time ?? {}));
  const [day, from, to] = [textOf(values.day), textOf(time.from), textOf(time.to)];
  const [gymClass, trainer] = [textOf(values.gymClass), textOf(values.trainer)];
  const isReadable =
    DAYS.includes(day) && [from, to].every((text) => TIME.test(text)) && gymClass !== "" && trainer !== "";
  return isReadable ? { day, time: { from, to }, gymClass, trainer } : undefined;
}

function parse(body: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(body) };
  } catch {
    return {};
  }
}

function periodRow(slot: string, { first, last, day, time, gymClass, trainer }: Period): Tables["weekly_slots"] {
  return {
    ...{ slot, first_day: first ?? "", last_day: last, day, time_from: time.from, time_to: time.to },
    ...{ class_slug: gymClass, trainer_slug: trainer },
  };
}

function changeRow(
  slot: string,
  { before, after, ...change }: SlotChange,
  number: number,
  nameOf: (slug: string) => string,
): Tables["weekly_slot_changes"] {
  const period = after.at(-1) ?? before.at(-1);
  const label = period === undefined ? "" : wordsOf(period, nameOf);
  return { id: idOf(number), slot, act_id: crypto.randomUUID(), ...change, label, before: JSON.stringify(before) };
}

/** An id that is in its place among those of the log. @param number microseconds */
function idOf(number: number): string {
  return `${number.toString(16).padStart(14, "0")}-${crypto.randomUUID()}`;
}

/** Drafts, changes that were kept for later or could not be made, and what could not be read. */
async function noteWhatWaits(
  db: Kysely<Tables>,
  unreadable: readonly Tables["entries"][],
  nameOf: (slug: string) => string,
): Promise<void> {
  const drafts = await db.selectFrom("entry_drafts").selectAll().where("type", "=", SLOT).orderBy("slug").execute();
  const undated = await db
    .selectFrom("entry_schedules")
    .selectAll()
    .where("type", "=", SLOT)
    .where("failed_at", "is not", null)
    .orderBy("slug")
    .execute();
  const at = Date.now();
  const notes = [
    ...unreadable.map(({ slug, body, updated_by }) => ({ slug, body, by_id: null, by: updated_by })),
    ...drafts.map(({ slug, body, updated_by_id, updated_by }) => ({
      slug,
      body,
      by_id: updated_by_id,
      by: updated_by,
    })),
    ...undated.map(({ slug, body, made_by_id, made_by }) => ({
      slug,
      body: body ?? "",
      by_id: made_by_id,
      by: made_by,
    })),
  ];
  const rows = notes.map(({ slug, body, by_id, by }, index) => ({
    id: idOf(at * 1000 + index),
    at: new Date(at).toISOString(),
    who_id: by_id,
    who_name: by,
    action: "slot-draft-ended",
    type: SLOT,
    slug,
    label: labelOf(body, slug, nameOf),
    act_id: crypto.randomUUID(),
    details: "{}",
  }));
  await insert(db, "audit_log", rows);
}

/** The titles of classes and the names of trainers. */
async function readNames(db: Kysely<Tables>): Promise<Map<string, string>> {
  const rows = await db.selectFrom("entries").selectAll().where("type", "in", ["class", "trainer"]).execute();
  return new Map(
    rows.flatMap(({ slug, body }) => {
      const { title, name } = parse(body);
      const text = title ?? name;
      return typeof text === "string" ? [[slug, text] as const] : [];
    }),
  );
}

/** `Monday, 9:00am-10:00am, Body Building, Amina Yusuf`, as far as it was filled in. */
function wordsOf(values: Record<string, unknown>, nameOf: (slug: string) => string): string {
  const [day, gymClass, trainer] = [textOf(values.day), textOf(values.gymClass), textOf(values.trainer)];
  const { from, to } = parse(JSON.stringify(values.time ?? {}));
  return [
    day.charAt(0).toUpperCase() + day.slice(1),
    [from, to].map(textOf).filter(Boolean).join("-"),
    nameOf(gymClass),
    nameOf(trainer),
  ]
    .filter(Boolean)
    .join(", ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The words of a draft; its id where it can't be read. */
function labelOf(body: string, slug: string, nameOf: (slug: string) => string): string {
  return wordsOf(parse(body), nameOf) || slug;
}

async function insert(
  db: Kysely<Tables>,
  table: "weekly_slots" | "weekly_slot_changes" | "audit_log",
  rows: readonly Record<string, string | null>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
  }
}
