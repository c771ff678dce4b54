/** Two random years of a gym: made as plain facts for the oracle, and written into the tables of a site. */
import type { BookingState, Tables } from "../../app/platform/schema.ts";
import type { Db, Services } from "../../app/platform/services.ts";
import { addDays, daysFrom, mondayOf, startOfDate } from "../../app/time/dates.server.ts";
import { minuteOfDay } from "../../app/time/days.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { insertRows } from "../support/insert-rows.ts";
import type { History, HistoryPass, HistorySession } from "./figures-oracle.ts";

const DAYS = 2 * 365;
const PEOPLE = 70;
const SLOTS = [
  { weekday: 0, time: "6:00pm", gymClass: "boxing" },
  { weekday: 0, time: "6:30pm", gymClass: "yoga" },
  { weekday: 2, time: "12:00am", gymClass: "boxing" },
  { weekday: 2, time: "12:15pm", gymClass: "running" },
  { weekday: 4, time: "6:00am", gymClass: "yoga" },
  { weekday: 6, time: "11:30pm", gymClass: "boxing" },
] as const;
const BOOKING_STATES: BookingState[] = [
  ...(["booked", "waiting", "attended", "attended", "attended", "no_show"] as const),
  ...(["cancelled", "late_cancelled", "gym_cancelled", "expired"] as const),
];
const ENQUIRY_STATES = ["suspect", "new", "answered", "trial-booked", "joined", "not-now", "spam"];
const WAYS = ["cash", "mpesa", "card", "bank"];

/** Makes the history of the two years before a day, which is its last one. Running has no places. */
export function makeHistory(seed: number, today: string): History {
  const random = randomNumbers(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const oneOf = <T>(all: readonly T[]) => all[whole(all.length)] as T;
  const first = addDays(today, -DAYS);
  let bookings = 0;
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    ...{ id: `person-${index}`, enquiry: null as string | null, passes: passesOf() },
  }));

  function passesOf(): HistoryPass[] {
    return Array.from({ length: whole(9) }, () => {
      const begins = addDays(first, whole(DAYS + 30));
      const isDayPass = random() < 0.2;
      const days = isDayPass ? 1 : oneOf([1, 7, 30, 30, 90]);
      const isVoid = random() < 0.3;
      const last = isVoid ? addDays(begins, -1) : addDays(begins, days - 1);
      const freezeAt = addDays(begins, whole(days));
      return {
        ...{ first: begins, last, grace: isVoid || isDayPass ? last : addDays(last, 3), isVoid, isDayPass },
        freezes: !isVoid && days > 7 && random() < 0.3 ? [[freezeAt, addDays(freezeAt, whole(20))]] : [],
      };
    });
  }

  const sessions: HistorySession[] = [];
  for (let monday = mondayOf(first); monday <= today; monday = addDays(monday, 7)) {
    for (const { weekday, time, gymClass } of SLOTS) {
      const date = addDays(monday, weekday);
      const startsAt = new Date(startOfDate(date).getTime() + minuteOfDay(time) * 60_000).toISOString();
      const own = Array.from({ length: gymClass === "running" ? 0 : whole(9) }, () => {
        bookings += 1;
        const person = random() < 0.9 ? oneOf(people).id : null;
        return { id: `booking-${bookings}`, person, state: oneOf(BOOKING_STATES) };
      });
      const id = `added-${date}-${sessions.length}`;
      sessions.push({ id, date, time, startsAt, gymClass, isCancelled: random() < 0.05, bookings: own });
    }
  }
  const enquiries = Array.from({ length: 300 }, (_, index) => {
    const at = new Date(startOfDate(addDays(first, whole(DAYS + 1))).getTime() + whole(24 * 60) * 60_000).toISOString();
    if (random() < 0.3) oneOf(people).enquiry = `enquiry-${index}`;
    const trial = random() < 0.3 ? `booking-${1 + whole(bookings)}` : null;
    return { id: `enquiry-${index}`, at, state: oneOf(ENQUIRY_STATES), trial };
  });
  const payments = Array.from({ length: 700 }, () => ({
    ...{ day: addDays(first, whole(DAYS + 1)), way: oneOf(WAYS), kes: (random() < 0.1 ? -1 : 1) * (1 + whole(9000)) },
  }));
  return { people, sessions, enquiries, payments, places: { boxing: 4, yoga: 3 } };
}

