/** Changes of an enquiry by the desk: its state, its assignee, and notes. Each is recorded in the activity log. */
import { randomUUID } from "node:crypto";
import { type Selectable, sql, type Transaction } from "kysely";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { storedState } from "./inbox.server.ts";
import type { DeskFailure, DeskOutcome, StateChanged } from "./problems.ts";
import { isState, type State } from "./states.ts";

const SAME_NOTE_WITHIN_MS = 60_000;

export const ENQUIRY_GONE = { code: "enquiry-gone" } as const satisfies DeskFailure;

/** Sets an enquiry's state. @param seen the shown state: a colleague's later change wins, the actor's own doesn't */
export async function setEnquiryState(
  services: Services,
  actor: Actor,
  id: string,
  { seen, to }: { seen: string; to: string },
): Promise<DeskOutcome> {
  if (!isState(to)) return { code: "state-unknown" };
  return transact(services, async (change) => {
    const enquiry = await lockEnquiry(change.transaction, id);
    if (enquiry === undefined) return ENQUIRY_GONE;
    if (enquiry.state === to) return { code: "done" };
    return stateChanged(enquiry, actor, seen) ?? changeState(change, actor, enquiry, to);
  });
}

/** The conflict, if a colleague has changed the state since the page showed it. */
export function stateChanged(enquiry: LockedEnquiry, actor: Actor, seen: string): StateChanged | undefined {
  const { state_at: at, state_by: by } = enquiry;
  if (enquiry.state === seen || enquiry.state_by_id === actor.id || at === null || by === null) return undefined;
  return { code: "state-changed", state: storedState(enquiry.state), by, at };
}

/** Changes the state of a locked enquiry, in the caller's transaction. `actId` joins it to another entry of the log. */
export async function changeState(
  { transaction, at }: Change,
  actor: Actor,
  { id, state: from }: LockedEnquiry,
  to: State,
  actId: string = randomUUID(),
): Promise<{ code: "done" }> {
  const by = { state_at: at.toISOString(), state_by_id: actor.id, state_by: actor.name };
  await transaction
    .updateTable("enquiries")
    .set({ state: to, state_before: from, ...by })
    .where("id", "=", id)
    .execute();
  const entry = { action: "enquiry-state", type: "enquiry", slug: id, details: { from, to }, actId };
  await recordActivity(transaction, at, actor, entry);
  return { code: "done" };
}

/** Assigns an enquiry. @param change `seen` and `to` are ids of staff, empty for nobody */
export async function assignEnquiry(
  services: Services,
  actor: Actor,
  id: string,
  { seen, to }: { seen: string; to: string },
): Promise<DeskOutcome> {
  return transact(services, async ({ transaction, at }) => {
    const enquiry = await lockEnquiry(transaction, id);
    if (enquiry === undefined) return ENQUIRY_GONE;
    const current = enquiry.assignee_id ?? "";
    if (current === to) return { code: "done" };
    if (current !== seen) {
      return { code: "assignee-changed", to: await nameOf(transaction, enquiry.assignee_id) };
    }
    await transaction
      .updateTable("enquiries")
      .set({ assignee_id: to === "" ? null : to })
      .where("id", "=", id)
      .execute();
    const details = { to: await nameOf(transaction, to) };
    await recordActivity(transaction, at, actor, { action: "enquiry-assigned", type: "enquiry", slug: id, details });
    return { code: "done" };
  });
}

/** Assigns a locked, unassigned enquiry to the actor, in the caller's transaction and as part of its action. */
export async function assignToActor(
  { transaction, at }: Change,
  actor: Actor,
  id: string,
  actId: string,
): Promise<void> {
  await transaction.updateTable("enquiries").set({ assignee_id: actor.id }).where("id", "=", id).execute();
  await recordActivity(transaction, at, actor, { action: "enquiry-taken", type: "enquiry", slug: id, actId });
}

/** Adds a note. The same note by the same person within a minute is added once. */
export async function addNote(services: Services, actor: Actor, id: string, text: string): Promise<DeskOutcome> {
  return transact(services, async ({ transaction, at }) => {
    if ((await lockEnquiry(transaction, id)) === undefined) return ENQUIRY_GONE;
    const same = await transaction
      .selectFrom("enquiry_notes")
      .select("id")
      .where("enquiry_id", "=", id)
      .where("at", ">", new Date(at.getTime() - SAME_NOTE_WITHIN_MS).toISOString())
      .where("by_id", "=", actor.id)
      .where("text", "=", text)
      .executeTakeFirst();
    if (same !== undefined) return { code: "done" };
    const note = { id: randomUUID(), enquiry_id: id, at: at.toISOString(), by_id: actor.id, by_name: actor.name, text };
    await transaction.insertInto("enquiry_notes").values(note).execute();
    // Not the text: it is about a person, and the log outlives the enquiry.
    await recordActivity(transaction, at, actor, { action: "enquiry-note", type: "enquiry", slug: id });
    return { code: "done" };
  });
}

export type LockedEnquiry = Selectable<Tables["enquiries"]>;

/** Locks an enquiry with an empty update, as SQLite has no `for update`. */
export async function lockEnquiry(transaction: Transaction<Tables>, id: string): Promise<LockedEnquiry | undefined> {
  return transaction
    .updateTable("enquiries")
    .set({ state: sql.ref("state") })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

async function nameOf(transaction: Transaction<Tables>, staffId: string | null): Promise<string | null> {
  if (staffId === null || staffId === "") return null;
  const row = await transaction.selectFrom("staff").select("name").where("user_id", "=", staffId).executeTakeFirst();
  return row?.name ?? null;
}
