/** The mail of an invitation, and its link, as the pages of the people show them. */
import type { invitationMails } from "../invitations.server.ts";
import { invitationText } from "../messages.ts";

type Known = Awaited<ReturnType<typeof invitationMails>> extends Map<string, infer One> ? One : never;

/** The link with the text that passes it on, and why the mail has failed. Empty where nothing is known. */
export function invitationShare(gym: string, known: Known | undefined) {
  return {
    isOnItsWay: known?.isOnItsWay ?? false,
    ...(known?.link && { link: known.link, text: invitationText(gym, known.link) }),
    ...(known?.failed && { failed: known.failed.error }),
  };
}
