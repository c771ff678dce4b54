/** Messages about accounts, on pages and in emails. The sentences of problems are in `problems.ts`. */
import { LINK_VALID_MINUTES, MIN_PASSWORD_LENGTH } from "./credentials.ts";

/** Everybody uses the test account, so no visitor may change or delete it. */
export const NOT_FOR_TEST_ACCOUNT =
  "This is the shared test account, so it can’t be changed. You can do this with an account of your own.";

export const CALENDAR_ADDRESS_ENDED =
  "If a calendar app shows your bookings, its address has stopped working too: create a new one under My bookings.";

export const PASSWORD_HINT = `${MIN_PASSWORD_LENGTH} characters or more. A few words in a row are easy to remember and hard to guess.`;

export type AccountMail = { subject: string; text: string };

export function resetMail(gym: string, link: string): AccountMail {
  return {
    subject: `Choose a new password for ${gym}`,
    text: `Hello,

Somebody, most likely you, asked for a new password for your account at ${gym}. Use this link to choose one. It works once and expires after ${LINK_VALID_MINUTES} minutes:

${link}

If it wasn't you, you don't need to do anything: your password is unchanged, and nobody else has this link.

${gym}
`,
  };
}

/** The notice about a changed password, in case somebody else changed it. */
export function passwordChangedMail(gym: string, pages: { forgottenPassword: string; bookings: string }): AccountMail {
  return {
    subject: `Your password at ${gym} has changed`,
    text: `Hello,

The password of your account at ${gym} has just been changed, and all other browsers have been signed out. If a calendar app shows your bookings, its address has stopped working too. Create a new one under My bookings:

${pages.bookings}

If it was you, you don't need to do anything. If it wasn't, choose a new password at once:

${pages.forgottenPassword}

${gym}
`,
  };
}

/** The email with the link that confirms an address. It may reach a stranger: people mistype their addresses. */
export function confirmationMail(gym: string, link: string): AccountMail {
  return {
    subject: `Welcome to ${gym}: confirm your address`,
    text: `Hello,

Welcome to ${gym}. An account has been created with this address. If it is yours, open this link and press the button there:

${link}

It shows us that our emails reach you. You can then have more bookings at a time, and we email you about each one.

If it wasn't you, somebody has most likely mistyped their own address. Please ignore this email.

${gym}
`,
  };
}

export function newAddressMail(gym: string, link: string): AccountMail {
  return {
    subject: `Confirm your new address for ${gym}`,
    text: `Hello,

Somebody, most likely you, asked to use this address for their account at ${gym}. Open this link and press the button there; you may have to sign in first, still with the old address. The link works once and expires after ${LINK_VALID_MINUTES} minutes:

${link}

If it wasn't you, you don't need to do anything: nothing changes unless you open the link.

${gym}
`,
  };
}

export function addressInUseMail(gym: string, forgottenPassword: string): AccountMail {
  return {
    subject: `You already have an account at ${gym}`,
    text: `Hello,

Somebody asked to use this address for their account at ${gym}. It already belongs to an account, so nothing has changed.

If it was you, sign in with this address. If you have forgotten the password, choose a new one:

${forgottenPassword}

If it wasn't you, you don't need to do anything.

${gym}
`,
  };
}

export function addressChangedMail(gym: string, phone: string): AccountMail {
  return {
    subject: `The address of your account at ${gym} has changed`,
    text: `Hello,

The email address of your account at ${gym} has just been changed. From now on, you sign in with the new address, and our emails go there.

If it was you, you don't need to do anything. If it wasn't, call us at once: ${phone}

${gym}
`,
  };
}
