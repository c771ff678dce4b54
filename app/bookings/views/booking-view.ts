/** Models of the pages of bookings: every date is a text, made on the server, so that browsers need no formats of dates. */
import type { Message } from "./messages.ts";

/** Somewhere to go next. `form` posts there instead, without any fields. */
export type NextStep = { label: string; to: string; form?: true };

export type BookableSessionView = {
  id: string;
  className: string;
  /** `2026-11-23`. */
  date: string;
  /** `Monday`. */
  dayName: string;
  /** `Monday 23 November`. */
  dateText: string;
  /** `23 Nov`. */
  shortDate: string;
  /** `9:00am-10:00am`. */
  timeText: string;
  trainer: string;
  insteadOf: string | null;
  /** A move: a word, and `from Monday 23 November, 9:00am`. */
  change: { flag: string; words: string } | undefined;
};

/** The part of a session's page that depends on the visitor. */
export type BookingStateView =
  | {
      kind: "offer";
      /** The place that the visitor would have on the waiting list: `3rd`. Undefined: a place is free. */
      position: string | undefined;
      deadline: Message;
      note: string | undefined;
      /** Where the visitor, who waits already, leaves the list. */
      leavePath: string | undefined;
      needsName: boolean;
      /** Other sessions of the class, with places. */
      others: { id: string; text: string; path: string }[];
    }
  | {
      kind: "booked";
      isPromoted: boolean;
      deadline: string;
      /** For somebody new: how to confirm the address. */
      note: string | undefined;
      cancelPath: string;
      filePath: string;
      google: string;
      whatsApp: string;
      friend: string;
    }
  | { kind: "waiting"; position: string; deadline: Message; cancelPath: string }
  | { kind: "message"; message: Message; next: NextStep[] };

export type OfferView = {
  session: BookableSessionView;
  /** `4 of 12 left`. */
  places: string | undefined;
  /** `KES 800`. */
  price: string | undefined;
  state: BookingStateView;
};

/** One of somebody's bookings, in a list. */
export type BookingView = {
  id: string;
  session: BookableSessionView;
  /** How long cancelling is free, or the waiting list gives places. */
  deadline: string;
  /** `2nd in line`. */
  position: string | undefined;
  cancelPath: string | undefined;
  pagePath: string;
  filePath: string;
  whatsApp: string;
};

/** One that is over. `mark` is the shape beside its word. */
export type PastBookingView = {
  id: string;
  session: BookableSessionView;
  word: string;
  mark: "tick" | "cross" | "dash";
};
