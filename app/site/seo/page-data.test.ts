/** Structured data of pages for search engines, checked against schema.org's own definitions. */
import { describe, expect, it } from "vitest";
import { plans } from "../../../seed/plans.ts";
import { settings as seededSettings } from "../../../seed/settings.ts";
import { problemsOf, VOCABULARY_SIZE } from "../../../test/support/schema-org.ts";
import type { Settings } from "../../content-types/settings.ts";
import { readOpeningHours } from "../../content-types/weekly-opening-hours.ts";
import type { ClassSession } from "../../timetable/class-session.ts";
import { eventOf, gymInFull, gymInShort, offerOf, seriesOf, structuredData, type Thing } from "./page-data.server.ts";

const ORIGIN = "https://nguvu.example";
const PATH = "/classes/boxing";

const [seeded] = seededSettings;
if (seeded === undefined) throw new Error("The seed has no settings");
const SETTINGS: Settings = { contactBy: "mail", contactClasses: [], contactHours: [], ...seeded };

const CLOSURES = [{ date: "2026-12-25", note: "Christmas </script><script>alert(1)</script>\u2028" }];
const GYM = gymInShort(SETTINGS, ORIGIN);
const GYM_IN_FULL = gymInFull(SETTINGS, ORIGIN, { hours: readOpeningHours(SETTINGS), closures: CLOSURES, plans });

/** Monday 23 November, 9:00 to 10:00. */
const SESSION: ClassSession = {
  id: "monday-1.2026-11-23",
  slot: "monday-1",
  slotDate: "2026-11-23",
  date: "2026-11-23",
  time: { from: "9:00am", to: "10:00am" },
  startsAt: "2026-11-23T06:00:00.000Z",
  endsAt: "2026-11-23T07:00:00.000Z",
  classSlug: "boxing",
  className: "Boxing",
  trainerSlug: "wanjiru-kamau",
  trainerName: "Wanjiru Kamau",
  state: "scheduled",
  reason: null,
  insteadOf: null,
  movedFrom: null,
  isAdded: false,
  isClosed: false,
  isWritten: false,
  sequence: 0,
  changedAt: null,
};
const CANCELLED: ClassSession = { ...SESSION, state: "cancelled", reason: "No water" };
const MOVED: ClassSession = {
  ...SESSION,
  startsAt: "2026-11-24T20:30:00.000Z",
  endsAt: "2026-11-24T21:30:00.000Z",
  movedFrom: { date: "2026-11-23", time: { from: "9:00am", to: "10:00am" } },
};

/** As a page has it: `undefined` is left out. */
const shown = (...things: Thing[]): { "@graph": Record<string, unknown>[] } =>
  JSON.parse(JSON.stringify(structuredData(...things)));

const eventOfSession = (session: ClassSession) => eventOf(session, ORIGIN, PATH);

describe("schema.org agrees with", () => {
  it.each([
    ["the gym with its hours, closures and prices", [GYM_IN_FULL]],
    ["the gym of which little is known", [gymInFull(SETTINGS, ORIGIN, { hours: [], closures: [], plans: [] })]],
    ["the plans", [GYM, ...plans.map((plan) => offerOf(plan, ORIGIN))]],
    ["a session", [GYM, eventOfSession(SESSION)]],
    ["a cancelled session", [GYM, eventOfSession(CANCELLED)]],
    ["a moved session", [GYM, eventOfSession(MOVED)]],
    [
      "a class",
      [
        GYM,
        seriesOf({ slug: "boxing", title: "Boxing", summary: "Gloves on." }, ORIGIN, {
          times: [
            { day: "monday", time: { from: "9:00am", to: "10:00am" } },
            { day: "friday", time: { from: "9:00am", to: "10:00am" } },
            { day: "sunday", time: { from: "11:30pm", to: "12:30am" } },
          ],
          sessions: [SESSION],
          image: `${ORIGIN}/share/home.jpg`,
        }),
      ],
    ],
    [
      "a class that is on no day",
      [
        GYM,
        seriesOf({ slug: "boxing", title: "Boxing", summary: "Gloves on." }, ORIGIN, {
          times: [],
          sessions: [],
          image: `${ORIGIN}/share/home.jpg`,
        }),
      ],
    ],
  ])("%s", (_what, things) => {
    expect(problemsOf(shown(...things))).toEqual([]);
  });
});

