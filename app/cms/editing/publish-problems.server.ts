import type { Transaction } from "kysely";
import type { Tables } from "../../platform/schema.ts";
import type { Change } from "../../platform/transact.server.ts";
import { type ContentType, contentTypes, entryCount } from "../content-type.ts";
import { entryTitle } from "../entry-title.server.ts";
import { type EntryKey, findDraft, type PublishCheck, type PublishProblem, type Target } from "./entry-rows.server.ts";
import { type Reference, referencesIn } from "./references.server.ts";
import { knownValues, storedValues, type Values } from "./stored-body.ts";

/** Conditions of publishing. `willBePublished`: references to such entries are allowed. */
type Conditions = {
  slug: string;
  isNew: boolean;
  checks: readonly PublishCheck[];
  willBePublished?: (target: EntryKey) => Promise<boolean>;
};

/**
 * Checks an entry's fields and references, the number of entries of its type, and the given checks. Returns all
 * problems at once.
 */
export async function checkForPublishing(
  change: Change,
  type: ContentType,
  values: Values,
  { slug, isNew, checks, willBePublished }: Conditions,
): Promise<{ code: "valid"; values: Values } | { code: "refused"; problems: PublishProblem[] }> {
  const { transaction } = change;
  const known = knownValues(type, values);
  const checked = type.check(known);
  const problems: PublishProblem[] = checked.ok ? [] : [...checked.problems];
  const broken = new Set(problems.map(({ field }) => field));
  const references = referencesIn(type, known).filter(({ field }) => !broken.has(field));
  problems.push(...(await referenceProblems(change, references, willBePublished)));
  const isFull = isNew && (await countEntries(transaction, type)) >= entryCount(type).max;
  if (isFull) problems.push({ field: "", message: "list-full" });
  for (const check of checks) problems.push(...(await check(transaction, type, known, slug)));
  return checked.ok && problems.length === 0
    ? { code: "valid", values: checked.values }
    : { code: "refused", problems };
}

export async function countEntries(transaction: Transaction<Tables>, type: ContentType): Promise<number> {
  const { count } = await transaction
    .selectFrom("entries")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("type", "=", type.name)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function referenceProblems(
  change: Change,
  references: readonly Reference[],
  willBePublished: (target: EntryKey) => Promise<boolean> = async () => false,
): Promise<PublishProblem[]> {
  const problems: PublishProblem[] = [];
  for (const type of new Set(references.map(({ to }) => to.type))) {
    const ofType = references.filter(({ to }) => to.type === type);
    const slugs = ofType.map(({ to }) => to.slug);
    const live = await change.transaction
      .selectFrom("entries")
      .select("slug")
      .where("type", "=", type)
      .where("slug", "in", slugs)
      .execute();
    const onSite = new Set(live.map(({ slug }) => slug));
    for (const { field, to } of ofType) {
      if (onSite.has(to.slug) || (await willBePublished(to))) continue;
      const target = await describeTarget(change, to);
      const message = target.draftRevision === undefined ? "reference-missing" : "reference-unpublished";
      problems.push({ field, message, target });
    }
  }
  return problems;
}

async function describeTarget({ services, transaction }: Change, to: EntryKey): Promise<Target> {
  const draft = await findDraft(transaction, to);
  const type = contentTypes(services).find(({ name }) => name === to.type);
  const title = type && draft ? entryTitle(type, storedValues(draft.body), to.slug) : to.slug;
  return { ...to, title, draftRevision: draft?.revision };
}

export type Refused<Item> = { item: Item; problems: PublishProblem[] };

/**
 * Applies items that may depend on each other, retrying as long as one succeeds.
 * @param attempt applies an item; returns its problems, or undefined when done
 */
export async function attemptAll<Item>(
  items: readonly Item[],
  attempt: (item: Item) => Promise<PublishProblem[] | undefined>,
): Promise<Refused<Item>[]> {
  const refused: Refused<Item>[] = [];
  for (const item of items) {
    const problems = await attempt(item);
    if (problems !== undefined) refused.push({ item, problems });
  }
  if (refused.length === 0 || refused.length === items.length) return refused;
  return attemptAll(
    refused.map(({ item }) => item),
    attempt,
  );
}
