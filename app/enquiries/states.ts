/** The states of an enquiry, and the outcomes of a change of the desk. */

/** `suspect` is the site's own verdict on a form that a program seems to have sent; the others are set by the desk. */
export const STATES = ["suspect", "new", "answered", "trial-booked", "joined", "not-now", "spam"] as const;

export type State = (typeof STATES)[number];

/** The states that a member of staff chooses from. */
export const DESK_STATES = STATES.filter((state) => state !== "suspect");

/** The states in which somebody still has something to do. */
export const OPEN_ENQUIRY_STATES: readonly State[] = ["new", "answered", "trial-booked"];

/** The likely next states of each state: the choices offered where there is no room for all. */
export const NEXT_STATES: Record<State, readonly State[]> = {
  suspect: ["new", "spam"],
  new: ["answered", "not-now", "spam"],
  answered: ["trial-booked", "joined", "not-now"],
  "trial-booked": ["joined", "not-now"],
  joined: ["answered"],
  "not-now": ["answered", "trial-booked"],
  spam: ["new"],
};

/** Whether a text, as stored or posted, is a state. */
export function isState(text: string): text is State {
  return STATES.some((state) => state === text);
}

/** Problems of a change that the desk makes. */
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

/** A problem that its code says all about. */
export type OtherProblem = Exclude<InboxProblem, "state-changed" | "assignee-changed">;

/** Why a change of the desk was not made. */
export type DeskFailure = StateChanged | AssigneeChanged | { ok: false; code: OtherProblem };

/** The outcome of a change of the desk. */
export type DeskOutcome = { ok: true } | DeskFailure;
