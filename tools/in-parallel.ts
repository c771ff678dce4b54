import { availableParallelism } from "node:os";

/** Does `work` for every item, as many at once as there are cores. The first failure rejects. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      // All workers share this iterator: each takes the next item when it is free.
      for (const item of queue) await work(item);
    }),
  );
}
