import { runInNewContext, Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { CARD_PATH, cardWorker } from "../../app/members/card-worker.ts";
import { offlineWorker } from "../../app/site/offline/worker.ts";
import { createOfflineWorker } from "./offline-worker.ts";

describe.each([
  { name: "timetable", worker: offlineWorker, maxBytes: 1640 },
  { name: "card", worker: cardWorker, maxBytes: 1100 },
])("the service worker script of the $name", ({ worker, maxBytes }) => {
  const ask = (isOn: boolean, headers: Record<string, string> = {}) =>
    createOfflineWorker(worker, isOn)(new Request("http://localhost/sw.js", { headers }));

  test.each([true, false])("is small, revalidated, and can only ask the site; switched on: %s", async (isOn) => {
    const response = await ask(isOn);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": expect.stringContaining("connect-src 'self'"),
    });
    const text = await response.text();
    expect(() => new Script(text)).not.toThrow();
    // Named by a hash, so that another worker deletes the copies of this one.
    if (isOn) expect(text).toMatch(/^const CACHE = "\w+-[\w-]{12}"/);
    const known = { "If-None-Match": response.headers.get("etag") ?? "" };
    expect([(await ask(isOn, known)).status, (await ask(!isOn, known)).status]).toEqual([304, 200]);
    const compressed = await ask(isOn, { "Accept-Encoding": "br" });
    expect(compressed.headers.get("content-encoding")).toBe("br");
    expect((await compressed.arrayBuffer()).byteLength).toBeLessThanOrEqual(maxBytes);
  });
});

type Key = string | { url: string };
type Sent = (request: object) => Promise<Response>;
type Running = { save: (sent: object | string) => Promise<void>; findPage: Sent; send: Sent };

/** Runs a worker and activates it. Its waiting ends at once. @param respond the site's response to every request */
function runWorker(text: string, respond: () => Response | Promise<Response>) {
  const names = new Set(["saved-1", "card-1"]);
  const copies = new Map<string, Response>();
  const patience: number[] = [];
  const requestHeaders: unknown[] = [];
  const urlOf = (key: Key) => (typeof key === "string" ? key : key.url);
  const cache = {
    match: async (key: Key) => copies.get(urlOf(key))?.clone(),
    put: async (url: string, copy: Response) => void copies.set(url, copy),
    delete: async (key: Key) => copies.delete(urlOf(key)),
    keys: async () => [...copies.keys()].map((url) => ({ url })),
  };
  const all = { open: async () => cache, keys: async () => names, delete: async (name: string) => names.delete(name) };
  const listeners = new Map<string, (event: object) => void>();
  const context = {
    // With the tests' clock, not the machine's.
    Date,
    Response,
    URL,
    registration: {},
    clients: { claim: () => {} },
    caches: { ...cache, ...all },
    addEventListener: (type: string, listen: (event: object) => void) => listeners.set(type, listen),
    fetch: async (_: unknown, init?: RequestInit) => requestHeaders.push(init?.headers) && respond(),
    setTimeout: (work: () => void, ms: number) => patience.push(ms) && work(),
  };
  runInNewContext(text, context);
  listeners.get("activate")?.({ waitUntil: () => {} });
  return { requestHeaders, copies, names, listeners, patience, worker: context as unknown as Running };
}

test("the timetable's worker keeps the newest copies, none of a page that is gone, and those of the card", async () => {
  let [status, cacheControl, sentAt] = [200, "public", "Mon, 23 Nov 2026 21:30:00 GMT"];
  const respond = () => {
    const body = status === 304 ? null : "<time>";
    return new Response(body, { status, headers: { "Cache-Control": cacheControl, Date: sentAt, ETag: '"1"' } });
  };
  const { requestHeaders, copies, names, worker } = runWorker(offlineWorker("2"), respond);
  const pages = Array.from({ length: 80 + 2 }, (_, day) => `/schedule/${day}`);
  for (const page of pages) await worker.save({ pages: [page], pictures: [] });
  expect(await copies.get("/schedule/2")?.clone().text()).toBe("<time>24 November, 12:30am");
  [status, sentAt] = [304, "Tue, 24 Nov 2026 06:00:00 GMT"];
  await worker.save({ pages: ["/schedule/2"], pictures: [] });
  expect(requestHeaders.at(-1)).toEqual({ "If-None-Match": '"1"' });
  expect(await copies.get("/schedule/2")?.clone().text()).toBe("<time>24 November, 9:00am");
  [status, cacheControl] = [200, "private, no-store"];
  await worker.save({ pages: ["/classes/boxing"], pictures: [] });
  expect([...copies.keys()]).toEqual(pages.slice(2));
  status = 404;
  await worker.save({ pages: pages.slice(-1), pictures: [] });
  expect([...copies.keys()]).toEqual(pages.slice(2, -1));
  expect([...names]).toEqual(["card-1"]);
});

