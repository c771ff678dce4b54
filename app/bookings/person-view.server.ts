import { href } from "react-router";
import { callAddress, localPhone, whatsAppAddress } from "../forms/phone.ts";
import { ownTrainer, type StaffMember } from "../staff/roles.ts";
import { shortRelativeDay } from "../time/date-texts.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import type { FoundPerson, UpcomingBooking } from "./booked-people.server.ts";
import { BOOKING_STATES } from "./booking.ts";

export type PersonView = ReturnType<typeof personView>;

/** A person, how to reach them, and their next bookings. Trainers see no full address. */
export function personView(person: FoundPerson, member: StaffMember, now: Date) {
  const { id, hasAccount, name, phone, email, bookings } = person;
  // Trainers see `w…u@example.com`: enough to tell two people with the same name apart.
  const mail = ownTrainer(member) === undefined ? email : email.replace(/^([^@])[^@]*([^@])@/u, "$1…$2@");
  const today = dateInNairobi(now);
  return {
    id,
    name: name || mail || "Without a name",
    isNameless: name === "",
    hasAccount,
    /** As people write it, and for `tel:`; null when none is known. */
    phone: phone === "" ? null : { text: localPhone(phone), call: callAddress(phone) },
    /** Null when not a Kenyan mobile number. */
    whatsApp: whatsAppAddress(phone) ?? null,
    email: mail,
    /** The address for `mailto:`; empty when the member sees only a masked address. */
    mailTo: mail === email ? email : "",
    page: href("/staff/members/:person", { person: id }),
    bookings: bookings.map((booking) => bookingLine(booking, today)),
  };
}

/** "0712 345 678, wanjiru@example.com", to tell people with the same name apart. */
export function contactText({ phone, email, isNameless, hasAccount }: PersonView): string {
  const contact = [phone?.text ?? "no number", isNameless ? "" : email].filter(Boolean).join(", ");
  return hasAccount ? contact : `${contact}, without an account`;
}

function bookingLine({ id, state, position, session }: UpcomingBooking, today: string) {
  const day = shortRelativeDay(session.date, today);
  return {
    id,
    text: `${session.className}, ${day} ${session.time.from}`,
    state: position !== null ? `waiting, no. ${position}` : BOOKING_STATES[state],
    sessionId: session.id,
    page: href("/staff/day/:session", { session: session.id }),
    isOpen: state !== "cancelled" && state !== "late_cancelled" && state !== "gym_cancelled" && state !== "expired",
  };
}
