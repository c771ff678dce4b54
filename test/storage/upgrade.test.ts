/** The migrations of databases of version 0.1, and of databases since that have rows to convert. */
import { describe, expect, onTestFinished, test } from "vitest";
import { sessionCookie, tokenHash } from "../../app/accounts/sign-in.server.ts";
import { findVisitor } from "../../app/accounts/sign-up-and-in.server.ts";
import { listEntries } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { listSlotChanges } from "../../app/timetable/slot-history.server.ts";
import { readPeriods } from "../../app/timetable/slot-rows.server.ts";
import { openServices } from "../../host/start/bootstrap.ts";
import { seeds } from "../../seed/content.ts";
import { ENGINES } from "../support/test-services.ts";
import {
  addedSession,
  MOMENT,
  type OldDatabase,
  type OldRow,
  oldPass,
  oldUser,
  openOldDatabase,
  TOLD,
  UNTOLD,
  upgradeBeforeAll,
} from "./old-database.ts";
import { makeVersion01, readVersion01 } from "./version-0-1.ts";

const LINK = { subject: "Choose a new password for Nguvu Fitness", body_text: "x/reset-password?token=abc" };
const NOTICE = { subject: "Your password at Nguvu Fitness has changed", body_text: "It has changed" };
const DESK = { subject: `Enquiry from ${LINK.subject}`, body_text: LINK.body_text };

type Fill = (old: OldDatabase) => Promise<unknown>;

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

function mail(id: string, columns: OldRow): OldRow {
  const row = { created_at: MOMENT, recipient: "amani@nguvu.example", reply_to: "", due_at: MOMENT, sent_at: null };
  return { ...row, id, message_id: id, last_error: null, ...NOTICE, ...columns };
}

/** That session as a person knew it. */
const KNOWN = {
  ...{ date: "2036-11-24", time: { from: "9:00am", to: "10:00am" }, classSlug: "yoga", className: "Yoga" },
  ...{ trainerSlug: "amina-yusuf", trainerName: "Amina Yusuf", isOn: true, standing: "place" },
};

/** A booking by name of that session. */
function bookingByName(id: string, ticket: number, columns: OldRow): OldRow {
  const person = { user_id: null, guest_name: id, guest_phone: "", guest_key: id };
  return { id, session_id: "added-1", ...person, ticket, booked_at: MOMENT, free_until: MOMENT, ...columns };
}

