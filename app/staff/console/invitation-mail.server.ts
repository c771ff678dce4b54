import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import type { Services } from "../../platform/services.ts";
import { findFailedMail } from "../../platform/undelivered-mail.server.ts";
import { INVITATION_MAIL } from "../invitations.server.ts";
import { invitationText } from "../messages.ts";
import { decryptSecret } from "../stored-secrets.server.ts";
import type { InvitationMailState } from "./invitation-mail.tsx";

/** The emails of invitations, by address: the link with the text that passes it on, and why the email has failed. */
export async function findInvitationMails(services: Services, emails: readonly string[]) {
  if (emails.length === 0) return new Map<string, InvitationMailState>();
  const { db } = services;
  const { name: gym } = await findSingleEntry(services, settingsType);
  const [links, failed, waiting] = await Promise.all([
    db
      .selectFrom("staff_invitations")
      .select(["email", "encrypted_link"])
      .where("email", "in", emails)
      .where("expires_at", ">", services.now().toISOString())
      .execute(),
    findFailedMail(services, emails, INVITATION_MAIL),
    db
      .selectFrom("outbox")
      .select("recipient")
      .where("sent_at", "is", null)
      .where("given_up_at", "is", null)
      .where("kind", "=", INVITATION_MAIL)
      .where("recipient", "in", emails)
      .where("last_error", "is", null)
      .execute(),
  ]);
  const onTheirWay = new Set(waiting.map(({ recipient }) => recipient));
  return new Map<string, InvitationMailState>(
    links.map(({ email, encrypted_link }) => {
      const link = encrypted_link === null ? undefined : decryptSecret(services, "invitation", email, encrypted_link);
      const mail = failed.get(email);
      const share = link && { link, text: invitationText(gym, link) };
      return [email, { ...share, ...(mail && { failed: mail.error }), isOnItsWay: onTheirWay.has(email) }];
    }),
  );
}
