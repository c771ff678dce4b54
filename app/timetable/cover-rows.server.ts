/** Reading cover requests. One that is open by its row may have ended with its session: `endOfRequest` says so. */
import type { Selectable } from "kysely";
import type { Tables } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";
import type { CoverEnd, CoverRequest } from "./cover-request.ts";

type RequestRow = Selectable<Tables["cover_requests"]>;

/** The requests that are open by their rows, by the start of their classes. */
export async function openRequests(db: Db): Promise<CoverRequest[]> {
  const rows = db.selectFrom("cover_requests").selectAll().where("ended_at", "is", null);
  // A bound that all have: the index of the open ones is by the start.
  return withAnswers(db, await rows.where("starts_at", ">", "").orderBy("starts_at").orderBy("id").execute());
}

/** The request of a session that is open by its row. */
export async function openRequestOf(db: Db, sessionId: string): Promise<CoverRequest | undefined> {
  const rows = db.selectFrom("cover_requests").selectAll().where("session_id", "=", sessionId);
  return (await withAnswers(db, await rows.where("ended_at", "is", null).execute()))[0];
}

/** The requests of a session, the last one first. */
export async function requestsOf(db: Db, sessionId: string): Promise<CoverRequest[]> {
  const rows = db.selectFrom("cover_requests").selectAll().where("session_id", "=", sessionId);
  return withAnswers(db, await rows.orderBy("asked_at", "desc").orderBy("id", "desc").execute());
}

async function withAnswers(db: Db, rows: readonly RequestRow[]): Promise<CoverRequest[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const answers = await db
    .selectFrom("cover_answers")
    .select(["request_id", "trainer_slug as trainerSlug", "answer"])
    .where("request_id", "in", ids)
    .orderBy("trainer_slug")
    .execute();
  const byRequest = Map.groupBy(answers, ({ request_id }) => request_id);
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    trainerSlug: row.trainer_slug,
    label: row.label,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    reason: row.reason,
    deskToldAt: row.desk_told_at,
    endedHow: row.ended_how as CoverEnd | null,
    coveredBy: row.covered_by,
    asked: (byRequest.get(row.id) ?? []).map(({ trainerSlug, answer }) => ({ trainerSlug, answer })),
  }));
}