describe.each(ENGINES)("a database of version 0.1 on %s", (kind) => {
  const old = upgradeBeforeAll(kind, {
    "0001-first-tables": async ({ insert }) => {
      await insert("users", oldUser("u1", "amani@nguvu.example"));
      const session = { createdAt: MOMENT, updatedAt: MOMENT, expiresAt: "2999-01-01T00:00:00.000Z" };
      await insert("sessions", { id: "s1", userId: "u1", token: tokenHash("a token"), ...session });
      await insert(
        "outbox",
        mail("1 link, sent", { ...LINK, sent_at: MOMENT }),
        mail("2 link, waiting", LINK),
        mail("3 notice, sent", { sent_at: MOMENT }),
        mail("4 notice, waiting", {}),
        mail("5 desk, waiting", DESK),
        mail("6 link to a deleted account", { ...LINK, recipient: "gone@nguvu.example" }),
        mail("7 notice to a deleted account", { recipient: "gone@nguvu.example", sent_at: MOMENT }),
      );
      const entry = { type: "towel", position: 3, updated_at: MOMENT };
      await insert(
        "entries",
        { ...entry, slug: "seeded", body: '{"colour":"red"}', updated_by: "seed" },
        { ...entry, slug: "written", body: '{"colour":"blue","fringe":true}', updated_by: "Wambui" },
      );
      const enquiry = (id: string, days: number, suspect: number) => {
        const contents = { name: "Zawadi", email: `${id[0]}@example.com`, class: "", comment: "" };
        return { id, received_at: daysAgo(days), suspect, ...contents };
      };
      await insert("enquiries", enquiry("1 recent", 1, 0), enquiry("2 old", 30, 0), enquiry("3 suspect", 1, 1));
      const toDesk = (id: string, days: number, reply_to: string) =>
        mail(id, { recipient: "a@b.example", reply_to, created_at: daysAgo(days), subject: "Enquiry from Zawadi" });
      await insert(
        "outbox",
        toDesk("8 about the first enquiry", 0.99, "1@example.com"),
        toDesk("9 about an unknown address", 1, "9@example.com"),
        toDesk("9 to a visitor", 1, ""),
      );
    },
  });

  test("keeps its mail: assigned to its account, without links in sent mail", async () => {
    const half = "2026-11-21T05:30:00.000Z";
    const mails = await old.valuesOf("outbox", "id", "body_text", "user_id", "expires_at", "encrypted_text");
    expect(mails.slice(0, -3)).toEqual([
      ["1 link, sent", "", "u1", half, null],
      ["2 link, waiting", LINK.body_text, "u1", half, null],
      ["3 notice, sent", NOTICE.body_text, "u1", null, null],
      ["4 notice, waiting", NOTICE.body_text, "u1", null, null],
      ["5 desk, waiting", DESK.body_text, null, null, null],
    ]);
  });

  test("keeps its sign-ins, with a cookie of the old name", async () => {
    const config = { ...old.config, publicUrl: "https://nguvu.example" };
    const services = { db: old.db, config, now: () => new Date(MOMENT) } as Services;
    const cookie = sessionCookie(config, "a token", 60).replace("__Host-", "__Secure-").split(";")[0] ?? "";
    const request = new Request("https://nguvu.example/", { headers: { cookie } });
    expect(await findVisitor(services, request)).toMatchObject({ email: "amani@nguvu.example" });
  });

  test("keeps its content, each entry as the first version of its history", async () => {
    expect(await old.valuesOf("entries", "slug", "position", "version")).toEqual([
      ["seeded", 3, 1],
      ["written", 3, 1],
    ]);
    const version = { type: "towel", number: 1, made_at: MOMENT, made_by_id: null, draft_revision: null };
    expect(await old.rowsOf("entry_versions")).toEqual([
      { ...version, slug: "seeded", body: '{"colour":"red"}', made_by: "seed", how: "seed" },
      { ...version, slug: "written", body: '{"colour":"blue","fringe":true}', made_by: "Wambui", how: "imported" },
    ]);
  });

  test("gives its enquiries states by their age, and links each email to the desk to its enquiry", async () => {
    expect(await old.valuesOf("enquiries", "id", "state", "state_by")).toEqual([
      ["1 recent", "new", null],
      ["2 old", "answered", null],
      ["3 suspect", "suspect", null],
    ]);
    expect((await old.valuesOf("outbox", "id", "enquiry_id")).slice(-3)).toEqual([
      ["8 about the first enquiry", "1 recent"],
      ["9 about an unknown address", null],
      ["9 to a visitor", null],
    ]);
  });

  test("gets missing content types at the next start, and keeps its entries", async () => {
    const { old: used, remove } = await openOldDatabase(kind, "0001-first-tables");
    onTestFinished(remove);
    const rows = await readVersion01();
    const boxing = rows.entries?.find(({ slug }) => slug === "boxing");
    if (boxing)
      boxing.body = JSON.stringify({ ...JSON.parse(String(boxing.body)), motto: "A field of another version" });
    await makeVersion01(used.db, rows);
    const { databaseUrl, dataDir } = used.config;
    const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    const opened = await openServices(settings, "silent");
    if ("problems" in opened) throw new Error(opened.problems.join(" "));
    onTestFinished(opened.close);
    const { slot: slots = [], ...entries } = Object.groupBy(rows.entries ?? [], ({ type }) => String(type));
    for (const type of Object.values(catalogue)) {
      const slugs = (await listEntries(opened.services, type)).map(({ slug }) => slug);
      // Fixed entries that it lacks are seeded.
      const own = type.entries.kind === "list" ? entries[type.name] : undefined;
      const expected = own ?? seeds.get(type.name) ?? [];
      expect(slugs.sort(), type.name).toEqual(expected.map(({ slug }) => slug).sort());
    }
    const parsed = ({ type, slug, body }: OldRow) => [`${type} ${slug}`, JSON.parse(String(body))] as const;
    const stored = new Map((await used.rowsOf("entries")).map(parsed));
    const kept = Object.values(entries).flatMap((ofType = []) => ofType.map(parsed));
    for (const [key, values] of kept) expect(stored.get(key), key).toEqual(values);
    const periods = (await readPeriods(used.db)).map(({ slot, ...period }) => [`slot ${slot}`, period] as const);
    const always = slots.map(parsed).map(([key, values]) => [key, { first: null, last: null, ...values }] as const);
    expect(Object.fromEntries(periods)).toEqual(Object.fromEntries(always));
    expect(slots.length).toBeGreaterThan(0);
  });
});

