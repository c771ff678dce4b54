/** Messages of the code about staff, on pages, in mails and in the terminal. The codes of every form are in `app/forms/`. */
import type { Messages } from "../forms/messages.ts";
import { ROLE_NAMES, ROLES, type Role } from "./roles.ts";

export const INVITATION_VALID_HOURS = 72;

export const STAFF_MESSAGES = {
  "code-missing": "Please type the code.",
  "code-wrong": "This code is not right. Wait for the next one in the app and type that.",
  "code-used": "This code has been used. Each works once: wait for the next one.",
  "recovery-code-wrong": "This is none of your recovery codes, or it has been used.",
  "code-limited":
    "Too many codes were tried. Please use another way, or wait a quarter of an hour; after fifty in a day it takes a day. If somebody else tried them, choose a new password: that stops them, and you can go on.",
  "key-unreadable":
    "The site can no longer read the key of your app, because its secret was changed or lost. Use a recovery code or a passkey, or ask the owner to reset your second step.",
  "recovery-codes-lost":
    "Your codes may be right, but they were made with another secret of the site, which is lost. Use a passkey, or ask the owner to reset your second step; whoever runs the site can do it too.",
  "setup-expired": "This took too long, so here is a new key. Add it to your app, and type its code.",
  "passkey-failed": "The passkey didn’t work. Please try again, or use another way.",
  "passkeys-full": "You have ten passkeys. Remove one you no longer use first.",
  "last-factor": "This is your only second step, and your role needs one. Add another first.",
  "not-stored": "Please print or save the codes, and tick the box.",
  "owner-link-wrong":
    "This is not the owner’s link of this site. Whoever runs it can print that with “npm run staff -- owner-link”.",
  "owner-link-void": "The site has an owner, so this link no longer works. The owner can invite you.",
  "invitation-wrong": `This invitation was used or withdrawn, or is older than ${INVITATION_VALID_HOURS} hours. Ask for a new one.`,
  "other-address": "You are signed in with another address. This invitation is for the one above: sign in with that.",
  "test-account-staff": "This is the test account, which everybody shares. It can’t be staff.",
  "last-owner": "This is the only owner, and there must be one. Make somebody else an owner first.",
  "already-staff": "Somebody with this address is staff already.",
  "not-staff": "Nobody with this address is staff. They may have been removed in the meantime.",
  "trainer-unknown": "There is no such trainer on the site. Please choose another.",
  "role-unknown": `Please choose a role: ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(ROLES)}.`,
  "person-name-missing": "Please enter a name, as colleagues know it.",
} as const satisfies Messages;

/** The problems that functions about staff return. */
export type StaffProblem = keyof typeof STAFF_MESSAGES;

export type StaffOutcome = { ok: true } | { ok: false; code: StaffProblem };

export type StaffMail = { subject: string; text: string };

/** The mail with an invitation. It names nobody: the address may be a stranger's. */
export function invitationMail(gym: string, role: Role, link: string): StaffMail {
  return {
    subject: `You are invited to the console of ${gym}`,
    text: `Hello,

you are invited to the console of ${gym}, where its website is run.
Your role: ${ROLE_NAMES[role]}.

With this link you accept. It works once, and for ${INVITATION_VALID_HOURS} hours:

${link}

If you don't know what this is about, there is nothing to do.

${gym}
`,
  };
}

/** The text with which the owner passes the link of an invitation on. */
export function invitationText(gym: string, link: string): string {
  return `Here is your link to the console of ${gym}. It works once, and for ${INVITATION_VALID_HOURS} hours: ${link}`;
}

/** Changes of a second step, each an action of the log too. */
const SECOND_STEP_CHANGES = {
  "app-added": "An authenticator app was set up for your account.",
  "app-removed": "The authenticator app of your account was switched off.",
  "passkey-added": "A passkey was added to your account.",
  "passkey-removed": "A passkey was removed from your account.",
  "recovery-codes-made": "New recovery codes were made for your account. The old ones no longer work.",
  "recovery-code-used": "Somebody signed in to the console with one of your recovery codes.",
  "second-step-reset":
    "The second step of your account was reset, and you were signed out everywhere. You set it up again when you next sign in.",
} as const;

export type SecondStepChange = keyof typeof SECOND_STEP_CHANGES;

/** The notice about a change of somebody's second step. @param left how many recovery codes are left, after one was used */
export function secondStepMail(gym: string, change: SecondStepChange, left: number): StaffMail {
  const codes = change === "recovery-code-used" ? ` ${left} of them ${left === 1 ? "is" : "are"} left.` : "";
  return {
    subject: `Your second step at ${gym}`,
    text: `Hello,

${SECOND_STEP_CHANGES[change]}${codes}

If you know about it, there is nothing to do. If not, change your password at
once, and tell the owner of the gym.

${gym}
`,
  };
}
