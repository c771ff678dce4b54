import { withMarks } from "../../console/session-marks.server.ts";
import { localPhone } from "../../forms/phone.ts";
import { capitalized } from "../../platform/text.ts";
import { shortMoment } from "../../time/dates.server.ts";
import { placesText } from "../availability.server.ts";
import { BOOKING_STATES, type BookingState, PLACE_STATES } from "../booking.ts";
import { checkInOpensAt, correctionEndsAt } from "../booking-times.server.ts";
import type { BookingEvent, DeskBooking, DeskSession } from "../desk-day.server.ts";
import type { CheckInAction } from "./desk-page.tsx";

/** The CSS class of the square before a state (`styles/parts.css`); all other states are `off`. */
const MARKS: Partial<Record<BookingState, string>> = { booked: "open", waiting: "waiting", attended: "on" };

export type DeskSessionView = ReturnType<typeof deskSessionView>;

/** A session for the desk: places by name, then the waiting list. `withDetails`: for its own page. */
export function deskSessionView(
  { session, places, canCheckIn, people }: DeskSession,
  now: Date,
  { withDetails = false } = {},
) {
  const readAt = now.toISOString();
  const hasBegun = session.startsAt <= readAt;
  const isOn = session.state === "scheduled";
  const isPast = session.endsAt <= readAt;
  const hosts = new Map(people.map((booking) => [booking.id, booking]));
  const guestOf = ({ id, ended }: DeskBooking) =>
    people.findLast((booking) => booking.hostId === id && booking.ended === ended);
  const hostOf = ({ hostId }: DeskBooking) => hosts.get(hostId ?? "");
  const view = (booking: DeskBooking) => {
    const host = hostOf(booking);
    return {
      ...deskBookingView(booking, { canCheckIn, hasBegun }),
      ...(host && { guestOf: `Guest of ${nameOf(host)}` }),
      ...(withDetails && { details: detailsOf(booking, session, now, guestOf(booking)) }),
    };
  };
  const byName = (a: DeskBooking, b: DeskBooking) => {
    const [host, otherHost] = [hostOf(a) ?? a, hostOf(b) ?? b];
    if (host !== otherHost) return byOwnName(host, otherHost);
    return Number(a !== host) - Number(b !== host) || byOwnName(a, b);
  };
  const inClass = people.filter(({ state }) => PLACE_STATES.has(state)).toSorted(byName);
  const waiting = people
    .filter(({ state }) => state === "waiting")
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const here = inClass.filter(({ state }) => state === "attended").length;
  const unrecorded = inClass.filter(({ state }) => state === "booked").length;
  return {
    /** ISO 8601 in UTC: pages show the newer of two copies. */
    readAt,
    row: withMarks({ ...session, movedTo: null }),
    /** "9 booked, 3 free"; without free places once it is over or cancelled; null when nobody has booked or can book it. */
    places: placesText({ taken: inClass.length, waiting: waiting.length }, isOn && !isPast ? places.capacity : null),
    here: here === 0 ? null : `${here} here`,
    /** From when or until when people are checked in; null otherwise. */
    checkIn: isOn && inClass.length + (places.capacity ?? 0) > 0 ? checkInText(session, now) : null,
    /** How many people were not checked in, once it is over. */
    question: isPast && canCheckIn && unrecorded > 0 ? unrecordedText({ unrecorded, here }) : null,
    /** Its end has passed, whether it took place or not. */
    isPast,
    isBookable: isOn && places.capacity !== null,
    canCheckIn,
    takesWalkIns: isOn && places.capacity !== null && canCheckIn && !isPast,
    people: inClass.map(view),
    waiting: waiting.map(view),
    /** How many people are only on the session's own page (`foldLongDay`). */
    folded: 0,
    ended: withDetails
      ? people
          .filter((booking) => !PLACE_STATES.has(booking.state) && booking.state !== "waiting")
          .toSorted(byName)
          .map(view)
      : [],
  };
}

/** The most people on a day's page: longer lists load slowly on phones and are hard to scan. */
const MAX_PEOPLE_OF_DAY = 150;