describe.each(ENGINES)("call lists and kept places on %s", (kind) => {
  const old = upgradeBeforeAll(kind, {
    "0043-freezes-by-the-desk": async ({ insert }) => {
      await insert("class_sessions", addedSession("added-1"), addedSession("added-2"));
      await insert("users", oldUser("u1"));
      const booked = { state: "booked", promoted_at: null, hold_until: null, ended_at: null };
      const gone = { state: "gym_cancelled", promoted_at: null, hold_until: null, ended_at: MOMENT };
      const own = { user_id: "u1", guest_name: null, guest_key: null };
      await insert(
        "bookings",
        bookingByName("moved", 1, booked),
        bookingByName("same", 2, booked),
        bookingByName("told", 3, booked),
        { ...bookingByName("before", 4, gone), ...own },
        { ...bookingByName("again", 5, booked), ...own },
      );
      const at = (from: string, isOn = true) => ({ ...KNOWN, time: { from, to: "10:00am" }, isOn });
      const told = { ...TOLD, told_what: "cancelled" };
      const call = (booking_id: string | null, known: object, how: OldRow, columns: OldRow = {}) => {
        const row = { id: `${booking_id} ${how.way}`, session_id: "added-1", booking_id, trainer_slug: null };
        return { ...row, known: JSON.stringify(known), made_at: `${MOMENT}${booking_id}`, ...how, ...columns };
      };
      await insert(
        "people_to_tell",
        call("moved", at("8:00am"), UNTOLD),
        call("same", at("9:00am"), UNTOLD),
        call("told", at("9:00am"), told),
        call("told", at("9:00am", false), UNTOLD),
        call("before", at("8:00am"), UNTOLD),
        call("again", at("9:00am", false), UNTOLD),
        call(null, { ...KNOWN, trainerSlug: "brian-otieno" }, UNTOLD, { trainer_slug: "amina-yusuf" }),
      );

      const there = { session_id: "added-2" };
      const kept = { ...there, state: "held", promoted_at: MOMENT, hold_until: "2036-11-23T18:00:00.000Z" };
      const waits = { ...there, state: "waiting", promoted_at: null, hold_until: null };
      await insert(
        "bookings",
        bookingByName("listed", 1, kept),
        bookingByName("unlisted", 2, kept),
        bookingByName("host", 3, { ...waits, one_first: 1, host_id: null }),
        bookingByName("guest", 4, { ...waits, one_first: 0, host_id: "host" }),
      );
      const event = { at: MOMENT, actor_kind: "system", note: "promoted", from_state: "waiting", to_state: "held" };
      await insert("booking_events", { id: "1", booking_id: "listed", ...event });
      await insert("people_to_tell", call("listed", { ...KNOWN, standing: "waiting" }, UNTOLD, there));
    },
  });

  test("keep one row of each person who is to be told, with the last change", async () => {
    const rows = await old.valuesOf("people_to_tell", "person", "kind", "told_by", "session_id", "before");
    const people = new Map((await old.rowsOf("people")).map(({ id, user_id: account }) => [id, account]));
    const ofFirst = rows.filter((row) => row[3] === "added-1");
    expect(ofFirst.map(([person, ...row]) => [people.get(person ?? "") ?? person, ...row.slice(0, 2)]).sort()).toEqual([
      ["amina-yusuf", "leads", null],
      ["moved", "moved", null],
      ["told", "back-on", null],
      ["told", "cancelled", "Mercy"],
      ["u1", "moved", null],
    ]);
    expect(ofFirst.find(([person]) => person === "moved")?.at(-1)).toBe(
      "2036-11-24 8:00am 10:00am yoga amina-yusuf scheduled place",
    );
  });

  test("have kept places booked and their people to be told, and two positions for each waiting pair", async () => {
    const bookings = (await old.rowsOf("bookings")).filter((row) => row.session_id === "added-2");
    expect(bookings.map(({ id, state, promoted_at }) => [id, state, promoted_at]).sort()).toEqual([
      ["guest", "waiting", null],
      ["host", "waiting", null],
      ["listed", "booked", MOMENT],
      ["unlisted", "booked", MOMENT],
    ]);
    expect(await old.valuesOf("booking_events", "from_state", "to_state")).toEqual([["waiting", "booked"]]);
    const calls = await old.valuesOf("people_to_tell", "booking_id", "session_id");
    expect(calls.filter((row) => row[1] === "added-2").map(([id]) => id)).toEqual(["listed", "unlisted"]);
  });
});

