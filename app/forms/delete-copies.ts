/** Deletes saved pages when a form signs somebody in or out, for browsers without `Clear-Site-Data`. */
export async function deleteCopies({ target }: Pick<Event, "target">): Promise<void> {
  if (!(target as Element).matches("[data-deletes-copies]")) return;
  for (const name of (await globalThis.caches?.keys()) ?? []) void caches.delete(name);
}

/** Inline script of documents with such a form, which can be submitted before React hydrates. */
export const DELETE_COPIES_SCRIPT = `addEventListener("submit", ${deleteCopies})`;
