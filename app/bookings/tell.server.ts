/** Telling people of their bookings: a mail in the transaction of what it reports. */
import type { Transaction } from "kysely";
import { findSingleEntry } from "../cms/single-entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { siteOrigin } from "../platform/config.ts";
import type { Tables } from "../platform/schema.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession, SessionTime } from "../timetable/session.ts";
import { confirmationUrl, isKnown } from "./address-confirmation.server.ts";
import type { Bookable } from "./bookable.server.ts";
import type { BookingRow } from "./booking-rows.server.ts";
import { freeSessionsIn } from "./free-sessions.server.ts";
import { bookingMail, type GymFacts, gymFacts } from "./mails.server.ts";
import type { Again, BookingMailKind } from "./messages.ts";

/** What a mail says beside the booking as it is now. */
export type Told = {
  line?: number | null;
  /** When a moved session was to be. */
  from?: SessionTime;
  /** The name of the class that the session was before. */
  wasClass?: string;
  /** Whether the person waited; default: whether the booking waits. */
  wasWaiting?: boolean;
  /** What somebody has again in a session that takes place after all. */
  again?: Again;
  /** How many bookings somebody has open, where that is more than can be booked. */
  open?: number;
};

/** Kinds that offer other sessions of the class. */
const WITH_OTHERS: readonly BookingMailKind[] = ["gym-cancelled", "closed"];

/** Kinds that tell somebody what they have just done themselves. */
const OWN_ACTS: readonly BookingMailKind[] = ["booked", "waiting", "cancelled", "cancelled-late"];

/** Kinds that tell of a new booking, with the link that confirms an address which nobody has confirmed. */
const WITH_LINK: readonly BookingMailKind[] = ["booked", "waiting", "desk-booked"];

/**
 * Queues a mail to the person of a booking. The desk's guests have no address. Of an account that nobody knows yet the first
 * booking is mailed, with a link that confirms its address, and none of its own acts after that: they would be an endless
 * number of mails to whomever the address belongs to. News of what others did are mailed to all.
 */
export async function tellBooking(
  change: Change,
  kind: BookingMailKind,
  row: BookingRow,
  of: Bookable,
  { line, from, wasClass, wasWaiting, again, open }: Told = {},
): Promise<void> {
  const { transaction, at } = change;
  if (row.user_id === null) return;
  const person = await transaction
    .selectFrom("users")
    .leftJoin("booking_profiles", "booking_profiles.user_id", "users.id")
    .select(["users.id", "users.email", "booking_profiles.unsubscribe_key"])
    .where("users.id", "=", row.user_id)
    .executeTakeFirst();
  if (person === undefined) return;
  const isOwnAction = OWN_ACTS.includes(kind);
  const hasLink = WITH_LINK.includes(kind);
  const isUnknown = (isOwnAction || hasLink) && !(await isKnown(transaction, person.id));
  if (isUnknown && isOwnAction && !(hasLink && (await isFirst(change, row)))) return;
  const gym = await once(change, "gym", () => readGym(change));
  const { session, limit } = of;
  const others = WITH_OTHERS.includes(kind)
    ? await once(change, `others of ${session.id}`, () => freeSessionsIn(change, session))
    : undefined;
  const mail = bookingMail(kind, {
    gym,
    session,
    others,
    // After the limit a place is first come, and the line means nothing.
    line: limit > at.toISOString() ? line : undefined,
    from,
    wasClass,
    again,
    open,
    // A promise that is over is no news, except to who has just missed it.
    freeUntil: kind === "reminder" && row.free_until <= at.toISOString() ? undefined : row.free_until,
    limit: limit > at.toISOString() ? limit : undefined,
    reason: session.reason,
    isWaiting: wasWaiting ?? row.state === "waiting",
    isLate: row.state === "late_cancelled",
    priceKes: row.price_kes,
    confirmUrl: isUnknown ? confirmationUrl(change.services, gym.origin, person) : undefined,
    unsubscribeUrl:
      person.unsubscribe_key === null ? undefined : `${gym.origin}/reminders/off?key=${person.unsubscribe_key}`,
  });
  // In their order: "takes place after all" before "cancelled" would say the opposite of what is so.
  await change.queueMail({ ...mail, to: person.email, userId: row.user_id, about: session.id });
}

/** Whether a booking is the only one that its person ever made. */
async function isFirst({ transaction }: Change, { id, user_id }: BookingRow): Promise<boolean> {
  const other = await transaction
    .selectFrom("bookings")
    .select("id")
    .where("user_id", "=", user_id)
    .where("id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

async function readGym({ services, transaction }: Change): Promise<GymFacts> {
  // As this instance knows them: no transaction that tells people changes the settings.
  const settings = await findSingleEntry({ ...services, db: transaction }, settingsType);
  return gymFacts(settings, siteOrigin(services.config));
}

/** What the mails of one transaction share. */
const shared = new WeakMap<Transaction<Tables>, Map<string, Promise<unknown>>>();

/** The result of `read`, made once in a transaction. */
function once<T extends GymFacts | ClassSession[]>(
  { transaction }: Change,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const ofTransaction = shared.get(transaction) ?? new Map<string, Promise<unknown>>();
  shared.set(transaction, ofTransaction);
  const made = ofTransaction.get(key) ?? read();
  ofTransaction.set(key, made);
  // A key is always read by the same function.
  return made as Promise<T>;
}
