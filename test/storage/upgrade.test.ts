/** The migrations of a database of version 0.1, the released version before this one. */

import { rm } from "node:fs/promises";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sessionCookie, tokenHash } from "../../app/accounts/sign-in.server.ts";
import { findVisitor } from "../../app/accounts/sign-up-and-in.server.ts";
import { listEntries } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { type DatabaseKind, openDatabase } from "../../app/platform/database.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { migrate } from "../../app/platform/migrate.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { readPeriods } from "../../app/timetable/slot-rows.server.ts";
import { openServices } from "../../host/start/bootstrap.ts";
import { seeds } from "../../seed/content.ts";
import { createPostgresDatabase, ENGINES, testConfig } from "../support/test-services.ts";
import { makeVersion01, type OldRow, readVersion01 } from "./version-0-1.ts";

const MOMENT = "2026-11-21T05:00:00.000Z";
const LINK = { subject: "Choose a new password for Nguvu Fitness", body_text: "x/reset-password?token=abc" };
const NOTICE = { subject: "Your password at Nguvu Fitness has changed", body_text: "It has changed" };
const DESK = { subject: `Enquiry from ${LINK.subject}`, body_text: LINK.body_text };

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

function mail(id: string, columns: OldRow): OldRow {
  const row = { created_at: MOMENT, recipient: "amani@nguvu.example", reply_to: "", due_at: MOMENT, sent_at: null };
  return { ...row, id, message_id: id, last_error: null, ...NOTICE, ...columns };
}

function enquiry(id: string, days: number, suspect: number): OldRow {
  const contents = { name: "Zawadi", email: `${id[0]}@example.com`, class: "", comment: "" };
  return { id, received_at: daysAgo(days), suspect, ...contents };
}

function mailToDesk(id: string, days: number, reply_to: string): OldRow {
  return mail(id, { recipient: "a@b.example", reply_to, created_at: daysAgo(days), subject: "Enquiry from Zawadi" });
}

const MOMENTS = { createdAt: MOMENT, updatedAt: MOMENT };
const ENTRY = { type: "towel", position: 3, updated_at: MOMENT };

const ROWS: Record<string, readonly OldRow[]> = {
  users: [{ id: "u1", name: "", email: "amani@nguvu.example", emailVerified: 0, image: null, ...MOMENTS }],
  sessions: [
    { id: "s1", userId: "u1", token: tokenHash("a token"), expiresAt: "2999-01-01T00:00:00.000Z", ...MOMENTS },
  ],
  outbox: [
    mail("1 link, sent", { ...LINK, sent_at: MOMENT }),
    mail("2 link, waiting", LINK),
    mail("3 notice, sent", { sent_at: MOMENT }),
    mail("4 notice, waiting", {}),
    mail("5 desk, waiting", DESK),
    mail("6 link to a deleted account", { ...LINK, recipient: "gone@nguvu.example" }),
    mail("7 notice to a deleted account", { recipient: "gone@nguvu.example", sent_at: MOMENT }),
    mailToDesk("8 about the first enquiry", 0.99, "1@example.com"),
    mailToDesk("9 about an unknown address", 1, "9@example.com"),
    mailToDesk("9 to a visitor", 1, ""),
  ],
  entries: [
    { ...ENTRY, slug: "seeded", body: '{"colour":"red"}', updated_by: "seed" },
    { ...ENTRY, slug: "written", body: '{"colour":"blue","fringe":true}', updated_by: "Wambui" },
  ],
  enquiries: [enquiry("1 recent", 1, 0), enquiry("2 old", 30, 0), enquiry("3 suspect", 1, 1)],
};

/** Opens a database of version 0.1. `remove` closes and deletes it. */
async function openVersion01(kind: DatabaseKind, rows: typeof ROWS) {
  const fresh = kind === "postgres" ? await createPostgresDatabase() : undefined;
  const config = await testConfig({ databaseUrl: fresh?.url });
  const { db, close } = await openDatabase(config, createLog("silent"));
  await makeVersion01(db, rows);
  // Today's types lack some of its tables.
  const tables = db as unknown as Kysely<Record<string, OldRow>>;
  const rowsOf = async (table: string, ...columns: string[]) =>
    tables
      .selectFrom(table)
      .select(columns)
      .orderBy(columns[0] ?? "")
      .execute();
  return {
    config,
    db,
    rowsOf,
    /** The values of some columns of all rows, in the order of the first column. */
    valuesOf: async (table: string, ...columns: string[]) =>
      (await rowsOf(table, ...columns)).map((row) => columns.map((column) => row[column] ?? null)),
    remove: async () => {
      await close();
      await fresh?.drop();
      await rm(config.dataDir, { recursive: true });
    },
  };
}

describe.each(ENGINES)("a database of version 0.1 on %s", (kind) => {
  let old: Awaited<ReturnType<typeof openVersion01>>;
  beforeAll(async () => {
    old = await openVersion01(kind, ROWS);
    await migrate(old.db, kind);
  });
  afterAll(() => old.remove());

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
    expect(await old.valuesOf("entry_versions", "slug", "type", "number", "body", "made_at", "made_by", "how")).toEqual(
      [
        ["seeded", "towel", 1, '{"colour":"red"}', MOMENT, "seed", "seed"],
        ["written", "towel", 1, '{"colour":"blue","fringe":true}', MOMENT, "Wambui", "imported"],
      ],
    );
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
    const rows = await readVersion01();
    const used = await openVersion01(kind, rows);
    onTestFinished(used.remove);
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
      const stored = await used.rowsOf("entries", "type", "slug", "body");
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

  test("is migrated completely or not at all, and by the next start if it failed", async () => {
    const failing = await openVersion01(kind, ROWS);
    onTestFinished(failing.remove);
    // A late migration creates this table after most others.
    await sql`create table new_people_to_tell (id text)`.execute(failing.db);
    const readTables = async () => (await failing.db.introspection.getTables()).map(({ name }) => name).toSorted();
    const tables = await readTables();
    await expect(migrate(failing.db, kind)).rejects.toThrow("new_people_to_tell");
    expect(await readTables()).toEqual(tables);
    await sql`drop table new_people_to_tell`.execute(failing.db);
    await migrate(failing.db, kind);
    expect(await failing.valuesOf("enquiries", "id")).toHaveLength(3);
  });
});
