import { useCallback, useState } from "react";
import { isRouteErrorResponse } from "react-router";
import type { ReturnedForm } from "../../forms/problems.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { DeskBookingView, DeskSessionView } from "./desk-session-view.server.ts";

const NO_CONNECTION = "The site could not be reached. What you wrote is still here: please try again.";

/**
 * Sends a form to the action. @returns its result; the form as typed when the connection fails or the server is busy
 */
export async function submitOrKeep<Result>(
  request: Request,
  send: () => Promise<Result>,
): Promise<Result | ReturnedForm> {
  const form = await request.clone().formData();
  try {
    return await send();
  } catch (error) {
    const isResponse =
      error instanceof Response || (isRouteErrorResponse(error) && error.status < 500 && error.status !== 429);
    if (isResponse) throw error;
    const typed = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
    return { errors: { form: NO_CONNECTION }, typed };
  }
}

export type OnReturned = (person: DeskBookingView, returned: ReturnedCheckIn) => void;

/** Sessions as last read by the page or a check-in. Responses can arrive out of order, so the newest copy wins. */
export function useFreshSessions(loaded: readonly DeskSessionView[], returned: ReturnedCheckIn | undefined) {
  const [read, setRead] = useState<ReadonlyMap<string, DeskSessionView>>(new Map());
  const [otherProblem, setOtherProblem] = useState<string>();
  const onReturned = useCallback<OnReturned>((person, { session, errors }) => {
    if (session === undefined) return;
    const { id } = session.row;
    setRead((before) => new Map(before).set(id, newer(session, before.get(id))));
    if (errors.form !== undefined && !hasButtons(session, person.id)) setOtherProblem(`${person.name}: ${errors.form}`);
  }, []);
  const sessions = loaded.map((session) => newer(session, read.get(session.row.id)));
  const booking = returned?.typed.booking ?? "";
  const isShown = sessions.some((session) => hasButtons(session, booking));
  return { sessions, onReturned, otherProblem: otherProblem ?? (isShown ? undefined : returned?.errors.form) };
}

function newer(a: DeskSessionView, b: DeskSessionView | undefined): DeskSessionView {
  return b !== undefined && b.readAt > a.readAt ? b : a;
}

function hasButtons({ people }: DeskSessionView, booking: string): boolean {
  return people.some(({ id, actions }) => id === booking && actions.length > 0);
}

/** Opens the browser's print dialog; absent until JavaScript runs. */
export function DeskPrintButton() {
  if (!useHydrated()) return null;
  return (
    <button type="button" className="button only-wide" onClick={() => window.print()}>
      Print
    </button>
  );
}

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
