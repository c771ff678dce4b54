import type { State } from "./states.ts";

/** What can go wrong with a change of the desk. */
export type InboxProblem =
  | "enquiry-gone"
  | "state-changed"
  | "state-unknown"
  | "assignee-changed"
  | "assignee-unknown"
  | "note-missing"
  | "reply-missing"
  | "reply-has-gaps"
  | "no-whatsapp"
  | "mail-not-waiting"
  | "button-unknown";

/** A colleague changed the state since the page was made. */
export type StateChanged = { ok: false; code: "state-changed"; state: State; by: string; at: string };

/** A colleague assigned the enquiry since the page was made; `to` is null for nobody. */
export type AssigneeChanged = { ok: false; code: "assignee-changed"; to: string | null };

export type Gone = { ok: false; code: "enquiry-gone" };

/** Why a change of the desk was not made. */
export type DeskFailure = StateChanged | AssigneeChanged | Gone | { ok: false; code: OtherProblem };

type OtherProblem = Exclude<InboxProblem, "state-changed" | "assignee-changed" | "enquiry-gone">;
