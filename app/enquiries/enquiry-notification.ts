/** The mail that notifies the desk of an enquiry. */
import type { EnquiryForm } from "./enquiry.ts";
import { enquiryNotificationSubject, enquiryNotificationText } from "./messages.ts";

const inNairobi = new Intl.DateTimeFormat("en-KE", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Africa/Nairobi",
});

/** The subject and text of the mail; a reply goes to the visitor. */
export function enquiryNotification(
  form: EnquiryForm,
  receivedAt: Date,
  isSuspect = false,
): { subject: string; text: string; replyTo: string } {
  return {
    subject: enquiryNotificationSubject(form.name, isSuspect),
    text: enquiryNotificationText({
      name: form.name,
      email: form.email,
      classTitle: form.class === "" ? undefined : classTitle(form.class),
      sentAt: inNairobi.format(receivedAt),
      comment: form.comment === "" ? undefined : form.comment,
    }),
    replyTo: form.email,
  };
}

/** "body-building" as "Body Building". */
function classTitle(slug: string): string {
  return slug
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
