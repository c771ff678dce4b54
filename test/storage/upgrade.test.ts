/** The migrations of a database of version 0.1. */

import { rm } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findVisitor } from "../../app/accounts/accounts.server.ts";
import { sessionCookie, tokenHash } from "../../app/accounts/sign-in.server.ts";
import { listEntries } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import type { Config } from "../../app/platform/config.ts";
import { type Database, openDatabase } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import type { Tables } from "../../app/platform/schema.ts";
import type { Db, Services } from "../../app/platform/services.ts";
import { listSlotChanges } from "../../app/timetable/slot-history.server.ts";
import { readPeriods } from "../../app/timetable/slot-rows.server.ts";
import * as firstTables from "../../db/migrations/0001-first-tables.ts";
import { openServices } from "../../host/start/bootstrap.ts";
import { seeds } from "../../seed/content.ts";
import { createPostgresDatabase, ENGINES, testConfig } from "../support/test-services.ts";
import { migrateUntil } from "./migrate-until.ts";
import { makeVersion01, readVersion01 } from "./version-0-1.ts";

const MOMENT = "2026-11-21T05:00:00.000Z";
const LINK = { subject: "Choose a new password for Nguvu Fitness", body_text: "x/reset-password?token=abc" };
const NOTICE = { subject: "Your password at Nguvu Fitness has changed", body_text: "It has changed" };
const DESK = { subject: `Enquiry from ${LINK.subject}`, body_text: LINK.body_text };

/** Adds a class session to come. */
async function addSession(
  db: Db,
  { state, reason }: { state: "scheduled" | "cancelled"; reason: string | null },
): Promise<void> {
  const when = { date: "2036-11-24", time_from: "9:00am", time_to: "10:00am" };
  const planned = { planned_date: when.date, planned_from: when.time_from, planned_to: when.time_to };
  const trainer = { trainer_slug: "amina-yusuf", trainer_name: "Amina Yusuf" };
  await db
    .insertInto("class_sessions")
    .values({
      ...{ id: "added-1", slot: null, slot_date: null, ...when, ...planned, ...trainer },
      ...{ planned_trainer_slug: "amina-yusuf", planned_trainer_name: "Amina Yusuf" },
      ...{ class_slug: "yoga", class_name: "Yoga", state, reason, closed_note: null },
      ...{ starts_at: "2036-11-24T06:00:00.000Z", ends_at: "2036-11-24T07:00:00.000Z", decided: '["added","state"]' },
      ...{ sequence: 1, changed_at: MOMENT, changed_by_id: null, changed_by: "test" },
    })
    .execute();
}

/** That session as somebody knew it. */
const KNOWN = {
  ...{ date: "2036-11-24", time: { from: "9:00am", to: "10:00am" }, classSlug: "yoga", className: "Yoga" },
  ...{ trainerSlug: "amina-yusuf", trainerName: "Amina Yusuf", isOn: true, standing: "place" },
};

type OldBooking = Record<string, string | number | null>;

/** A booking by name of that session, with columns of its time. */
function bookingByName(id: string, ticket: number, columns: OldBooking): OldBooking {
  const person = { user_id: null, guest_name: id, guest_phone: "", guest_key: id };
  return { id, session_id: "added-1", ...person, ticket, booked_at: MOMENT, free_until: MOMENT, ...columns };
}

