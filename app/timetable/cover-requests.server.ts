/**
 * Cover: a trainer says that they can't lead a class session, or asks colleagues, of whom the first who accepts leads it. Each act is
 * one transaction under the timetable's lock, and is done once however often its form is sent (docs/decisions/0060-cover-requests.md).
 */
import { sql } from "kysely";
import { type NewActivity, nextId, recordActivity, staffNamesSince } from "../platform/activity.server.ts";
import { deleteInPortions } from "../platform/portions.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import type { StaffMember } from "../staff/staff-member.ts";
import { listTrainerAccounts, trainerOfAccount } from "../staff/trainers.server.ts";
import type { ClassSession } from "./class-session.ts";
import { findClassSession } from "./class-sessions.server.ts";
import {
  endRequest,
  isDeskNeeded,
  setAnswer,
  tellAllDeclined,
  tellDesk,
  tellDeskIfNeeded,
  trainerNames,
} from "./cover-end.server.ts";
import { askedMail } from "./cover-mails.server.ts";
import { mailTrainers } from "./cover-notices.server.ts";
import { type CoverEnd, type CoverRequest, endOfRequest, unanswered } from "./cover-request.ts";
import { openRequestOf, openRequests, requestsOf } from "./cover-rows.server.ts";
import { substituteWithin } from "./session-actions.server.ts";
import { type Confirmed, sessionsAt, type UnansweredQuestions } from "./session-checks.server.ts";
import { findForChange, MAX_REASON, problemOfReason, readReason, sessionLabel } from "./session-record.server.ts";
import { changeTimetable } from "./timetable-change.server.ts";

/** The outcome of an act about cover. */
export type CoverOutcome =
  | { code: "done" | "same" }
  /** There is no such session. */
  | { code: "unknown" }
  | { code: "begun" | "cancelled" }
  /** Somebody else leads it. */
  | { code: "not-yours"; session: ClassSession }
  /** The member was not asked, or is no trainer on the site any more. */
  | { code: "not-asked" }
  /** The request has ended, or there is none; `by` is who leads the class by now. */
  | { code: "over"; how: CoverEnd | null; by: string }
  | { code: "nobody-chosen" }
  /** These colleagues can't be asked any more: they lead a class at that time by now, or have no account. */
  | { code: "not-free"; names: string[] }
  | { code: "reason-too-long"; max: number }
  | UnansweredQuestions;

/** A session that a trainer leads and that has not begun, with its open request. */
type OwnSession = { session: ClassSession; slug: string; request: CoverRequest | undefined };

/** Says that a trainer can't lead one of their classes: the desk is told. */
export function reportUnable(
  services: Services,
  { sessionId, ...typed }: { sessionId: string; reason: string },
  member: StaffMember,
): Promise<CoverOutcome> {
  return changeTimetable(services, async (change): Promise<CoverOutcome> => {
    const own = await findOwn(change, sessionId, member);
    if ("code" in own) return own;
    if (own.request !== undefined && own.request.deskToldAt !== null) return { code: "same" };
    const reason = readReason(typed.reason);
    const problem = problemOfReason(reason, { isRequired: false });
    if (problem !== undefined) return { code: "reason-too-long", max: MAX_REASON };
    const request = await requestWith(change, own, reason, member);
    await tellDesk(change, request, own.session);
    await record(change, request, member, { action: "cover-needed" });
    return { code: "done" };
  });
}

/** Asks colleagues to lead a class: those who are chosen, or all who are free. More can be asked later. */
export function askForCover(
  services: Services,
  {
    sessionId,
    colleagues,
    ...typed
  }: { sessionId: string; colleagues: readonly string[] | "everybody"; reason: string },
  member: StaffMember,
): Promise<CoverOutcome> {
  return changeTimetable(services, async (change): Promise<CoverOutcome> => {
    const own = await findOwn(change, sessionId, member);
    if ("code" in own) return own;
    const { session } = own;
    const reason = readReason(typed.reason);
    const problem = problemOfReason(reason, { isRequired: false });
    if (problem !== undefined) return { code: "reason-too-long", max: MAX_REASON };
    const names = await trainerNames(change);
    const accounts = await listTrainerAccounts(change.transaction);
    const free = freeColleagues(session, await sessionsAt(change, session), [...names.keys()], accounts);
    const known = new Set(own.request?.asked.map(({ trainerSlug }) => trainerSlug));
    const chosen = colleagues === "everybody" ? free : [...new Set(colleagues)];
    const added = chosen.filter((slug) => !known.has(slug));
    if (added.length === 0) return { code: chosen.length > 0 ? "same" : "nobody-chosen" };
    const busy = added.filter((slug) => !free.includes(slug));
    if (busy.length > 0) return { code: "not-free", names: busy.map((slug) => names.get(slug) ?? slug) };
    const request = await requestWith(change, own, reason, member);
    const answers = added.map((slug) => ({
      request_id: request.id,
      trainer_slug: slug,
      answer: null,
      answered_at: null,
    }));
    await change.transaction.insertInto("cover_answers").values(answers).execute();
    const asked = added.map((trainerSlug) => ({ trainerSlug, answer: null }));
    await mailTrainers(change, added, session, askedMail(session, request, request.reason));
    const details = { to: added.map((slug) => names.get(slug)).join(", ") };
    await record(change, request, member, { action: "cover-asked", details });
    await tellDeskIfNeeded(change, { ...request, asked: [...request.asked, ...asked] }, session);
    return { code: "done" };
  });
}

