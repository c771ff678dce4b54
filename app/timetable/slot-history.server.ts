/** The history of weekly slots: who changed what and when, and the periods that an undo restores. */
import type { StoredMoment, Tables } from "../platform/schema.ts";
import type { Db } from "../platform/services.ts";
import type { SlotPeriod } from "./slot-periods.server.ts";

export type SlotAction = "added" | "changed" | "ended";

export type StoredSlotChange = {
  id: string;
  slot: string;
  actId: string;
  at: StoredMoment;
  by: string;
  what: SlotAction;
  label: string;
  before: SlotPeriod[];
  undoneBy: string | null;
};

export async function listSlotChanges(db: Db, slot: string): Promise<StoredSlotChange[]> {
  const rows = await db
    .selectFrom("weekly_slot_changes")
    .selectAll()
    .where("slot", "=", slot)
    .orderBy("id", "desc")
    .execute();
  return rows.map(changeOf);
}

export function lastChange(changes: readonly StoredSlotChange[]): StoredSlotChange | undefined {
  return changes.find(({ undoneBy }) => undoneBy === null);
}

export async function listChangesOfAct(db: Db, actId: string): Promise<StoredSlotChange[]> {
  const rows = await db
    .selectFrom("weekly_slot_changes")
    .selectAll()
    .where("act_id", "=", actId)
    .orderBy("id")
    .execute();
  return rows.map(changeOf);
}

/** The ids of the acts that made the last change, not undone, of one of these slots. */
export async function listLastActs(db: Db, slots: readonly string[]): Promise<Set<string>> {
  if (slots.length === 0) return new Set();
  const rows = await db
    .selectFrom("weekly_slot_changes")
    .select(["slot", "act_id"])
    .where("slot", "in", slots)
    .where("undone_by", "is", null)
    .orderBy("id")
    .execute();
  return new Set(new Map(rows.map(({ slot, act_id }) => [slot, act_id])).values());
}

function changeOf(row: Tables["weekly_slot_changes"]): StoredSlotChange {
  const { id, slot, act_id, made_at, made_by, what, label, before, undone_by } = row;
  return {
    id,
    slot,
    actId: act_id,
    at: made_at,
    by: made_by,
    what: what as SlotAction,
    label,
    before: JSON.parse(before),
    undoneBy: undone_by,
  };
}
