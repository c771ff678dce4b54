/** Erasing what was ever written in an entry, for a person who has the right to it. */
import type { Actor } from "../../platform/activity.server.ts";
import type { ContentType } from "../content-type.ts";
import type { ContentChange } from "../content-version.server.ts";
import { removeIn } from "./removal.server.ts";

/** The body of a version whose texts were erased: without any value. */
export const ERASED_BODY = "{}";

/**
 * Takes an entry off the site and erases its texts from its versions, its draft and the log. The rows stay, with who made
 * them and when, and so does the slug.
 */
export async function eraseEntry(change: ContentChange, type: ContentType, slug: string, actor: Actor): Promise<void> {
  const { transaction } = change;
  await removeIn(change, type, slug, { actor, bySite: false, alsoRemove: true });
  const key = { type: type.name, slug };
  await transaction
    .updateTable("entry_versions")
    .set({ body: ERASED_BODY })
    .where("type", "=", key.type)
    .where("slug", "=", slug)
    .execute();
  await transaction
    .updateTable("entry_drafts")
    // With another revision: a form that was made from the erased draft must not bring it back.
    .set(({ eb }) => ({ body: ERASED_BODY, revision: eb("revision", "+", 1) }))
    .where("type", "=", key.type)
    .where("slug", "=", slug)
    .execute();
  await transaction.deleteFrom("entry_schedules").where("type", "=", key.type).where("slug", "=", slug).execute();
  await transaction
    .updateTable("audit_log")
    .set({ label: type.label })
    .where("type", "=", key.type)
    .where("slug", "=", slug)
    .execute();
}
