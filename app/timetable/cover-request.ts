/** A cover request: a trainer asks that somebody else leads one of their class sessions. */
import { HOUR_MS } from "../platform/durations.ts";
import type { ClassSession } from "./class-session.ts";

/** The desk is told this long before the class, when nobody has accepted by then: time enough to find somebody, or to cancel it. */
export const DESK_TOLD_BEFORE_MS = 24 * HOUR_MS;

/**
 * How a request ended: somebody else leads the class, the trainer leads it after all, it is cancelled, is at another time, is not in
 * the timetable any more, or has begun.
 */
export type CoverEnd = "covered" | "withdrawn" | "cancelled" | "moved" | "gone" | "begun";

/** A colleague who was asked. */
export type AskedColleague = { trainerSlug: string; answer: "accepted" | "declined" | null };

/** Moments are ISO 8601 in UTC. */
export type CoverRequest = {
  id: string;
  sessionId: string;
  /** Who led the session when cover was asked for. */
  trainerSlug: string;
  /** `Yoga, Thu 26 Nov, 6:00pm`, for when the session is gone. */
  label: string;
  startsAt: string;
  endsAt: string;
  /** For colleagues and the desk; visitors never read it. */
  reason: string | null;
  /** When the desk was told that nobody leads the class yet. */
  deskToldAt: string | null;
  /** Null while it is open. */
  endedHow: CoverEnd | null;
  /** The trainer who leads it instead. */
  coveredBy: string | null;
  /** By their slugs. */
  asked: AskedColleague[];
};

/** What has ended an open request by now; undefined while its session is as it was when cover was asked for. */
export function endOfRequest(
  request: CoverRequest,
  session: ClassSession | undefined,
  now: string,
): CoverEnd | undefined {
  if (session === undefined) return request.startsAt <= now ? "begun" : "gone";
  if (session.state === "cancelled") return "cancelled";
  if (session.trainerSlug !== request.trainerSlug) return "covered";
  if (session.startsAt !== request.startsAt || session.endsAt !== request.endsAt) return "moved";
  return session.startsAt <= now ? "begun" : undefined;
}

/** The colleagues who were asked and have not answered. */
export function unanswered({ asked }: CoverRequest): string[] {
  return asked.filter(({ answer }) => answer === null).map(({ trainerSlug }) => trainerSlug);
}

/** Whether the time before the class has come at which the desk is told. */
export function isClose({ startsAt }: Pick<CoverRequest, "startsAt">, now: string): boolean {
  return Date.parse(startsAt) - Date.parse(now) <= DESK_TOLD_BEFORE_MS;
}
