/** Each kind of email about a booking: its text and links, and that typed text can't change its markup. */
import { describe, expect, it } from "vitest";
import { FITNESS } from "../../test/timetable/sample-session.ts";
import { HOUR_MS } from "../platform/durations.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import { type BookingMailFacts, bookingMail, type GuestFacts, type GymFacts } from "./mails.server.ts";
import type { BookingMailKind } from "./messages.ts";

const ORIGIN = "https://nguvu.example";

const GYM: GymFacts = {
  name: "Nguvu Fitness",
  street: "Nguvu House, Ngong Road",
  city: "Nairobi, Kenya",
  phone: "+254 700 000 000",
  origin: ORIGIN,
};

const MOVED = {
  ...FITNESS,
  date: "2026-11-24",
  time: { from: "5:00pm", to: "6:00pm" },
  startsAt: "2026-11-24T14:00:00.000Z",
  endsAt: "2026-11-24T15:00:00.000Z",
};
const SUBSTITUTED = { ...FITNESS, trainerName: "Amina Yusuf", insteadOf: "Wanjiru Kamau" };
const OTHERS = [{ ...MOVED, id: "tuesday-2.2026-11-24" }];

/** Queued at six in the evening before, three hours before the deadline. */
const BEFORE: BookingMailFacts = {
  gym: GYM,
  session: FITNESS,
  at: "2026-11-22T15:00:00.000Z",
  deadline: "2026-11-22T18:00:00.000Z",
};
const GUEST: GuestFacts = { name: "Amina Njeri", isAlone: false, isWaiting: false, isHostWaiting: false };
const OFF = `${ORIGIN}/reminders/off?key=abc`;

const ABOUT = "Fitness, Monday 23 November, 9:00am";
const REMINDER = "Tomorrow at 9:00am; free to cancel until 9:00pm today";

const BEFORE_CHANGE = { from: { date: FITNESS.date, time: FITNESS.time }, wasClass: "Fitness" };
const TO_TUESDAY = { session: MOVED, from: BEFORE_CHANGE.from };
const TO_BOXING = { session: { ...FITNESS, className: "Boxing" }, wasClass: "Fitness" };
const TO_BOXING_ON_TUESDAY = { session: { ...MOVED, className: "Boxing" }, ...BEFORE_CHANGE };
const reasoned = (reason: string) => ({ session: { ...FITNESS, reason } });
const waitingAs = (position: number) => ({ position, promotionsEnd: BEFORE.deadline });

/** Each kind with its facts, the beginning of its subject, its first line, and the session in its subject. */
const KINDS: [BookingMailKind, Partial<BookingMailFacts>, string, string, string?][] = [
  ["booked", {}, "You have a place", "You have a place."],
  ["rebooked", TO_BOXING_ON_TUESDAY, "Booking moved", "Your booking is moved.", "Boxing, Tuesday 24 November, 5:00pm"],
  ["waiting", waitingAs(3), "You are on the waiting list", "You are number 3 on the waiting list."],
  ["promoted", {}, "You have a place now", "A place became free, and it is yours."],
  ["place-free", {}, "A place is free", "A place is free."],
  ["cancelled", {}, "Booking cancelled", "Your booking is cancelled."],
  ["cancelled-late", {}, "Booking cancelled", "Your booking is cancelled."],
  ["gym-cancelled", reasoned("No water"), "Cancelled", "Fitness is cancelled."],
  ["closed", reasoned("Jamhuri Day"), "Cancelled, we are closed", "We are closed on Monday 23 November."],
  ["moved", TO_TUESDAY, "Moved", "Fitness has moved.", "Fitness, Tuesday 24 November, 5:00pm"],
  ["substitute", { session: SUBSTITUTED }, "Another trainer", "Amina Yusuf teaches in place of Wanjiru Kamau."],
  ["class-changed", TO_BOXING, "Another class", "Your class is now Boxing.", "Boxing, Monday 23 November, 9:00am"],
  ["back-on", {}, "Takes place after all", "Fitness takes place after all."],
  ["just-come", { isWaiting: true }, "Just come", "Fitness no longer needs booking."],
  ["desk-booked", {}, "We booked a place for you", "We booked a place for you."],
  ["desk-cancelled", { isLate: false }, "We cancelled your booking", "We cancelled your booking."],
  ["reminder", { unsubscribeUrl: OFF }, "Fitness", `${REMINDER}.`, REMINDER],
];

const mailOf = (kind: BookingMailKind, more: Partial<BookingMailFacts> = {}) =>
  bookingMail(kind, { ...BEFORE, ...more });

/** The text that people see of the HTML. */
function visibleText(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&rsquo;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
}

