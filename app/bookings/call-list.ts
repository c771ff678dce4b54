/** Ways to tell somebody: `told` is any other way, `together` marks everybody left at once. */
export const CONTACT_METHODS = ["whatsapp", "call", "sms", "mail", "told", "together"] as const;

export type ContactMethod = (typeof CONTACT_METHODS)[number];

/** Kinds of change; a row has the latest one. */
export type NoticeKind =
  | "cancelled"
  /** It takes place after all. */
  | "back-on"
  | "moved"
  | "class-changed"
  | "substitute"
  /** The class no longer needs booking: people who waited can just come. */
  | "just-come"
  /** They waited, and have a place now. */
  | "promoted"
  /** They are waiting, and whoever books first gets the free place. */
  | "place-free"
  /** Trainers only: they lead the session now, or no longer do. */
  | "leads"
  | "leads-no-more";

export type BookingStatus = "place" | "waiting" | "none";

/** The latest change of a row, and the person's current status in the session. */
export type PendingNotice = { kind: NoticeKind; status: BookingStatus };
