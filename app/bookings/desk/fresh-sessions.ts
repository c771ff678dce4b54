import { useCallback, useState } from "react";
import type { DeskBookingView, DeskSessionView, ReturnedPress } from "./desk-session-view.ts";

/** Takes what a press brought: the session as it is now, and why nothing was done. */
export type OnPressed = (person: DeskBookingView, returned: ReturnedPress) => void;

/**
 * Sessions as they were last read: by the page, or by a press since. Presses overtake each other on a slow line, so the
 * newer copy is shown, not the one that arrived last.
 * @param returned the form that came back with the page, without script
 * @returns also what could not be done to somebody whose row can't say it, as it has no buttons any more
 */
export function useFreshSessions(loaded: readonly DeskSessionView[], returned: ReturnedPress | undefined) {
  const [pressed, setPressed] = useState<ReadonlyMap<string, DeskSessionView>>(new Map());
  const [lost, setLost] = useState<string>();
  const onPressed = useCallback<OnPressed>((person, { session, errors }) => {
    if (session === undefined) return;
    const { id } = session.row;
    setPressed((before) => new Map(before).set(id, newer(session, before.get(id))));
    if (errors.form !== undefined && !hasButtons(session, person.id)) setLost(`${person.name}: ${errors.form}`);
  }, []);
  const sessions = loaded.map((session) => newer(session, pressed.get(session.row.id)));
  const booking = returned?.typed.booking ?? "";
  const isShown = sessions.some((session) => hasButtons(session, booking));
  return { sessions, onPressed, lost: lost ?? (isShown ? undefined : returned?.errors.form) };
}

function newer(one: DeskSessionView, other: DeskSessionView | undefined): DeskSessionView {
  return other !== undefined && other.readAt > one.readAt ? other : one;
}

function hasButtons({ people }: DeskSessionView, booking: string): boolean {
  return people.some(({ id, presses }) => id === booking && presses.length > 0);
}
