import { ShareLink } from "../../console/share-link.tsx";
import { mailErrorMessage } from "../../platform/mail-messages.ts";

/** `text`: passes the link on. */
export type InvitationMailState = { isOnItsWay: boolean; failed?: string; link?: string; text?: string };

type InvitationMailProps = InvitationMailState & { email: string; hasMailServer: boolean };

export function InvitationMail({ email, hasMailServer, isOnItsWay, failed, link, text }: InvitationMailProps) {
  return (
    <div className="grid min-w-0 gap-1">
      {!hasMailServer ? (
        <p className="state alert">No mail server is set up, so no email was sent: share the link yourself</p>
      ) : failed !== undefined ? (
        <p className="state alert">{`The email to ${email} was not delivered: ${mailErrorMessage(failed)}`}</p>
      ) : (
        <p className="quiet">{isOnItsWay ? "The email is on its way." : "The email was sent."}</p>
      )}
      {link !== undefined && text !== undefined && <ShareLink link={link} text={text} />}
    </div>
  );
}