describe("the check", () => {
  it("has read all of schema.org", () => {
    expect(VOCABULARY_SIZE.types).toBeGreaterThan(900);
    expect(VOCABULARY_SIZE.properties).toBeGreaterThan(1400);
  });

  const event = eventOfSession(SESSION);
  it.each<[string, Thing]>([
    ["no type Evnet", { ...event, "@type": "Evnet" }],
    ["Event.byDay: no property of this type", { ...event, byDay: "https://schema.org/Monday" }],
    ["Event.starts: no property of this type", { ...event, starts: "2026-11-23T09:00:00+03:00" }],
    ["Event.startDate", { ...event, startDate: "2026-11-23T06:00:00Z" }],
    ["Event.startDate", { ...event, startDate: "2026-11-31T09:00:00+03:00x" }],
    ["Event.startDate", { ...event, startDate: "23 November 2026" }],
    ["Event.eventStatus", { ...event, eventStatus: "https://schema.org/EventCanceled" }],
    ["Event.eventStatus", { ...event, eventStatus: "cancelled" }],
    ["Event.performer", { ...event, performer: { "@type": "Offer", price: 39 } }],
    ["Event.performer", { ...event, performer: 7 }],
    ["Event.name", { ...event, name: "" }],
    ["nothing on the page is https://nguvu.example/#other", { ...event, location: { "@id": `${ORIGIN}/#other` } }],
    ["Event.location", { ...event, location: { "@id": `${ORIGIN}/schedule#${SESSION.id}` } }],
    ["is described twice", { ...GYM, name: "Another" }],
    ["Event.url", { ...event, url: "/classes/boxing" }],
    [
      "Schedule.startTime",
      { "@type": "Event", eventSchedule: { "@type": "Schedule", startTime: "9:00am", repeatFrequency: "P1W" } },
    ],
    [
      "Schedule.byDay",
      { "@type": "Event", eventSchedule: { "@type": "Schedule", byDay: ["https://schema.org/Moonday"] } },
    ],
  ])("finds: %s", (problem, broken) => {
    expect(problemsOf(shown(GYM, broken)).join("\n")).toContain(problem);
  });
});

describe("the gym", () => {
  it("has its address, its place, its money, and no front page of a network as its own profile", () => {
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

  it("groups the days with the same hours, and says when it closes after midnight or not at all", () => {
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

describe("a session", () => {
  it("keeps its date when it is cancelled", () => {
    expect(eventOfSession(CANCELLED)).toMatchObject({
      startDate: "2026-11-23T09:00:00+03:00",
      endDate: "2026-11-23T10:00:00+03:00",
      eventStatus: "https://schema.org/EventCancelled",
      description: "No water",
    });
  });

  it("says when it was to be, when it was moved", () => {
    expect(eventOfSession(MOVED)).toMatchObject({
      startDate: "2026-11-24T23:30:00+03:00",
      endDate: "2026-11-25T00:30:00+03:00",
      previousStartDate: "2026-11-23T09:00:00+03:00",
      eventStatus: "https://schema.org/EventRescheduled",
    });
  });

  it("is of a class whose weekly times have no date and are written once for all days that share them", () => {
    const time = { from: "9:00am", to: "10:00am" };
    const series = seriesOf({ slug: "boxing", title: "Boxing", summary: "Gloves on." }, ORIGIN, {
      times: [
        { day: "friday", time },
        { day: "monday", time },
        { day: "sunday", time: { from: "21:00pm", to: "22:00pm" } },
      ],
      sessions: [],
      image: `${ORIGIN}/share/home.jpg`,
    });
    const weekly = { "@type": "Schedule", scheduleTimezone: "Africa/Nairobi", repeatFrequency: "P1W" };
    expect(series.eventSchedule).toEqual([
      {
        ...weekly,
        byDay: ["https://schema.org/Monday", "https://schema.org/Friday"],
        startTime: "09:00",
        endTime: "10:00",
      },
      { ...weekly, byDay: ["https://schema.org/Sunday"], startTime: "21:00", endTime: "22:00" },
    ]);
    expect(series).not.toHaveProperty("startDate");
  });
});
