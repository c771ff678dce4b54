import { useCallback, useState } from "react";
import type { ShownSession } from "./shown-day.ts";

/**
 * Sessions as they were last read: by the page, or by a press since. Presses overtake each other on a slow line, so the
 * newer copy is shown, not the one that arrived last.
 */
export function useFreshSessions(loaded: readonly ShownSession[]) {
  const [pressed, setPressed] = useState<ReadonlyMap<string, ShownSession>>(new Map());
  const onFresh = useCallback((session: ShownSession) => {
    setPressed((before) => new Map(before).set(session.row.id, newer(session, before.get(session.row.id))));
  }, []);
  return { sessions: loaded.map((session) => newer(session, pressed.get(session.row.id))), onFresh };
}

function newer(one: ShownSession, other: ShownSession | undefined): ShownSession {
  return other !== undefined && other.readAt > one.readAt ? other : one;
}
