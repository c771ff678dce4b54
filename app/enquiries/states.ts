/** `suspect` is the site's own verdict on a form that a program seems to have sent; the others are set by the desk. */
export const STATES = ["suspect", "new", "answered", "trial-booked", "joined", "not-now", "spam"] as const;

export type State = (typeof STATES)[number];

export const DESK_STATES = STATES.filter((state) => state !== "suspect");

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

export function isState(text: string): text is State {
  return STATES.some((state) => state === text);
}