/** Takes a request back: the trainer leads the class after all. */
export function withdrawRequest(services: Services, sessionId: string, member: StaffMember): Promise<CoverOutcome> {
  return changeTimetable(services, async (change): Promise<CoverOutcome> => {
    const own = await findOwn(change, sessionId, member);
    if ("code" in own) return own.code === "not-yours" ? overBy(change, sessionId, own.session) : own;
    if (own.request === undefined) return { code: "same" };
    await endRequest(change, own.request, "withdrawn", { after: own.session, by: member });
    await record(change, own.request, member, { action: "cover-withdrawn" });
    return { code: "done" };
  });
}

/** Accepts a request: the member leads the class, as after any hand-over. */
export function acceptRequest(
  services: Services,
  { sessionId, requestId, confirmed }: { sessionId: string; requestId: string; confirmed: Confirmed },
  member: StaffMember,
): Promise<CoverOutcome> {
  return answer(services, { sessionId, requestId }, member, async (change, { slug }) => {
    const handOver = { id: sessionId, trainerSlug: slug, confirmed, isCover: true };
    const outcome = await substituteWithin(change, handOver, member);
    switch (outcome.code) {
      case "done":
      case "same":
        return { code: outcome.code };
      case "questions":
        return outcome;
      case "trainer-unknown":
        return { code: "not-asked" };
      default:
        // The session was read in this very transaction, so nothing else can be.
        throw new Error(`A cover request that fits was refused: ${outcome.code}`);
    }
  });
}

/** Declines a request. Who has declined can still accept, until somebody does. */
export function declineRequest(
  services: Services,
  asked: { sessionId: string; requestId: string },
  member: StaffMember,
): Promise<CoverOutcome> {
  return answer(services, asked, member, async (change, { slug, request, session }) => {
    if (!unanswered(request).includes(slug)) return { code: "same" };
    await setAnswer(change, request, slug, "declined");
    await record(change, request, member, { action: "cover-declined" });
    const left: CoverRequest = {
      ...request,
      asked: request.asked.map((one) => (one.trainerSlug === slug ? { ...one, answer: "declined" } : one)),
    };
    if (unanswered(left).length === 0) await tellAllDeclined(change, left);
    await tellDeskIfNeeded(change, left, session);
    return { code: "done" };
  });
}

type Asked = { slug: string; request: CoverRequest; session: ClassSession };

/** Runs the answer of a colleague who was asked, while the request is open. */
function answer(
  services: Services,
  { sessionId, requestId }: { sessionId: string; requestId: string },
  member: StaffMember,
  work: (change: Change, asked: Asked) => Promise<CoverOutcome>,
): Promise<CoverOutcome> {
  return changeTimetable(services, async (change): Promise<CoverOutcome> => {
    const slug = await trainerOfAccount(change.transaction, member.id);
    const request = (await requestsOf(change.transaction, sessionId)).find(({ id }) => id === requestId);
    if (request === undefined) return { code: "unknown" };
    const isAsked = request.asked.some(({ trainerSlug }) => trainerSlug === slug);
    if (slug === undefined || !isAsked) return { code: "not-asked" };
    // The same form sent twice.
    if (request.coveredBy === slug) return { code: "same" };
    const found = await findForChange(change, sessionId);
    const session = "session" in found ? found.session : undefined;
    const open = request.endedHow === null ? await settleRequest(change, request, session) : undefined;
    if (open === undefined || session === undefined) return overBy(change, sessionId, session);
    return work(change, { slug, request: open, session });
  });
}

/** The trainer's own session, with its request while that is open. */
async function findOwn(
  change: Change,
  sessionId: string,
  member: StaffMember,
): Promise<OwnSession | Extract<CoverOutcome, { code: "unknown" | "begun" | "cancelled" | "not-yours" }>> {
  const slug = await trainerOfAccount(change.transaction, member.id);
  const found = await findForChange(change, sessionId);
  if ("code" in found) return { code: found.code };
  const { session } = found;
  const open = await openRequestOf(change.transaction, sessionId);
  const request = open && (await settleRequest(change, open, session));
  if (slug === undefined || session.trainerSlug !== slug) return { code: "not-yours", session };
  if (session.state === "cancelled") return { code: "cancelled" };
  return { session, slug, request };
}

