/** Messages of the accounts' code to visitors, on pages and in mails. The sentences of its problems are in `problems.ts`. */
import { LINK_VALID_MINUTES, MIN_PASSWORD_LENGTH } from "./credentials.ts";

/** Everybody uses the test account, so no visitor may change or delete it. */
export const NOT_FOR_TEST_ACCOUNT =
  "This is the test account, which everybody shares, so it stays as it is. With an account of your own you can do this.";

/** The other thing that ends with a new password. */
export const CALENDAR_ENDED =
  "If a calendar follows your bookings, its address has ended too: make a new one under My bookings.";

/** The rule of a new password, shown before it is chosen. */
export const PASSWORD_HINT = `${MIN_PASSWORD_LENGTH} characters or more. A few words in a row are easy to remember and hard to guess.`;

export type AccountMail = { subject: string; text: string };

/** The mail with the link of a forgotten password, in the gym's name. */
export function resetMail(gym: string, link: string): AccountMail {
  return {
    subject: `Choose a new password for ${gym}`,
    text: `Hello,

somebody, most likely you, has forgotten the password of your account at
${gym}. With this link you choose a new one. It works once, and for
${LINK_VALID_MINUTES} minutes:

${link}

If it wasn't you, there is nothing to do: your password stays as it is, and
nobody else has this link.

${gym}
`,
  };
}

/** The notice after a password has changed, for a visitor who didn't do it. */
export function passwordChangedMail(gym: string, pages: { forgottenPassword: string; bookings: string }): AccountMail {
  return {
    subject: `Your password at ${gym} has changed`,
    text: `Hello,

the password of your account at ${gym} has just been changed, and the
other browsers that were signed in are signed out. If a calendar follows your
bookings, its address has ended too; make a new one under My bookings:

${pages.bookings}

If it was you, there is nothing to do. If it wasn't, choose a new password at
once:

${pages.forgottenPassword}

${gym}
`,
  };
}

/** The mail with the link that confirms the address of an account. A stranger may read it, with whose address somebody has signed up. */
export function confirmationMail(gym: string, link: string): AccountMail {
  return {
    subject: `Welcome to ${gym}: confirm your address`,
    text: `Hello,

welcome to ${gym}. There is an account with this address now. If it
is yours, open this link and press the button there:

${link}

It says that our mails reach you. You can have more bookings at a time then,
and each is mailed to you.

If it wasn't you, somebody has most likely mistyped their own address. Leave
the link alone; there is nothing else to do.

${gym}
`,
  };
}

/** The mail to an address that somebody wants their account to have, with the link that confirms it. */
export function newAddressMail(gym: string, link: string): AccountMail {
  return {
    subject: `Confirm your new address for ${gym}`,
    text: `Hello,

somebody, most likely you, wants this to be the address of their account at
${gym}. Open this link and press the button there; you may have to
sign in first, still with the old address. It works once, and for ${LINK_VALID_MINUTES}
minutes:

${link}

If it wasn't you, there is nothing to do: nothing changes without you.

${gym}
`,
  };
}

/** The mail to an address that has an account, when another account asks to have it. */
export function addressInUseMail(gym: string, forgottenPassword: string): AccountMail {
  return {
    subject: `You already have an account at ${gym}`,
    text: `Hello,

somebody wants this to be the address of their account at ${gym}.
It has an account already, so that can't be. Nothing has changed.

If it was you, sign in with this address instead. Have you forgotten the
password, choose a new one:

${forgottenPassword}

If it wasn't you, there is nothing to do.

${gym}
`,
  };
}

/** The notice to the old address after an account has got another one. */
export function addressChangedMail(gym: string, phone: string): AccountMail {
  return {
    subject: `The address of your account at ${gym} has changed`,
    text: `Hello,

the account at ${gym} that had this address has just got another one.
From now on it is signed in to with the new address, and mail about it goes
there.

If it was you, there is nothing to do. If it wasn't, call us at once:
${phone}

${gym}
`,
  };
}
