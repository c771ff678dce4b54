/** What became of a mail, in words for staff. */

/** Whether a mail server refused the address, by the code of the error (RFC 5321). A full mailbox is none of these. */
export function isAddressRefused(code: string): boolean {
  return /^55\d$/.test(code) && code !== "552";
}

/** Why a mail could not be sent, from the code of the error: a number of the mail server, or a code of the network. */
export function mailErrorMessage(code: string): string {
  if (code === "552" || code === "452") return "the mailbox is full";
  if (isAddressRefused(code)) return "the mail server refused the address";
  if (code === "EAUTH" || code === "535" || code === "534" || code === "530")
    return "the mail server refused the user or the password in SMTP_URL";
  if (code === "ETLS") return "no secure connection to the mail server could be made";
  return /^\d+$/.test(code) ? `the mail server refused it (${code})` : "the mail server could not be reached";
}

/** What can be done about it. */
export function mailAdvice(code: string): string {
  if (code === "552" || code === "452") return "Tell them another way, or try again in some days.";
  if (isAddressRefused(code)) return "Ask them for another address.";
  return "If more mails fail, tell whoever runs the server, and try again then.";
}
