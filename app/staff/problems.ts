import { problems } from "../forms/problems.ts";
import { INVITATION_VALID_HOURS } from "./messages.ts";
import { ROLES } from "./roles.ts";

export const STAFF_PROBLEMS = problems({
  "code-missing": ["code", 422, "Enter the code."],
  "code-wrong": ["code", 422, "This code is wrong. Wait for the next one in the app and enter that."],
  "code-used": ["code", 422, "This code has been used. Each works once: wait for the next one."],
  "recovery-code-wrong": ["code", 422, "This is not one of your recovery codes, or it has already been used."],
  "code-limited": [
    "form",
    429,
    "Too many codes were tried. Please use another method, or wait 15 minutes; after fifty tries in a day, wait a day. If it wasn’t you, choose a new password: that stops them, and you can carry on.",
  ],
  "key-unreadable": [
    "form",
    422,
    "The site can no longer read the key of your app, because its secret was changed or lost. Use a recovery code or a passkey, or ask the owner to reset your two-step verification.",
  ],
  "recovery-codes-lost": [
    "code",
    422,
    "Your codes may be right, but they were made with another secret of the site, which is lost. Use a passkey, or ask the owner to reset your two-step verification; whoever runs the site can do it too.",
  ],
  "setup-expired": ["code", 422, "This took too long, so here is a new key. Add it to your app, and enter its code."],
  "passkey-failed": ["form", 422, "The passkey didn’t work. Please try again, or use another method."],
  "passkeys-full": ["form", 422, "You have ten passkeys. Remove one you no longer use first."],
  "last-factor": [
    "form",
    422,
    "This is your only method of verification, and your role needs one. Add another one first.",
  ],
  "not-stored": ["stored", 422, "Please print or save the codes, and tick the box."],
  "owner-link-wrong": [
    "form",
    410,
    "This is not this site’s owner link. Whoever runs the site can print it with “npm run staff -- owner-link”.",
  ],
  "owner-link-void": ["form", 410, "The site has an owner, so this link no longer works. The owner can invite you."],
  "invitation-wrong": [
    "form",
    410,
    `This invitation was used or withdrawn, or is older than ${INVITATION_VALID_HOURS} hours. Ask for a new one.`,
  ],
  "invitation-gone": ["form", 409, "This invitation was used or withdrawn in the meantime, so nothing was sent."],
  "other-address": [
    "form",
    403,
    "You are signed in with another address. This invitation is for the one above: sign in with that.",
  ],
  "test-account-staff": ["form", 422, "This is the shared test account. It can’t be on the team."],
  "last-owner": ["form", 422, "This is the only owner, and there must be one. Make somebody else an owner first."],
  "email-missing": ["email", 422, "Please enter their email address."],
  "already-staff": ["email", 422, "Somebody with this address is already on the team."],
  "not-staff": ["form", 422, "Nobody on the team has this address. They may have been removed in the meantime."],
  "trainer-unknown": ["role", 422, "There is no such trainer on the site. Please choose another."],
  "role-unknown": [
    "role",
    422,
    `Please choose a role: ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(ROLES)}.`,
  ],
  "person-name-missing": ["name", 422, "Please enter a name, as colleagues know it."],
});

export type StaffProblem = keyof typeof STAFF_PROBLEMS;

export type StaffOutcome = { code: "done" } | { code: StaffProblem };
