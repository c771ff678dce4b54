/** The end of the private calendars of trainers. Each who follows one is mailed: a calendar that has ended changes no more, and says nothing. */
import type { Kysely } from "kysely";

const TEXT = `Hello,

your private calendar of the classes that you lead has ended. Delete it from your
phone or computer: it changes no more there.

Your classes are on your Timetable, where you sign in as staff. The timetable of
all classes can still be followed: choose "Add to calendar" below it on the site.
`;

type Tables = {
  trainer_feeds: { user_id: string };
  users: { id: string; email: string };
  outbox: Record<"id" | "created_at" | "message_id" | "recipient" | "reply_to" | "subject" | "body_text", string> &
    Record<"user_id" | "due_at" | "kind", string> & { priority: number };
};

export async function up(db: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString();
  const trainers = await db
    .selectFrom("trainer_feeds")
    .innerJoin("users", "users.id", "trainer_feeds.user_id")
    .select(["users.id", "users.email"])
    .execute();
  for (const { id, email } of trainers) {
    await db
      .insertInto("outbox")
      .values({
        id: crypto.randomUUID(),
        created_at: now,
        message_id: `<${crypto.randomUUID()}@nguvu>`,
        recipient: email,
        reply_to: "",
        subject: "Your calendar of your classes has ended",
        body_text: TEXT,
        user_id: id,
        due_at: now,
        kind: "trainer-calendar-ended",
        priority: 10,
      })
      .execute();
  }
  await db.schema.dropTable("trainer_feeds").execute();
}
