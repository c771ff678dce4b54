/** What follows from a change of the timetable in other domains, in the transaction of the change. */
import { createHook } from "../platform/hook.ts";
import type { Change } from "../platform/transact.server.ts";
import type { ClassSession } from "./session.ts";

/** Who changed a session. */
type Staff = { id: string; name: string };

/** After a session was written. `before` is the session as it was read for the change. */
export const sessionChanged =
  createHook<(change: Change, before: ClassSession, by: Staff) => Promise<void>>("sessionChanged");

/** After a day was closed or opened again. `sessions` are those of the day as they were before. */
export const dayChanged =
  createHook<(change: Change, sessions: readonly ClassSession[], by: Staff) => Promise<void>>("dayChanged");

/** Runs `write`, which changes a class of the site, with what its number of places means for those who wait. */
export const classChange =
  createHook<<T>(change: Change, slug: string, write: () => Promise<T>) => Promise<T>>("classChange");
