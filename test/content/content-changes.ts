/** Changes of content for tests and benchmarks, by the console's own functions, whatever the previous state. */
import { outsideUses } from "../../app/cms/content-hooks.server.ts";
import { type ContentType, contentTypes } from "../../app/cms/content-type.ts";
import { saveDraft } from "../../app/cms/editing/drafts.server.ts";
import { findDraft, findLive } from "../../app/cms/editing/entry-rows.server.ts";
import { type PublishOutcome, publish } from "../../app/cms/editing/publishing.server.ts";
import { findReferences } from "../../app/cms/editing/references.server.ts";
import { removeEntry } from "../../app/cms/editing/removal.server.ts";
import { storedValues } from "../../app/cms/editing/stored-body.ts";
import type { Actor } from "../../app/platform/activity.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { removeWeeklySlot } from "../timetable/weekly-slots.ts";

export const ACTOR: Actor = { id: "user-1", name: "Wanjiru" };

export const OTHER_ACTOR: Actor = { id: "user-2", name: "Otieno" };

/** Publishes values over the entry's current values, or as a new entry with this slug. */
export async function tryPublishing(
  services: Services,
  type: ContentType,
  slug: string,
  values: Record<string, unknown>,
): Promise<PublishOutcome> {
  const { basedOn, revision: draftRevision } = await currentForm(services, type, slug);
  return publish(services, type, slug, { values, basedOn, draftRevision }, ACTOR);
}

/** The version and the draft that a current form has. */
async function currentForm({ db }: Services, type: ContentType, slug: string) {
  const key = { type: type.name, slug };
  const [live, draft] = [await findLive(db, key), await findDraft(db, key)];
  return { basedOn: live?.version ?? 0, revision: draft?.revision };
}

/** Saves a draft over any other. @returns its revision @throws when it is refused */
export async function draftRevision(
  services: Services,
  type: ContentType,
  slug: string | null,
  values: Record<string, unknown>,
  actor = ACTOR,
): Promise<number> {
  const form = await currentForm(services, type, slug ?? "");
  const saved = await saveDraft(services, type, slug, values, actor, form);
  if (!("revision" in saved) || saved.revision === undefined) throw new Error(`not saved: ${saved.code}`);
  return saved.revision;
}

/** Publishes values. @throws when they are refused */
export async function publishValues(
  services: Services,
  type: ContentType,
  slug: string,
  values: Record<string, unknown>,
): Promise<void> {
  const outcome = await tryPublishing(services, type, slug, values);
  if (outcome.code !== "published")
    throw new Error(`${type.name} "${slug}" was not published: ${JSON.stringify(outcome)}`);
}

/** Unpublishes an entry after everything that requires it, and removes it from lists. @throws when that is refused */
export async function removeWithAll(services: Services, type: ContentType, slug: string): Promise<void> {
  await removeReferences(services, type, slug);
  for (const use of await outsideUses(services, services.db, { type: type.name, slug })) {
    if (use.type === "slot") await removeWeeklySlot(services, use.slug);
  }
  const outcome = await removeEntry(services, type, slug, ACTOR);
  if (outcome.code !== "removed") throw new Error(`${type.name} "${slug}" was not removed: ${JSON.stringify(outcome)}`);
}

async function removeReferences(services: Services, type: ContentType, slug: string) {
  const types = contentTypes(services);
  for (const reference of await findReferences(services.db, { type: type.name, slug }, types)) {
    const referring = types.find(({ name }) => name === reference.type);
    const live = await findLive(services.db, reference);
    if (referring === undefined || live === undefined) continue;
    const [field = "", row] = reference.field.split(".");
    const values = storedValues(live.body);
    const slugs = row === undefined ? undefined : values[field];
    const others = Array.isArray(slugs) ? slugs.filter((each) => each !== slug) : undefined;
    if (others === undefined && referring.fields[field]?.presence === "required") {
      await removeWithAll(services, referring, reference.slug);
    } else {
      await publishValues(services, referring, reference.slug, { ...values, [field]: others });
    }
  }
}

/** The names of the tables that contain a text. */
export async function tablesWith({ db }: Services, text: RegExp): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const rowsOf = (table: string) =>
    db
      .selectFrom(table as "users")
      .selectAll()
      .execute();
  const rows = await Promise.all(tables.map(rowsOf));
  return tables.filter((_, index) => text.test(JSON.stringify(rows[index]))).sort();
}
