/** The saved classes of a visitor, in `users.savedShows` (specification, section 3). */
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";

/** Far more classes than the gym has: it only keeps a visitor's list from growing without bound. */
const MAX_SAVED = 100;

/**
 * Appends a class to the saved classes; a class that is already saved keeps its position. The caller checks that the
 * class exists.
 */
export function saveClass(services: Services, visitorId: string, slug: string): Promise<void> {
  return changeSaved(services, visitorId, (slugs) =>
    slugs.includes(slug) || slugs.length >= MAX_SAVED ? slugs : [...slugs, slug],
  );
}

export function unsaveClass(services: Services, visitorId: string, slug: string): Promise<void> {
  return changeSaved(services, visitorId, (slugs) => slugs.filter((saved) => saved !== slug));
}

async function changeSaved(
  services: Services,
  visitorId: string,
  change: (slugs: string[]) => string[],
): Promise<void> {
  await transact(services, async ({ transaction }) => {
    // A write first, because it takes the row's lock on both engines: neither of two concurrent saves is lost.
    const user = await transaction
      .updateTable("users")
      .set({ updatedAt: services.now().toISOString() })
      .where("id", "=", visitorId)
      .returning("savedShows")
      .executeTakeFirst();
    // The account may have been deleted.
    if (user === undefined) return;
    const savedShows = JSON.stringify(change(JSON.parse(user.savedShows)));
    await transaction.updateTable("users").set({ savedShows }).where("id", "=", visitorId).execute();
  });
}
