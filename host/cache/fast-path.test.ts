import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../app/platform/log.server.ts";
import { listen } from "../../test/support/listen.ts";
import { exchange as exchangeRaw } from "../../test/support/raw-exchange.ts";
import { createSiteServer } from "../socket/http-server.ts";
import { CLOCK_HEADER, CLOCK_MARK } from "./cached-response.ts";
import { createFastPath } from "./fast-path.ts";
import { createPageCache } from "./page-cache.ts";

const silent = createLog("silent");
const NOW = new Date("2026-11-23T06:20:00.123Z");

/** A server with a fast path and one page in its cache. `handled` counts the requests that reached the handler. */
async function start(body = "habari", ownHost?: string, now = () => NOW) {
  const cache = createPageCache(() => 1, silent);
  const headers = { "Content-Type": "text/html; charset=utf-8", [CLOCK_HEADER]: CLOCK_MARK };
  const render = async () => new Response(body, { headers });
  await cache.respond(new Request("http://localhost/"), { key: "/", dependsOn: ["content"] }, render);
  const logged: unknown[] = [];
  const tryFastPath = createFastPath({
    find: cache.find,
    ownHost,
    commonHeaders: [["X-Frame-Options", "DENY"]],
    defaultHeaders: [["Content-Security-Policy", "default-src 'none'"]],
    now,
    record: (request) => logged.push(request),
  });
  const { server } = createSiteServer(async () => new Response("from the handler"), silent, { tryFastPath });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port, logged };
}

const exchange = async (port: number, bytes: string) => (await exchangeRaw(port, bytes)).text;

function get(headers: Record<string, string> = {}, { method = "GET", path = "/", version = "1.1" } = {}): string {
  const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/${version}\r\n${lines.join("")}\r\n`;
}

// `e2e/fast-path.spec.ts` compares the bytes of both ways, for every public page and kind of file.
describe("the fast path", () => {
  it("has the time of sending in the headers of a document, and of its 304", async () => {
    let sentAt = NOW.getTime();
    const { port } = await start("habari", undefined, () => new Date(sentAt));
    for (const headers of [{}, {}, { "If-None-Match": "*" }]) {
      sentAt += 3_600_000;
      const [head] = (await exchange(port, get(headers))).split("\r\n\r\n");
      expect(head).toContain(`\r\nserver-timing: now;dur=${sentAt}\r\n`);
    }
  });

  it.each([
    ["a session", get({ Cookie: "a=b; nguvu.session=x" })],
    ["a session by https", get({ Cookie: "__Host-nguvu.session=x" })],
    ["a session of an earlier version", get({ Cookie: "__Secure-nguvu.session=x" })],
    ["a form", `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`],
    ["a GET with a body", `${get({ "Content-Length": "2" })}hi`],
    ["an address that isn't in memory", get({}, { path: "/?q=1" })],
    ["the last request of a connection", get({ Connection: "close" })],
    ["two hosts", "GET / HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n"],
    ["HTTP/1.0", get({}, { version: "1.0" })],
    ["a host with a path in it", get({ Host: "localhost/evil" })],
  ])("leaves to the handler: %s", async (_name, bytes) => {
    const { port, logged } = await start();
    expect(await exchange(port, bytes)).not.toContain("habari");
    expect(logged).toEqual([]);
  });

  it("serves only the site's own host, if one is set", async () => {
    const { port, logged } = await start("habari", "nguvu.example");
    await exchange(port, get());
    expect(logged).toEqual([]);
    await exchange(port, get({ Host: "nguvu.example" }));
    expect(logged).toHaveLength(1);
  });

  it("answers pipelined requests", async () => {
    const { port, logged } = await start();
    await exchange(port, get() + get({ "If-None-Match": "*" }));
    await expect.poll(() => logged.length).toBe(2);
  });

  it("answers only one of the pipelined requests while the client doesn't read", async () => {
    const { port, logged } = await start("x".repeat(16_000_000));
    const socket = connect(port, "127.0.0.1");
    socket.pause();
    socket.write(get().repeat(8));
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The response is larger than what the buffers of both sockets grow to.
    expect(logged).toHaveLength(1);
    socket.destroy();
  });
});
