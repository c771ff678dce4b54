import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { publishValues } from "../../test/content/content-changes.ts";
import { openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { catalogue } from "../content-types/catalogue.ts";
import { bannerType, thanksType } from "../content-types/texts.ts";
import type { ContentType } from "./content-type.ts";
import { pollContentVersion } from "./content-version.server.ts";
import { findFixedEntries, findSingleEntry, seedNewTypes } from "./entries.server.ts";

let site: TestSite;

/** Deletes an entry that staff can't remove but a database may lack. */
async function loseEntry({ name }: ContentType, slug: string): Promise<void> {
  for (const table of ["entries", "entry_versions"] as const) {
    await site.services.db.deleteFrom(table).where("type", "=", name).where("slug", "=", slug).execute();
  }
  await site.services.db.updateTable("content_version").set({ version: sql`version + 1` }).execute();
  await pollContentVersion(site.services);
}

beforeEach(async () => {
  site = await openTestSite("sqlite");
  await seedNewTypes(site.services, Object.values(catalogue));
});
afterEach(() => site.close());

const THANKS = { eyebrow: "Asante", title: "Thanks", text: "We have it.", nextTitle: "Next" };

test("a single entry is read from the database", async () => {
  const { services } = site;
  await publishValues(services, thanksType, "thanks", THANKS);
  expect(await findSingleEntry(services, thanksType)).toEqual({ slug: "thanks", ...THANKS });
});

test("a missing or unreadable single entry falls back to the last read, or to the seed", async () => {
  const { services, logged } = site;
  await loseEntry(thanksType, "thanks");
  expect(await findSingleEntry(services, thanksType)).toMatchObject({ title: "Thank you" });
  await publishValues(services, thanksType, "thanks", THANKS);
  expect(await findSingleEntry(services, thanksType)).toMatchObject({ title: "Thanks" });
  await services.db
    .updateTable("entries")
    .set({ body: '{"title":7}', updated_at: "2026-11-22T05:00:00.000Z" })
    .where("type", "=", "thanks")
    .execute();
  services.content.version += 1;
  expect(await findSingleEntry(services, thanksType)).toMatchObject({ title: "Thanks" });
  expect(logged).toMatchObject([{ event: "content-unreadable", type: "thanks" }]);
});

test("each fixed entry has its own fallback", async () => {
  const { services } = site;
  await publishValues(services, bannerType, "about", { text: "Sisi" });
  await loseEntry(bannerType, "contact");
  expect(await findFixedEntries(services, bannerType, ["about", "contact"])).toEqual({
    about: { slug: "about", text: "Sisi" },
    contact: { slug: "contact", text: "Karibu" },
  });
});
