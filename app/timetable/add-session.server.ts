/** A session that is added once, beside the weekly timetable. Cancelling it takes it away again. */
import { randomBytes } from "node:crypto";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import type { ClassSession, SessionTime } from "./session.ts";
import {
  type Confirmed,
  problemOfTime,
  questionsAbout,
  sessionsAt,
  type TimeRefusal,
  type UnansweredQuestions,
} from "./session-checks.server.ts";
import {
  type ActionDone,
  type ActionRefusal,
  problemOfReason,
  readReason,
  writeSession,
} from "./session-record.server.ts";
import { momentsOf, rowOfSession, sameTime } from "./session-rows.server.ts";
import { changeTimetable } from "./timetable-change.server.ts";
import { freshSources } from "./week-sources.server.ts";

/** Stands after those of the week where nothing else orders them. */
const LAST = 1_000_000;

export type AddOutcome =
  | ActionDone
  | Extract<ActionRefusal, { code: "reason-too-long" | "reason-missing" }>
  | TimeRefusal
  | UnansweredQuestions
  | { code: "class-unknown" }
  | { code: "trainer-unknown" }
  /** The class is on at that time already. */
  | { code: "exists"; session: ClassSession };

export type NewSession = SessionTime & {
  classSlug: string;
  trainerSlug: string;
  reason?: string;
  confirmed?: Confirmed;
};

/** Adds a session. The same one sent twice by one person is added once. */
export async function addSession(services: Services, added: NewSession, actor: Actor): Promise<AddOutcome> {
  const { date, time, classSlug, trainerSlug, confirmed = [] } = added;
  return changeTimetable(services, async (change): Promise<AddOutcome> => {
    const { transaction } = change;
    const reason = readReason(added.reason);
    const problem = (await problemOfTime(change, { date, time })) ?? problemOfReason(reason, { isRequired: false });
    if (problem !== undefined) return problem;
    const sources = await freshSources(services, transaction, date, date);
    const [gymClass, trainer] = [sources.classes.get(classSlug), sources.trainers.get(trainerSlug)];
    if (gymClass === undefined) return { code: "class-unknown" };
    if (trainer === undefined) return { code: "trainer-unknown" };
    const there = (await sessionsAt(change, { date, time })).find(
      (one) => one.classSlug === classSlug && sameTime(one, { date, time }),
    );
    if (there !== undefined) {
      const isOwn = sources.rows.some(({ id, slot, changed_by_id }) => {
        return id === there.id && slot === null && changed_by_id === actor.id;
      });
      return isOwn && there.trainerSlug === trainerSlug
        ? { code: "same", session: there }
        : { code: "exists", session: there };
    }
    const asked = { id: undefined, date, time, trainerSlug };
    const questions = await questionsAbout(change, asked, confirmed, { isTimeNew: true });
    if (questions !== undefined) return questions;
    const session: ClassSession = {
      id: `added-${randomBytes(8).toString("hex")}`,
      ...{ slot: null, slotDate: null, date, time, ...momentsOf(date, time) },
      ...{ classSlug, className: gymClass.title, trainerSlug, trainerName: trainer.name },
      ...{ state: "scheduled", reason: null, insteadOf: null, movedFrom: null, isAdded: true, isClosed: false },
      ...{ isWritten: false, sequence: 0, changedAt: null },
    };
    const row = { ...rowOfSession(session, LAST), reason: reason ?? null, decided: '["added"]' };
    const logged = { action: "session-added", details: { reason } };
    return { code: "done", session: await writeSession(change, { session, row, sources }, {}, actor, logged) };
  });
}