const [BEFORE, AFTER] = [JSON.stringify({ name: "A", price: 39 }), JSON.stringify({ name: "A", price: 9999 })];

const fillScheduledChanges: Fill = async ({ insert }) => {
  const by = { updated_at: MOMENT, updated_by: "Wanjiru" };
  for (const slug of ["first", "second"]) {
    await insert("entries", { type: "plan", slug, body: BEFORE, position: 1, version: 1, ...by });
  }
  for (const [slug, body] of Object.entries({ first: AFTER, second: BEFORE, third: AFTER })) {
    await insert("entry_drafts", { type: "plan", slug, body, based_on: 1, revision: 7, updated_by_id: "u1", ...by });
    const made = { made_at: MOMENT, made_by_id: "u1", made_by: "Wanjiru", failed_at: null, failed_why: null };
    const schedule = { type: "plan", slug, action: "publish", body: AFTER, based_on: 1, due_at: MOMENT, ...made };
    await insert("entry_schedules", schedule);
  }
};

const fillMails: Fill = ({ insert }) =>
  insert(
    "outbox",
    mail("1 waiting", { attempts: 3, last_error: "451" }),
    mail("2 given up", { attempts: 125, last_error: "550" }),
    mail("3 cut off in its last attempt", { attempts: 125 }),
    mail("4 sent at last", { attempts: 125, sent_at: MOMENT }),
  );

const fillCancelledClass: Fill = async ({ insert }) => {
  await insert("class_sessions", addedSession("added-1", { state: "cancelled", reason: "No water" }));
  for (const [ticket, was] of ["booked", "waiting", "late_cancelled"].entries()) {
    await insert("bookings", bookingByName(was, ticket, { state: "gym_cancelled", ended_at: MOMENT }));
    const event = { at: MOMENT, actor_kind: "staff", from_state: was, to_state: "gym_cancelled" };
    await insert("booking_events", { id: was, booking_id: was, ...event });
  }
};

