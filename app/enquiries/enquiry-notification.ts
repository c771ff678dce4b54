/** The mail that tells the desk of an enquiry. */
import { dateAndTimeInNairobi } from "../content/nairobi-time.ts";
import type { EnquiryContext, EnquiryForm } from "./enquiry.ts";
import { deskMailSubject, deskMailText } from "./messages.ts";

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
      sentAt: dateAndTimeInNairobi(receivedAt),
      comment: form.comment === "" ? undefined : form.comment,
    }),
    replyTo: form.email,
  };
}
