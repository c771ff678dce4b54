/** Messages after forms on the membership page. */
export const MEMBERSHIP_DONE: Readonly<Record<string, string>> = {
  joined: "Your account is connected to your membership. Your pass now covers the classes you book here.",
  "mails-on": "Emails about your passes are on again.",
  "mails-off": "No more emails about your passes. We still email you when a freeze cancels a booking.",
};