const fillRequests: Fill = async ({ insert }) => {
  const asked = { asked_at: MOMENT, asked_by_id: "1", asked_by: "Amina Yusuf" };
  for (const [id, starts_at, ended_at] of [
    ["open", "2099-11-26T15:00:00.000Z", null],
    ["over", "2020-11-26T15:00:00.000Z", null],
    ["ended", "2099-11-27T15:00:00.000Z", MOMENT],
  ] as const) {
    const session = { session_id: id, label: `Yoga, ${id}`, starts_at, ends_at: starts_at };
    const state = { reason: "Ill.", desk_told_at: null, ended_at, ended_how: ended_at && "moved", covered_by: null };
    await insert("cover_requests", { id, trainer_slug: "amina-yusuf", ...asked, ...session, ...state });
  }
  const answer = { trainer_slug: "brian-otieno", answer: "declined", answered_at: MOMENT };
  await insert("cover_answers", { request_id: "open", ...answer });

  const made = { made_at: MOMENT, made_by_id: "1", made_by: "Mercy" };
  const person = { name: "Faith", plain_name: "faith", phone: "", email: "", heard_of: "" };
  await insert("members", { id: "faith", ...person, ...made });
  await insert("passes", { ...oldPass("pass"), member_id: "faith" });
  const freeze = { member_id: "faith", pass_id: "pass", first_day: "2026-12-01", last_day: "2026-12-14" };
  const request = { ...freeze, word: "to Kisumu", made_at: MOMENT };
  await insert("freeze_requests", { id: "open", ...request, answer: null });
  await insert("freeze_requests", { id: "withdrawn", ...request, answer: "withdrawn" });

  await insert("users", oldUser("follows"), oldUser("does-not"));
  await insert("trainer_feeds", { user_id: "follows", nonce: "a", token_hash: "b", made_at: MOMENT });
};

const bodyOf = (from: string) =>
  JSON.stringify({ day: "monday", time: { from, to: "10:00am" }, gymClass: "boxing", trainer: "amina-yusuf" });
const [seven, eight, nine] = [bodyOf("7:00am"), bodyOf("8:00am"), bodyOf("9:00am")];
const SLOTS = { seeded: nine, changed: nine, scheduled: nine, ending: nine, drafted: nine, kept: nine, both: nine };

const fillWeeklySlots: Fill = async ({ insert }) => {
  const by = { updated_at: MOMENT, updated_by: "Wanjiru" };
  const entry = { type: "slot", position: 1, version: 1, ...by };
  await insert("entries", { ...entry, type: "class", slug: "boxing", body: '{"title":"Boxing at Dawn"}' });
  const made = (made_at: string, made_by: string) => ({ made_at, made_by_id: `id of ${made_by}`, made_by });
  const version = (slug: string, number: number, body: string, how: string) => ({
    ...{ type: "slot", slug, number, body, how, draft_revision: null },
    ...made(`2026-11-0${number}T05:00:00.000Z`, how === "seed" ? "seed" : "Wanjiru"),
  });
  for (const [slug, body] of Object.entries(SLOTS)) {
    await insert("entries", { ...entry, slug, body, version: slug === "changed" ? 2 : 1 });
    await insert("entry_versions", version(slug, 1, slug === "changed" ? eight : nine, "seed"));
  }
  await insert(
    "entry_versions",
    version("changed", 2, nine, "published"),
    version("removed", 1, eight, "published"),
    version("removed", 2, nine, "published"),
  );
  const removal = { removed_at: "2026-11-20T05:00:00.000Z", removed_by_id: "id of Otieno", removed_by: "Otieno" };
  await insert("entry_bin", { type: "slot", slug: "removed", position: 1, last_number: 2, act_id: "a", ...removal });
  const draft = { type: "slot", slug: "drafted", body: '{"day":"friday","gymClass":"boxing"}', based_on: 1 };
  await insert("entry_drafts", { ...draft, revision: 1, updated_by_id: "id of Otieno", ...by });
  // In Nairobi midnight begins 2 December; a change at noon leaves the classes of its day as they are.
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
    await insert("entry_schedules", { ...schedule, ...made("2026-11-09T05:00:00.000Z", "Moraa") });
  }
};

