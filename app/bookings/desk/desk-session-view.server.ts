/** A session of the desk in the words of its pages. */

import { withMarks } from "../../console/session-marks.server.ts";
import { localPhone } from "../../forms/phone.ts";
import { shortDate, shortMoment } from "../../time/date-texts.server.ts";
import { placesInWords } from "../booked-words.ts";
import { type BookingState, wasEndedByGym } from "../booking.ts";
import { CHECK_IN_MINUTES, CORRECTION_HOURS, type DeskBooking, type DeskSession } from "../desk.ts";
import type { BookingDetails, DeskBookingView, DeskSessionView, Press } from "./desk-session-view.ts";
import { eventSentence } from "./event-sentences.ts";

const MINUTE_MS = 60_000;

/** The states of who is in the class, or should be. */
const WITH_PLACE: ReadonlySet<BookingState> = new Set(["booked", "held", "attended", "no_show"]);

const STATES: Record<BookingState, Pick<DeskBookingView, "state" | "mark">> = {
  booked: { state: "Booked", mark: "open" },
  waiting: { state: "Waiting", mark: "waiting" },
  held: { state: "Not paid yet", mark: "due" },
  attended: { state: "Here", mark: "on" },
  no_show: { state: "Missed", mark: "off" },
  cancelled: { state: "Cancelled", mark: "off" },
  late_cancelled: { state: "Cancelled late", mark: "off" },
  gym_cancelled: { state: "Cancelled by us", mark: "off" },
  expired: { state: "Got no place", mark: "off" },
};

/** A session as the desk's pages show it at a moment; `withDetails` on its own page. */
export function deskSessionView(
  { session, places, canCheckIn, people }: DeskSession,
  now: Date,
  { withDetails = false }: { withDetails?: boolean } = {},
): DeskSessionView {
  const readAt = now.toISOString();
  const hasBegun = session.startsAt <= readAt;
  const isOn = session.state === "scheduled";
  const shown = (booking: DeskBooking) => ({
    ...deskBookingView(booking, { canCheckIn, hasBegun }),
    ...(withDetails && { details: detailsOf(booking, session, now) }),
  });
  const inClass = people.filter(({ state }) => WITH_PLACE.has(state)).toSorted(byName);
  const waiting = people
    .filter(({ state }) => state === "waiting")
    .toSorted((one, other) => lineOf(one) - lineOf(other));
  const lost = isOn ? [] : lostWithClass(people).toSorted(byName);
  const here = inClass.filter(({ state }) => state === "attended").length;
  return {
    readAt,
    row: withMarks({ ...session, movedTo: null }),
    shortDate: shortDate(session.date),
    places: placesInWords({ taken: inClass.length, waiting: waiting.length }, places.capacity),
    here: here === 0 ? null : `${here} here`,
    checkIn: isOn && inClass.length + (places.capacity ?? 0) > 0 ? checkInWords(session, now) : null,
    isBookable: isOn && places.capacity !== null,
    takesWalkIns: isOn && places.capacity !== null && canCheckIn && readAt < session.endsAt,
    people: inClass.map(shown),
    waiting: waiting.map(shown),
    toTell: lost.map((booking) => ({ ...shown(booking), state: lostWords(booking) })),
    ended: withDetails
      ? people
          .filter((booking) => isEnded(booking) && !lost.includes(booking))
          .toSorted(byName)
          .map(shown)
      : [],
  };
}

/**
 * The bookings that a class took with it when it was cancelled. Of somebody who has booked it several times the newest counts:
 * who had given up the place, or had not got it back, lost none. A deleted account is nobody to tell.
 */
function lostWithClass(people: readonly DeskBooking[]): DeskBooking[] {
  const newest = new Map(people.map((booking) => [booking.email ?? booking.id, booking]));
  return [...newest.values()].filter(({ state, isGuest, email, events }) => {
    const last = events.at(-1);
    return state === "gym_cancelled" && (isGuest || email !== null) && last !== undefined && wasEndedByGym(last);
  });
}

