/** The migrations of databases of version 0.1, and of weekly slots that were content. */

import { describe, expect, onTestFinished, test } from "vitest";
import { findVisitor } from "../../app/accounts/accounts.server.ts";
import { sessionCookie, tokenHash } from "../../app/accounts/sign-in.server.ts";
import { listEntries } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import type { Services } from "../../app/platform/services.ts";
import { listSlotChanges } from "../../app/timetable/slot-history.server.ts";
import { readPeriods } from "../../app/timetable/slot-rows.server.ts";
import { openServices } from "../../host/start/bootstrap.ts";
import { seeds } from "../../seed/content.ts";
import { ENGINES } from "../support/test-services.ts";
import { type OldRow, openOldDatabase, upgradeBeforeAll } from "./old-database.ts";
import { makeVersion01, readVersion01 } from "./version-0-1.ts";

const MOMENT = "2026-11-21T05:00:00.000Z";
const LINK = { subject: "Choose a new password for Nguvu Fitness", body_text: "x/reset-password?token=abc" };
const NOTICE = { subject: "Your password at Nguvu Fitness has changed", body_text: "It has changed" };
const DESK = { subject: `Enquiry from ${LINK.subject}`, body_text: LINK.body_text };

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

function mail(id: string, columns: OldRow): OldRow {
  const row = { created_at: MOMENT, recipient: "amani@nguvu.example", reply_to: "", due_at: MOMENT, sent_at: null };
  return { ...row, id, message_id: id, last_error: null, ...NOTICE, ...columns };
}

describe.each(ENGINES)("a database of version 0.1 on %s", (kind) => {
  const old = upgradeBeforeAll(kind, "0001-first-tables", async ({ insert }) => {
    const user = { id: "u1", name: "", email: "amani@nguvu.example", emailVerified: 0, image: null };
    await insert("users", { ...user, createdAt: MOMENT, updatedAt: MOMENT });
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
    const entries = (await old.rowsOf("entries")).map(({ slug, position, version }) => [slug, position, version]);
    expect(entries.sort()).toEqual([
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
    await makeVersion01(used.db, rows);
    const { databaseUrl, dataDir } = used.config;
    const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    const opened = await openServices(settings, "silent");
    if ("problems" in opened) throw new Error(opened.problems.join(" "));
    try {
      const known = new Set((rows.entries ?? []).map(({ type }) => type));
      for (const type of Object.values(catalogue)) {
        const stored = (rows.entries ?? []).filter((row) => row.type === type.name);
        const expected = known.has(type.name) ? stored : (seeds.get(type.name) ?? []);
        const slugs = (await listEntries(opened.services, type)).map(({ slug }) => slug);
        expect(slugs.sort(), type.name).toEqual(expected.map(({ slug }) => slug).sort());
      }
      const stored = await used.rowsOf("entries");
      const bodies = new Map<unknown, unknown>(stored.map(({ type, slug, body }) => [`${type} ${slug}`, body]));
      const [slots, entries] = [new Map<unknown, unknown>(), new Map<unknown, unknown>()];
      for (const { type, slug, body } of rows.entries ?? []) {
        if (type === "slot") slots.set(slug, JSON.parse(String(body)));
        else entries.set(`${type} ${slug}`, JSON.parse(String(body)));
      }
      for (const [key, values] of entries) expect(JSON.parse(String(bodies.get(key)))).toEqual(values);
      const periods = (await readPeriods(used.db)).map(({ slot, ...period }) => [slot, period] as const);
      const always = [...slots].map(([slug, values]) => [slug, { first: null, last: null, ...(values as object) }]);
      expect(new Map(periods)).toEqual(new Map(always as [string, object][]));
      expect(slots.size).toBeGreaterThan(0);
    } finally {
      await opened.close();
    }
  });
});

describe.each(ENGINES)("weekly slots that were content, on %s", (kind) => {
  const bodyOf = (from: string) =>
    JSON.stringify({ day: "monday", time: { from, to: "10:00am" }, gymClass: "boxing", trainer: "amina-yusuf" });
  const [seven, eight, nine] = [bodyOf("7:00am"), bodyOf("8:00am"), bodyOf("9:00am")];
  const slots = { seeded: nine, changed: nine, scheduled: nine, ending: nine, drafted: nine, kept: nine, both: nine };

  const old = upgradeBeforeAll(kind, "0046-opened-closed-days", async ({ insert }) => {
    const by = { updated_at: MOMENT, updated_by: "Wanjiru" };
    const entry = { type: "slot", position: 1, version: 1, ...by };
    await insert("entries", { ...entry, type: "class", slug: "boxing", body: '{"title":"Boxing at Dawn"}' });
    const made = (made_at: string, made_by: string) => ({ made_at, made_by_id: `id of ${made_by}`, made_by });
    const version = (slug: string, number: number, body: string, how: string) => ({
      ...{ type: "slot", slug, number, body, how, draft_revision: null },
      ...made(`2026-11-0${number}T05:00:00.000Z`, how === "seed" ? "seed" : "Wanjiru"),
    });
    for (const [slug, body] of Object.entries(slots)) {
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
  });

  test("have periods", async () => {
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

  test("have their changes", async () => {
    const changes = new Map<string, string[]>();
    for (const slot of [...Object.keys(slots), "new", "removed"]) {
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

  test("have a log entry for each change that waited without a day, and are no longer content", async () => {
    const notes = (await old.rowsOf("audit_log")).map(({ who_name, action, slug, label }) => [
      ...[who_name, action, slug, label],
    ]);
    expect(notes.sort()).toEqual([
      ["Moraa", "slot-draft-ended", "kept", expect.stringMatching(/^Monday, 7:00am-/)],
      ["Wanjiru", "slot-draft-ended", "drafted", "Friday, Boxing at Dawn"],
    ]);
    for (const table of ["entries", "entry_versions", "entry_drafts", "entry_schedules", "entry_bin"]) {
      expect(
        (await old.rowsOf(table)).filter(({ type }) => type === "slot"),
        table,
      ).toEqual([]);
    }
  });
});
