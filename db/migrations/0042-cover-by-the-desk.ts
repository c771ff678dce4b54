/**
 * Cover is arranged by the desk: requests of trainers go. The open ones of classes to come are mailed to the gym's own address once,
 * with what colleagues have answered.
 */
import type { Kysely } from "kysely";

type Tables = {
  cover_requests: {
    id: string;
    label: string;
    starts_at: string;
    reason: string | null;
    asked_by: string;
    ended_at: string | null;
  };
  cover_answers: { request_id: string; trainer_slug: string; answer: string | null };
  entries: { type: string; slug: string; body: string };
  gym_mail: { address: string };
  outbox: Record<string, string | number | null>;
};

const ANSWERS = new Map([
  ["declined", "can’t"],
  ["accepted", "accepted"],
]);

export async function up(db: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString();
  const requests = await db
    .selectFrom("cover_requests")
    .select(["id", "label", "reason", "asked_by"])
    .where("ended_at", "is", null)
    .where("starts_at", ">", now)
    .orderBy("starts_at")
    .execute();
  if (requests.length > 0) {
    const trainers = await db.selectFrom("entries").select(["slug", "body"]).where("type", "=", "trainer").execute();
    const names = new Map(trainers.map(({ slug, body }) => [slug, String(JSON.parse(body).name)]));
    const answers = await db.selectFrom("cover_answers").selectAll().orderBy("trainer_slug").execute();
    const lines = requests.map(({ id, label, reason, asked_by }) => {
      const asked = answers
        .filter((answer) => answer.request_id === id)
        .map(
          ({ trainer_slug, answer }) =>
            `${names.get(trainer_slug) ?? trainer_slug} (${ANSWERS.get(answer ?? "") ?? "no answer"})`,
        );
      const facts = [reason && `Reason: ${reason}`, asked.length > 0 && `Asked: ${asked.join(", ")}`];
      return [`${label}: ${asked_by} can’t lead it.`, ...facts.filter(Boolean)].join("\n");
    });
    const gym = await db.selectFrom("gym_mail").select("address").executeTakeFirst();
    // Settings are not passed to migrations; this is the default of the setting.
    const recipient = gym?.address ?? (process.env.STAFF_EMAIL || "desk@nguvu.example");
    const text = [
      "Hello,",
      "the site no longer passes on requests for cover: trainers write to the desk, which hands the class over or cancels it. These requests were open:",
      ...lines,
    ];
    await db
      .insertInto("outbox")
      .values({
        ...{
          id: crypto.randomUUID(),
          created_at: now,
          due_at: now,
          recipient,
          reply_to: "",
          priority: 0,
          kind: "cover-needed",
        },
        message_id: `<${crypto.randomUUID()}@${recipient.split("@").at(-1)}>`,
        subject: requests.length === 1 ? "1 class needs a trainer" : `${requests.length} classes need a trainer`,
        body_text: `${text.join("\n\n")}\n`,
      })
      .execute();
  }
  await db.schema.dropTable("cover_answers").execute();
  await db.schema.dropTable("cover_requests").execute();
}
