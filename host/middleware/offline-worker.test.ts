import { Script } from "node:vm";
import { describe, expect, test } from "vitest";
import { createOfflineWorker } from "./offline-worker.ts";

const ask = (isOn: boolean, headers: Record<string, string> = {}) =>
  createOfflineWorker(isOn)(new Request("http://localhost/sw.js", { headers }));

describe.each([true, false])("the service worker's file, switched on: %s", (isOn) => {
  test("is a script that may only make requests to the site, and is asked for again each time", async () => {
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

test("the service worker is small", async () => {
  const response = await ask(true, { "Accept-Encoding": "br" });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(1600);
});