/** Ends a request that its session does not fit any more. @returns it while it is open */
async function settleRequest(
  change: Change,
  request: CoverRequest,
  session: ClassSession | undefined,
): Promise<CoverRequest | undefined> {
  const how = endOfRequest(request, session, change.at.toISOString());
  if (how === undefined) return request;
  await endRequest(change, request, how, { after: session });
  return undefined;
}

/** How the last request of a session has ended. */
async function overBy(change: Change, sessionId: string, session: ClassSession | undefined): Promise<CoverOutcome> {
  const [last] = await requestsOf(change.transaction, sessionId);
  return { code: "over", how: last?.endedHow ?? null, by: session?.trainerName ?? "" };
}

/** The open request of a session, with the new reason if one was given; a new one where there is none. */
async function requestWith(
  change: Change,
  { session, slug, request }: OwnSession,
  reason: string | undefined,
  member: StaffMember,
): Promise<CoverRequest> {
  const { transaction, at } = change;
  if (request !== undefined) {
    if (reason === undefined) return request;
    await transaction.updateTable("cover_requests").set({ reason }).where("id", "=", request.id).execute();
    return { ...request, reason };
  }
  const made: CoverRequest = {
    ...{ id: nextId(), sessionId: session.id, trainerSlug: slug, label: sessionLabel(session) },
    ...{ startsAt: session.startsAt, endsAt: session.endsAt, reason: reason ?? null },
    ...{ deskToldAt: null, endedHow: null, coveredBy: null, asked: [] },
  };
  await transaction
    .insertInto("cover_requests")
    .values({
      ...{ id: made.id, session_id: made.sessionId, trainer_slug: slug, label: made.label },
      ...{ starts_at: made.startsAt, ends_at: made.endsAt, reason: made.reason },
      ...{ asked_at: at.toISOString(), asked_by_id: member.id, asked_by: member.name },
      ...{ desk_told_at: null, ended_at: null, ended_how: null, covered_by: null },
    })
    .execute();
  return made;
}

/** The colleagues who can be asked: they are on the site, have an account, and lead no class at that time. */
export function freeColleagues(
  session: ClassSession,
  around: readonly ClassSession[],
  trainers: readonly string[],
  accounts: readonly { trainerSlug: string }[],
): string[] {
  const atThatTime = around.filter(
    (one) => one.state === "scheduled" && one.startsAt < session.endsAt && session.startsAt < one.endsAt,
  );
  const busy = new Set([session, ...atThatTime].map(({ trainerSlug }) => trainerSlug));
  const withAccount = new Set(accounts.map(({ trainerSlug }) => trainerSlug));
  return trainers.filter((slug) => withAccount.has(slug) && !busy.has(slug));
}

/** An entry of the log. Not of the kind of sessions: calendars go by those, and nothing of the timetable has changed. */
async function record(
  { transaction, at }: Change,
  { sessionId, label }: CoverRequest,
  member: StaffMember,
  entry: Pick<NewActivity, "action" | "details">,
): Promise<void> {
  await recordActivity(transaction, at, member, { ...entry, type: "cover", slug: sessionId, label });
}

/**
 * Ends the requests whose classes have begun or have changed with the week, a closed day or a trainer's name, and tells the desk of
 * those that nobody has accepted in time; a job of every instance, as often as it likes. While nothing is open it is one small query.
 */
export async function runCoverJobs(services: Services): Promise<void> {
  const open = await openRequests(services.db);
  if (open.length === 0) return;
  const accounts = await listTrainerAccounts(services.db);
  const slugs = new Set(accounts.map(({ trainerSlug }) => trainerSlug));
  const now = services.now().toISOString();
  for (const request of open) {
    const session = await findClassSession(services, request.sessionId);
    if (endOfRequest(request, session, now) === undefined && !isDeskNeeded(request, slugs, now)) continue;
    await changeTimetable(services, async (change) => {
      // Read again under the lock.
      const current = await openRequestOf(change.transaction, request.sessionId);
      const found = await findForChange(change, request.sessionId);
      const fresh = "session" in found ? found.session : undefined;
      const left = current && (await settleRequest(change, current, fresh));
      if (left !== undefined && fresh !== undefined) await tellDeskIfNeeded(change, left, fresh);
    });
  }
}

/** Removes requests of more than two years ago, when the site forgets who of the staff did what; a clean-up job runs it. */
export async function removeOldRequests({ db, now }: Services): Promise<void> {
  await deleteInPortions(db, "cover_requests", "id", sql`asked_at < ${staffNamesSince(now())}`);
}

/** The requests that an account has made, for its download, oldest first. Moments are ISO 8601 in UTC. */
export async function exportRequests(db: Db, userId: string) {
  return db
    .selectFrom("cover_requests")
    .select(["label as class", "reason", "asked_at as askedAt", "ended_at as endedAt", "ended_how as ended"])
    .where("asked_by_id", "=", userId)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
}