describe.each(ENGINES)("a database of version 0.1 on %s", (kind) => {
  let config: Config;
  let database: Database;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const fresh = kind === "postgres" ? await createPostgresDatabase() : undefined;
    config = await testConfig({ databaseUrl: fresh?.url });
    database = await openDatabase(config, createLog("silent"));
    remove = async () => {
      await database.close();
      await fresh?.drop();
      await rm(config.dataDir, { recursive: true });
    };
    const provider = { getMigrations: async () => ({ "0001-first-tables": firstTables }) };
    const { error } = await new Migrator({ db: database.db, provider }).migrateToLatest();
    expect(error).toBeUndefined();
  });
  afterEach(() => remove());

  test("keeps its mail: assigned to its account, without links in sent mail", async () => {
    const { db } = database;
    const moments = { createdAt: MOMENT, updatedAt: MOMENT };
    await db
      .insertInto("users")
      .values({ id: "u1", name: "", email: "amani@nguvu.example", emailVerified: 0, image: null, ...moments })
      .execute();
    const row = { created_at: MOMENT, reply_to: "", due_at: MOMENT, last_error: null };
    for (const [id, mail, recipient, sent_at] of [
      ["1 link, sent", LINK, "amani@nguvu.example", MOMENT],
      ["2 link, waiting", LINK, "amani@nguvu.example", null],
      ["3 notice, sent", NOTICE, "amani@nguvu.example", MOMENT],
      ["4 notice, waiting", NOTICE, "amani@nguvu.example", null],
      ["5 desk, waiting", DESK, "amani@nguvu.example", null],
      ["6 link to a deleted account", LINK, "gone@nguvu.example", null],
      ["7 notice to a deleted account", NOTICE, "gone@nguvu.example", MOMENT],
    ] as const) {
      await db
        .insertInto("outbox")
        .values({ id, message_id: id, recipient, sent_at, ...mail, ...row })
        .execute();
    }
    await migrate(db, kind);
    const half = "2026-11-21T05:30:00.000Z";
    const columns = ["id", "body_text", "user_id", "expires_at", "encrypted_text"] as const;
    const mails = await db.selectFrom("outbox").select(columns).orderBy("id").execute();
    expect(mails.map((mail) => Object.values(mail))).toEqual([
      ["1 link, sent", "", "u1", half, null],
      ["2 link, waiting", LINK.body_text, "u1", half, null],
      ["3 notice, sent", NOTICE.body_text, "u1", null, null],
      ["4 notice, waiting", NOTICE.body_text, "u1", null, null],
      ["5 desk, waiting", DESK.body_text, null, null, null],
    ]);
  });

  test("keeps who is signed in, with a cookie of the name that it had", async () => {
    const { db } = database;
    const now = new Date();
    const moments = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    await db
      .insertInto("users")
      .values({ id: "u1", name: "", email: "amani@nguvu.example", emailVerified: 0, image: null, ...moments })
      .execute();
    const session = { ...moments, expiresAt: "2999-01-01T00:00:00.000Z", ipAddress: null, userAgent: null };
    await db
      .insertInto("sessions")
      .values({ id: "s1", userId: "u1", token: tokenHash("a token"), ...session })
      .execute();
    await migrate(db, kind);
    const services = { db, config: { ...config, publicUrl: "https://nguvu.example" }, now: () => now } as Services;
    const cookie = sessionCookie(services.config, "a token", 60).replace("__Host-", "__Secure-").split(";")[0] ?? "";
    const request = new Request("https://nguvu.example/", { headers: { cookie } });
    expect(await findVisitor(services, request)).toMatchObject({ email: "amani@nguvu.example" });
  });

  test("keeps its content, each entry as the first version of its history", async () => {
    const { db } = database;
    const row = { type: "towel", position: 3, updated_at: MOMENT };
    await db
      .insertInto("entries")
      .values([
        { ...row, slug: "seeded", body: '{"colour":"red"}', updated_by: "seed" },
        { ...row, slug: "written", body: '{"colour":"blue","fringe":true}', updated_by: "Wambui" },
      ])
      .execute();
    await migrate(db, kind);
    const entries = await db.selectFrom("entries").selectAll().orderBy("slug").execute();
    expect(entries.map(({ slug, position, version }) => [slug, position, version])).toEqual([
      ["seeded", 3, 1],
      ["written", 3, 1],
    ]);
    const version = { type: "towel", number: 1, made_at: MOMENT, made_by_id: null, draft_revision: null };
    expect(await db.selectFrom("entry_versions").selectAll().orderBy("slug").execute()).toEqual([
      { ...version, slug: "seeded", body: '{"colour":"red"}', made_by: "seed", how: "seed" },
      { ...version, slug: "written", body: '{"colour":"blue","fringe":true}', made_by: "Wambui", how: "imported" },
    ]);
  });

  test("has the states of its enquiries by their age, and each mail to the desk refers to its enquiry", async () => {
    const { db } = database;
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
    const contents = { name: "Zawadi", class: "", comment: "" };
    for (const [id, received_at, suspect] of [
      ["1 lately", daysAgo(1), 0],
      ["2 long ago", daysAgo(30), 0],
      ["3 suspect", daysAgo(1), 1],
    ] as const) {
      const email = `${id[0]}@example.com`;
      await db
        .insertInto("enquiries")
        .values({ id, received_at, suspect, email, ...contents })
        .execute();
    }
    const mail = { subject: "Enquiry from Zawadi", body_text: "", sent_at: null, last_error: null };
    for (const [id, reply_to, created_at] of [
      ["1 about the first", "1@example.com", daysAgo(0.99)],
      ["2 about nobody stored", "9@example.com", daysAgo(1)],
      ["3 to a visitor", "", daysAgo(1)],
    ] as const) {
      await db
        .insertInto("outbox")
        .values({ id, message_id: id, recipient: "a@b.example", reply_to, created_at, due_at: created_at, ...mail })
        .execute();
    }
    await migrate(db, kind);
    const states = await db.selectFrom("enquiries").select(["id", "state", "state_by"]).orderBy("id").execute();
    expect(states.map((row) => Object.values(row))).toEqual([
      ["1 lately", "new", null],
      ["2 long ago", "answered", null],
      ["3 suspect", "suspect", null],
    ]);
    const mails = await db.selectFrom("outbox").select(["id", "enquiry_id"]).orderBy("id").execute();
    expect(mails.map(({ enquiry_id }) => enquiry_id)).toEqual(["1 lately", null, null]);
  });

  test("that came to have schedules keeps them, each about the version on the site, without the draft that only repeats it", async () => {
    const { db } = database;
    await migrateUntil(db, "0012-sessions-and-challenges");
    const [before, after] = [JSON.stringify({ name: "A", price: 39 }), JSON.stringify({ name: "A", price: 9999 })];
    const by = { updated_at: MOMENT, updated_by: "Wanjiru" };
    for (const slug of ["first", "second"]) {
      const entry = { type: "plan", slug, body: before, position: 1, version: 1, ...by };
      await db.insertInto("entries").values(entry).execute();
    }
    const drafts = { first: after, second: before, third: after };
    for (const [slug, body] of Object.entries(drafts)) {
      const draft = { type: "plan", slug, body, based_on: 1, revision: 7, updated_by_id: "u1", ...by };
      await db.insertInto("entry_drafts").values(draft).execute();
      const made = { made_at: MOMENT, made_by_id: "u1", made_by: "Wanjiru", failed_at: null, failed_why: null };
      const schedule = { type: "plan", slug, action: "publish", body: after, based_on: 1, due_at: MOMENT, ...made };
      // Without the columns of today.
      await db
        .insertInto("entry_schedules")
        .values(schedule as Tables["entry_schedules"])
        .execute();
    }
    await migrateUntil(db, "0039");
    // What was published meanwhile was merged into it.
    await db.updateTable("entries").set({ version: 3 }).where("slug", "=", "second").execute();
    await migrate(db, kind);
    const schedules = await db.selectFrom("entry_schedules").selectAll().orderBy("slug").execute();
    expect(schedules.map(({ slug, body, based_on, failed_at }) => [slug, body, based_on, failed_at])).toEqual([
      ["first", after, 1, null],
      ["second", after, 3, null],
      ["third", after, 1, null],
    ]);
    const left = await db.selectFrom("entry_drafts").select("slug").orderBy("slug").execute();
    expect(left.map(({ slug }) => slug)).toEqual(["second", "third"]);
  });

  test("that came to have mail in order keeps it: what was given up is so from today, the rest waits or was sent", async () => {
    const { db } = database;
    await migrateUntil(db, "0014-mail-in-order");
    const mail = { created_at: MOMENT, reply_to: "", due_at: MOMENT, recipient: "amani@nguvu.example", ...NOTICE };
    for (const [id, attempts, last_error, sent_at] of [
      ["1 waiting", 3, "451", null],
      ["2 given up", 125, "550", null],
      ["3 cut off in its last attempt", 125, null, null],
      ["4 sent at last", 125, null, MOMENT],
    ] as const) {
      await db
        .insertInto("outbox")
        .values({ id, message_id: id, attempts, last_error, sent_at, ...mail })
        .execute();
    }
    const before = new Date().toISOString();
    await migrate(db, kind);
    const mails = await db.selectFrom("outbox").selectAll().orderBy("id").execute();
    expect(mails.map(({ id, last_error, given_up_at }) => [id, last_error, (given_up_at ?? "") >= before])).toEqual([
      ["1 waiting", "451", false],
      ["2 given up", "550", true],
      ["3 cut off in its last attempt", "unknown", true],
      ["4 sent at last", null, false],
    ]);
    expect(mails.every(({ body_text }) => body_text === NOTICE.body_text)).toBe(true);
  });

  test("that came to list people to tell has those of cancelled classes to come on the list", async () => {
    const { db } = database;
    await migrateUntil(db, "0025-missed-answers");
    await addSession(db, { state: "cancelled", reason: "No water" });
    for (const [ticket, was] of (["booked", "waiting", "late_cancelled"] as const).entries()) {
      const ended = { state: "gym_cancelled", ended_at: MOMENT };
      await (db as unknown as Kysely<{ bookings: OldBooking }>)
        .insertInto("bookings")
        .values(bookingByName(was, ticket, ended))
        .execute();
      const by = { actor_kind: "staff" as const, actor_id: null, actor_name: null, note: null };
      await db
        .insertInto("booking_events")
        .values({ id: was, booking_id: was, at: MOMENT, ...by, from_state: was, to_state: "gym_cancelled" })
        .execute();
    }
    await migrate(db, kind);
    const rows = await db.selectFrom("people_to_tell").select(["booking_id", "kind"]).orderBy("booking_id").execute();
    expect(rows.map((row) => Object.values(row))).toEqual([
      ["booked", "cancelled"],
      ["waiting", "cancelled"],
    ]);
  });

  test("that stored what people knew keeps who is to be told, with the last change, one row for a person", async () => {
    const { db } = database;
    await migrateUntil(db, "0043-freezes-by-the-desk");
    await addSession(db, { state: "scheduled", reason: null });
    const old = db as unknown as Kysely<Record<string, Record<string, string | number | null>>>;
    const account = { id: "u1", name: "", email: "amani@nguvu.example", emailVerified: 0, image: null };
    await db
      .insertInto("users")
      .values({ ...account, createdAt: MOMENT, updatedAt: MOMENT })
      .execute();
    const booked = { state: "booked", promoted_at: null, hold_until: null };
    const gone = { state: "gym_cancelled", promoted_at: null, hold_until: null, ended_at: MOMENT };
    const own = { user_id: "u1", guest_name: null, guest_key: null };
    await old
      .insertInto("bookings")
      .values([
        { ended_at: null, ...bookingByName("moved", 1, booked) },
        { ended_at: null, ...bookingByName("same", 2, booked) },
        { ended_at: null, ...bookingByName("told", 3, booked) },
        { ...bookingByName("before", 4, gone), ...own },
        { ended_at: null, ...bookingByName("again", 5, booked), ...own },
      ])
      .execute();
    const at = (from: string, isOn = true) => ({ ...KNOWN, time: { from, to: "10:00am" }, isOn });
    const notified = { told_at: MOMENT, told_by_id: "1", told_by: "Mercy", told_what: "cancelled", way: "call" };
    const untold = { told_at: null, told_by_id: null, told_by: null, told_what: null, way: null };
    const row = (
      booking_id: string,
      known: object,
      how: typeof notified | typeof untold,
      trainer_slug: string | null = null,
    ) => ({
      ...{
        id: `${booking_id} ${how.way}`,
        session_id: "added-1",
        booking_id: trainer_slug === null ? booking_id : null,
      },
      ...{ trainer_slug, known: JSON.stringify(known), made_at: `${MOMENT}${booking_id}`, ...how },
    });
    await old
      .insertInto("people_to_tell")
      .values([
        row("moved", at("8:00am"), untold),
        row("same", at("9:00am"), untold),
        row("told", at("9:00am"), notified),
        row("told", at("9:00am", false), untold),
        row("before", at("8:00am"), untold),
        row("again", at("9:00am", false), untold),
        row("trainer", { ...KNOWN, trainerSlug: "brian-otieno" }, untold, "amina-yusuf"),
      ])
      .execute();
    await migrate(db, kind);
    const rows = await db
      .selectFrom("people_to_tell")
      .select(["person", "kind", "told_by", "before"])
      .orderBy("person")
      .orderBy("kind")
      .execute();
    const person = await db.selectFrom("people").select("id").where("user_id", "=", "u1").executeTakeFirst();
    const nameOf = (id: string) => (id === person?.id ? "u1" : id);
    expect(rows.map((row) => [nameOf(row.person), row.kind, row.told_by]).sort()).toEqual([
      ["amina-yusuf", "leads", null],
      ["moved", "moved", null],
      ["told", "back-on", null],
      ["told", "cancelled", "Mercy"],
      ["u1", "moved", null],
    ]);
    expect(rows.find(({ person: name }) => name === "moved")?.before).toBe(
      "2036-11-24 8:00am 10:00am yoga amina-yusuf scheduled place",
    );
  });

  test("that kept places and had pairs waiting has the places booked, their people to be told, and two positions for each pair", async () => {
    const { db } = database;
    await migrateUntil(db, "0043-freezes-by-the-desk");
    await addSession(db, { state: "scheduled", reason: null });
    const old = db as unknown as Kysely<Record<string, Record<string, string | number | null>>>;
    const kept = { state: "held", promoted_at: MOMENT, hold_until: "2036-11-23T18:00:00.000Z" };
    await old
      .insertInto("bookings")
      .values(bookingByName("listed", 1, kept))
      .execute();
    await old
      .insertInto("bookings")
      .values(bookingByName("unlisted", 2, kept))
      .execute();
    const waits = { state: "waiting", promoted_at: null };
    await old
      .insertInto("bookings")
      .values([
        bookingByName("host", 3, { ...waits, one_first: 1, host_id: null, hold_until: null }),
        bookingByName("guest", 4, { ...waits, one_first: 0, host_id: "host", hold_until: null }),
      ])
      .execute();
    const event = { at: MOMENT, actor_kind: "system", actor_id: null, actor_name: null, note: "promoted" };
    await old
      .insertInto("booking_events")
      .values({ id: "1", booking_id: "listed", ...event, from_state: "waiting", to_state: "held" })
      .execute();
    await old
      .insertInto("people_to_tell")
      .values({
        id: "1",
        session_id: "added-1",
        booking_id: "listed",
        known: JSON.stringify({ ...KNOWN, standing: "waiting" }),
        made_at: MOMENT,
      })
      .execute();
    await migrate(db, kind);
    const bookings = await db.selectFrom("bookings").select(["id", "state", "promoted_at"]).orderBy("ticket").execute();
    expect(bookings).toEqual([
      ...["listed", "unlisted"].map((id) => ({ id, state: "booked", promoted_at: MOMENT })),
      ...["host", "guest"].map((id) => ({ id, ...waits })),
    ]);
    const events = await db.selectFrom("booking_events").select(["from_state", "to_state"]).execute();
    expect(events).toEqual([{ from_state: "waiting", to_state: "booked" }]);
    const listed = await db.selectFrom("people_to_tell").select("booking_id").orderBy("booking_id").execute();
    expect(listed.map((row) => row.booking_id)).toEqual(["listed", "unlisted"]);
  });

  test("that had requests for cover mails the open ones of classes to come to the desk, once", async () => {
    const { db } = database;
    await migrateUntil(db, "0033-members-side");
    const old = db as unknown as Kysely<Record<string, Record<string, string | null>>>;
    const person = { trainer_slug: "amina-yusuf", asked_at: MOMENT, asked_by_id: "1", asked_by: "Amina Yusuf" };
    for (const [id, starts_at, ended_at] of [
      ["open", "2099-11-26T15:00:00.000Z", null],
      ["over", "2020-11-26T15:00:00.000Z", null],
      ["ended", "2099-11-27T15:00:00.000Z", MOMENT],
    ] as const) {
      const session = { session_id: id, label: `Yoga, ${id}`, starts_at, ends_at: starts_at };
      const state = { reason: "Ill.", desk_told_at: null, ended_at, ended_how: ended_at && "moved", covered_by: null };
      await old
        .insertInto("cover_requests")
        .values({ id, ...person, ...session, ...state })
        .execute();
    }
    const answer = { trainer_slug: "brian-otieno", answer: "declined", answered_at: MOMENT };
    await old
      .insertInto("cover_answers")
      .values({ request_id: "open", ...answer })
      .execute();
    await migrate(db, kind);
    const mails = await db.selectFrom("outbox").select(["recipient", "body_text"]).execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual(["desk@nguvu.example"]);
    expect(mails[0]?.body_text).toContain(
      "Yoga, open: Amina Yusuf can’t lead it.\nReason: Ill.\nAsked: brian-otieno (can’t)",
    );
    expect(mails[0]?.body_text).not.toMatch(/Yoga, (?:over|ended)/);
  });

  test("that had requests for a freeze has the open ones as notes on the records, which stay on Today", async () => {
    const { db } = database;
    await migrateUntil(db, "0033-members-side");
    const old = db as unknown as Kysely<Record<string, Record<string, string | number | null>>>;
    const made = { made_at: MOMENT, made_by_id: "1", made_by: "Mercy" };
    const person = { name: "Faith", plain_name: "faith", phone: "", email: "", heard_of: "" };
    await old
      .insertInto("members")
      .values({ id: "faith", ...person, ...made })
      .execute();
    const plan = { plan_slug: "mwanzo", plan_name: "Mwanzo", terms: "{}", price_kes: 4500, days: 30, grace_days: 3 };
    const given = { paid_how: "cash", paid_note: "", given_at: MOMENT, given_by_id: "1", given_by: "Mercy" };
    await old
      .insertInto("passes")
      .values({ id: "pass", member_id: "faith", first_day: "2026-11-21", ...plan, ...given })
      .execute();
    const request = { member_id: "faith", pass_id: "pass", first_day: "2026-12-01", last_day: "2026-12-14" };
    for (const [id, answer] of [
      ["open", null],
      ["withdrawn", "withdrawn"],
    ]) {
      await old
        .insertInto("freeze_requests")
        .values({ id, ...request, word: "to Kisumu", made_at: MOMENT, answer })
        .execute();
    }
    await migrate(db, kind);
    expect(await db.selectFrom("person_notes").select(["id", "text", "today_until"]).execute()).toEqual([
      {
        id: "open",
        text: "Asks for a freeze of Mwanzo, 1 December 2026 to 14 December 2026. “to Kisumu”",
        today_until: "2026-12-14",
      },
    ]);
  });

  test("that came to have trainers' calendars mails each trainer with one that it has ended, once", async () => {
    const { db } = database;
    await migrateUntil(db, "0033-members-side");
    const moments = { createdAt: MOMENT, updatedAt: MOMENT };
    for (const id of ["follows", "does-not"]) {
      const email = `${id}@nguvu.example`;
      const user = { id, name: "", email, emailVerified: 1, image: null, ...moments };
      await db.insertInto("users").values(user).execute();
    }
    await sql`insert into trainer_feeds (user_id, nonce, token_hash, made_at)
      values ('follows', 'a', 'b', ${MOMENT})`.execute(db);
    await migrate(db, kind);
    await migrate(db, kind);
    const mails = await db.selectFrom("outbox").selectAll().execute();
    expect(mails).toMatchObject([
      { recipient: "follows@nguvu.example", user_id: "follows", sent_at: null, given_up_at: null, attempts: 0 },
    ]);
    expect(mails[0]?.body_text).toContain("has ended");
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain("trainer_feeds");
  });

  test("whose weekly slots were content has each with its periods, its changes, and a note for what waited without a day", async () => {
    const { db } = database;
    await migrateUntil(db, "0046-opened-closed-days");
    const bodyOf = (from: string) =>
      JSON.stringify({ day: "monday", time: { from, to: "10:00am" }, gymClass: "boxing", trainer: "amina-yusuf" });
    const [seven, eight, nine] = [bodyOf("7:00am"), bodyOf("8:00am"), bodyOf("9:00am")];
    const by = { updated_at: MOMENT, updated_by: "Wanjiru" };
    const boxing = {
      type: "class",
      slug: "boxing",
      body: '{"title":"Boxing at Dawn"}',
      position: 1,
      version: 1,
      ...by,
    };
    await db.insertInto("entries").values(boxing).execute();
    const made = (made_at: string, made_by: string) => ({ made_at, made_by_id: `id of ${made_by}`, made_by });
    const version = (slug: string, number: number, body: string, how: string) => ({
      ...{ type: "slot", slug, number, body, how, draft_revision: null },
      ...made(`2026-11-0${number}T05:00:00.000Z`, how === "seed" ? "seed" : "Wanjiru"),
    });
    const slots = { seeded: nine, changed: nine, scheduled: nine, ending: nine, drafted: nine, kept: nine, both: nine };
    for (const [slug, body] of Object.entries(slots)) {
      await db
        .insertInto("entries")
        .values({ type: "slot", slug, body, position: 1, version: slug === "changed" ? 2 : 1, ...by })
        .execute();
      await db
        .insertInto("entry_versions")
        .values(version(slug, 1, slug === "changed" ? eight : nine, "seed"))
        .execute();
    }
    await db
      .insertInto("entry_versions")
      .values(version("changed", 2, nine, "published"))
      .execute();
    await db
      .insertInto("entry_versions")
      .values([version("removed", 1, eight, "published"), version("removed", 2, nine, "published")])
      .execute();
    const removal = { removed_at: "2026-11-20T05:00:00.000Z", removed_by_id: "id of Otieno", removed_by: "Otieno" };
    const bin = { type: "slot", slug: "removed", position: 1, last_number: 2, act_id: "a", ...removal };
    await db.insertInto("entry_bin").values(bin).execute();
    const draft = {
      type: "slot",
      slug: "drafted",
      body: '{"day":"friday","gymClass":"boxing"}',
      based_on: 1,
      revision: 1,
    };
    await db
      .insertInto("entry_drafts")
      .values({ ...draft, updated_by_id: "id of Otieno", ...by })
      .execute();
    // Midnight in Nairobi begins the 2nd of December; at noon the classes of that day are as they were.
    const midnight = "2036-12-01T21:00:00.000Z";
    const noon = "2036-12-02T09:00:00.000Z";
    for (const [slug, action, due_at, failed_at] of [
      ["scheduled", "publish", midnight, null],
      ["new", "publish", noon, null],
      ["ending", "remove", midnight, null],
      ["both", "publish", midnight, null],
      ["both", "remove", "2036-12-08T21:00:00.000Z", null],
      ["kept", "publish", midnight, MOMENT],
    ] as const) {
      const why = { failed_at, failed_why: failed_at && "[]", based_on: 1, draft_revision: null };
      const schedule = { type: "slot", slug, action, body: action === "remove" ? null : seven, due_at, ...why };
      await db
        .insertInto("entry_schedules")
        .values({ ...schedule, ...made("2026-11-09T05:00:00.000Z", "Moraa") })
        .execute();
    }
    await migrate(db, kind);

    const periods = (await readPeriods(db)).map(
      ({ slot, time, first, last }) => `${slot} ${time.from} ${first}..${last}`,
    );
    expect(periods.sort()).toEqual([
      "both 7:00am 2036-12-02..2036-12-08",
      "both 9:00am null..2036-12-01",
      "changed 9:00am null..null",
      "drafted 9:00am null..null",
      "ending 9:00am null..2036-12-01",
      "kept 9:00am null..null",
      "new 7:00am 2036-12-03..null",
      "removed 9:00am null..2026-11-19",
      "scheduled 7:00am 2036-12-02..null",
      "scheduled 9:00am null..2036-12-01",
      "seeded 9:00am null..null",
    ]);
    const changes = new Map<string, string[]>();
    for (const slot of [...Object.keys(slots), "new", "removed"]) {
      const history = await listSlotChanges(db, slot);
      const texts = history.map(({ what, by, before }) => `${what} by ${by}, before ${before.at(-1)?.time.from}`);
      if (texts.length > 0) changes.set(slot, texts);
    }
    expect(Object.fromEntries(changes)).toEqual({
      changed: ["changed by Wanjiru, before 8:00am"],
      scheduled: ["changed by Moraa, before 9:00am"],
      ending: ["ended by Moraa, before 9:00am"],
      both: ["ended by Moraa, before 7:00am", "changed by Moraa, before 9:00am"],
      new: ["added by Moraa, before undefined"],
      removed: [
        "ended by Otieno, before 9:00am",
        "changed by Wanjiru, before 8:00am",
        "added by Wanjiru, before undefined",
      ],
    });
    const [change] = await listSlotChanges(db, "scheduled");
    expect(change).toMatchObject({ label: "Monday, 7:00am-10:00am, Boxing at Dawn, amina yusuf", undoneBy: null });
    const notes = await db
      .selectFrom("audit_log")
      .select(["who_name", "action", "slug", "label"])
      .orderBy("id")
      .execute();
    expect(notes).toEqual([
      { who_name: "Wanjiru", action: "slot-draft-ended", slug: "drafted", label: "Friday, Boxing at Dawn" },
      { who_name: "Moraa", action: "slot-draft-ended", slug: "kept", label: expect.stringMatching(/^Monday, 7:00am-/) },
    ]);
    for (const table of ["entries", "entry_versions", "entry_drafts", "entry_schedules", "entry_bin"] as const) {
      expect(await db.selectFrom(table).select("slug").where("type", "=", "slot").execute(), table).toEqual([]);
    }
  });

  test("gets the types that it doesn't have at the next start, and keeps the entries that it has", async () => {
    const rows = await readVersion01();
    await makeVersion01(database.db, rows);
    const { databaseUrl } = config;
    const opened = await openServices(
      { DATA_DIR: config.dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
      "silent",
    );
    if ("problems" in opened) throw new Error(opened.problems.join(" "));
    try {
      const known = new Set((rows.seeded_types ?? rows.entries ?? []).map(({ type }) => type));
      for (const type of Object.values(catalogue)) {
        const stored = (rows.entries ?? []).filter((row) => row.type === type.name);
        const expected = known.has(type.name) ? stored : (seeds.get(type.name) ?? []);
        const slugs = (await listEntries(opened.services, type)).map(({ slug }) => slug);
        expect(slugs.sort(), type.name).toEqual(expected.map(({ slug }) => slug).sort());
      }
      const { db } = opened.services;
      const entries = (rows.entries ?? []).filter(({ type }) => type !== "slot");
      for (const row of entries) {
        const stored = await db
          .selectFrom("entries")
          .select("body")
          .where("type", "=", String(row.type))
          .where("slug", "=", String(row.slug))
          .executeTakeFirstOrThrow();
        expect(JSON.parse(stored.body)).toEqual(JSON.parse(String(row.body)));
      }
      const slots = (rows.entries ?? []).filter(({ type }) => type === "slot");
      const periods = (await readPeriods(db)).map(({ slot, first, last, ...values }) => [slot, first, last, values]);
      expect(slots.length).toBeGreaterThan(0);
      expect(periods).toHaveLength(slots.length);
      for (const { slug, body } of slots) expect(periods).toContainEqual([slug, null, null, JSON.parse(String(body))]);
    } finally {
      await opened.close();
    }
  });
});
