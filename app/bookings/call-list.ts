/** Kinds of notices and ways to reach people on the call list. */

/** The ways to tell somebody; `told` is any other, and `together` all who were left at once. */
export const CONTACT_METHODS = ["whatsapp", "call", "sms", "mail", "told", "together"] as const;

export type ContactMethod = (typeof CONTACT_METHODS)[number];

/** Kinds of change; a row has the last one. */
export type NoticeKind =
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
  /** They wait, and the first person who books gets the free place. */
  | "place-free"
  /** Trainers only: they lead the session now, or don't any more. */
  | "leads"
  | "leads-no-more";

export type BookingStatus = "place" | "waiting" | "none";

/** The last change of a row, and what the person has in the session now. */
export type PendingNotice = { kind: NoticeKind; status: BookingStatus };
