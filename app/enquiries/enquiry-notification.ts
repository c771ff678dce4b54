/** The mail that tells the desk of an enquiry. */
import type { EnquiryContext, EnquiryForm } from "./enquiry.ts";
import { deskMailSubject, deskMailText } from "./messages.ts";

const inNairobi = new Intl.DateTimeFormat("en-KE", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Africa/Nairobi",
});

/** Subject and text; a reply goes to the visitor. */
export function deskMail(
  form: EnquiryForm,
  receivedAt: Date,
  { classTitle = form.class, isSuspect = false }: EnquiryContext = {},
): { subject: string; text: string; replyTo: string } {
  return {
    subject: deskMailSubject(form.name, isSuspect),
    text: deskMailText({
      name: form.name,
      email: form.email,
      classTitle: form.class === "" ? undefined : classTitle,
      sentAt: inNairobi.format(receivedAt),
      comment: form.comment === "" ? undefined : form.comment,
    }),
    replyTo: form.email,
  };
}
