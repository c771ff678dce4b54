import { STATE_NAMES } from "../messages.ts";
import type { State } from "../states.ts";

const CLASSES: Readonly<Record<State, string>> = {
  suspect: "off",
  new: "alert",
  answered: "waiting",
  "trial-booked": "due",
  joined: "on",
  "not-now": "off",
  spam: "off",
};

/** The state of an enquiry: a square that fills up, and its word. */
export function StateWord({ state }: { state: State }) {
  return <span className={`state ${CLASSES[state]}`}>{STATE_NAMES[state]}</span>;
}
