import type { findInvitationMails } from "../invitations.server.ts";
import { invitationText } from "../messages.ts";

type InvitationEmail = Awaited<ReturnType<typeof findInvitationMails>> extends Map<string, infer One> ? One : never;

/** The link with the text that passes it on, and why the email has failed. */
export function invitationShare(gym: string, mail: InvitationEmail | undefined) {
  return {
    isOnItsWay: mail?.isOnItsWay ?? false,
    ...(mail?.link && { link: mail.link, text: invitationText(gym, mail.link) }),
    ...(mail?.failed && { failed: mail.failed.error }),
  };
}