/** Folds long days: only sessions with open check-ins, or the next one, list their people. */
export function foldLongDay(sessions: readonly DeskSessionView[]): DeskSessionView[] {
  const count = ({ people, waiting }: DeskSessionView) => people.length + waiting.length;
  if (sessions.reduce((sum, session) => sum + count(session), 0) <= MAX_PEOPLE_OF_DAY) return [...sessions];
  const next = sessions.find(({ isPast }) => !isPast);
  const hasCheckIns = sessions.some((session) => session.canCheckIn && !session.isPast);
  return sessions.map((session) => {
    const isListed = hasCheckIns ? session.canCheckIn && !session.isPast : session === next;
    return isListed ? session : { ...session, people: [], waiting: [], folded: count(session) };
  });
}

export type DeskBookingView = DeskSessionView["people"][number];

function deskBookingView(
  { id, personId, name, email, phone, state, position, isDisputed, isShortNotice, cover }: DeskBooking,
  { canCheckIn, hasBegun }: { canCheckIn: boolean; hasBegun: boolean },
) {
  return {
    id,
    /** Null: a guest brought by somebody, or an erased person. */
    personId,
    name: nameOf({ name, email }),
    isNameless: name === "",
    email: email ?? "",
    /** As people write it, and for `tel:` and `sms:`; null when none is known. */
    phone: phone === "" ? null : { text: localPhone(phone), number: phone.replaceAll(/[^\d+]/g, "") },
    cover,
    state: capitalized(BOOKING_STATES[state]),
    mark: MARKS[state] ?? "off",
    ...(position !== null && { state: `Waiting, no. ${position}` }),
    ...(isDisputed && { state: "Missed, answered “I was there”", mark: "due" }),
    /** Current actions, the likeliest first. */
    actions: isDisputed
      ? DISPUTED
      : canCheckIn
        ? [...(ACTIONS[state] ?? []), ...(state === "booked" && hasBegun && !isShortNotice ? MISSED : [])]
        : [],
  };
}

export type BookingDetails = ReturnType<typeof detailsOf>;

/** @param guest the guest's booking, which is cancelled with it */
function detailsOf(
  { state, deadline, events }: DeskBooking,
  { startsAt, endsAt }: DeskSession["session"],
  now: Date,
  guest: DeskBooking | undefined,
) {
  const at = now.toISOString();
  const moment = (text: string) => shortMoment(new Date(text), now);
  const isUpcoming = at < startsAt;
  const mayCorrect = at < correctionEndsAt(endsAt);
  const isWaiting = state === "waiting";
  const hasPlace = isUpcoming && state === "booked";
  const isWalkIn = events.some(({ note }) => note === "walk-in");
  const cancelKind = () => {
    if (isWalkIn) return PLACE_STATES.has(state) && mayCorrect ? "walk-in" : null;
    if (hasPlace) return "place";
    return isUpcoming && isWaiting ? "waiting" : null;
  };
  return {
    deadline: !hasPlace
      ? ""
      : at < deadline
        ? `Free to cancel until ${moment(deadline)}`
        : `Free cancellation ended ${moment(deadline)}`,
    /** The newest first: "Checked in by Amina, Mon 23 Nov, 8:51". */
    events: events.map((event) => `${eventSentence(event)}, ${moment(event.at)}`).reverse(),
    cancels: cancelKind(),
    guest: guest?.name,
    mayExcuse: state === "late_cancelled" && mayCorrect,
  };
}

/** The name shown for a person. Accounts that never booked have no name; erased people have neither name nor address. */
function nameOf({ name, email }: Pick<DeskBooking, "name" | "email">): string {
  return name || email || "Erased person";
}

const MISSED: CheckInAction[] = ["missed"];
const DISPUTED: CheckInAction[] = ["here", "missed"];

const ACTIONS: Partial<Record<BookingState, CheckInAction[]>> = {
  booked: ["here"],
  attended: ["undo"],
  no_show: ["here"],
};

/** "4 not checked in", "Nobody was checked in; 12 had booked". */
export function unrecordedText({ unrecorded, here }: { unrecorded: number; here: number }): string {
  if (here > 0 || unrecorded === 1) return `${unrecorded} not checked in`;
  return `Nobody was checked in; ${unrecorded} had booked`;
}

/** From when or until when people are checked in; null during the class. */
function checkInText({ startsAt, endsAt }: DeskSession["session"], now: Date): string | null {
  const at = now.toISOString();
  const opens = checkInOpensAt(startsAt);
  const ends = correctionEndsAt(endsAt);
  const moment = (text: string) => shortMoment(new Date(text), now);
  if (at < opens) return `Check-in opens ${moment(opens)}`;
  if (at < endsAt) return null;
  return at < ends ? `Check-ins can be corrected until ${moment(ends)}` : `Check-ins closed ${moment(ends)}`;
}

