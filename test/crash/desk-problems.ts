/** Compares what `crash-desk.ts` was told with what is stored after a kill. */
import { queueExpiryMails } from "../../app/members/expiry-mails.server.ts";
import { computeRows, passEventsOfPerson, readGivenDays } from "../../app/members/pass-rows.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { type Sale, salesById } from "../../app/sales/sale-rows.server.ts";
import { bookingProblems } from "../bookings/booking-checks.ts";
import type { BookingCall, BookingReport } from "../bookings/booking-processes.ts";
import { asTexts, OWNER } from "../members/members-gym.ts";
import { findLost, findUnsent } from "./stored-data.ts";

/** A member with an account. */
export type Person = { personId: string; userId: string };

/** The calls until a kill, and the people and sessions they concern. Calls in flight when their process died have no report. */
export type Round = {
  people: readonly Person[];
  /** People whose passes end in a week. */
  ending: readonly string[];
  sessions: readonly string[];
  sharedCodes: readonly string[];
  /** The import of a list, or undoing it. */
  list: { do: "import-list" | "undo-import"; importId: string };
  sent: BookingCall[];
  reports: Map<BookingCall, BookingReport>;
};

/** The calls that were acknowledged as done. */
export function doneIn({ sent, reports }: Round): BookingCall[] {
  return sent.filter((call) => reports.get(call)?.code === "done");
}

/** The calls of one kind. */
export function callsTo<Do extends BookingCall["do"]>(what: Do, calls: readonly BookingCall[]) {
  return calls.filter((call): call is Extract<BookingCall, { do: Do }> => call.do === what);
}

/** The acknowledged bookings. */
export function bookedIn({ sent, reports }: Round): { bookingId: string; userId: string }[] {
  return callsTo("book", sent).flatMap((call) => {
    const { code, bookingId } = reports.get(call) ?? {};
    const isBooked = code === "booked" || code === "waiting";
    return isBooked && bookingId !== undefined ? { bookingId, userId: call.userId } : [];
  });
}

const freezesIn = (calls: readonly BookingCall[]) =>
  callsTo("freeze", calls).map(({ personId, firstDay }) => `${personId} ${firstDay}`);
const soldIn = (calls: readonly BookingCall[]) => callsTo("sell", calls).map(({ saleId }) => saleId);
const paidIn = (calls: readonly BookingCall[]) => [
  ...soldIn(calls),
  ...callsTo("take-owed", calls).map(({ paymentId }) => paymentId),
];

/** @param listed the people of the list */
export async function findProblems(services: Services, round: Round, listed: number): Promise<string[]> {
  // The killed instance's transactions have ended.
  await transact(services, async () => {}, { lock: "timetable" });
  await transact(services, async ({ lock }) => lock("sales"), { lock: "people" });
  const ids = round.people.map(({ personId }) => personId);
  return [
    ...(await bookingProblems(services)),
    ...(await compareBookings(services, ids, round)),
    ...(await comparePasses(services, ids, round)),
    ...(await compareSales(services, ids, round)),
    ...(await compareList(services, listed)),
    ...(await compareMails(services, round.ending)),
  ];
}

async function compareBookings({ db }: Services, people: readonly string[], round: Round): Promise<string[]> {
  const bookings = await db.selectFrom("bookings").select(["id", "state"]).where("person_id", "in", people).execute();
  const states = new Map(bookings.map(({ id, state }) => [id, state]));
  const events = await db.selectFrom("booking_events").select("booking_id").where("note", "=", "frozen").execute();
  const frozen = new Set(events.map(({ booking_id: id }) => id));
  const problems: string[] = [];
  const booked = bookedIn(round);
  for (const { bookingId: id } of booked) {
    const state = states.get(id);
    const cancel = callsTo("cancel", round.sent).find(({ bookingId }) => bookingId === id);
    const answer = cancel && round.reports.get(cancel)?.code;
    const isCancelled = answer === "cancelled" || answer === "left";
    const isInFlight = cancel !== undefined && answer === undefined;
    if (state === undefined) problems.push(`booking ${id} is gone`);
    else if (!isInFlight && !frozen.has(id) && isCancelled !== (state === "cancelled")) {
      problems.push(`booking ${id} is ${state}, but ${isCancelled ? "a" : "no"} cancellation was acknowledged`);
    }
  }
  const inFlight = callsTo("book", round.sent).filter((call) => !round.reports.has(call)).length;
  if (bookings.length - booked.length > inFlight) {
    problems.push(`${bookings.length} bookings, with ${booked.length} acknowledged and ${inFlight} in flight`);
  }
  return problems;
}

