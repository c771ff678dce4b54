/** Hooks for bookings, passes and enquiries to follow people. */
import { createHook } from "../platform/hook.ts";
import type { Change } from "../platform/transact.server.ts";
import type { Person } from "./people.server.ts";

/**
 * Before a person is erased, in the same transaction, which holds the locks of the timetable and of people.
 * @returns the ids of mails that went with it
 */
export const personErased = createHook<(change: Change, person: Person) => Promise<string[]>>("personErased");

/** Runs after a merge, in its transaction; rows already belong to the first person. */
export const personMerged =
  createHook<(change: Change, ids: { fromId: string; intoId: string }) => Promise<void>>("personMerged");

/** Before the account of a person goes: its bookings to come are cancelled. */
export const personLeft = createHook<(change: Change, person: Person) => Promise<void>>("personLeft");

/** After an account was linked with a record, in the same transaction. @param address of the account */
export const accountLinked =
  createHook<(change: Change, person: Person, address: string) => Promise<void>>("accountLinked");

export const accountUnlinked =
  createHook<(change: Change, ids: { fromId: string; intoId: string }) => Promise<void>>("accountUnlinked");
