/** Actions of the call list. Each runs in one transaction, and once per form. */
import type { Services } from "../platform/services.ts";
import { type Change, transactUnlessBusy } from "../platform/transact.server.ts";
import { findBookable } from "./bookable-session.server.ts";
import { type CallListPerson, readCallList } from "./call-list.server.ts";
import type { ContactMethod } from "./call-list.ts";
import { type DeskActor, mayRecord } from "./desk-actions.server.ts";

export type MarkToldOutcome =
  /** `changed`: people who were skipped because their notice had changed. */
  { code: "done"; changed: number } | { code: "same" | "notice-changed" | "unknown" | "busy" };

/** Marks people as told about a change. @param told.seen etags of the entries on the page */
export async function markTold(
  services: Services,
  sessionId: string,
  told: { seen: readonly string[]; way: ContactMethod },
  by: DeskActor,
): Promise<MarkToldOutcome> {
  return transactUnlessBusy(services, async (change): Promise<MarkToldOutcome> => {
    const people = await findPeople(change, sessionId, by);
    if (people === undefined) return { code: "unknown" };
    const selected = told.seen.map((seen) => people.find(({ id }) => id === seen.split(".")[0]));
    const current = selected.filter((person) => person?.notice != null && told.seen.includes(person.seen));
    for (const person of current) if (person?.notice != null) await storeTold(change, person, told.way, by);
    const changed = selected.filter((person) => person?.told == null).length - current.length;
    if (current.length > 0) return { code: "done", changed };
    const wasToldBefore = selected.some((person) => person?.told != null);
    return { code: wasToldBefore && changed === 0 ? "same" : "notice-changed" };
  });
}

/** The call list of a session as a transaction sees it; undefined if the actor may not change it. */
async function findPeople(change: Change, sessionId: string, by: DeskActor): Promise<CallListPerson[] | undefined> {
  const { services, transaction, at } = change;
  const bookable = await findBookable(transaction, sessionId);
  if (bookable === undefined || !mayRecord(by, bookable.session)) return undefined;
  const [entry] = await readCallList({ ...services, db: transaction, now: () => at }, { sessionId });
  return entry?.people ?? [];
}

async function storeTold(
  { transaction, at }: Change,
  { id, notice }: CallListPerson & { notice: object },
  way: ContactMethod,
  by: DeskActor,
): Promise<void> {
  const columns = { told_at: at.toISOString(), told_by_id: by.id, told_by: by.name, told_what: notice.kind, way };
  await transaction.updateTable("people_to_tell").set(columns).where("id", "=", id).execute();
}

export async function undoTold(
  services: Services,
  sessionId: string,
  id: string,
  by: DeskActor,
): Promise<MarkToldOutcome> {
  return transactUnlessBusy(services, async (change): Promise<MarkToldOutcome> => {
    const people = await findPeople(change, sessionId, by);
    if (people === undefined) return { code: "unknown" };
    const person = people.find((person) => person.id === id);
    if (person?.notice != null) return { code: "done", changed: 0 };
    if (person === undefined) return { code: "notice-changed" };
    const columns = { told_at: null, told_by_id: null, told_by: null, told_what: null, way: null };
    await change.transaction.updateTable("people_to_tell").set(columns).where("id", "=", id).execute();
    return { code: "done", changed: 0 };
  });
}
