/** Structured data of pages for search engines, checked against schema.org's own definitions. */
import { describe, expect, it } from "vitest";
import { plans } from "../../../seed/plans.ts";
import { settings as seededSettings } from "../../../seed/settings.ts";
import { problemsOf, VOCABULARY_SIZE } from "../../../test/support/schema-org.ts";
import type { Settings } from "../../content-types/settings.ts";
import { readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import { gymInFull, gymInShort, offerOf, structuredData, type Thing } from "./page-data.server.ts";

const ORIGIN = "https://nguvu.example";

const [seeded] = seededSettings;
if (seeded === undefined) throw new Error("The seed has no settings");
const SETTINGS: Settings = { contactBy: "mail", contactClasses: [], contactHours: [], ...seeded };

const CLOSURES = [{ date: "2026-12-25", note: "Christmas </script><script>alert(1)</script>\u2028" }];
const GYM = gymInShort(SETTINGS, ORIGIN);
const GYM_IN_FULL = gymInFull(SETTINGS, ORIGIN, { hours: readOpeningHours(SETTINGS), closures: CLOSURES, plans });

/** The graph as serialised in a page: without undefined properties. */
const graph = (...things: Thing[]): { "@graph": Record<string, unknown>[] } =>
  JSON.parse(JSON.stringify(structuredData(...things)));

describe("schema.org agrees with", () => {
  it.each([
    ["the gym with its hours, closures and prices", [GYM_IN_FULL]],
    ["the gym of which little is known", [gymInFull(SETTINGS, ORIGIN, { hours: [], closures: [], plans: [] })]],
    ["the plans", [GYM, ...plans.map((plan) => offerOf(plan, ORIGIN))]],
  ])("%s", (_what, things) => {
    expect(problemsOf(graph(...things))).toEqual([]);
  });
});

describe("the check", () => {
  it("reads all of schema.org", () => {
    expect(VOCABULARY_SIZE.types).toBeGreaterThan(900);
    expect(VOCABULARY_SIZE.properties).toBeGreaterThan(1400);
  });

  const [offer = { "@type": "Offer" }] = plans.map((plan) => offerOf(plan, ORIGIN));
  const hours = { "@type": "OpeningHoursSpecification" };
  it.each<[string, Thing]>([
    ["no type Ofer", { ...offer, "@type": "Ofer" }],
    ["Offer.byDay: no property of this type", { ...offer, byDay: "https://schema.org/Monday" }],
    ["is described twice", { ...GYM, name: "Another" }],
    ["Offer.url", { ...offer, url: "/pricing" }],
    ["OpeningHoursSpecification.opens", { ...hours, opens: "9:00am" }],
  ])("finds: %s", (problem, broken) => {
    expect(problemsOf(graph(GYM, broken)).join("\n")).toContain(problem);
  });
});

describe("the gym", () => {
  it("has its address, location, currency and own profiles, but no network's front page", () => {
    const profile = "https://www.instagram.com/nguvufitness";
    expect(gymInFull({ ...SETTINGS, instagram: profile }, ORIGIN, { hours: [], closures: [], plans })).toMatchObject({
      "@type": "HealthClub",
      "@id": "https://nguvu.example/#gym",
      name: "Nguvu Fitness",
      telephone: "+254 700 000 000",
      address: { streetAddress: "Nguvu House, Ngong Road", addressLocality: "Nairobi", addressCountry: "KE" },
      geo: { latitude: -1.3, longitude: 36.782 },
      currenciesAccepted: "KES",
      priceRange: "KES 39-100",
      sameAs: [profile],
    });
    expect(GYM_IN_FULL.sameAs).toBeUndefined();
  });

  it("groups days with the same hours, even when the gym closes after midnight or not at all", () => {
    const { openingHoursSpecification } = gymInFull(SETTINGS, ORIGIN, {
      hours: [
        { day: "monday", opens: 420, closes: 1260 },
        { day: "saturday", opens: 420, closes: 1500 },
        { day: "tuesday", opens: 420, closes: 1260 },
        { day: "sunday", opens: 0, closes: 1440 },
      ],
      closures: [],
      plans: [],
    });
    const specification = (days: string[], opens: string, closes: string) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days.map((day) => `https://schema.org/${day}`),
      opens,
      closes,
    });
    expect(openingHoursSpecification).toEqual([
      specification(["Monday", "Tuesday"], "07:00", "21:00"),
      specification(["Saturday"], "07:00", "01:00"),
      specification(["Sunday"], "00:00", "23:59"),
    ]);
  });

  it("is closed all day on a closed date", () => {
    expect(GYM_IN_FULL.specialOpeningHoursSpecification).toEqual([
      {
        "@type": "OpeningHoursSpecification",
        description: CLOSURES[0]?.note,
        validFrom: "2026-12-25",
        validThrough: "2026-12-25",
        opens: "00:00",
        closes: "00:00",
      },
    ]);
  });
});
