/** A process of `booking-processes.ts`: the booking core on real services, called by messages from its parent. */

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { bookPlace } from "../../app/bookings/book.server.ts";
import { cancelBooking } from "../../app/bookings/cancel-booking.server.ts";
import { checkIn } from "../../app/bookings/desk-actions.server.ts";
import { findOffer } from "../../app/bookings/own-bookings.server.ts";
import { queueExpiryMails } from "../../app/members/expiry-mails.server.ts";
import { freezePass } from "../../app/members/pass-changes.server.ts";
import { isDatabaseUnavailable } from "../../app/platform/errors.ts";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { undoSale } from "../../app/sales/take-back.server.ts";
import { closeDays } from "../../app/timetable/closures.server.ts";
import { ACTOR } from "../content/content-changes.ts";
import { importSent, undoSent } from "../members/import-gym.ts";
import { DESK, tryGiving, versionOf } from "../members/members-gym.ts";
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

async function run(call: BookingCall): Promise<BookingReport> {
  switch (call.do) {
    case "book": {
      const { userId, sessionId } = call;
      const outcome = await bookPlace(
        services,
        { id: userId, isTestAccount: false, clientAddress: "192.0.2.1" },
        { sessionId },
      );
      const booking = "booking" in outcome ? outcome.booking : undefined;
      return { code: outcome.code, bookingId: booking?.id, position: booking?.position };
    }
    case "cancel":
      return { code: (await cancelBooking(services, call.userId, call.bookingId)).code, bookingId: call.bookingId };
    case "close":
      return { code: (await closeDays(services, { from: call.date, to: call.date, note: "Closed" }, ACTOR)).code };
    case "give":
      return { code: (await tryGiving(services, call.personId, call.planSlug, call.passId)).code };
    case "check-in":
      return { code: (await checkIn(services, call.bookingId, DESK)).code };
    case "import-list":
      return { code: (await importSent(services, call.importId)).code };
    case "undo-import":
      return { code: (await undoSent(services, call.importId)).code };
    case "freeze": {
      const { passId, firstDay, lastDay } = call;
      const version = await versionOf(services, call.personId);
      const form = { passId, version, firstDay, lastDay, kind: "medical", reason: "" } as const;
      return { code: (await freezePass(services, DESK, form)).code };
    }
    case "sell": {
      const { personId, planSlug, saleId, amount, code } = call;
      const typed = { formId: saleId, amount, reference: code, way: code === "" ? "cash" : "mpesa" };
      return { code: (await sellTo(services, personId, planSlug, typed)).code };
    }
    case "take-owed":
      return { code: (await take(services, call.saleId, { formId: call.paymentId })).code };
    case "undo-sale":
      return { code: (await undoSale(services, DESK, call.saleId, { reason: "The wrong plan" })).code };
    case "mail-ends":
      await queueExpiryMails(services);
      return { code: "mailed" };
    case "insert":
      for (let row = 0; row < call.rows; row += 1) {
        const insert = sql`insert into bare_rows (text) values (${"x".repeat(300)})`;
        await transact(services, ({ transaction }) => insert.execute(transaction));
      }
      return { code: "inserted" };
  }
}

async function report(call: BookingCall): Promise<BookingReport> {
  if (call.afterMs !== undefined) await pause(call.afterMs);
  try {
    return await run(call);
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
