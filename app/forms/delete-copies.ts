/**
 * Deletes all copies of pages when a form is sent that signs somebody in or out. The site's answer says so too (`Clear-Site-Data`),
 * which Safari before 2023 and some browsers inside apps don't know.
 */
export async function deleteCopies({ target }: Pick<Event, "target">): Promise<void> {
  if (!(target as Element).matches("[data-deletes-copies]")) return;
  for (const name of (await globalThis.caches?.keys()) ?? []) void caches.delete(name);
}

/** Inline script of each document with such a form, which may be sent before React has taken over. */
export const DELETE_COPIES_SCRIPT = `addEventListener("submit", ${deleteCopies})`;
