/** The text of calendars, read by a library that is independent of the writer. */
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { FITNESS } from "../../test/timetable/sample-session.ts";
import { googleFeedAddress, subscriptionAddress } from "./addresses.server.ts";
import { eventOfSession } from "./calendars.server.ts";
import type { ClassSession } from "./class-session.ts";
import { type CalendarEvent, googleEventAddress, sessionInCalendar, writeCalendar } from "./icalendar.server.ts";

const GYM = { name: "Nguvu Fitness", street: "Nguvu House, Ngong Road", city: "Nairobi, Kenya" };
const ORIGIN = "https://nguvu.example";
const ADDRESS = `${ORIGIN}/classes/boxing`;
const REVISION = { number: 17, changedAt: "2026-11-21T05:00:00.000Z" };

const BOXING: ClassSession = { ...FITNESS, className: "Boxing" };

const eventOf = (session: ClassSession) => eventOfSession(session, GYM, ADDRESS, REVISION);
const calendarOf = (...sessions: ClassSession[]) =>
  writeCalendar({ name: "Nguvu Fitness", events: sessions.map(eventOf) });

const read = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .map((event) =>
      Object.fromEntries(event.getAllProperties().map((property) => [property.name, String(property.getFirstValue())])),
    );

describe("a calendar", () => {
  it("a session has all its properties", () => {
    expect(read(calendarOf(BOXING))).toEqual([
      {
        uid: "monday-1.2026-11-23@nguvu.example",
        dtstart: "2026-11-23T09:00:00",
        dtend: "2026-11-23T10:00:00",
        sequence: "17",
        "last-modified": "2026-11-21T05:00:00Z",
        dtstamp: "2026-11-21T05:00:00Z",
        status: "CONFIRMED",
        summary: "Boxing",
        description: "Trainer: Wanjiru Kamau",
        location: "Nguvu Fitness, Nguvu House, Ngong Road, Nairobi, Kenya",
        url: "https://nguvu.example/classes/boxing",
      },
    ]);
    expect(calendarOf(BOXING)).toContain("\r\nDTSTART;TZID=Africa/Nairobi:2026");
  });

  it("a cancelled session is cancelled in status and title, and leaves the time free", () => {
    const [event] = read(calendarOf({ ...BOXING, state: "cancelled", reason: "No water, sorry; back on Tuesday" }));
    expect(event).toMatchObject({
      status: "CANCELLED",
      transp: "TRANSPARENT",
      summary: "Cancelled: Boxing",
      description: "Cancelled: No water, sorry; back on Tuesday\nTrainer: Wanjiru Kamau",
    });
  });

  it("a moved session is the same event at its new time", () => {
    const moved: ClassSession = {
      ...BOXING,
      date: "2026-11-24",
      time: { from: "11:30pm", to: "12:30am" },
      startsAt: "2026-11-24T20:30:00.000Z",
      endsAt: "2026-11-24T21:30:00.000Z",
      movedFrom: { date: BOXING.date, time: BOXING.time },
      trainerName: "Amina Yusuf",
      insteadOf: "Wanjiru Kamau",
    };
    expect(read(calendarOf(moved))[0]).toMatchObject({
      uid: "monday-1.2026-11-23@nguvu.example",
      dtstart: "2026-11-24T23:30:00",
      dtend: "2026-11-25T00:30:00",
      summary: "Boxing",
      description: "Trainer: Amina Yusuf, for Wanjiru Kamau\nMoved from Monday 23 November, 9:00am",
    });
  });

  it.each([
    'Ndondi ya wanawake, jioni; \\o/ "haraka": kila mtu anakaribishwa, hata wanaoanza leo asubuhi na mapema',
    "🥊".repeat(40),
    `${"Kung’aa kwa nguvu — ".repeat(6)}mwisho`,
    "👩🏾‍🦽 mazoezi ya viti 👨‍👩‍👧‍👦".repeat(5),
    "Yoga\nBEGIN:VEVENT\r\nUID:forged",
    "مَلَاكَمَة",
  ])("the name %j is read unchanged", (className) => {
    const [event, ...others] = read(calendarOf({ ...BOXING, className, reason: className, state: "cancelled" }));
    expect(others).toEqual([]);
    const expected = className.replaceAll("\r\n", "\n");
    expect(event?.summary).toBe(`Cancelled: ${expected}`);
    expect(event?.description).toContain(expected);
  });
});

it("the text of a calendar has folded lines, a time zone, a name and a refresh interval, and no control characters", () => {
  const text = calendarOf({ ...BOXING, className: "Ndondi 🥊 ".repeat(30) }, BOXING);
  const bytes = Buffer.from(text);
  expect(text.endsWith("\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const lines = bytes.toString("latin1").split("\r\n");
  expect(Math.max(...lines.map((line) => line.length))).toBe(75);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (const line of lines) expect(() => decoder.decode(Buffer.from(line, "latin1"))).not.toThrow();
  const root = new ICAL.Component(ICAL.parse(text));
  const zone = root.getFirstSubcomponent("vtimezone");
  expect(zone?.getFirstPropertyValue("tzid")).toBe("Africa/Nairobi");
  expect(zone?.getFirstSubcomponent("standard")?.getFirstPropertyValue("tzoffsetto")?.toString()).toBe("+03:00");
  expect(root.getFirstPropertyValue("x-wr-calname")).toBe("Nguvu Fitness");
  expect(root.getFirstPropertyValue("refresh-interval")?.toString()).toBe("PT6H");
  expect(text).toContain("\r\nX-PUBLISHED-TTL:PT6H\r\n");
  expect(text).not.toMatch(/RRULE|METHOD/);
  const broken: CalendarEvent = { ...eventOf(BOXING), summary: "a\u0000b\u0007c\ud83ed\te" };
  expect(writeCalendar({ name: "Nguvu", events: [broken] })).toContain("\r\nSUMMARY:abc\ufffdd\te\r\n");
});

it("links open Google's form for an event, and subscribe to a feed in the visitor's calendar or in Google Calendar", () => {
  const address = new URL(googleEventAddress(sessionInCalendar({ ...BOXING, className: "Ndondi & yoga 🥊" }, GYM)));
  expect(address.origin + address.pathname).toBe("https://calendar.google.com/calendar/render");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    action: "TEMPLATE",
    text: "Ndondi & yoga 🥊",
    dates: "20261123T060000Z/20261123T070000Z",
    ctz: "Africa/Nairobi",
    details: "Trainer: Wanjiru Kamau",
    location: "Nguvu Fitness, Nguvu House, Ngong Road, Nairobi, Kenya",
  });
  const feed = subscriptionAddress(ORIGIN, "/schedule.ics");
  expect(feed).toBe("webcal://nguvu.example/schedule.ics");
  expect(new URL(googleFeedAddress(ORIGIN, "/schedule.ics")).searchParams.get("cid")).toBe(feed);
});
