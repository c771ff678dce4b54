/** People whom a change of the timetable concerns, for whom views and forms name. */
import type { SessionTime } from "../timetable/class-session.ts";

/** The ways to tell somebody; `told` is any other, and `together` all who were left at once. */
export const TELL_WAYS = ["whatsapp", "call", "sms", "mail", "told", "together"] as const;

export type TellWay = (typeof TELL_WAYS)[number];

/** The most important of what somebody does not know yet. */
export type NewsKind =
  | "cancelled"
  /** It takes place after all. */
  | "back-on"
  | "moved"
  | "class-changed"
  | "substitute"
  /** The class needs no booking any more: who waited just comes. */
  | "just-come"
  /** It takes place as it was, and they have no place any more: they have another class at that time. */
  | "no-place"
  /** They waited, and have a place now. */
  | "promoted"
  /** They wait, and a place can be booked by whoever comes first. */
  | "place-free"
  /** Of a trainer: they lead the session now, or don't any more. */
  | "leads"
  | "leads-no-more";

/** What somebody has in a session. */
export type Standing = "place" | "waiting" | "none";

/** A session as somebody knows it, and what they have there. */
export type Known = SessionTime & {
  classSlug: string;
  className: string;
  trainerSlug: string;
  trainerName: string;
  /** It takes place. */
  isOn: boolean;
  standing: Standing;
};

/** What somebody has to be told: how the session is now differs from what they know. */
export type News = {
  kind: NewsKind;
  /** When it was to be, as they know it. */
  from?: SessionTime;
  wasClass?: string;
  isOtherTrainer: boolean;
  was: Standing;
  standing: Standing;
};
