/** What follows for trainers when a class session is changed: those who change are told, and a request for cover may have ended. */
import { listEntries } from "../cms/entries.server.ts";
import { trainerType } from "../content-types/trainer.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Change } from "../platform/transact.server.ts";
import { listTrainerAccounts } from "../staff/trainers.server.ts";
import type { ClassSession } from "./class-session.ts";
import {
  allDeclinedMail,
  coverNeededMail,
  deskNotNeededMail,
  leadsNoMoreMail,
  leadsNowMail,
  notNeededMail,
  requestOverMail,
} from "./cover-mails.server.ts";
import { mailDesk, mailTrainers } from "./cover-notices.server.ts";
import { type CoverEnd, type CoverRequest, endOfRequest, isClose, unanswered } from "./cover-request.ts";
import { openRequestOf } from "./cover-rows.server.ts";
import { servicesIn } from "./week-sources.server.ts";

/**
 * After a session was written: the trainer who leads it by now and the one who did are told, and its open request ends if it isn't
 * what cover was asked for any more.
 * @param label the session's name and time as it is now
 */
export async function followForTrainers(
  change: Change,
  before: ClassSession,
  after: ClassSession,
  label: string,
  by: Actor,
): Promise<void> {
  if (before.trainerSlug !== after.trainerSlug) {
    await mailTrainers(change, [before.trainerSlug], after, leadsNoMoreMail(after, { label }, by.name));
    await mailTrainers(change, [after.trainerSlug], after, leadsNowMail(after, { label }, by.name));
  }
  const request = await openRequestOf(change.transaction, after.id);
  if (request === undefined) return;
  const how = endOfRequest(request, after, change.at.toISOString());
  if (how !== undefined) await endRequest(change, request, how, { after, by, isHandOver: true });
}

/**
 * Ends an open request, and tells those whom it concerns: colleagues who have not answered, who asked unless they did it or were told
 * of the hand-over, and the desk if it was told that nobody leads the class and has not done it itself.
 */
export async function endRequest(
  change: Change,
  request: CoverRequest,
  how: CoverEnd,
  { after, by, isHandOver = false }: { after?: ClassSession | undefined; by?: Actor; isHandOver?: boolean },
): Promise<void> {
  const { transaction, at } = change;
  const coveredBy = how === "covered" ? (after?.trainerSlug ?? null) : null;
  const ended = { ended_at: at.toISOString(), ended_how: how, covered_by: coveredBy };
  await transaction.updateTable("cover_requests").set(ended).where("id", "=", request.id).execute();
  // Told of the hand-over itself.
  const told = isHandOver ? coveredBy : null;
  if (told !== null) await setAnswer(change, request, told, "accepted");
  if (how === "begun") return;
  const about = { id: request.sessionId, endsAt: after?.endsAt ?? request.endsAt };
  const who = { trainer: await trainerName(change, request.trainerSlug), by: after?.trainerName ?? "" };
  const waiting = unanswered(request).filter((slug) => slug !== told);
  await mailTrainers(change, waiting, about, notNeededMail(request, how, who));
  if (how !== "withdrawn" && told === null) {
    await mailTrainers(change, [request.trainerSlug], about, requestOverMail(request, how, who));
  }
  const isByTrainer = how === "withdrawn" || (by !== undefined && (await isTrainers(change, coveredBy, by)));
  if (request.deskToldAt !== null && isByTrainer) {
    const leads = how === "withdrawn" ? undefined : who.by;
    await mailDesk(change, about, deskNotNeededMail(request, { trainer: who.trainer, by: leads }));
  }
}

/** Whether an actor's account is a trainer. */
async function isTrainers({ transaction }: Change, slug: string | null, by: Actor): Promise<boolean> {
  const accounts = await listTrainerAccounts(transaction);
  return accounts.some(({ id, trainerSlug }) => id === by.id && trainerSlug === slug);
}

/** Stores what a colleague has answered. */
export async function setAnswer(
  { transaction, at }: Change,
  request: CoverRequest,
  trainerSlug: string,
  answer: "accepted" | "declined",
): Promise<void> {
  await transaction
    .updateTable("cover_answers")
    .set({ answer, answered_at: at.toISOString() })
    .where("request_id", "=", request.id)
    .where("trainer_slug", "=", trainerSlug)
    .execute();
}

/**
 * Whether the desk has to be told of an open request: nobody who was asked can still accept, or the class is close.
 * @param slugs the trainers who have an account
 */
export function isDeskNeeded(request: CoverRequest, slugs: ReadonlySet<string>, now: string): boolean {
  const mayAccept = unanswered(request).some((slug) => slugs.has(slug));
  return request.deskToldAt === null && (!mayAccept || isClose(request, now));
}

/** Tells the desk of an open request if it has to be told, and who asked if all have said no. */
export async function tellDeskIfNeeded(change: Change, request: CoverRequest, session: ClassSession): Promise<void> {
  const accounts = await listTrainerAccounts(change.transaction);
  const slugs = new Set(accounts.map(({ trainerSlug }) => trainerSlug));
  if (!isDeskNeeded(request, slugs, change.at.toISOString())) return;
  await tellDesk(change, request, session);
}

/** Tells the desk that nobody leads a class yet. Once for each request. */
export async function tellDesk(change: Change, request: CoverRequest, session: ClassSession): Promise<void> {
  const { transaction, at } = change;
  await transaction
    .updateTable("cover_requests")
    .set({ desk_told_at: at.toISOString() })
    .where("id", "=", request.id)
    .execute();
  const names = await trainerNames(change);
  const asked = request.asked.map(
    ({ trainerSlug, answer }) =>
      `${names.get(trainerSlug) ?? trainerSlug} (${answer === null ? "no answer yet" : "can’t"})`,
  );
  await mailDesk(change, { id: session.id, endsAt: session.endsAt }, coverNeededMail(session, request, asked));
}

/** Tells who asked that all whom they asked have said no. */
export async function tellAllDeclined(change: Change, request: CoverRequest): Promise<void> {
  const about = { id: request.sessionId, endsAt: request.endsAt };
  await mailTrainers(change, [request.trainerSlug], about, allDeclinedMail(request));
}

async function trainerName(change: Change, slug: string): Promise<string> {
  return (await trainerNames(change)).get(slug) ?? "A trainer";
}

/** The names of the site's trainers, by their slugs, as a transaction sees them. */
export async function trainerNames({ services, transaction }: Change): Promise<Map<string, string>> {
  const trainers = await listEntries(servicesIn(services, transaction), trainerType);
  return new Map(trainers.map(({ slug, name }) => [slug, name]));
}