test("on a slow connection the timetable's worker shows a copy, and waits for a page without one", async () => {
  const page = Promise.withResolvers<Response>();
  const { copies, patience, worker } = runWorker(offlineWorker("2"), () => page.promise);
  copies.set("monday", new Response("You are offline."));
  expect(await (await worker.findPage({ url: "monday" })).text()).toBe("The connection is too slow.");
  const tuesday = worker.findPage({ url: "tuesday" });
  await new Promise(setImmediate);
  page.resolve(new Response("Tuesday"));
  expect(await (await tuesday).text()).toBe("Tuesday");
  expect(patience).toEqual([6000, 6000]);
});

test("the card's worker deletes its copy after a form, and stores none of another sign-in, nor while somebody signs out", async () => {
  let signOut = () => {};
  const respond = () => {
    signOut();
    return new Response('<p data-sign-in="a"><time>');
  };
  const { copies, names, worker } = runWorker(cardWorker("1"), respond);
  await worker.send({});
  expect(names).not.toContain("card-1");
  await worker.save("b");
  expect([...copies.keys()]).toEqual(["/account/card/sign-in"]);
  signOut = () => copies.clear();
  await worker.save("a");
  expect([...copies.keys()]).toEqual([]);
  signOut = () => {};
  names.add("card-1");
  copies.set("/account/card/sign-in", new Response("a"));
  // Storing the card takes so long that signing out deletes the copies first.
  Object.assign(copies, { set: () => copies.clear() });
  await worker.save("a");
  expect(names).not.toContain("card-1");
});

describe("the card's worker shows its copy", () => {
  function openCard(respond: () => Promise<Response>, copy = "the copy") {
    const { copies, names, listeners, patience } = runWorker(cardWorker("1"), respond);
    copies.set(CARD_PATH, new Response(copy));
    const waits: Promise<unknown>[] = [];
    const request = { mode: "navigate", method: "GET", url: `https://nguvu.example${CARD_PATH}` };
    const waitUntil = (work: Promise<unknown>) => waits.push(work);
    const response = new Promise<Response>((respondWith) =>
      listeners.get("fetch")?.({ request, respondWith, waitUntil }),
    );
    return { names, patience, text: response.then((page) => page.text()), waits };
  }

  test.each<[string, () => Promise<Response>, string[]]>([
    ["deletes it when a late response forbids the card", async () => new Response("", { status: 403 }), []],
    ["deletes it when a late response says that there is no card", async () => new Response("", { status: 404 }), []],
    ["deletes it when a late response says that the card is gone", async () => new Response("", { status: 410 }), []],
    ["keeps it when a connection fails late", () => Promise.reject(new TypeError("lost")), ["card-1"]],
  ])("and %s, for which the browser waits", async (_, answer, left) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { names, patience, text, waits } = openCard(() => promise);
    expect(await text).toBe("the copy");
    resolve(answer());
    await Promise.all(waits);
    expect([waits.length, ...patience, ...names]).toEqual([1, 3000, "saved-1", ...left]);
  });

  test.each<[string, () => Promise<Response>]>([
    ["without a connection", () => Promise.reject(new TypeError("no connection"))],
    ["while the site fails", async () => new Response("", { status: 503 })],
  ])("%s, which announces the end of the sign-in once that is due, and not before", async (_, answer) => {
    const copyDue = (due: number) =>
      openCard(answer, `<p hidden="" data-due="${new Date(Date.now() + due).toISOString()}">`).text;
    expect(await copyDue(60_000)).toContain('<p hidden="" data-due=');
    expect(await copyDue(-60_000)).toContain("<p data-due=");
  });
});
