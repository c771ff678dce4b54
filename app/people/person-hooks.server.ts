/** Hooks that let bookings, passes and enquiries react to changes of people. */
import { createHook } from "../platform/hook.ts";
import type { Change } from "../platform/transact.server.ts";
import type { Person } from "./people.server.ts";

/**
 * Runs before a person is erased, in the same transaction, under the locks of the timetable and of people.
 * @returns the ids of emails deleted with the person
 */
export const beforePersonErased =
  createHook<(change: Change, person: Person) => Promise<string[]>>("beforePersonErased");

/** Runs after a merge, in its transaction; the person's rows already have `intoId`. */
export const personMerged =
  createHook<(change: Change, ids: { fromId: string; intoId: string }) => Promise<void>>("personMerged");

/** Runs before a person's account is deleted, to cancel its upcoming bookings. */
export const beforePersonLeaves = createHook<(change: Change, person: Person) => Promise<void>>("beforePersonLeaves");

/** Runs after an account is linked to a record, in the same transaction. @param address the account's email address */
export const accountLinked =
  createHook<(change: Change, person: Person, address: string) => Promise<void>>("accountLinked");

export const accountUnlinked =
  createHook<(change: Change, ids: { fromId: string; intoId: string }) => Promise<void>>("accountUnlinked");