/** What somebody had in a class that was cancelled. */
function lostWords({ events }: DeskBooking): string {
  return events.at(-1)?.from === "waiting" ? "Was on the waiting list" : "Had a place";
}

/** Whether a booking has ended. */
function isEnded({ state }: DeskBooking): boolean {
  return !WITH_PLACE.has(state) && state !== "waiting";
}

/** Somebody of a session, with what can be pressed. */
function deskBookingView(
  { id, name, email, phone, state, line }: DeskBooking,
  { canCheckIn, hasBegun }: { canCheckIn: boolean; hasBegun: boolean },
): DeskBookingView {
  const words = STATES[state];
  return {
    id,
    name: nameOf({ name, email }),
    isNameless: name === "",
    email: email ?? "",
    phone: phone === "" ? null : { text: localPhone(phone), number: phone.replaceAll(/[^\d+]/g, "") },
    ...words,
    ...(line !== null && { state: `Waiting, no. ${line}` }),
    presses: canCheckIn ? pressesOf(state, hasBegun) : [],
  };
}

function detailsOf(
  { state, freeUntil, events }: DeskBooking,
  { startsAt, endsAt }: DeskSession["session"],
  now: Date,
): BookingDetails {
  const at = now.toISOString();
  const moment = (text: string) => shortMoment(new Date(text), now);
  const isToCome = at < startsAt;
  const mayCorrect = at < correctionEnds(endsAt);
  const hasPlace = isToCome && (state === "booked" || state === "held");
  const isWalkIn = events.some(({ note }) => note === "walk-in");
  const cancelsOf = () => {
    if (isWalkIn) return WITH_PLACE.has(state) && mayCorrect ? "walk-in" : null;
    if (hasPlace) return "place";
    return isToCome && state === "waiting" ? "waiting" : null;
  };
  return {
    promise: !hasPlace
      ? ""
      : at < freeUntil
        ? `Free to cancel until ${moment(freeUntil)}`
        : `Free cancellation ended ${moment(freeUntil)}`,
    events: events.map((event) => `${eventSentence(event)}, ${moment(event.at)}`).reverse(),
    cancels: cancelsOf(),
    mayExcuse: state === "late_cancelled" && mayCorrect,
  };
}

/** An account that never booked by itself has no name; a deleted one neither name nor address. */
function nameOf({ name, email }: Pick<DeskBooking, "name" | "email">): string {
  return name || email || "Account deleted";
}

function pressesOf(state: BookingState, hasBegun: boolean): Press[] {
  switch (state) {
    case "booked":
      return hasBegun ? ["here", "missed"] : ["here"];
    case "attended":
      return ["undo"];
    case "no_show":
      return ["here"];
    default:
      return [];
  }
}

/** From when or until when people are checked in; null while nothing has to be said of it. */
function checkInWords({ startsAt, endsAt }: DeskSession["session"], now: Date): string | null {
  const at = now.toISOString();
  const opens = new Date(Date.parse(startsAt) - CHECK_IN_MINUTES * MINUTE_MS).toISOString();
  const ends = correctionEnds(endsAt);
  const moment = (text: string) => shortMoment(new Date(text), now);
  if (at < opens) return `Check-in opens ${moment(opens)}`;
  if (at < endsAt) return null;
  return at < ends ? `Can be corrected until ${moment(ends)}` : `Closed since ${moment(ends)}`;
}

function correctionEnds(endsAt: string): string {
  return new Date(Date.parse(endsAt) + CORRECTION_HOURS * 60 * MINUTE_MS).toISOString();
}

function byName(one: DeskBooking, other: DeskBooking): number {
  return nameOf(one).localeCompare(nameOf(other), "en");
}

function lineOf({ line }: DeskBooking): number {
  return line ?? Number.POSITIVE_INFINITY;
}