/** Writes a history into the tables of a seeded site, which has no other past. */
export async function writeHistory(services: Services, history: History, now: string): Promise<void> {
  const { db } = services;
  await db.deleteFrom("class_sessions").execute();
  const made = { made_at: now, made_by_id: "desk-1", made_by: "Joseph" };
  await insertRows(db, "enquiries", history.enquiries.map(enquiryRow));
  const people = history.people.map(({ id, enquiry }) => ({
    ...{ id, name: id, plain_name: id, phone: "", email: "", heard_of: "", enquiry_id: enquiry, ...made },
  }));
  await insertRows(db, "people", people);
  await writePasses(db, history, now);
  const sessions = history.sessions.map((session) => sessionRow(session, now));
  await insertRows(db, "class_sessions", sessions);
  const bookings = history.sessions.flatMap((session) =>
    session.bookings.map(({ id, person, state }, index) => ({
      ...{ id, session_id: session.id, person_id: person, ticket: index, state: state as BookingState },
      // One person has one open booking of a session.
      ...{ booked_at: session.startsAt, free_until: session.startsAt, ended_at: now },
    })),
  );
  await insertRows(db, "bookings", bookings);
  await db.updateTable("schedule_state").set({ written_until: now }).execute();
  services.timetable.version += 1;
  await writePayments(db, history, now);
}

function enquiryRow({ id, at, state, trial }: History["enquiries"][number]) {
  const contact = { name: id, email: "", class: "", comment: "", suspect: 0 };
  return { id, received_at: at, ...contact, state, trial_booking_id: trial };
}

async function writePasses(db: Db, { people }: History, now: string): Promise<void> {
  const rows = people.flatMap(({ id: person, passes }) =>
    passes.map((pass, index) => ({ ...pass, id: `${person}-${index}`, person })),
  );
  const passes = rows.map(({ id, person, first, last, isDayPass }): Tables["passes"] => ({
    ...{ id, person_id: person, plan_slug: "mwanzo", plan_name: "Mwanzo", terms: "{}", price_kes: 39, visits: null },
    ...{ days: isDayPass ? 1 : daysFrom(first, last) + 1, grace_days: isDayPass ? 0 : 3 },
    ...{ first_day: first, behind_id: null },
    ...{ paid_how: "cash", paid_note: "", given_at: now, given_by_id: "desk-1", given_by: "Joseph" },
  }));
  await insertRows(db, "passes", passes);
  const days = rows.map(({ id, person, first, last, grace, freezes, isVoid }): Tables["pass_days"] => ({
    ...{ pass_id: id, person_id: person, first_day: first, last_day: last, grace_day: grace, visits_used: 0 },
    ...{ freezes: JSON.stringify(freezes), used_up_on: null, days_cut: 0, end_kind: isVoid ? "void" : null },
  }));
  await insertRows(db, "pass_days", days);
}

function sessionRow({ id, date, time, startsAt, gymClass, isCancelled }: HistorySession, now: string) {
  return {
    ...{ id, slot: null, slot_date: null, date, starts_at: startsAt, ends_at: startsAt },
    ...{ time_from: time, time_to: time },
    ...{ class_slug: gymClass, class_name: gymClass, trainer_slug: "nobody", trainer_name: "Nobody" },
    ...{ planned_date: date, planned_from: time, planned_to: time, planned_trainer_slug: "nobody" },
    ...{ planned_trainer_name: "Nobody", state: isCancelled ? "cancelled" : "scheduled", reason: null },
    ...{ closed_note: null, decided: "[]", sequence: 0, changed_at: now, changed_by_id: null, changed_by: null },
  };
}

/** Each payment with a sale and a receipt of its own. */
async function writePayments(db: Db, { payments, people }: History, now: string): Promise<void> {
  const by = { by_id: "desk-1" };
  const open = { id: "drawer", is_open: null, opened_at: now, opened_by_id: "desk-1", opened_kes: 0, note: "" };
  const closed = { closed_at: null, closed_by_id: null, counted_kes: null, expected_kes: null, difference_kes: null };
  await insertRows(db, "drawers", [{ ...open, ...closed }]);
  const sale = { person_id: people[0]?.id ?? "", ...by, drawer_id: "drawer", owed_until: null, buyer_pin: "" };
  const rows = payments.map((payment, index) => ({ ...payment, id: String(index) }));
  const sales = rows.map(({ id, day }) => ({ id, day, ...sale }));
  await insertRows(db, "sales", sales);
  const receipts = rows.map(({ id, day }, index) => ({
    ...{ id, year: 2000, number: index, sale_id: id, kind: "sale", at: now, day, ...by },
  }));
  await insertRows(db, "receipts", receipts);
  const paid = rows.map(({ id, day, way, kes }) => ({
    ...{ id, sale_id: id, receipt_id: id, way, amount_kes: kes, reference: "", code_key: null, day, at: now, ...by },
    ...{ reverses_id: kes < 0 ? "0" : null, drawer_id: "drawer" },
  }));
  await insertRows(db, "payments", paid);
}
