/** Structured data of pages for search engines. TypeScript checks it against schema.org's own definitions. */
import { describe, expect, it } from "vitest";
import { plans } from "../../../seed/plans.ts";
import { settings as seededSettings } from "../../../seed/settings.ts";
import type { Settings } from "../../content-types/settings.ts";
import { readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { gymInFull, offerOf } from "./page-data.server.ts";

const ORIGIN = "https://nguvu.example";

const [seeded = expect.unreachable()] = seededSettings;
const SETTINGS: Settings = { contactBy: "mail", contactClasses: [], contactHours: [], ...seeded };

const SPECIFICATION = { "@type": "OpeningHoursSpecification" };
const CLOSURES = [{ date: "2026-12-25", note: "Christmas" }];
const GYM_IN_FULL = gymInFull(SETTINGS, ORIGIN, { hours: readOpeningHours(SETTINGS), closures: CLOSURES, plans });

it("a plan is an offer with its address, price and length", () => {
  const [plan] = plans;
  expect(plan && offerOf(plan, ORIGIN)).toMatchObject({
    "@id": "https://nguvu.example/pricing#mwanzo",
    price: 39,
    priceSpecification: { price: 39, priceCurrency: "KES", referenceQuantity: { value: 1, unitCode: "MON" } },
    offeredBy: { "@id": "https://nguvu.example/#gym" },
  });
  // Visits have no price of a month.
  expect(plan && offerOf({ ...plan, visits: 10 }, ORIGIN).priceSpecification).not.toHaveProperty("referenceQuantity");
});

describe("the gym", () => {
  it("has its address, location, currency and own profiles, but no network's front page", () => {
    const profile = "https://www.instagram.com/nguvufitness";
    expect(gymInFull({ ...SETTINGS, instagram: profile }, ORIGIN, { hours: [], closures: [], plans })).toMatchObject({
      "@id": "https://nguvu.example/#gym",
      address: { streetAddress: "Nguvu House, Ngong Road", addressLocality: "Nairobi", addressCountry: "KE" },
      geo: { latitude: -1.3, longitude: 36.782 },
      priceRange: "KES 39-100",
      sameAs: [profile],
    });
    expect(GYM_IN_FULL.sameAs).toBeUndefined();
  });

  it("groups days with the same hours, even when the gym closes after midnight or not at all, and is closed all day on a closed date", () => {
    const hours = [
      { day: "monday", opens: 420, closes: 1260 },
      { day: "saturday", opens: 420, closes: 1500 },
      { day: "tuesday", opens: 420, closes: 1260 },
      { day: "sunday", opens: 0, closes: 1440 },
    ] as const;
    const { openingHoursSpecification } = gymInFull(SETTINGS, ORIGIN, { hours, closures: [], plans: [] });
    const [monday, tuesday, saturday, sunday] = ["Monday", "Tuesday", "Saturday", "Sunday"].map(
      (day) => `https://schema.org/${day}`,
    );
    expect(openingHoursSpecification).toEqual([
      { ...SPECIFICATION, dayOfWeek: [monday, tuesday], opens: "07:00", closes: "21:00" },
      { ...SPECIFICATION, dayOfWeek: [saturday], opens: "07:00", closes: "01:00" },
      { ...SPECIFICATION, dayOfWeek: [sunday], opens: "00:00", closes: "23:59" },
    ]);
    const christmas = { description: "Christmas", validFrom: "2026-12-25", validThrough: "2026-12-25" };
    const closed = { ...SPECIFICATION, ...christmas, opens: "00:00", closes: "00:00" };
    expect(GYM_IN_FULL.specialOpeningHoursSpecification).toEqual([closed]);
  });
});
