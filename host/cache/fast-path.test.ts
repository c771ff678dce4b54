import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createLog } from "../../app/platform/log.server.ts";
import { createSiteServer } from "../socket/http-server.ts";
import { CLOCK_HEADER, CLOCK_MARK, clockValue, toResponse } from "./cached-response.ts";
import { createFastPath } from "./fast-path.ts";
import { createPageCache } from "./page-cache.ts";

const silent = createLog("silent");
const COMMON_HEADERS = [["X-Frame-Options", "DENY"]] as const;
const NOW = new Date("2026-11-23T06:20:00.123Z");
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server with one page in its cache and a fast path, the same server without one, and a count of handler calls. */
async function start(body = "habari ".repeat(500), ownHost?: string) {
  const cache = createPageCache(() => 1, silent);
  const headers = { "Content-Type": "text/html; charset=utf-8", [CLOCK_HEADER]: CLOCK_MARK };
  const render = async () => new Response(body, { headers });
  await cache.respond(new Request("http://localhost/"), { key: "/", dependsOn: ["content"] }, render);
  await bestBrotli(() => cache.find("/", { acceptEncoding: "br", ifNoneMatch: null }));
  let handled = 0;
  const logged: unknown[] = [];
  const tryFastPath = createFastPath({
    find: cache.find,
    ownHost,
    commonHeaders: COMMON_HEADERS,
    defaultHeaders: [["Content-Security-Policy", "default-src 'none'"]],
    now: () => NOW,
    record: (request) => logged.push(request),
  });
  const handler = async (request: Request) => {
    handled += 1;
    const negotiation = {
      acceptEncoding: request.headers.get("accept-encoding"),
      ifNoneMatch: request.headers.get("if-none-match"),
    };
    const cached = cache.find(new URL(request.url).pathname, negotiation);
    const response = cached === undefined ? new Response("nothing", { status: 404 }) : toResponse(cached);
    for (const [name, value] of COMMON_HEADERS) response.headers.set(name, value);
    response.headers.set("Content-Security-Policy", "default-src 'none'");
    if (response.headers.has(CLOCK_HEADER)) response.headers.set(CLOCK_HEADER, clockValue(NOW));
    response.headers.set("X-Request-Id", "id");
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
  const quick = createSiteServer(handler, silent, { tryFastPath });
  const slow = createSiteServer(handler, silent);
  const ports: number[] = [];
  for (const { server } of [quick, slow]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(
      () => void server.close(),
      () => server.closeAllConnections(),
    );
    // A listening server on TCP has an address of this kind.
    ports.push((server.address() as AddressInfo).port);
  }
  const [quickPort = 0, slowPort = 0] = ports;
  return { quickPort, slowPort, handled: () => handled, logged };
}

/** The best Brotli replaces the quick one soon after the first response; compared responses must both come after that. */
async function bestBrotli(find: () => { body: unknown } | undefined): Promise<void> {
  const quick = find()?.body;
  await expect.poll(() => find()?.body === quick, { interval: 2 }).toBe(false);
}

/** Sends bytes, and reads until the server closes or sends nothing for a while. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  await new Promise<void>((resolve) => {
    let quiet = setTimeout(resolve, 200);
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      clearTimeout(quiet);
      quiet = setTimeout(resolve, 100);
    });
    socket.on("close", () => resolve());
    socket.write(bytes);
  });
  socket.destroy();
  return text;
}

function get(headers: Record<string, string> = {}, { method = "GET", path = "/", version = "1.1" } = {}): string {
  const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/${version}\r\n${lines.join("")}\r\n`;
}

/** A response without the headers that always differ. */
function withoutDateAndId(response: string): string {
  return response.replace(/Date: .*\r\n/g, "Date\r\n").replace(/x-request-id: .*\r\n/g, "x-request-id\r\n");
}

describe("the fast path", () => {
  it.each([
    ["plain", get()],
    ["gzip", get({ "Accept-Encoding": "gzip" })],
    ["Brotli", get({ "accept-encoding": "gzip, deflate, br" })],
    ["gzip preferred to Brotli", get({ "Accept-Encoding": "gzip;q=1, br;q=0.5" })],
    ["neither", get({ "Accept-Encoding": "br;q=0, gzip;q=0" })],
    ["HEAD", get({ "Accept-Encoding": "br" }, { method: "HEAD" })],
    ["a matching tag", get({ "If-None-Match": "*" })],
    ["another tag", get({ "If-None-Match": '"other"' })],
    ["another cookie", get({ Cookie: "theme=dark" })],
    ["a keep-alive connection", get({ Connection: "keep-alive" })],
    ["two pipelined requests", get() + get({ "Accept-Encoding": "gzip" })],
  ])("sends the same bytes as the handler: %s", async (_name, bytes) => {
    const { quickPort, slowPort, handled, logged } = await start();
    const quick = await exchange(quickPort, bytes);
    expect(handled()).toBe(0);
    expect(logged.length).toBeGreaterThan(0);
    const slow = await exchange(slowPort, bytes);
    expect(quick).toContain("HTTP/1.1");
    expect(withoutDateAndId(quick)).toBe(withoutDateAndId(slow));
  });

  it("has the time in the headers of a document, and of its 304", async () => {
    const { quickPort } = await start();
    for (const headers of [{}, { "If-None-Match": "*" }]) {
      const [head] = (await exchange(quickPort, get(headers))).split("\r\n\r\n");
      expect(head).toContain("\r\nserver-timing: now;dur=1795414800123\r\n");
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
    ["HTTP/1.0", get({}, { version: "1.0" })],
    ["a host with a path in it", get({ Host: "localhost/evil" })],
  ])("leaves to the handler: %s", async (_name, bytes) => {
    const { quickPort, logged } = await start();
    await exchange(quickPort, bytes);
    expect(logged).toEqual([]);
  });

  it("serves only the site's own host, if one is set", async () => {
    const { quickPort, logged } = await start("habari", "nguvu.example");
    await exchange(quickPort, get());
    expect(logged).toEqual([]);
    await exchange(quickPort, get({ Host: "nguvu.example" }));
    expect(logged).toHaveLength(1);
  });

  it("answers only one of the pipelined requests while the client doesn't read", async () => {
    const { quickPort, logged } = await start("x".repeat(16_000_000));
    const socket = connect(quickPort, "127.0.0.1");
    socket.pause();
    socket.write(get().repeat(8));
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The response is larger than what the buffers of both sockets grow to.
    expect(logged).toHaveLength(1);
    socket.destroy();
  });
});
