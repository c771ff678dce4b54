/** What the console shows of requests for cover: on their own page, on that of the class, in the week, and on the first page. */
import { listEntries } from "../../cms/entries.server.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { listTrainerAccounts } from "../../staff/trainers.server.ts";
import { dayAndDate } from "../../time/date-texts.server.ts";
import { addDays } from "../../time/dates.server.ts";
import type { ClassSession, TimetableRow } from "../class-session.ts";
import { findClassSession, sessionsBetween } from "../class-sessions.server.ts";
import { type CoverRequest, endOfRequest } from "../cover-request.ts";
import { freeColleagues } from "../cover-requests.server.ts";
import { openRequestOf, openRequests, requestsOf } from "../cover-rows.server.ts";

/** An open request in words. */
export type CoverView = {
  trainer: string;
  reason: string | null;
  /** The desk knows that nobody leads the class yet. */
  isDeskTold: boolean;
  asked: { name: string; answer: "declined" | null }[];
};

type Names = ReadonlyMap<string, string>;

async function namesOfTrainers(services: Services): Promise<Names> {
  return new Map((await listEntries(services, trainerType)).map(({ slug, name }) => [slug, name]));
}

function viewOf(request: CoverRequest, names: Names): CoverView {
  return {
    trainer: names.get(request.trainerSlug) ?? "A trainer",
    reason: request.reason,
    isDeskTold: request.deskToldAt !== null,
    asked: request.asked.map(({ trainerSlug, answer }) => ({
      name: names.get(trainerSlug) ?? trainerSlug,
      answer: answer === "declined" ? answer : null,
    })),
  };
}

function isOpen(services: Services, request: CoverRequest, session: ClassSession | undefined): boolean {
  return request.endedHow === null && endOfRequest(request, session, services.now().toISOString()) === undefined;
}

/** Whether cover can be asked for a session. */
function isToCome(services: Services, session: ClassSession): boolean {
  return session.state === "scheduled" && session.startsAt > services.now().toISOString();
}

/** The part of a session's page: its open request, and whether the member may ask for cover. */
export async function readSessionCover(services: Services, session: ClassSession, member: StaffMember) {
  const request = await openRequestOf(services.db, session.id);
  const open = request !== undefined && isOpen(services, request, session);
  return {
    request: open ? viewOf(request, await namesOfTrainers(services)) : null,
    mayAsk: ownTrainer(member) === session.trainerSlug && isToCome(services, session),
  };
}

/**
 * The page on which a trainer asks for cover of their class, or answers a colleague. Whom the class does not concern, or does no more,
 * it tells who leads it, as everybody can read.
 * @param own the trainer who looks
 */
export async function readCoverPage(services: Services, session: ClassSession, own: string) {
  const requests = await requestsOf(services.db, session.id);
  const names = await namesOfTrainers(services);
  const base = {
    session: { id: session.id, className: session.className, time: session.time, trainer: session.trainerName },
    dayText: dayAndDate(session.date),
  };
  if (session.trainerSlug === own) {
    const open = requests.find((request) => isOpen(services, request, session));
    const asked = new Set(open?.asked.map(({ trainerSlug }) => trainerSlug));
    const around = await sessionsBetween(services, addDays(session.date, -1), addDays(session.date, 1));
    const accounts = await listTrainerAccounts(services.db);
    const free = freeColleagues(session, around, [...names.keys()], accounts);
    return {
      ...base,
      kind: "own" as const,
      isToCome: isToCome(services, session),
      request: open === undefined ? null : viewOf(open, names),
      colleagues: free.filter((slug) => !asked.has(slug)).map((slug) => ({ slug, name: names.get(slug) ?? slug })),
    };
  }
  const request = requests.find(
    ({ trainerSlug, asked }) => trainerSlug === own || asked.some((one) => one.trainerSlug === own),
  );
  const how = request && (request.endedHow ?? endOfRequest(request, session, services.now().toISOString()));
  const answer = request?.asked.find(({ trainerSlug }) => trainerSlug === own);
  if (request === undefined || answer === undefined || !isOpen(services, request, session)) {
    return { ...base, kind: "over" as const, how: how ?? null };
  }
  return {
    ...base,
    kind: "asked" as const,
    requestId: request.id,
    request: viewOf(request, names),
    hasDeclined: answer.answer === "declined",
  };
}

/** The slugs that a form can name: whoever has an account and leads classes on the site, free or not. */
export async function slugsToAsk(services: Services): Promise<string[]> {
  const accounts = await listTrainerAccounts(services.db);
  const trainers = await listEntries(services, trainerType);
  return [...new Set([...accounts.map(({ trainerSlug }) => trainerSlug), ...trainers.map(({ slug }) => slug)])];
}

/** What a row of the week says of cover: it can be asked for, is asked for, or the desk knows that somebody is needed. */
export type RowCover = "may-ask" | "asked" | "needed" | null;

/** The cover of each row of a week. */
export async function readWeekCover(services: Services, member: StaffMember): Promise<(row: TimetableRow) => RowCover> {
  const bySession = new Map((await openRequests(services.db)).map((request) => [request.sessionId, request]));
  const own = ownTrainer(member);
  return (row) => {
    if (row.movedTo !== null || !isToCome(services, row)) return null;
    const request = bySession.get(row.id);
    if (request !== undefined && isOpen(services, request, row)) {
      return request.deskToldAt === null ? "asked" : "needed";
    }
    return own === row.trainerSlug ? "may-ask" : null;
  };
}

/** A request on the first page: of a class that nobody leads yet, of a colleague who asks, or of one's own. */
export type TodaysCover = CoverView & {
  kind: "needed" | "to-answer" | "own";
  sessionId: string;
  /** `Yoga, Thu 26 Nov, 6:00pm`. */
  label: string;
};

/** The requests that concern a member, by the start of their classes. */
export async function readTodaysCover(services: Services, member: StaffMember): Promise<TodaysCover[]> {
  const own = ownTrainer(member);
  const mayHandOver = can(member.role, "publish", "timetable");
  const concerns = (request: CoverRequest): TodaysCover["kind"] | undefined => {
    if (mayHandOver) return request.deskToldAt === null ? undefined : "needed";
    if (request.trainerSlug === own) return "own";
    const isWaiting = request.asked.some(({ trainerSlug, answer }) => trainerSlug === own && answer === null);
    return isWaiting ? "to-answer" : undefined;
  };
  const names = await namesOfTrainers(services);
  const shown: TodaysCover[] = [];
  for (const request of await openRequests(services.db)) {
    const kind = concerns(request);
    if (kind === undefined) continue;
    const session = await findClassSession(services, request.sessionId);
    if (!isOpen(services, request, session)) continue;
    shown.push({ ...viewOf(request, names), kind, sessionId: request.sessionId, label: request.label });
  }
  return shown;
}
