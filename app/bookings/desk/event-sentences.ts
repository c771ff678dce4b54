/** What happened to a booking, in words: everybody at the desk can see why somebody was promoted or passed over. */
import type { BookingState } from "../booking.ts";
import type { BookingEvent } from "../desk.ts";

/** What a note says by itself, whatever the states. */
const NOTES: Readonly<Record<string, string>> = {
  "skipped-overlap": "Passed over: has another class at that time",
  "first-come": "Took a place that came free late",
  moved: "The class was moved: free to cancel until it starts",
  substituted: "Another trainer: free to cancel until it starts",
  "class-changed": "Another class: free to cancel until it starts",
  restored: "As before: the class takes place after all",
  "overlap-by-now": "The class takes place after all: has another class at that time by now",
  "other-time-by-now": "The class is at another time now: asked to book again",
  "no-places": "Off the waiting list: the class needs no booking any more",
  "session-cancelled": "Cancelled with the class",
  "day-closed": "Cancelled: the gym is closed that day",
  "account-deleted": "Cancelled: the account was deleted",
  "no-show-by-rule": "Missed: was not checked in",
};

/** The sentence of an event, without its moment: "Checked in by Amina". */
export function eventSentence(event: BookingEvent): string {
  const { from, to, note } = event;
  if (note === "moved" && from === "attended" && to === "booked") {
    return "The class was moved to another day: not checked in any more, free to cancel until it starts";
  }
  const noted = note === null ? undefined : NOTES[note];
  if (noted !== undefined) return noted;
  return SENTENCES[to](event);
}

const SENTENCES: Record<BookingState, (event: BookingEvent) => string> = {
  booked: (event) => {
    if (event.from === "attended") return `Check-in undone${by(event)}`;
    if (event.from === "waiting") return placeFromTheList(event);
    if (event.from === "held") return "Paid, and booked";
    return event.actorKind === "staff" ? `Booked${by(event)}` : "Booked online";
  },
  waiting: (event) => (event.actorKind === "staff" ? `Put on the waiting list${by(event)}` : "Joined the waiting list"),
  held: () => "A place is held until it is paid",
  attended: (event) => {
    if (event.from === null) return `Walked in, added${by(event)}`;
    return event.from === "no_show" ? `Checked in after all${by(event)}` : `Checked in${by(event)}`;
  },
  no_show: (event) => `Marked as missed${by(event)}`,
  cancelled: (event) => {
    if (event.note === "walk-in-removed") return `Walk-in removed${by(event)}`;
    if (event.from === "late_cancelled") return `Late cancellation excused${by(event)}`;
    if (event.from === "waiting") {
      return event.actorKind === "staff" ? `Taken off the waiting list${by(event)}` : "Left the waiting list";
    }
    return event.actorKind === "staff" ? `Cancelled free of charge${by(event)}` : "Cancelled in time";
  },
  late_cancelled: (event) => (event.actorKind === "staff" ? `Cancelled as late${by(event)}` : "Cancelled late"),
  gym_cancelled: () => "Cancelled by us",
  expired: ({ from }) => (from === "held" ? "Not paid in time" : "Got no place before the start"),
};

function placeFromTheList(event: BookingEvent): string {
  if (event.actorKind === "system") return "Promoted from the waiting list";
  return event.actorKind === "staff" ? `Given a free place${by(event)}` : "Took a free place";
}

/** By whom of the staff; their accounts may be gone, their names stay. */
function by({ actorKind, actorName }: BookingEvent): string {
  return actorKind === "staff" && actorName !== null ? ` by ${actorName}` : "";
}
