/** What the log says, by the codes of its entries: "changed the role of Wanjiru from Desk to Owner". */
import { isRole, ROLE_NAMES } from "./roles.ts";

/** What a sentence is made of. `label` is what the thing was called at that moment. */
export type Told = { label: string; details: Record<string, unknown> };

/** The rest of a sentence that begins with who did it. */
const SENTENCES: Readonly<Record<string, (told: Told) => string>> = {
  "became-owner": () => "became the owner with the link of the start",
  invited: ({ label, details }) => `invited ${label} as ${roleName(details.role)}`,
  "invitation-revoked": ({ label }) => `withdrew the invitation of ${label}`,
  joined: ({ details }) => `joined the team as ${roleName(details.role)}`,
  left: () => "left, and deleted the account",
  "role-changed": ({ label, details }) =>
    `changed the role of ${label} from ${roleName(details.from)} to ${roleName(details.to)}`,
  "trainer-set": ({ label, details }) =>
    typeof details.to === "string"
      ? `said that ${label} is the trainer ${details.to}`
      : `said that ${label} is no trainer`,
  "removed-person": ({ label }) => `removed ${label} from the team`,
  "second-step-reset": ({ label }) => `reset the second step of ${label}`,
  "app-added": () => "set up an authenticator app",
  "app-removed": () => "switched the authenticator app off",
  "passkey-added": () => "added a passkey",
  "passkey-removed": () => "removed a passkey",
  "recovery-codes-made": () => "made new recovery codes",
  "recovery-code-used": () => "signed in with a recovery code",
};

/**
 * The sentence of an entry, without who did it. An act of another part of the console, or of a newer version of the site,
 * is told by its code.
 */
export function activitySentence(action: string, told: Told): string {
  const sentence = SENTENCES[action];
  if (sentence !== undefined) return sentence(told);
  return `${action.replaceAll("-", " ")}${told.label === "" ? "" : ` ${told.label}`}`;
}

function roleName(role: unknown): string {
  return typeof role === "string" && isRole(role) ? ROLE_NAMES[role] : "somebody";
}
