/** Emails and texts about staff. The sentences of problems are in `problems.ts`. */
import { ROLE_NAMES, type Role } from "./roles.ts";

export const INVITATION_VALID_HOURS = 72;

export type StaffMail = { subject: string; text: string };

/** The email with an invitation. It names nobody: the address may be a stranger's. */
export function invitationMail(gym: string, role: Role, link: string): StaffMail {
  return {
    subject: `You are invited to the console of ${gym}`,
    text: `Hello,

You are invited to the console of ${gym}, where its website is run. Your role: ${ROLE_NAMES[role]}.

Use this link to accept. It works once and expires after ${INVITATION_VALID_HOURS} hours:

${link}

If you don't know what this is about, you can ignore this email.

${gym}
`,
  };
}

export function invitationText(gym: string, link: string): string {
  return `Here is your link to the console of ${gym}. It works once and expires after ${INVITATION_VALID_HOURS} hours: ${link}`;
}

const SECOND_STEP_CHANGES = {
  "app-added": "An authenticator app was set up for your account.",
  "app-removed": "The authenticator app of your account was switched off.",
  "passkey-added": "A passkey was added to your account.",
  "passkey-removed": "A passkey was removed from your account.",
  "recovery-codes-made": "New recovery codes were made for your account. The old ones no longer work.",
  "recovery-code-used": "Somebody signed in to the console with one of your recovery codes.",
  "second-step-reset":
    "Your two-step verification was reset, and you were signed out everywhere. You can set it up again when you next sign in.",
} as const;

export type SecondStepChange = keyof typeof SECOND_STEP_CHANGES;

/** The notice about a changed second step. @param left how many recovery codes are left, after one was used */
export function secondStepMail(gym: string, change: SecondStepChange, left: number): StaffMail {
  const codes = change === "recovery-code-used" ? ` ${left} of them ${left === 1 ? "is" : "are"} left.` : "";
  return {
    subject: `Two-step verification at ${gym}`,
    text: `Hello,

${SECOND_STEP_CHANGES[change]}${codes}

If this was you, you don't need to do anything. If not, change your password at once, and tell the owner of the gym.

${gym}
`,
  };
}
