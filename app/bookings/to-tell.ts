/** People whom a change of the timetable concerns, for whom views and forms name. */

/** The ways to tell somebody; `told` is any other, and `together` all who were left at once. */
export const TELL_WAYS = ["whatsapp", "call", "sms", "mail", "told", "together"] as const;

export type TellWay = (typeof TELL_WAYS)[number];

/** The last change that somebody is told of. */
export type NewsKind =
  | "cancelled"
  /** It takes place after all. */
  | "back-on"
  | "moved"
  | "class-changed"
  | "substitute"
  /** The class needs no booking any more: who waited just comes. */
  | "just-come"
  /** They waited, and have a place now. */
  | "promoted"
  /** They wait, and a place can be booked by whoever comes first. */
  | "place-free"
  /** Of a trainer: they lead the session now, or don't any more. */
  | "leads"
  | "leads-no-more";

/** What somebody has in a session. */
export type Standing = "place" | "waiting" | "none";

/** What somebody has to be told: the last change, and what they have by now. */
export type News = { kind: NewsKind; standing: Standing };
