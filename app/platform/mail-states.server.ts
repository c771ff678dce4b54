/** States of emails, for pages that show who was emailed. */
import { type MailState, mailState } from "./mail-messages.ts";
import type { Db } from "./services.ts";

/** Reads email states by subject and recipient. @returns the state of the last email since a moment, if any */
export async function findMailStates(
  db: Db,
  about: readonly string[],
): Promise<(about: string, recipient: string, since?: string) => MailState | undefined> {
  if (about.length === 0) return () => undefined;
  const mails = await db
    .selectFrom("outbox")
    .select(["about", "recipient", "created_at", "sent_at", "given_up_at", "last_error"])
    .where("about", "in", about)
    .orderBy("created_at")
    .orderBy("about_order")
    .execute();
  return (thing, recipient, since = "") => {
    const matches = (mail: (typeof mails)[number]) => mail.about === thing && mail.recipient === recipient;
    const last = mails.findLast((mail) => matches(mail) && mail.created_at >= since);
    return last && mailState(last);
  };
}
