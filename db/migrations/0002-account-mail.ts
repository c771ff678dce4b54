/**
 * Mail about an account names the account, and mail with a link that expires says when and is stored encrypted. Rows of
 * the first version are brought to the same state: its two account mails are recognised by their subjects.
 */
import { type Kysely, sql } from "kysely";

const LINK_SUBJECT = "Choose a new password for Nguvu Fitness";
const NOTICE_SUBJECT = "Your password at Nguvu Fitness has changed";
const LINK_VALID_MS = 30 * 60_000;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["user_id", "expires_at", "encrypted_text"]) {
    await db.schema.alterTable("outbox").addColumn(column, "text").execute();
  }
  await db.schema.createIndex("outbox_user").on("outbox").column("user_id").execute();

  await sql`update outbox set user_id = (select id from users where users.email = outbox.recipient)
    where subject in (${LINK_SUBJECT}, ${NOTICE_SUBJECT})`.execute(db);
  // Of accounts deleted since: not to be sent, and nothing about them is to stay.
  await sql`delete from outbox
    where subject in (${LINK_SUBJECT}, ${NOTICE_SUBJECT}) and user_id is null`.execute(db);

  const { rows } = await sql<{ id: string; created_at: string }>`
    select id, created_at from outbox where subject = ${LINK_SUBJECT}`.execute(db);
  for (const { id, created_at } of rows) {
    const expiresAt = new Date(new Date(created_at).getTime() + LINK_VALID_MS).toISOString();
    await sql`update outbox set expires_at = ${expiresAt} where id = ${id}`.execute(db);
  }
  // One still waiting keeps its text until it is sent or expires, half an hour at most: no migration knows the key.
  await sql`update outbox set body_text = '' where subject = ${LINK_SUBJECT} and sent_at is not null`.execute(db);
}
