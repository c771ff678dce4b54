/** The mail that tells the desk of an enquiry. */
import type { EnquiryForm } from "./enquiry.ts";

const inNairobi = new Intl.DateTimeFormat("en-KE", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Africa/Nairobi",
});

const SUSPECT = "[Possibly spam] ";

/** Subject and text; an answer goes to the visitor. A suspect enquiry says so first, for the desk's mail filter. */
export function deskMail(
  form: EnquiryForm,
  receivedAt: Date,
  isSuspect = false,
): { subject: string; text: string; replyTo: string } {
  const lines = [
    `${form.name} left an enquiry on the website.`,
    "",
    `Name:    ${form.name}`,
    `E-mail:  ${form.email}`,
    `Class:   ${form.class === "" ? "none chosen" : classTitle(form.class)}`,
    `Sent:    ${inNairobi.format(receivedAt)} (Nairobi)`,
    "",
    "Comment:",
    form.comment === "" ? "(none)" : form.comment,
    "",
    "Answer this mail to write to the visitor.",
  ];
  return {
    subject: `${isSuspect ? SUSPECT : ""}Enquiry from ${form.name}`,
    text: `${lines.join("\n")}\n`,
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
