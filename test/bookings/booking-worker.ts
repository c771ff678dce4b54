/** A process of `booking-processes.ts`: the booking core on real services, called by messages from its parent. */

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { bookPlace } from "../../app/bookings/book.server.ts";
import { cancelBooking } from "../../app/bookings/cancel-booking.server.ts";
import { findOffer } from "../../app/bookings/own-bookings.server.ts";
import { queueExpiryMails } from "../../app/members/expiry-mails.server.ts";
import { freezePass } from "../../app/members/pass-changes.server.ts";
import { passesOfPerson } from "../../app/members/pass-rows.server.ts";
import { isDatabaseUnavailable } from "../../app/platform/errors.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { undoSale } from "../../app/sales/take-back.server.ts";
import { closeDays } from "../../app/timetable/closures.server.ts";
import { ACTOR } from "../content/content-changes.ts";
import { importSent, undoSent } from "../members/import-gym.ts";
import { DESK, passForm } from "../members/members-gym.ts";
import { sellTo, take } from "../sales/sales-gym.ts";
import { openInstance, testConfig } from "../support/open-instance.ts";
import {
  type Assignment,
  type BookingCall,
  type BookingReport,
  READ_EVERY_MS,
  type ReaderRequest,
  type WorkerMessage,
  type WorkerSettings,
} from "./booking-processes.ts";

const settings: WorkerSettings = JSON.parse(process.argv[2] ?? "");
const config = await testConfig(settings);
const kind = settings.databaseUrl === undefined ? "sqlite" : "postgres";
const site = await openInstance(config, kind, async () => {}, { isMigrated: true });
let now = "";
const services: Services = { ...site.services, now: () => new Date(now) };

function send(message: WorkerMessage): void {
  // The parent may have exited.
  if (process.connected) process.send?.(message);
}

/** The calls by name, with their arguments. Each returns the core's code. */
const CALLS = {
  book: async ({ userId, sessionId }: { userId: string; sessionId: string }) => {
    const member = { id: userId, isTestAccount: false, clientAddress: "192.0.2.1" };
    const outcome = await bookPlace(services, member, { sessionId });
    return { code: outcome.code, bookingId: "booking" in outcome ? outcome.booking.id : undefined };
  },
  cancel: ({ userId, bookingId }: { userId: string; bookingId: string }) => cancelBooking(services, userId, bookingId),
  close: ({ date }: { date: string }) => closeDays(services, { from: date, to: date, note: "Closed" }, ACTOR),
  /** Freezes the person's first pass that is not void. */
  freeze: async ({ personId, ...days }: { personId: string; firstDay: string; lastDay: string }) => {
    const pass = (await passesOfPerson(services.db, personId)).find(({ firstDay, lastDay }) => firstDay <= lastDay);
    if (pass === undefined) return { code: "unknown" };
    const form = await passForm(services, personId, pass.row.id);
    return freezePass(services, DESK, { ...form, ...days, kind: "medical" });
  },
  /** A list of members, as from a current page. */
  "import-list": ({ importId }: { importId: string }) => importSent(services, importId),
  "undo-import": ({ importId }: { importId: string }) => undoSent(services, importId),
  /** A sale of one plan, as from a current page, paid in cash or with a code. `amount` is empty for the full price. */
  sell: ({ personId, planSlug, ...typed }: SaleTyped) => {
    const { saleId: formId, amount, code: reference } = typed;
    const way = reference === "" ? "cash" : "mpesa";
    return sellTo(services, personId, planSlug, { formId, amount, reference, way });
  },
  "take-owed": ({ saleId, paymentId }: { saleId: string; paymentId: string }) =>
    take(services, saleId, { formId: paymentId }),
  "undo-sale": ({ saleId }: { saleId: string }) => undoSale(services, DESK, saleId, { reason: "The wrong plan" }),
  "mail-ends": async (_: object) => {
    await queueExpiryMails(services);
    return { code: "mailed" };
  },
  /** Inserts rows into the table `bare_rows`, each in its own transaction. */
  insert: async ({ rows }: { rows: number }) => {
    for (let row = 0; row < rows; row += 1) {
      const insert = sql`insert into bare_rows (text) values (${"x".repeat(300)})`;
      await transact(services, ({ transaction }) => insert.execute(transaction));
    }
    return { code: "inserted" };
  },
};

type SaleTyped = { personId: string; planSlug: string; saleId: string; amount: string; code: string };

export type Calls = typeof CALLS;

async function report({ afterMs, ...call }: BookingCall): Promise<BookingReport> {
  if (afterMs !== undefined) await pause(afterMs);
  try {
    const { code, bookingId }: BookingReport = await CALLS[call.do](call as never);
    return { code, bookingId };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { code: "unavailable" };
    return { code: "failed", error: error instanceof Error ? error.stack : String(error) };
  }
}

/** Reads while `isRunning`. Each time counts from when the read was due, so that a blocked process shows. */
async function read({ userId, sessionId }: ReaderRequest, isRunning: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (isRunning()) {
    const due = performance.now() + READ_EVERY_MS;
    await pause(READ_EVERY_MS);
    await findOffer(services, { id: userId, isTestAccount: false }, sessionId);
    times.push(performance.now() - due);
  }
  return times;
}

async function runAssignment({ number, calls, reader, ...assignment }: Assignment): Promise<void> {
  ({ now } = assignment);
  const started = performance.now();
  let running = true;
  const reading = reader === undefined ? [] : read(reader, () => running);
  const reports = await Promise.all(calls.map(report));
  const seconds = (performance.now() - started) / 1000;
  running = false;
  send({ number, reports, reads: await reading, seconds });
}

process.on("message", (assignment: Assignment) => void runAssignment(assignment));
process.once("disconnect", () => void site.close());
send("ready");
