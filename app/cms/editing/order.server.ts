/** The order of a type's entries: positions from 1, rewritten together. It is not part of an entry's versions. */
import { type Actor, recordActivity } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import type { ContentType } from "../content-type.ts";
import { changeContent } from "../content-version.server.ts";
import { ofEntry, type Queries } from "./entry-rows.server.ts";

export type OrderOutcome =
  /** `malformed`: the new order doesn't have the same entries as the order that was seen. */
  { code: "ordered" | "same" | "malformed" } | { code: "stale"; slugs: string[] };

/**
 * Changes the order of the published entries.
 * @param seen the slugs in the order that the form showed
 * @param wanted the same slugs in the new order
 */
export async function setOrder(
  services: Services,
  type: ContentType,
  seen: readonly string[],
  wanted: readonly string[],
  actor: Actor,
): Promise<OrderOutcome> {
  const isPermutation = new Set(wanted).size === wanted.length && sameList([...seen].sort(), [...wanted].sort());
  if (!isPermutation) return { code: "malformed" };
  return changeContent(services, (change) => reorder(change, type, seen, wanted, actor, "ordered"));
}

/**
 * Restores the order before its last change, unless the entries have changed since.
 * @param id the id of the logged change; the last change by default
 */
export async function undoLastOrder(
  services: Services,
  type: ContentType,
  actor: Actor,
  id?: string,
): Promise<OrderOutcome | { code: "nothing-to-undo" }> {
  return changeContent(services, async (change) => {
    const logged = await lastOrders(change.transaction, type.name)
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
      .executeTakeFirst();
    if (logged === undefined) return { code: "nothing-to-undo" };
    const { before, after }: { before: string[]; after: string[] } = JSON.parse(logged.details);
    return reorder(change, type, after, before, actor, "order-undone");
  });
}

/** The log id of the last change of a type's order; undefined if it never changed. */
export async function lastOrderId(db: Queries, type: string): Promise<string | undefined> {
  return (await lastOrders(db, type).executeTakeFirst())?.id;
}

function lastOrders(db: Queries, type: string) {
  return db
    .selectFrom("audit_log")
    .select(["id", "details"])
    .where("type", "=", type)
    .where("slug", "is", null)
    .where("action", "in", ["ordered", "order-undone"])
    .orderBy("at", "desc")
    .limit(1);
}

/** A move of one entry: up or down by one place, or to a place, counted from 1. */
export type Move = "up" | "down" | { to: number };

/** The slugs after moving an entry; a move beyond an end goes to that end. */
export function movedSlugs(slugs: readonly string[], slug: string, move: Move): string[] {
  const from = slugs.indexOf(slug);
  if (from === -1) return [...slugs];
  const to = move === "up" ? from - 1 : move === "down" ? from + 1 : move.to - 1;
  const place = Math.min(Math.max(to, 0), slugs.length - 1);
  return slugs.filter((candidate) => candidate !== slug).toSpliced(place, 0, slug);
}

export async function moveEntry(
  services: Services,
  type: ContentType,
  seen: readonly string[],
  slug: string,
  move: Move,
  actor: Actor,
): Promise<OrderOutcome> {
  if (!seen.includes(slug)) return { code: "malformed" };
  return setOrder(services, type, seen, movedSlugs(seen, slug, move), actor);
}

async function reorder(
  { transaction, at, siteChanged }: Change,
  type: ContentType,
  seen: readonly string[],
  wanted: readonly string[],
  actor: Actor,
  action: string,
): Promise<OrderOutcome> {
  const rows = await transaction
    .selectFrom("entries")
    .select(["slug", "position"])
    .where("type", "=", type.name)
    .orderBy("position")
    .orderBy("slug")
    .execute();
  const slugs = rows.map(({ slug }) => slug);
  if (sameList(slugs, wanted)) return { code: "same" };
  if (!sameList(slugs, seen)) return { code: "stale", slugs };
  const positions = new Map(rows.map(({ slug, position }) => [slug, position]));
  for (const [index, slug] of wanted.entries()) {
    if (positions.get(slug) === index + 1) continue;
    const moved = transaction.updateTable("entries").set({ position: index + 1 });
    await moved.where(ofEntry({ type: type.name, slug })).execute();
  }
  const details = { before: slugs, after: wanted };
  await recordActivity(transaction, at, actor, { action, type: type.name, label: type.label, details });
  siteChanged();
  return { code: "ordered" };
}

export async function makeRoom({ transaction }: Change, type: string, position: number): Promise<void> {
  const rows = await transaction
    .selectFrom("entries")
    .select(["slug", "position"])
    .where("type", "=", type)
    .where("position", ">=", position)
    .execute();
  if (!rows.some((row) => row.position === position)) return;
  await transaction
    .updateTable("entries")
    .set((eb) => ({ position: eb("position", "+", 1) }))
    .where("type", "=", type)
    .where("position", ">=", position)
    .execute();
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((slug, index) => slug === b[index]);
}
