/**
 * Freezes are asked for by WhatsApp or mail: requests go. An open one becomes a note on its record, which stays on Today until the last
 * day that was asked for.
 */
import type { Kysely } from "kysely";

type Tables = {
  freeze_requests: {
    id: string;
    member_id: string;
    pass_id: string;
    first_day: string;
    last_day: string;
    word: string;
    made_at: string;
    answer: string | null;
  };
  passes: { id: string; plan_name: string };
  member_notes: {
    id: string;
    member_id: string;
    at: string;
    by_id: string;
    by: string;
    text: string;
    today_until: string;
  };
};

/** `1 December 2026` */
function dayText(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
}

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable("member_notes").addColumn("today_until", "text").execute();
  await db.schema.createIndex("member_notes_today").on("member_notes").column("today_until").execute();
  const requests = await db
    .selectFrom("freeze_requests")
    .innerJoin("passes", "passes.id", "freeze_requests.pass_id")
    .selectAll("freeze_requests")
    .select("passes.plan_name as plan")
    .where("answer", "is", null)
    .execute();
  for (const { id, member_id, first_day, last_day, word, made_at, plan } of requests) {
    const text = `Asks for a freeze of ${plan}, ${dayText(first_day)} to ${dayText(last_day)}.${word === "" ? "" : ` “${word}”`}`;
    const by = { by_id: "", by: "My membership" };
    await db
      .insertInto("member_notes")
      .values({ id, member_id, at: made_at, ...by, text, today_until: last_day })
      .execute();
  }
  await db.schema.dropTable("freeze_requests").execute();
}
