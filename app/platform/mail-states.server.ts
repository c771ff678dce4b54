/** States of mails, for pages that show whom an email has reached. */
import { type MailState, mailState } from "./mail-messages.ts";
import type { Db } from "./services.ts";

/** Reads email states by subject and recipient. @returns the last one's; undefined: none since then, or too late */
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
    const isMeant = (mail: (typeof mails)[number]) => mail.about === thing && mail.recipient === recipient;
    const last = mails.findLast((mail) => isMeant(mail) && mail.created_at >= since);
    return last && mailState(last);
  };
}
