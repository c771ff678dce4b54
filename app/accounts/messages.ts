/** What the account screens say when something can't be done. Those about a single field are in `credentials.ts`. */

/** Specification, section 8: the one message for every sign-in failure. */
export const WRONG_CREDENTIALS = "Wrong email or password";

/** Refusals that say nothing about what was typed, with the HTTP status of each. */
export const REFUSALS = {
  limited: { status: 429, sentence: "Too many attempts. Please wait a few minutes and try again." },
  busy: { status: 503, sentence: "We are very busy at this moment. Please try again in a few seconds." },
} as const;

/** What a new password must be, said before it is chosen. */
export const PASSWORD_HINT = "8 characters or more. A few words in a row are easy to remember and hard to guess.";

/** Everybody uses the test account, so nobody may take it from the others. */
export const NOT_FOR_TEST_ACCOUNT =
  "This is the test account, which everybody shares, so it stays as it is. With an account of your own you can do this.";

export const WRONG_CURRENT_PASSWORD = "This is not your password. Please type the one you sign in with.";

/** For whoever comes to the page of a new password without a link, or by half of one. */
export const LINK_MISSING =
  "A new password is set by a link that we mail to you, and the link is missing here. Ask for one, and open it from the mail.";

export const LINK_EXPIRED =
  "This link has been used, or is older than 30 minutes. Ask for a new one, and use the newest.";
