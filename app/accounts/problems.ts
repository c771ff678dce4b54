import { FORM_MESSAGES, problems } from "../forms/problems.ts";
import { LINK_VALID_MINUTES, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./credentials.ts";
import { NOT_FOR_TEST_ACCOUNT } from "./messages.ts";

export const ACCOUNT_PROBLEMS = problems({
  "email-missing": ["email", 422, FORM_MESSAGES["email-missing"]],
  "email-malformed": ["email", 422, FORM_MESSAGES["email-malformed"]],
  "email-taken": ["email", 422, "There is already an account with this email address. You can sign in instead."],
  "password-missing": ["password", 422, "Please choose a password."],
  "password-short": ["password", 422, `Please choose a password with at least ${MIN_PASSWORD_LENGTH} characters.`],
  "password-long": ["password", 422, `Please choose a password with at most ${MAX_PASSWORD_LENGTH} characters.`],
  "password-common": ["password", 422, "Too many people use this password. Please choose one that is harder to guess."],
  "password-word": [
    "password",
    422,
    "This is a common word or name with little or nothing added, and such passwords are guessed first. Please add more words.",
  ],
  "password-pattern": [
    "password",
    422,
    "This repeats the same few characters, or follows the keys of the keyboard or the alphabet. Please choose one that is harder to guess.",
  ],
  "password-address": [
    "password",
    422,
    "This is your email address, or the name in it with little added. Please choose something else as your password.",
  ],
  /** Specification, section 8: the one message for every sign-in failure. */
  "wrong-credentials": ["form", 422, "Wrong email or password"],
  "wrong-password": ["currentPassword", 422, "This is not your password. Please type the one you sign in with."],
  "test-account": ["form", 403, NOT_FOR_TEST_ACCOUNT],
  "last-owner": [
    "form",
    422,
    "You are the only owner of the gym’s console, and there must be one. Make somebody else an owner first.",
  ],
  "second-step-due": [
    "form",
    403,
    "You last verified more than ten minutes ago. Please verify again, then try once more.",
  ],
  limited: ["form", 429, "Too many attempts. Please wait a few minutes and try again."],
  busy: ["form", 503, "We are very busy at the moment. Please try again in a few seconds."],
  /** For a visitor who opens the page for a new password without a link, or with an incomplete one. */
  "link-missing": [
    "form",
    410,
    "The link for setting a new password is missing here. Ask for one, and open it from the email.",
  ],
  "link-expired": [
    "form",
    410,
    `This link has been used, or is older than ${LINK_VALID_MINUTES} minutes. Ask for a new one, and use the newest.`,
  ],
  "address-same": ["email", 422, "Your account already has this address."],
  "address-taken": [
    "form",
    409,
    "Another account has taken this address in the meantime, so yours keeps its old one. Nothing has changed.",
  ],
  "address-link-missing": ["form", 410, "The confirmation link is missing here. Please open it from the email again."],
  "address-link-expired": [
    "form",
    410,
    `This link has been used, is older than ${LINK_VALID_MINUTES} minutes, or was requested from another account. Your address is unchanged; ask for a new link if you still want to change it.`,
  ],
  "class-unknown": ["form", 404, "There is no such class."],
  "saving-unclear": ["form", 422, "This form could not be understood. Please save or remove the class again."],
  "signing-out-unclear": ["form", 422, "Sign out here, or everywhere."],
});

export type ButtonProblem = "class-unknown" | "saving-unclear" | "signing-out-unclear";
