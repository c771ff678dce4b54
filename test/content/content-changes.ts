/** Changes of content as tests and benchmarks make them: through the console's own functions, whatever was there before. */
import type { ContentType } from "../../app/cms/content-type.ts";
import { findDraft, findLive } from "../../app/cms/editing/entry-rows.server.ts";
import { type PublishOptions, type PublishOutcome, publish } from "../../app/cms/editing/publishing.server.ts";
import { removeEntry } from "../../app/cms/editing/removal.server.ts";
import type { Actor } from "../../app/platform/activity.server.ts";
import type { Services } from "../../app/platform/services.ts";

export const ACTOR: Actor = { id: "user-1", name: "Wanjiru" };

/** Another member of staff. */
export const OTHER_ACTOR: Actor = { id: "user-2", name: "Otieno" };

/** Publishes values over whatever the entry has, or as a new entry of this slug. */
export async function tryPublishing(
  services: Services,
  type: ContentType,
  slug: string,
  values: Record<string, unknown>,
  options: PublishOptions = {},
): Promise<PublishOutcome> {
  const key = { type: type.name, slug };
  const [live, draft] = [await findLive(services.db, key), await findDraft(services.db, key)];
  const request = { values, basedOn: live?.version ?? 0, draftRevision: draft?.revision };
  return publish(services, type, slug, request, ACTOR, { ...options, putBack: true });
}

/** The same. @throws when it is not published */
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

/** Removes an entry, and all that needs it. @throws when it is not removed */
export async function removeWithAll(services: Services, type: ContentType, slug: string): Promise<void> {
  const outcome = await removeEntry(services, type, slug, ACTOR, { alsoRemove: true });
  if (outcome.code !== "removed") throw new Error(`${type.name} "${slug}" was not removed: ${JSON.stringify(outcome)}`);
}
