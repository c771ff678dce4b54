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
    const [responses, waits]: [Promise<Response>[], Promise<unknown>[]] = [[], []];
    listeners.get("fetch")?.({
      request: { mode: "navigate", method: "GET", url: `https://nguvu.example${CARD_PATH}` },
      respondWith: (given: Promise<Response>) => responses.push(given),
      waitUntil: (work: Promise<unknown>) => waits.push(work),
    });
    return { response: responses[0], waits };
  };
  return { open, copies };
}

test.each<[string, () => Promise<Response>, number]>([
  ["a late response that the card is gone deletes the copy", async () => new Response(null, { status: 404 }), 0],
  ["a connection that fails late causes no error, and the copy stays", () => Promise.reject(new TypeError("lost")), 1],
])("%s, and the browser waits for it", async (_, answer, left) => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { open, copies } = startWorker(promise);
  const { response, waits } = open();
  expect(await (await response)?.text()).toBe("the copy");
  resolve(answer());
  await Promise.all(waits);
  expect([waits.length, copies.size]).toEqual([1, left]);
});

test.each<[string, () => Promise<Response>]>([
  ["without a connection", () => Promise.reject(new TypeError("no connection"))],
  ["while the site fails", async () => new Response("", { status: 503 })],
])("the copy %s announces the end of the sign-in once that is due, and not before", async (_, answer) => {
  const copyDue = async (due: Date) => {
    const { response } = startWorker(answer(), `<p hidden="" data-due="${due.toISOString()}">`).open();
    return (await response)?.text();
  };
  expect(await copyDue(new Date(Date.now() + 60_000))).toContain('<p hidden="" data-due=');
  expect(await copyDue(new Date(Date.now() - 60_000))).toContain("<p data-due=");
});
