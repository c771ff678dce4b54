/** The card's worker with a slow site, in a minimal browser. */
import { createContext, Script } from "node:vm";
import { expect, test } from "vitest";
import { CARD_PATH, cardWorker } from "./card-worker.ts";

type Listener = (event: object) => void;

/** Runs the worker. @param answer the site's response */
function startWorker(answer: Promise<Response>, copy = "the copy") {
  const copies = new Map([[CARD_PATH, new Response(copy)]]);
  const listeners = new Map<string, Listener>();
  const browser = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    fetch: () => answer,
    setTimeout: (work: () => void) => queueMicrotask(work),
    caches: { match: async (path: string) => copies.get(path), delete: async () => copies.clear() },
    ...{ Date, Promise, Response, URL },
  };
  new Script(cardWorker("1")).runInContext(createContext(browser));
  const open = () => {
    const waits: Promise<unknown>[] = [];
    let response: Promise<Response> | undefined;
    listeners.get("fetch")?.({
      request: { mode: "navigate", method: "GET", url: `https://nguvu.example${CARD_PATH}` },
      respondWith: (given: Promise<Response>) => {
        response = given;
      },
      waitUntil: (work: Promise<unknown>) => waits.push(work),
    });
    return { response, waits };
  };
  return { open, copies };
}

test("a late response that the card is gone deletes the copy, and the browser waits for it", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { open, copies } = startWorker(promise);
  const { response, waits } = open();
  expect(await (await response)?.text()).toBe("the copy");
  expect(copies.size).toBe(1);
  resolve(new Response(null, { status: 404 }));
  expect(waits).toHaveLength(1);
  await Promise.all(waits);
  expect(copies.size).toBe(0);
});

test("a connection that fails late causes no error in the worker", async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  const { open } = startWorker(promise);
  const { response, waits } = open();
  expect(await (await response)?.text()).toBe("the copy");
  reject(new TypeError("no connection"));
  await expect(Promise.all(waits)).resolves.toHaveLength(1);
});

test("the copy announces the end of the sign-in once that is due, and not before", async () => {
  const copyDue = async (due: Date) => {
    const line = `<p hidden="" data-due="${due.toISOString()}">Your sign-in ends</p>`;
    const { response } = startWorker(Promise.reject(new TypeError("no connection")), line).open();
    return (await (await response)?.text())?.includes("hidden");
  };
  expect(await copyDue(new Date(Date.now() + 60_000))).toBe(true);
  expect(await copyDue(new Date(Date.now() - 60_000))).toBe(false);
});
