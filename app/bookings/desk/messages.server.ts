/** Messages of the desk's pages, by the codes of its actions. */

/** Confirmations on the page of a session, by the code in its address. */
export const DESK_DONE = new Map(
  Object.entries({
    "walk-in": "Added and checked in.",
    "walk-in-here": "This person is here already. Nothing was changed.",
    booked: "Booked.",
    waiting: "Every place is taken: put on the waiting list.",
    "booked-alone": "One place was free: they are booked, and their guest has no place.",
    "waiting-alone": "Every place is taken: put on the waiting list alone, without their guest.",
    same: "There was a booking already. Nothing was changed.",
    "same-waiting":
      "They are on the waiting list already, and there is no place for them. Once there is, book for them here again: it is theirs then.",
    cancelled: "Cancelled free of charge.",
    late: "Cancelled as late.",
    left: "Taken off the waiting list.",
    removed: "The walk-in is removed.",
    "all-came": "Recorded: everybody who was left came.",
    "all-missed": "Recorded: who was not checked in missed it. They are told, and can say that they were there.",
    excused: "The late cancellation is excused.",
    told: "Marked as told.",
    "told-before": "Somebody else has told them already: see below who, and how.",
    untold: "Undone: they are back on the call list.",
  }),
);
