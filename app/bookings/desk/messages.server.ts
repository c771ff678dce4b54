export const DESK_DONE = new Map(
  Object.entries({
    "walk-in": "Added and checked in.",
    "walk-in-here": "This person is already here. Nothing was changed.",
    booked: "Booked.",
    waiting: "The class is full: added to the waiting list.",
    "booked-alone": "One place was free: they are booked, but their guest has no place.",
    "waiting-alone": "The class is full: added to the waiting list alone, without their guest.",
    same: "They were already booked. Nothing was changed.",
    "same-waiting":
      "They are already on the waiting list, and no place is free. Once a place is free, book for them here again.",
    cancelled: "Cancelled free of charge.",
    late: "Recorded as a late cancellation.",
    left: "Removed from the waiting list.",
    removed: "The walk-in is removed.",
    "all-came": "Recorded: everybody else came.",
    "all-missed":
      "Recorded: those not checked in missed the class. They get an email and can say that they were there.",
    excused: "The late cancellation is excused.",
    told: "Marked as told.",
    "told-before": "Somebody else has already told them: see below who, and how.",
    untold: "Undone: they are back on the call list.",
  }),
);