describe.each(KINDS)("the email %s", (kind, more, subject, firstLine, about = ABOUT) => {
  const mail = mailOf(kind, more);

  it("begins with what happened", () => {
    expect(mail.subject).toBe(`${subject}: ${about}`);
    expect(mail.text.split("\n")[0]).toBe(firstLine);
    expect(mail.html).toMatch(new RegExp(`<h1[^>]*>${firstLine.slice(0, -1)}</h1>`));
    expect(mail.kind).toBe(`booking-${kind}`);
  });

  it("has the same content in HTML as in text, and loads nothing", () => {
    const terms = visibleText(mail.html);
    const paragraphs = mail.text.split("\n").filter((line) => / .*\.$/.test(line) && line !== firstLine);
    expect(paragraphs.length).toBeGreaterThan(1);
    for (const line of paragraphs) expect(terms.replaceAll(" .", ".").replaceAll(" ,", ",")).toContain(line);
    for (const address of mail.text.match(/https:\S+/g) ?? []) expect(linksOf(mail.html)).toContain(address);
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
    expect(mail.html.length).toBeLessThan(12_000);
    // Longer lines would have to be encoded (RFC 5321, section 4.5.3.1.6).
    expect(Math.max(...mail.html.split("\n").map(({ length }) => length))).toBeLessThan(998);
  });

  it("has no empty fact, even without the optional ones", () => {
    for (const { text, html, subject: line } of [mail, bookingMail(kind, BEFORE)]) {
      expect([line, text, html].join("\n")).not.toMatch(/undefined|null|NaN|\[object|Invalid/);
      expect(text).not.toMatch(/ {2}$| ,|\n{3}/m);
      expect(text).toMatch(/^[\n\x20-\x7e]+\n$/);
      expect(html).toMatch(/^[\n\x20-\x7e]+\n$/);
    }
  });

  it("has one button, to a page of the site", () => {
    expect(mail.html.match(/display:block/g)).toHaveLength(1);
    const page = /(https:\S+)/.exec(mail.text)?.[1] ?? "";
    const session = `session=${FITNESS.id}`;
    const pages = [`/booking?${session}`, `/booking/cancel?${session}`, "/account/bookings", "/schedule"];
    expect(pages.map((path) => ORIGIN + path)).toContain(page);
  });
});

describe("an email about a booking", () => {
  it("is complete as plain text", () => {
    expect(mailOf("booked").text).toBe(`You have a place.

Class:   Fitness
When:    Monday 23 November, 9:00am-10:00am
Trainer: Wanjiru Kamau
Where:   Nguvu House, Ngong Road, Nairobi, Kenya

Can't come? Cancel free of charge until Sunday 22 November, 9:00pm. Somebody may be waiting for your place.

See or cancel my booking:
https://nguvu.example/booking/cancel?session=monday-1.2026-11-23

Add to calendar:
https://nguvu.example/schedule/session.ics?session=monday-1.2026-11-23

Nguvu Fitness
Nguvu House, Ngong Road, Nairobi, Kenya
+254 700 000 000
You are receiving this because you booked this class.
`);
  });

  const otherTime: Partial<BookingMailFacts> = { ...TO_TUESDAY, again: "other-time" };
  const COVERED = { priceKes: 1200, isCovered: true };
  const TOO_MANY = "You have 9 open bookings now, and the limit is 6.";
  const BOTH_TIMES = "Was:     Monday 23 November, 9:00am-10:00am\nNow:     Tuesday 24 November, 5:00pm-6:00pm";

  it.each<[BookingMailKind, Partial<BookingMailFacts>, string]>([
    ["moved", TO_TUESDAY, BOTH_TIMES],
    ["moved", TO_TUESDAY, "Cancel free of charge until it starts."],
    ["substitute", { session: SUBSTITUTED }, "Trainer: Amina Yusuf, for Wanjiru Kamau"],
    ["class-changed", { wasClass: "Yoga" }, "Was:     Yoga\n"],
    ["gym-cancelled", reasoned(" The water\n is off. "), "Why:     The water is off.\n"],
    ["closed", { session: { ...FITNESS, state: "cancelled", reason: "No light" } }, "Why:     No light\n"],
    [
      "waiting",
      waitingAs(1),
      "Until Sunday 22 November, 9:00pm, a place that becomes free goes to the first person on the list",
    ],
    ["waiting", { position: 1 }, "we email everybody on the list"],
    ["cancelled-late", {}, "You cancelled after Sunday 22 November, 9:00pm. You owe nothing, and it does not count"],
    ["desk-cancelled", { isLate: true }, "We recorded it as late. You owe nothing"],
    ["desk-cancelled", { isLate: false }, "The cancellation is free of charge."],
    ["reminder", { isLate: true }, "Can't come? Please cancel anyway: you owe nothing"],
    ["back-on", { again: "place" }, "You have your place again."],
    ["back-on", { again: "waiting-list" }, "You are back on its waiting list"],
    ["back-on", {}, "You now have another class at that time"],
    ["back-on", { again: "no-booking" }, "It no longer needs booking: just come."],
    ["back-on", otherTime, BOTH_TIMES],
    ["back-on", otherTime, "It is at another time now, so your booking was not moved. Does it suit you?"],
    ["back-on", otherTime, `Book again:\n${ORIGIN}/booking?session=${FITNESS.id}`],
    ["back-on", { ...otherTime, isWaiting: true }, "so you are not on its waiting list."],
    ["back-on", { again: "place", open: 9 }, `${TOO_MANY} Please cancel the ones`],
    ["back-on", { again: "waiting-list", open: 9 }, TOO_MANY],
    ["booked", { priceKes: 1200 }, "KES 1,200, payable at the desk"],
    ["booked", { ...COVERED, guest: GUEST }, "Price:   KES 1,200, payable at the desk, for your guest"],
  ])("%s, with %j, includes %j", (kind, facts, terms) => {
    expect(mailOf(kind, facts).text).toContain(terms);
  });

  const waits = { isWaiting: true, isLate: false, session: MOVED };
  const OF_BOOKED = /free of charge|Your booking|cancel my booking|calendar/i;

  it.each<[BookingMailKind, Partial<BookingMailFacts>, RegExp]>([
    ["substitute", BEFORE_CHANGE, /Was:/],
    ["booked", reasoned("Repairs"), /Repairs/],
    ["gym-cancelled", reasoned("  "), /Why:/],
    ["reminder", { isLate: true }, /free of charge/],
    ["back-on", { again: "place" }, /open bookings/],
    ["back-on", otherTime, /just come/],
    ["moved", { priceKes: 1200 }, /KES/],
    ["booked", COVERED, /KES/],
    ...(["moved", "substitute", "class-changed", "gym-cancelled", "closed", "desk-cancelled"] as const).map(
      (kind): [BookingMailKind, Partial<BookingMailFacts>, RegExp] => [kind, waits, OF_BOOKED],
    ),
  ])("%s, with %j, has nothing like %s", (kind, facts, terms) => {
    const { text } = mailOf(kind, facts);
    expect(text).not.toMatch(terms);
    if (facts === waits) expect(text).toMatch(/waiting list/);
  });

  it.each(["gym-cancelled", "closed"] as const)("%s has other sessions to book", (kind) => {
    const { text, html } = mailOf(kind, { others: OTHERS });
    const address = `${ORIGIN}/booking?session=tuesday-2.2026-11-24`;
    const other = `Tuesday 24 November, 5:00pm-6:00pm:\n${address}\n`;
    expect(text).toContain(`Other times for Fitness with free places:\n\n${other}`);
    expect(linksOf(html)).toContain(address);
  });

  /** An hour of Monday in Nairobi. */
  const monday = (hour: number) => new Date(Date.parse(FITNESS.startsAt) + (hour - 9) * HOUR_MS).toISOString();
  const SIX = { ...FITNESS, time: { from: "6:00pm", to: "7:00pm" }, startsAt: monday(18) };
  const NOON = { ...FITNESS, time: { from: "12:00pm", to: "1:00pm" }, startsAt: monday(12) };

  it.each<[string, Partial<BookingMailFacts>]>([
    ["Today at 6:00pm; free to cancel until 2:00pm", { session: SIX, at: monday(12), deadline: monday(14) }],
    ["Tomorrow at 12:00pm; free to cancel until 8:00am tomorrow", { session: NOON, deadline: monday(8) }],
    [
      "On Monday 23 November at 6:00pm; free to cancel until 6:00pm today",
      { session: SIX, at: "2026-11-21T13:00:00.000Z", deadline: "2026-11-21T15:00:00.000Z" },
    ],
    ["Tomorrow at 9:00am; free to cancel until it starts", { deadline: FITNESS.startsAt }],
    ["Today at 9:00am; free cancellation ended at 9:00pm yesterday", { at: monday(7), isLate: true }],
  ])("a reminder begins with %s, as its subject does", (terms, facts) => {
    const { subject, text } = mailOf("reminder", facts);
    expect(subject).toBe(`Fitness: ${terms}`);
    expect(text.split("\n")[0]).toBe(`${terms}.`);
  });

  const AMINA = "Guest:   Amina Njeri";

  it.each<[BookingMailKind, Partial<GuestFacts>, string, string]>([
    ["booked", {}, "You and your guest have places", "KES 500 each, KES 1,000 together"],
    ["rebooked", {}, "You and your guest are moved", `${AMINA}\n`],
    ["booked", { isWaiting: true }, "You have a place", `${AMINA}, on the waiting list`],
    ["booked", { isAlone: true }, "Your guest has a place", "Price:   KES 500, payable at the desk"],
    ["promoted", { isWaiting: true }, "A place became free, and it is yours", "Price:   KES 500, payable at the desk"],
    ["promoted", { isAlone: true }, "A place became free, and it is your guest's", `${AMINA}\n`],
    ["place-free", { isAlone: true, isWaiting: true }, "A place is free for your guest", "Book it for my guest:"],
    ["cancelled", {}, "Your booking is cancelled", "others can have the two places"],
    ["cancelled", { isAlone: true }, "Your guest's booking is cancelled", "See or cancel my booking:"],
    ["cancelled-late", { isAlone: true }, "Your guest's booking is cancelled", "See or cancel my booking:"],
    ["desk-booked", {}, "We booked places for you and your guest", "KES 1,000 together"],
    ["desk-cancelled", { isAlone: true }, "We cancelled your guest's booking", "See or cancel my booking:"],
    ["just-come", { isAlone: true }, "Fitness no longer needs booking", "Your guest was on the waiting list."],
    ["moved", {}, "Fitness has moved", `${AMINA}\n`],
    ["reminder", {}, REMINDER, `${AMINA}\n`],
  ])("%s with a guest, %j, begins with %s", (kind, facts, title, terms) => {
    const { text, html } = mailOf(kind, { guest: { ...GUEST, ...facts }, priceKes: 500 });
    expect(text.split("\n")[0]).toBe(`${title}.`);
    expect(text).toContain(terms);
    expect(visibleText(html ?? "")).toContain("Amina Njeri");
  });

  it("has a link to switch it off only if it is a reminder", () => {
    const reminder = mailOf("reminder", { unsubscribeUrl: OFF });
    expect(reminder.unsubscribeUrl).toBe(OFF);
    expect(reminder.text).toContain(`No more reminders:\n${OFF}\n`);
    expect(linksOf(reminder.html)).toContain(OFF);
    const booked = mailOf("booked", { unsubscribeUrl: OFF });
    expect(booked).not.toHaveProperty("unsubscribeUrl");
    expect(booked.text + booked.html).not.toContain(OFF);
  });

  it("to a new person ends with a link that confirms the address", () => {
    const confirmUrl = `${ORIGIN}/confirm-address?key=u1.abc`;
    const { text, html } = mailOf("booked", { confirmUrl });
    expect(text).toMatch(/session\.ics\S+\n\nNew here\? .* more bookings at a time.*\n\nConfirm my address:\n/);
    expect([text, linksOf(html).join()].every((part) => part.includes(confirmUrl))).toBe(true);
    expect(visibleText(html)).toContain("Didn't book this? You can ignore it. Confirm my address");
  });

  it("is not sent after the start if it is useless then, and a reminder not after the day that it is worded for", () => {
    const moments = KINDS.map(([kind, more]) => [kind, mailOf(kind, more).discardAfter?.toISOString()]);
    expect(moments.filter(([, moment]) => moment !== undefined)).toEqual([
      ...["waiting", "place-free", "back-on", "just-come"].map((kind) => [kind, FITNESS.startsAt]),
      ["reminder", "2026-11-22T21:00:00.000Z"],
    ]);
    expect(mailOf("reminder", { at: monday(7) }).discardAfter?.toISOString()).toBe(FITNESS.startsAt);
  });

  it("to many people has a lower priority than one to a single person", () => {
    expect(mailOf("closed").priority).toBe(MAIL_PRIORITY.bulk);
    expect(mailOf("promoted").priority).toBe(MAIL_PRIORITY.ordinary);
    expect(MAIL_PRIORITY.urgent).toBeLessThan(MAIL_PRIORITY.ordinary);
  });

  it("escapes typed text", () => {
    const typed = `<b>"Pull" & push</b>\u202egpj`;
    const names = { className: typed, trainerName: typed, insteadOf: typed };
    const session = { ...FITNESS, ...names, reason: typed, id: `added-"><x` };
    const mail = mailOf("gym-cancelled", { session, gym: { ...GYM, name: typed }, others: [session] });
    expect(mail.html).not.toMatch(/<b>|<x|"Pull"/);
    expect(mail.html).toContain("&lt;b&gt;&quot;Pull&quot; &amp; push&lt;/b&gt;gpj");
    expect(visibleText(mail.html)).toContain(`Why <b>"Pull" & push</b>gpj`);
    expect(mail.text).toContain(`Why:     <b>"Pull" & push</b>gpj\n`);
    expect(mail.text).toContain(`${ORIGIN}/booking?session=added-%22%3E%3Cx\n`);
    expect(mail.subject).toBe(`Cancelled: <b>"Pull" & push</b>gpj, Monday 23 November, 9:00am`);
    expect(mail.subject + mail.text + mail.html).not.toContain("\u202e");
  });
});
