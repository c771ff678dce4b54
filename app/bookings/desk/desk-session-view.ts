/** Parts of the desk's views that browsers load. */
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { DeskSessionView } from "./desk-session-view.server.ts";

/** Actions that record who was there, in the field `do`. */
export const CHECK_IN_ACTIONS = ["here", "undo", "missed"] as const;

export type CheckInAction = (typeof CHECK_IN_ACTIONS)[number];

export function isCheckInAction(text: string): text is CheckInAction {
  return CHECK_IN_ACTIONS.some((action) => action === text);
}

export type ReturnedCheckIn = ReturnedForm & {
  session?: DeskSessionView;
  /** Retrying is useless: the booking's state or the time doesn't allow it. */
  isRefused?: boolean;
};

export function sessionAnchor(id: string): string {
  return `session-${id}`;
}