// The rows of several versions share a database: each migration takes a third of a second on PostgreSQL.
describe.each(ENGINES)("a database that had each version on %s", (kind) => {
  const began = new Date().toISOString();
  const old = upgradeBeforeAll(kind, {
    "0012-sessions-and-challenges": fillScheduledChanges,
    "0014-mail-in-order": fillMails,
    "0025-missed-answers": fillCancelledClass,
    "0033-members-side": fillRequests,
    // An entry is published again while its change waits.
    "0039": ({ db }) => db.updateTable("entries").set({ version: 3 }).where("slug", "=", "second").execute(),
    "0046-opened-closed-days": fillWeeklySlots,
  });

  test("keeps the version of the site that scheduled changes change, without a draft that only repeats them", async () => {
    expect(await old.valuesOf("entry_schedules", "slug", "body", "based_on", "failed_at")).toEqual([
      ["first", AFTER, 1, null],
      ["second", AFTER, 3, null],
      ["third", AFTER, 1, null],
    ]);
    expect(await old.valuesOf("entry_drafts", "slug")).toEqual([["second"], ["third"]]);
  });

  test("has mail that waits or was sent as before, and what was given up has a time", async () => {
    const stored = await old.valuesOf("outbox", "id", "last_error", "given_up_at", "body_text");
    const mails = stored.filter(([id]) => /^\d /.test(String(id)));
    expect(mails.map(([id, error, at]) => [id, error, String(at ?? "") >= began])).toEqual([
      ["1 waiting", "451", false],
      ["2 given up", "550", true],
      ["3 cut off in its last attempt", "unknown", true],
      ["4 sent at last", null, false],
    ]);
    expect(mails.every(([, , , text]) => text === NOTICE.body_text)).toBe(true);
  });

  test("has the people of a cancelled upcoming class on the call list, and open requests for a freeze as notes", async () => {
    expect(await old.valuesOf("people_to_tell", "booking_id", "kind")).toEqual([
      ["booked", "cancelled"],
      ["waiting", "cancelled"],
    ]);
    expect(await old.valuesOf("person_notes", "id", "text", "today_until")).toEqual([
      ["open", "Asks for a freeze of Mwanzo, 1 December 2026 to 14 December 2026. “to Kisumu”", "2026-12-14"],
    ]);
  });

  test("has requests for cover mailed to the desk if they are open and their class is upcoming", async () => {
    const [cover, ...others] = (await old.rowsOf("outbox")).filter(
      ({ recipient }) => recipient === "desk@nguvu.example",
    );
    expect(others).toEqual([]);
    expect(cover?.body_text).toContain(
      "Yoga, open: Amina Yusuf can’t lead it.\nReason: Ill.\nAsked: brian-otieno (can’t)",
    );
    expect(cover?.body_text).not.toMatch(/Yoga, (?:over|ended)/);
  });

  test("has no calendars of trainers, and each trainer with a calendar is mailed once", async () => {
    expect(await migrate(old.db, kind)).toEqual([]);
    const mails = (await old.rowsOf("outbox")).filter(({ recipient }) =>
      /^(?:follows|does-not)@/.test(String(recipient)),
    );
    expect(mails).toMatchObject([
      { recipient: "follows@nguvu.example", user_id: "follows", sent_at: null, given_up_at: null, attempts: 0 },
    ]);
    expect(mails[0]?.body_text).toContain("has ended");
    expect((await old.db.introspection.getTables()).map(({ name }) => name)).not.toContain("trainer_feeds");
  });

  test("has weekly slots with periods", async () => {
    const periods = (await readPeriods(old.db)).map(
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
  });

  test("has the changes of weekly slots", async () => {
    const changes = new Map<string, string[]>();
    for (const slot of [...Object.keys(SLOTS), "new", "removed"]) {
      const history = await listSlotChanges(old.db, slot);
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
    const [change] = await listSlotChanges(old.db, "scheduled");
    expect(change).toMatchObject({ label: "Monday, 7:00am-10:00am, Boxing at Dawn, amina yusuf", undoneBy: null });
  });

  test("has a log entry for each change of a slot that waited without a day, and no slots as content", async () => {
    expect(await old.valuesOf("audit_log", "who_name", "action", "slug", "label")).toEqual([
      ["Moraa", "slot-draft-ended", "kept", expect.stringMatching(/^Monday, 7:00am-/)],
      ["Wanjiru", "slot-draft-ended", "drafted", "Friday, Boxing at Dawn"],
    ]);
    for (const table of ["entries", "entry_versions", "entry_drafts", "entry_schedules", "entry_bin"]) {
      const left = (await old.rowsOf(table)).filter(({ type }) => type === "slot");
      expect(left, table).toEqual([]);
    }
  });
});
