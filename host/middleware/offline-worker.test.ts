import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { cardWorker } from "../../app/members/card-worker.ts";
import { offlineWorker } from "../../app/site/offline/worker.ts";
import { createOfflineWorker } from "./offline-worker.ts";

const WORKERS = { timetable: offlineWorker, card: cardWorker };

const askFor = (worker: keyof typeof WORKERS, isOn: boolean, headers: Record<string, string> = {}) =>
  createOfflineWorker(WORKERS[worker], isOn)(new Request("http://localhost/sw.js", { headers }));

describe.each([
  ["timetable", true],
  ["timetable", false],
  ["card", true],
  ["card", false],
] as const)("the service worker script of the %s (switched on: %s)", (worker, isOn) => {
  const ask = (isSwitchedOn: boolean, headers?: Record<string, string>) => askFor(worker, isSwitchedOn, headers);

  test("is a script that can only make requests to the site, and is revalidated each time", async () => {
    const response = await ask(isOn);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": expect.stringContaining("connect-src 'self'"),
    });
    const text = await response.text();
    expect(() => new Script(text)).not.toThrow();
  });

  test("is not sent again to a browser that has it", async () => {
    const etag = (await ask(isOn)).headers.get("etag") ?? "";
    expect((await ask(isOn, { "If-None-Match": etag })).status).toBe(304);
    expect((await ask(!isOn, { "If-None-Match": etag })).status).toBe(200);
  });
});

test.each([
  ["timetable", 1640],
  ["card", 1100],
] as const)("the service worker of the %s is small", async (worker, maxBytes) => {
  const response = await askFor(worker, true, { "Accept-Encoding": "br" });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(maxBytes);
});
