/** Requests for a freeze in the database. */
import { type Selectable, sql } from "kysely";
import { daysBefore } from "../platform/durations.ts";
import { deleteInPortions } from "../platform/portions.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";

export type FreezeRequest = Selectable<Tables["freeze_requests"]>;

/** What became of a request. `withdrawn`: by who had asked. */
export type FreezeAnswer = "frozen" | "refused" | "withdrawn";

/** How long a request is stored after its answer, in days: as long as it counts which freeze was the last one. */
export const FREEZE_REQUEST_DAYS = 365;

/** The open request of somebody. */
export async function openFreezeRequestOf(db: Db, memberId: string): Promise<FreezeRequest | undefined> {
  return db
    .selectFrom("freeze_requests")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("answer", "is", null)
    .orderBy("made_at")
    .limit(1)
    .executeTakeFirst();
}

/** The last request of somebody that the desk or they themselves have answered. */
export async function lastAnsweredRequestOf(db: Db, memberId: string): Promise<FreezeRequest | undefined> {
  return db
    .selectFrom("freeze_requests")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("answer", "is not", null)
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** All requests that wait for the desk, the oldest first. */
export async function openFreezeRequests(db: Db) {
  return db
    .selectFrom("freeze_requests")
    .innerJoin("members", "members.id", "freeze_requests.member_id")
    .innerJoin("passes", "passes.id", "freeze_requests.pass_id")
    .selectAll("freeze_requests")
    .select(["members.name", "passes.plan_name as plan"])
    .where("answer", "is", null)
    .orderBy("freeze_requests.made_at")
    .execute();
}

/** Answers the open request about a pass. @param to.by null: who asked has withdrawn it. @returns whether there was one */
export async function answerRequestWithin(
  { transaction, at }: Change,
  { passId, answer, by, sentence = "" }: { passId: string; answer: FreezeAnswer; by: string | null; sentence?: string },
): Promise<boolean> {
  const answered = await transaction
    .updateTable("freeze_requests")
    .set({ answer, sentence, answered_at: at.toISOString(), answered_by: by })
    .where("pass_id", "=", passId)
    .where("answer", "is", null)
    .returning("id")
    .execute();
  return answered.length > 0;
}

/** Deletes requests a year after their answer; a clean-up job runs it. */
export async function removeOldFreezeRequests(services: Services): Promise<void> {
  const before = daysBefore(services.now(), FREEZE_REQUEST_DAYS);
  await deleteInPortions(services.db, "freeze_requests", "id", sql`answered_at < ${before}`);
}
