import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { cardWorker } from "../../app/members/card-worker.ts";
import { offlineWorker } from "../../app/site/offline/worker.ts";
import { createOfflineWorker } from "./offline-worker.ts";

const WORKERS = { timetable: offlineWorker, card: cardWorker };

const askFor = (worker: keyof typeof WORKERS, isOn: boolean, headers: Record<string, string> = {}) =>
  createOfflineWorker(WORKERS[worker], isOn)(new Request("http://localhost/sw.js", { headers }));

describe.each([
  { worker: "timetable", maxBytes: 1640 },
  { worker: "card", maxBytes: 1100 },
] as const)("the service worker script of the $worker", ({ worker, maxBytes }) => {
  const ask = (isOn: boolean, headers?: Record<string, string>) => askFor(worker, isOn, headers);

  test.each([true, false])("can only make requests to the site, and is revalidated; switched on: %s", async (isOn) => {
    const response = await ask(isOn);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": expect.stringContaining("connect-src 'self'"),
    });
    const text = await response.text();
    expect(() => new Script(text)).not.toThrow();
    const known = { "If-None-Match": response.headers.get("etag") ?? "" };
    expect([(await ask(isOn, known)).status, (await ask(!isOn, known)).status]).toEqual([304, 200]);
  });

  test("is small", async () => {
    const response = await ask(true, { "Accept-Encoding": "br" });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(maxBytes);
  });
});