/** The freezes, and the days of all passes. */
async function comparePasses({ db }: Services, people: readonly string[], round: Round): Promise<string[]> {
  const passes = await db.selectFrom("passes").selectAll().where("person_id", "in", people).execute();
  const acts = (await Promise.all(people.map((id) => passEventsOfPerson(db, id)))).flat();
  const freezes = acts.flatMap((act) => (act.kind === "freeze-medical" ? `${act.person_id} ${act.first_day}` : []));
  const days = await db.selectFrom("pass_days").selectAll().where("person_id", "in", people).execute();
  const computed = computeRows(passes, acts, await readGivenDays(db));
  const isComputed = asTexts(days).join() === asTexts(computed).join();
  return [
    ...findLost("freeze", freezesIn(doneIn(round)), freezes),
    ...findUnsent("freeze", freezes, freezesIn(round.sent)),
    ...(isComputed ? [] : ["the stored days differ from the computed days"]),
  ];
}

async function compareSales({ db }: Services, people: readonly string[], round: Round): Promise<string[]> {
  const rows = await db.selectFrom("sales").select("id").where("person_id", "in", people).execute();
  const ids = rows.map(({ id }) => id);
  const sales = await salesById(db, ids);
  const payments = [...sales.values()].flatMap((sale) => sale.payments);
  // Refunds have ids of their own.
  const typedIds = payments.flatMap(({ id, amount_kes: amount }) => (amount > 0 ? id : []));
  const done = doneIn(round);
  const undone = callsTo("undo-sale", done).filter(({ saleId }) => sales.get(saleId)?.isUndone !== true);
  const receipts = await db.selectFrom("receipts").select("number").orderBy("number").execute();
  const paymentIds = payments.map(({ id }) => id);
  return [
    ...findLost("sale", soldIn(done), ids),
    ...findUnsent("sale", ids, soldIn(round.sent)),
    ...(await Promise.all([...sales.values()].map((sale) => problemsOfSale(db, sale)))).flat(),
    ...findLost("payment", paidIn(done), paymentIds),
    ...findUnsent("payment", typedIds, paidIn(round.sent)),
    ...undone.map(({ saleId }) => `sale ${saleId} is not undone`),
    ...(receipts.some(({ number }, index) => number !== index + 1) ? ["the receipts have a gap"] : []),
  ];
}

/** Problems of a sale's passes, payments and receipts, and of its codes unless it is undone. */
async function problemsOfSale(
  db: Services["db"],
  { row, lines, payments, receipts, balance, isUndone }: Sale,
): Promise<string[]> {
  const problems: string[] = [];
  const passes = lines.filter(({ kind }) => kind === "pass");
  if (passes.length !== 1 || passes[0]?.pass_id == null) problems.push(`sale ${row.id} has ${passes.length} passes`);
  const acts = db
    .selectFrom("pass_acts")
    .select("id")
    .where("pass_id", "=", passes[0]?.pass_id ?? "");
  const voided = await acts.where("kind", "=", "void").execute();
  if (voided.length !== Number(isUndone)) problems.push(`the pass of sale ${row.id} is void ${voided.length} times`);
  if (receipts[0]?.kind !== "sale") problems.push(`sale ${row.id} has no receipt`);
  const paid = payments.reduce((sum, { amount_kes: amount }) => sum + amount, 0);
  if (isUndone ? paid !== 0 || balance !== 0 : paid < 1 || balance < 0)
    problems.push(`sale ${row.id} has KES ${paid} paid`);
  if (isUndone !== (receipts.at(-1)?.kind === "undo")) problems.push(`sale ${row.id} has the wrong last receipt`);
  const used = await db.selectFrom("used_codes").select("code_key").where("sale_id", "=", row.id).execute();
  const expected = isUndone ? [] : payments.flatMap(({ code_key: key }) => key ?? []);
  if (JSON.stringify(used.map(({ code_key: key }) => key)) !== JSON.stringify(expected)) {
    problems.push(`sale ${row.id} uses the wrong codes`);
  }
  return problems;
}

/** The list is imported completely or not at all, also after it was undone. */
async function compareList({ db }: Services, listed: number): Promise<string[]> {
  const stored = await db.selectFrom("imports").select("imported_at").executeTakeFirst();
  const expected = stored?.imported_at == null ? 0 : listed;
  const added = db.selectFrom("people").leftJoin("door_numbers", "person_id", "people.id");
  const people = await added.select("number").where("made_by_id", "=", OWNER.id).execute();
  const numbers = people.filter(({ number }) => number !== null);
  if (people.length === expected && numbers.length === expected) return [];
  return [`${people.length} people of the list and ${numbers.length} of their numbers are there, not ${expected}`];
}

/** The next instance sends the emails that the killed one left. */
async function compareMails(services: Services, ending: readonly string[]): Promise<string[]> {
  await queueExpiryMails(services);
  const outbox = services.db.selectFrom("outbox").select("person_id").where("person_id", "in", ending);
  const mails = await outbox.where("kind", "=", "membership-ends").execute();
  const mailed = new Set(mails.map(({ person_id: id }) => id));
  if (mails.length === ending.length && mailed.size === ending.length) return [];
  return [`${mails.length} emails to ${mailed.size} of ${ending.length} people whose passes end`];
}
