/** Deletes saved pages when a form signs somebody in or out, for browsers without `Clear-Site-Data`. */
export async function deleteCopies({ target }: Pick<Event, "target">): Promise<void> {
  if (!(target as Element).matches("[data-deletes-copies]")) return;
  for (const name of (await globalThis.caches?.keys()) ?? []) void caches.delete(name);
}

/** Inline script of each document with such a form, which may be sent before React has taken over. */
export const DELETE_COPIES_SCRIPT = `addEventListener("submit", ${deleteCopies})`;
