/** Telling people of their bookings: a mail in the transaction of what it reports. */

import type { SessionTime } from "../timetable/session.ts";
import type { TimetableChange } from "../timetable/timetable-change.server.ts";
import type { Bookable } from "./bookable.server.ts";
import type { BookingRow } from "./booking-rows.server.ts";

export type MailKind = string;

/** Queues a mail to the person of a booking. The desk's guests have no address. */
export async function tellBooking(
  change: TimetableChange,
  kind: MailKind,
  row: BookingRow,
  { session }: Bookable,
  _more: { line?: number | null; from?: SessionTime } = {},
): Promise<void> {
  if (row.user_id === null) return;
  const user = await change.transaction
    .selectFrom("users")
    .select("email")
    .where("id", "=", row.user_id)
    .executeTakeFirst();
  if (user === undefined) return;
  const mail = { to: user.email, userId: row.user_id, subject: session.className, text: session.id };
  const id = await change.queueMail(mail);
  await change.transaction.updateTable("outbox").set({ kind }).where("id", "=", id).execute();
}
