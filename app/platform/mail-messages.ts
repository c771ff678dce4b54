/** The state of a mail and the reason of its last failure, as texts for staff, by the codes of `MailFailure`. */
import { plural } from "./text.ts";

/** The code of a mail server that refuses `STAFF_EMAIL` as the sender. */
export const SENDER_REFUSED = "ESENDER";

/** `queued`: not sent yet, and tried again. `refused`: refused permanently by the mail server, or given up. */
export type MailState = "queued" | "sent" | "refused";

type MailRow = Record<"sent_at" | "given_up_at" | "last_error", string | null>;

export function mailState({ sent_at, given_up_at, last_error }: MailRow): MailState {
  if (sent_at !== null) return "sent";
  return given_up_at !== null || last_error?.startsWith("5") ? "refused" : "queued";
}

export const MAIL_STATE_LABELS: Readonly<Record<MailState, string>> = {
  queued: "email queued",
  sent: "email sent",
  refused: "email refused",
};

/** Whether the mail server permanently refused the recipient's address: 5.1.x (RFC 3463), except codes about the sender. */
export function isAddressUnknown(code: string): boolean {
  return /^5\d\d 5\.1\.(?![78]$)/.test(code);
}

/** Whether the reply is about the recipient's address or mailbox (RFC 3463), so that other mail can be sent. */
export function isAboutRecipient(code: string): boolean {
  return /^\d+ [45]\.[124]\./.test(code) || code === "450";
}

/** Whether a mail server refused the address, with an enhanced status or without (RFC 5321). A full mailbox does not count. */
export function isAddressRefused(code: string): boolean {
  return isAddressUnknown(code) || /^55[013]$/.test(code);
}

function isMailboxFull(code: string): boolean {
  return code === "552" || /^\d+ [45]\.2\.2$/.test(code);
}

export function mailErrorMessage(code: string): string {
  const [number = ""] = code.split(" ");
  if (isMailboxFull(code)) return "the mailbox is full";
  if (isAddressRefused(code)) return "the mail server refused the address";
  if (number === "EAUTH" || number === "535" || number === "534" || number === "530")
    return "the mail server refused the user name or the password in SMTP_URL";
  if (code === SENDER_REFUSED) return "the mail server refused the sender, STAFF_EMAIL";
  if (code === "ETLS") return "no secure connection to the mail server could be made";
  if (number.startsWith("4")) return `the mail server accepts no email for now (${code})`;
  return /^\d/.test(number) ? `the mail server refused it (${code})` : "the mail server could not be reached";
}

/** The console's notice of mail that can't be sent. @param answer the mail server's reply @param since "Fri 27 Nov, 6:00am" */
export function stuckMailText(
  { count, error, answer }: { count: number; error: string; answer: string },
  since: string,
) {
  const waiting = plural(count, "email waits", "emails wait");
  const why = error === "" ? "none has been tried" : mailErrorMessage(error);
  const reply = answer === "" ? "" : ` Its reply: “${answer}”.`;
  return {
    title: `No email has been sent since ${since}.`,
    text: `${waiting}: ${why}.${reply} Reach people another way, and tell whoever runs the server. Email is sent by itself once the mail server accepts it again.`,
  };
}

export function mailAdvice(code: string): string {
  if (isMailboxFull(code)) return "Reach them another way, or try again in a few days.";
  if (isAddressRefused(code)) return "Ask them for another address.";
  return "If more emails fail, tell whoever runs the server, and try again later.";
}
