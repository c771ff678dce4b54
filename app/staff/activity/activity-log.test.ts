import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fullScans, recordQueries } from "../../../test/support/query-plans.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { ROOT } from "../../../tools/spawn.ts";
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import { transact } from "../../platform/transact.server.ts";
import { findConsoleSignIn } from "../access.server.ts";
import { ACTIVITY_PAGE, type ActivityFilter, activitySentence, listActivity } from "./activity-log.server.ts";

describe.each(ENGINES)("the log on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const [AMANI, BARAKA] = ["Amani", "Baraka"].map((name) => ({ id: name.toLowerCase(), name })) as [Actor, Actor];
  const AT = new Date("2026-11-22T06:00:00.000Z");

  async function record(count: number): Promise<void> {
    await transact(site.services, async ({ transaction }) => {
      for (let n = 0; n < count; n += 1) {
        // Half of the entries have the same moment: the id decides then.
        const at = new Date(AT.getTime() + Math.floor(n / 2) * 1000);
        const [actor, type] = [[AMANI, BARAKA, null][n % 3] ?? null, n % 2 === 0 ? "person" : "plan"];
        await recordActivity(transaction, at, actor, { action: "published", type, slug: `${n}`, label: `Entry ${n}` });
      }
    });
  }

  async function readAll(filter: ActivityFilter): Promise<string[][]> {
    const pages: string[][] = [];
    for (let after: string | undefined; ; ) {
      const { entries, next } = await listActivity(site.services, { ...filter, after });
      pages.push(entries.map(({ slug }) => slug ?? ""));
      if (next === undefined) return pages;
      after = next;
    }
  }

  test("is read newest first, in pages, without duplicates or gaps, and filtered by person and by kind", async () => {
    await record(120);
    const pages = await readAll({});
    expect(pages.map((page) => page.length)).toEqual([ACTIVITY_PAGE, ACTIVITY_PAGE, 20]);
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, n) => `${119 - n}`));
    const filters = [{ who: AMANI.id }, { type: "plan" }, { who: AMANI.id, type: "plan" }, { slug: "7" }];
    const counts = filters.map(async (filter) => (await readAll(filter)).flat().length);
    expect(await Promise.all(counts)).toEqual([40, 60, 20, 1]);
  });

  test("is read by index, as are the queries of the console's guard", async () => {
    await record(10);
    const { signInId } = await addStaffMember(site.services, "owner");
    const { services, queries } = recordQueries(site.services);
    const after = `${AT.toISOString()}_x`;
    for (const filter of [{}, { who: "a" }, { type: "plan" }, { who: "a", type: "plan" }]) {
      await listActivity(services, filter);
      await listActivity(services, { ...filter, after });
    }
    await findConsoleSignIn(services, signInId);
    expect(queries.size).toBe(9);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });
});

test("every action that the code records has a sentence", () => {
  const files = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" });
  const modules = files.filter((file) => file.endsWith(".server.ts"));
  const texts = modules.map((file) => readFileSync(join(ROOT, "app", file), "utf8"));
  const recording = texts.filter((text) => text.includes("recordActivity("));
  const groupsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = ""]) => group);
  const values = recording.flatMap((text) => groupsOf(text, /\baction(?::| =) (?:[^,;\n]*\? )?([^,;\n]*)/g));
  const codes = new Set(values.flatMap((value) => groupsOf(value, /"([a-z-]+)"/g)));
  expect(codes.size).toBeGreaterThan(20);
  const sentenceOf = (action: string) => activitySentence({ action, label: "X", details: {} });
  const missing = [...codes].filter((code) => sentenceOf(code) === `${code.replaceAll("-", " ")} X`);
  // The sentence of "published" equals its code; the others are kinds of schedules, not log actions.
  expect(missing.toSorted()).toEqual(["publish", "published", "remove"]);
});
