import { shortMoment } from "../../time/date-texts.server.ts";
import type { PublishProblem } from "../editing/editing-types.ts";
import { problemSentence } from "../editing/messages.server.ts";
import type { StatusView } from "./status.ts";

/** What is known of an entry's state, in the list of its type or on its page. Moments are ISO 8601 in UTC. */
export type StatusFacts = {
  isBroken: boolean;
  isOnSite: boolean;
  hasDraft: boolean;
  publishAt: string | undefined;
  removeAt: string | undefined;
  failure: readonly PublishProblem[] | undefined;
  /** It names a picture that visitors don't see any more. */
  isPictureHidden: boolean;
};

/** The most urgent that can be said of an entry. */
export function statusOf(facts: StatusFacts, now: Date): StatusView {
  const { isBroken, isOnSite, hasDraft, publishAt, removeAt, failure, isPictureHidden } = facts;
  const moment = (at: string) => shortMoment(new Date(at), now);
  if (isBroken) return { code: "broken" };
  if (failure !== undefined) return { code: "failed", why: failure.map(problemSentence).join(" ") };
  if (isPictureHidden) return { code: "picture-hidden" };
  if (publishAt !== undefined) return { code: isOnSite ? "changes-go-live" : "goes-live", at: moment(publishAt) };
  if (removeAt !== undefined) return { code: "goes-off", at: moment(removeAt) };
  if (!isOnSite) return { code: "not-on-site" };
  return { code: hasDraft ? "changes-waiting" : "on-site" };
}
