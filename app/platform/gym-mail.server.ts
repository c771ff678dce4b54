/** The address of the gym's own mail, such as notices of enquiries: set by the owner, else `STAFF_EMAIL`. */
import { resolve } from "node:path";
import { type Actor, recordActivity } from "./activity.server.ts";
import { createMailTransport, type MailFailure, mailFailure, mailFolder } from "./mail.server.ts";
import type { Db, Services } from "./services.ts";
import { transact } from "./transact.server.ts";

/** The id of the only row, which exists once an address is set. */
const ROW = 1;

async function findOwnersAddress(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("gym_mail").select("address").where("id", "=", ROW).executeTakeFirst();
  return row?.address;
}

/** The address of the gym's own mail. @param db the open transaction, if any */
export async function gymAddress(
  { config, db: ownDb }: Pick<Services, "config" | "db">,
  db: Db = ownDb,
): Promise<string> {
  return (await findOwnersAddress(db)) ?? config.staffEmail;
}

/** How this site sends mail, and the gym's address. `folder`: where mail is written; undefined with a mail server. */
export async function readGymMail(services: Services) {
  const { config, db } = services;
  return {
    set: await findOwnersAddress(db),
    fallback: config.staffEmail,
    server: config.smtpUrl === undefined ? undefined : new URL(config.smtpUrl).host,
    folder: config.smtpUrl === undefined ? resolve(mailFolder(config)) : undefined,
  };
}

/** Sets the address of the gym's own mail. @param address empty for `STAFF_EMAIL` */
export async function setGymAddress(
  services: Services,
  actor: Actor,
  address: string,
): Promise<{ code: "done" | "same" }> {
  return transact(services, async ({ transaction, at }) => {
    if ((await findOwnersAddress(transaction)) === (address || undefined)) return { code: "same" };
    await transaction.deleteFrom("gym_mail").where("id", "=", ROW).execute();
    if (address !== "") await transaction.insertInto("gym_mail").values({ id: ROW, address }).execute();
    await recordActivity(transaction, at, actor, { action: "gym-mail-set" });
    return { code: "done" };
  });
}

/** How long the console waits for the outcome of a test email. */
const TEST_STEP_MS = 5_000;
const TEST_SEND_MS = 15_000;

export type TestMailOutcome =
  | { code: "sent"; to: string; server: string }
  | { code: "written"; to: string; file: string }
  | { code: "failed"; to: string; failure: MailFailure };

/** Sends a test email at once, without the outbox, which would retry a refused one for days. */
export async function sendTestMail(services: Services, gym: string, id: string): Promise<TestMailOutcome> {
  const { config, log, now } = services;
  const to = await gymAddress(services);
  const transport = createMailTransport(config, log, {
    stepTimeoutMs: TEST_STEP_MS,
    sendTimeoutMs: TEST_SEND_MS,
    senderName: async () => gym,
  });
  const domain = config.staffEmail.split("@").at(-1);
  const mail = {
    ...{ id, created_at: now().toISOString(), message_id: `<${id}@${domain}>` },
    ...{ recipient: to, reply_to: "", body_html: null, unsubscribe_url: null },
    subject: `Test email from the site of ${gym}`,
    body_text: `Hello,\n\nThis is the test email requested in the console. The gym's own emails arrive here: notices of enquiries, and of what could not be published.\n\n${gym}\n`,
  };
  try {
    await transport.send(mail);
  } catch (error) {
    const failure = mailFailure(error);
    log.warn({ event: "test-mail-failed", code: failure.code }, "could not send a test email");
    return { code: "failed", to, failure };
  } finally {
    transport.close();
  }
  if (config.smtpUrl === undefined) return { code: "written", to, file: resolve(mailFolder(config), `${id}.eml`) };
  return { code: "sent", to, server: new URL(config.smtpUrl).host };
}
