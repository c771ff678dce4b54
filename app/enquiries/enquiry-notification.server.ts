/** The mail that notifies the desk of an enquiry. */

import { whatsAppAddress } from "../forms/phone.ts";
import { fullDateAndTime } from "../time/date-texts.server.ts";
import type { EnquiryContext, SentEnquiry } from "./enquiry.ts";
import { enquiryNotificationSubject, enquiryNotificationText } from "./messages.ts";

/** The subject and text of the mail; a reply goes to the visitor. */
export function enquiryNotification(
  form: SentEnquiry,
  receivedAt: Date,
  { classTitle = form.class, isSuspect = false }: EnquiryContext = {},
): { subject: string; text: string; replyTo: string } {
  return {
    subject: enquiryNotificationSubject(form.name, isSuspect),
    text: enquiryNotificationText({
      name: form.name,
      email: form.email,
      phone: form.phone === "" ? undefined : form.phone,
      whatsApp: whatsAppAddress(form.phone),
      classTitle: form.class === "" ? undefined : classTitle,
      sentAt: fullDateAndTime(receivedAt),
      comment: form.comment === "" ? undefined : form.comment,
    }),
    replyTo: form.email,
  };
}
