/** What the enquiries' code says to visitors and to the desk. The codes of every form are in `app/forms/messages.ts`. */
import type { Messages } from "../forms/messages.ts";
import type { EnquiryProblem } from "./enquiry.ts";

export const ENQUIRY_MESSAGES = {
  "name-missing": "Please tell us your name.",
  "phone-malformed": "This doesn’t look like a phone number. It should be like 0712 345 678.",
  "class-not-offered": "Please choose one of the classes in the list.",
} as const satisfies Messages<EnquiryProblem>;

/** The subject of the enquiry notification. That of a suspect enquiry begins with a mark, for the desk's mail filter. */
export function enquiryNotificationSubject(name: string, isSuspect: boolean): string {
  return `${isSuspect ? "[Possibly spam] " : ""}Enquiry from ${name}`;
}

/**
 * The text of the enquiry notification.
 * @param enquiry `phone`, `classTitle` and `comment` are undefined when the visitor left them empty, `whatsApp` when the number has
 * none that is known
 */
export function enquiryNotificationText(enquiry: {
  name: string;
  email: string;
  phone: string | undefined;
  whatsApp: string | undefined;
  classTitle: string | undefined;
  sentAt: string;
  comment: string | undefined;
}): string {
  return `${enquiry.name} left an enquiry on the website.

Name:    ${enquiry.name}
E-mail:  ${enquiry.email}${enquiry.phone ? `\nPhone:   ${enquiry.phone}` : ""}${enquiry.whatsApp ? `\n         ${enquiry.whatsApp}` : ""}
Class:   ${enquiry.classTitle ?? "none chosen"}
Sent:    ${enquiry.sentAt} (Nairobi)

Comment:
${enquiry.comment ?? "(none)"}

Answer this mail to write to the visitor.
`;
}