function byOwnName(a: DeskBooking, b: DeskBooking): number {
  return nameOf(a).localeCompare(nameOf(b), "en");
}

const NOTES: Readonly<Record<string, string>> = {
  "skipped-overlap": "Skipped: has another class at that time",
  // Until 2026, two people could wait together.
  "skipped-pair": "Skipped: needs two places, only one was free",
  "first-come": "Took a place that became free after the deadline",
  moved: "The class was moved: free to cancel until it starts",
  substituted: "Another trainer: free to cancel until it starts",
  "class-changed": "Another class: free to cancel until it starts",
  restored: "Restored: the class takes place after all",
  "overlap-by-now": "The class takes place after all, but they have another class at that time",
  "other-time-by-now": "The class is at another time now: asked to book again",
  "not-told": "Not reached in time: back on the waiting list",
  "no-places": "Removed from the waiting list: the class no longer needs booking",
  "session-cancelled": "Cancelled with the class",
  "day-closed": "Cancelled: the gym is closed that day",
  "account-deleted": "Cancelled: the account was deleted",
  "records-merged": "Cancelled: a double booking, found when two records of this person were merged",
  disputed: "Says they were there",
  "no-show-by-rule": "Missed: was not checked in",
};

/** The sentence of an event, without its moment: "Checked in by Amina". Everybody at the desk sees why somebody was promoted or not. */
function eventSentence(event: BookingEvent): string {
  const { from, to, note } = event;
  if (note === "moved" && from === "attended" && to === "booked") {
    return "The class was moved to another day: check-in cleared, free to cancel until it starts";
  }
  const noted = note === null ? undefined : NOTES[note];
  if (noted !== undefined) return noted;
  // Until 2026 places were kept for people without an account until somebody had told them.
  if (note === "told") return `Told about the place${by(event)} and booked`;
  if (note === "rebooked") return REBOOKED[to] ?? "Moved their booking here";
  if (note === "frozen") return `Cancelled: the pass is frozen${by(event)}`;
  if (note === "kept-given-up") return `Removed from the waiting list${by(event)}`;
  if (note === "contact-corrected") return `Name or phone corrected${by(event)}`;
  return SENTENCES[to](event);
}

const REBOOKED: Partial<Record<BookingState, string>> = {
  cancelled: "Moved their booking to another class, in time",
  late_cancelled: "Moved their booking to another class, after the deadline",
};

const SENTENCES: Record<BookingState, (event: BookingEvent) => string> = {
  booked: (event) => {
    if (event.from === "attended") return `Check-in undone${by(event)}`;
    if (event.from === "waiting") return placeFromList(event);
    return event.actorKind === "staff" ? `Booked${by(event)}` : "Booked online";
  },
  waiting: (event) => (event.actorKind === "staff" ? `Put on the waiting list${by(event)}` : "Joined the waiting list"),
  attended: (event) => {
    if (event.from === null) return `Walked in, added${by(event)}`;
    return event.from === "no_show" ? `Checked in after all${by(event)}` : `Checked in${by(event)}`;
  },
  no_show: (event) => `${event.note === "dispute-rejected" ? "Confirmed as missed" : "Marked as missed"}${by(event)}`,
  cancelled: (event) => {
    if (event.note === "walk-in-removed") return `Walk-in removed${by(event)}`;
    if (event.from === "late_cancelled") return `Late cancellation excused${by(event)}`;
    if (event.from === "waiting") {
      return event.actorKind === "staff" ? `Removed from the waiting list${by(event)}` : "Left the waiting list";
    }
    return event.actorKind === "staff" ? `Cancelled free of charge${by(event)}` : "Cancelled in time";
  },
  late_cancelled: (event) =>
    event.actorKind === "staff" ? `Recorded as a late cancellation${by(event)}` : "Cancelled late",
  gym_cancelled: () => "Cancelled by us",
  expired: () => "Didn’t get a place before the start",
};

function placeFromList(event: BookingEvent): string {
  if (event.actorKind === "system") return "Promoted from the waiting list";
  return event.actorKind === "staff" ? `Given a free place${by(event)}` : "Took a free place";
}

function by({ actorKind, actorName }: BookingEvent): string {
  return actorKind === "staff" && actorName !== null ? ` by ${actorName}` : "";
}
