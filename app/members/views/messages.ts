/** What the page of the membership says after a form. */
export const MEMBERSHIP_DONE: Readonly<Record<string, string>> = {
  joined: "Your account and your membership are one now. Classes that you book here are covered by your pass.",
  "mails-on": "We write to you about your passes again.",
  "mails-off": "No more mails about your passes. Classes that a freeze gives back are still mailed to you.",
};
