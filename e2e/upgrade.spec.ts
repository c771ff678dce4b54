/** Running on a database of version 0.1: nothing is lost, and every page is served. */
import { findLive } from "../app/cms/editing/entry-rows.server.ts";
import { makeVersion01, readVersion01 } from "../test/storage/version-0-1.ts";
import { createVisitor, PASSWORD } from "../test/support/http-client.ts";
import { startSiteProcess } from "../test/support/site-process.ts";
import { withStore } from "../test/support/staff.ts";
import { expect, SCREEN_KINDS, test } from "./fixtures.ts";

/**
 * The fixture's content with leftovers of other versions: each class has a removed field, one class has an unreadable
 * required field, and the settings lack the contact form's classes, which version 0.1 did not have.
 */
async function oldRows() {
  const rows = await readVersion01();
  return {
    ...rows,
    entries: (rows.entries ?? []).map((entry) => {
      const body = JSON.parse(String(entry.body));
      if (entry.type === "class") body.motto = "a field of another version";
      if (entry.slug === "mma") body.title = 7;
      return { ...entry, body: JSON.stringify(body) };
    }),
  };
}

// On one engine: `test/storage/upgrade.test.ts` checks the migrations on both.
test("a database of version 0.1 serves every page and loses nothing", async ({ emptyFolder }) => {
  const environment = { DATA_DIR: emptyFolder };
  const rows = await oldRows();
  await withStore(environment, ({ db }) => makeVersion01(db, rows));
  const site = await startSiteProcess(environment);
  const visitor = createVisitor(site.url);
  for (const path of SCREEN_KINDS) expect((await visitor.get(path)).status, path).toBe(200);
  expect((await visitor.get("/classes?show=all")).text).not.toContain("Mma");
  expect((await visitor.get("/contact")).text).toMatch(/<option value="karate">Karate<\/option>/);
  await visitor.post("/login", { email: "wambui@nguvu.example", password: PASSWORD });
  const account = (await visitor.get("/account")).text;
  for (const saved of ["Boxing", "Yoga"]) expect(account).toContain(saved);
  await site.stop();

  await withStore(environment, async ({ db }) => {
    const enquiries = await db.selectFrom("enquiries").select(["comment", "phone"]).execute();
    expect(enquiries).toEqual([{ comment: "Is there a class\non Saturday?", phone: "" }]);
    const boxing = await findLive(db, { type: "class", slug: "boxing" });
    expect(JSON.parse(boxing?.body ?? "{}")).toMatchObject({ title: "Boxing", motto: "a field of another version" });
  });
});
