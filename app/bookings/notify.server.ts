/** Notifies people about their bookings: emails are queued in the transaction of the change. */
import type { Transaction } from "kysely";
import { confirmationUrl } from "../accounts/address-confirmation.server.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { siteOrigin } from "../platform/config.ts";
import type { Tables } from "../platform/schema.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "../timetable/class-session.ts";
import { freeSessionsWithin } from "./availability.server.ts";
import type { Bookable } from "./bookable-session.server.ts";
import { type BookingRow, guestOf, hostOf, isTrustedAccount } from "./booking-rows.server.ts";
import { recordOnCallList } from "./call-list.server.ts";
import type { BookingStatus } from "./call-list.ts";
import { bookingMail, type GuestFacts } from "./mails.server.ts";
import type { BookingMailKind, NotificationDetails } from "./messages.ts";

const WITH_OTHERS: readonly BookingMailKind[] = ["gym-cancelled", "closed"];

const OWN_ACTIONS: readonly BookingMailKind[] = ["booked", "waiting", "rebooked", "cancelled", "cancelled-late"];

/** Kinds about a new booking: for an unconfirmed address they have the link that confirms it. */
const WITH_LINK: readonly BookingMailKind[] = ["booked", "waiting", "desk-booked"];

type LastKnown = { session: ClassSession; status: BookingStatus };

/**
 * Queues an email to the person of a booking or the guest's host, and updates the call list. Unconfirmed accounts get
 * one about their first booking only.
 */
export async function notify(
  change: Change,
  kind: BookingMailKind,
  row: BookingRow,
  bookable: Bookable,
  details: NotificationDetails = {},
  lastKnown?: LastKnown,
): Promise<void> {
  const { transaction, at } = change;
  const host = await hostOf(transaction, row);
  const owner = await transaction
    .selectFrom("people")
    .select(["id", "user_id", "unsubscribe_key"])
    .where("id", "=", (host ?? row).person_id)
    .executeTakeFirst();
  if (lastKnown !== undefined) await recordOnCallList(change, kind, row, owner, bookable.session, lastKnown);
  const userId = owner?.user_id ?? null;
  if (owner === undefined || userId === null) return;
  const account = await transaction
    .selectFrom("users")
    .select(["id", "email", "emailVerified"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (account === undefined) return;
  const isOwnAction = OWN_ACTIONS.includes(kind);
  const hasLink = WITH_LINK.includes(kind);
  const isUntrusted = (isOwnAction || hasLink) && !(await isTrustedAccount(transaction, userId));
  if (isUntrusted && isOwnAction && !(hasLink && (await isFirstBooking(change, owner.id, row)))) return;
  // Cached settings are current: no transaction that notifies people changes them.
  const settings = await findSingleEntry({ ...change.services, db: transaction }, settingsType);
  const gym = { ...settings, origin: siteOrigin(change.services.config) };
  const { session, promotionsEnd } = bookable;
  const now = at.toISOString();
  const guest = host === undefined ? await guestFacts(change, row) : factsOf(row, host);
  const mail = bookingMail(kind, {
    ...details,
    gym,
    at: now,
    session,
    others: WITH_OTHERS.includes(kind) ? await othersOf(change, session) : undefined,
    // Once promotions have ended, the position means nothing.
    position: promotionsEnd > now ? details.position : undefined,
    promotionsEnd: promotionsEnd > now ? promotionsEnd : undefined,
    deadline: row.free_until,
    isWaiting: details.isWaiting ?? row.state === "waiting",
    isLate: row.state === "late_cancelled" || (kind === "reminder" && row.free_until <= now),
    priceKes: row.price_kes,
    isCovered: row.cover !== null && row.cover !== "pay",
    guest: guest && { ...guest, name: account.emailVerified ? guest.name : undefined },
    confirmUrl: isUntrusted ? confirmationUrl(change.services, account) : undefined,
    unsubscribeUrl:
      owner.unsubscribe_key === null ? undefined : `${gym.origin}/reminders/off?key=${owner.unsubscribe_key}`,
  });
  // Awaited to keep the order: "takes place after all" before "cancelled" would mislead.
  await change.queueMail({ ...mail, to: account.email, userId, about: session.id });
}

async function guestFacts({ transaction }: Change, host: BookingRow): Promise<GuestFacts | undefined> {
  const guest = await guestOf(transaction, host);
  return guest && { ...factsOf(guest, host), isAlone: false };
}

function factsOf(guest: BookingRow, host: BookingRow): GuestFacts {
  return {
    name: guest.guest_name ?? "",
    isAlone: true,
    isWaiting: guest.state === "waiting",
    isHostWaiting: host.state === "waiting",
  };
}

async function isFirstBooking({ transaction }: Change, personId: string, { id }: BookingRow): Promise<boolean> {
  const other = await transaction
    .selectFrom("bookings")
    .select("id")
    .where("person_id", "=", personId)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Other sessions of a class, by cancelled session: read once for all emails of a transaction. */
const others = new WeakMap<Transaction<Tables>, Map<string, Promise<ClassSession[]>>>();

function othersOf(change: Change, session: ClassSession): Promise<ClassSession[]> {
  const ofTransaction = others.get(change.transaction) ?? new Map<string, Promise<ClassSession[]>>();
  others.set(change.transaction, ofTransaction);
  const read = ofTransaction.get(session.id) ?? freeSessionsWithin(change, session);
  ofTransaction.set(session.id, read);
  return read;
}
