import { sql } from "kysely";
import { letOthersIn } from "../platform/portions.server.ts";
import type { Services } from "../platform/services.ts";
import { removePicture } from "./pictures.server.ts";

/** How long an upload may stay without anybody saying who is to be seen in it. It can't be on the site meanwhile. */
const RETENTION_DAYS = 30;

/** Removes uploads that were never finished. */
export async function removeAbandonedPictures(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - RETENTION_DAYS * 24 * 60 * 60_000).toISOString();
  const abandoned = await services.db
    .selectFrom("pictures")
    .select("hash")
    .where("made_at", "<", before)
    // Written out, as in the index: SQLite doesn't use a partial index for a parameter.
    .where(sql<boolean>`subjects = 'undecided'`)
    .where("state", "!=", "withdrawn")
    .execute();
  for (const { hash } of abandoned) {
    await removePicture(services, null, hash);
    await letOthersIn();
  }
}
