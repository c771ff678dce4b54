import { describe, expect, it, onTestFinished } from "vitest";
import { ENGINES, openTestSite } from "../../test/test-services.ts";
import { recordEnquiry } from "./enquiries.server.ts";
import { removeOldEnquiries } from "./retention.server.ts";

describe.each(ENGINES)("how long enquiries are stored (%s)", (engine) => {
  it("is 24 months and not longer", async () => {
    const site = await openTestSite(engine);
    onTestFinished(site.close);
    for (const [name, moment] of [
      ["Old", "2024-01-31T08:00:00Z"],
      ["New", "2024-02-02T08:00:00Z"],
    ] as const) {
      const then = { ...site.services, now: () => new Date(moment) };
      await recordEnquiry(then, { name, email: "a@example.com", phone: "", class: "", comment: "" });
    }
    await removeOldEnquiries({ ...site.services, now: () => new Date("2026-02-01T08:00:00Z") });
    const stored = await site.services.db.selectFrom("enquiries").select("name").execute();
    expect(stored).toEqual([{ name: "New" }]);
  });
});
