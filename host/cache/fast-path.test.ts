import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createLog } from "../../app/platform/log.server.ts";
import { createSiteServer } from "../socket/http-server.ts";
import { toResponse } from "./cached-response.ts";
import { createQuickAnswers } from "./fast-path.ts";
import { createPageCache } from "./page-cache.ts";

const silent = createLog("silent");
const EVERY_HEADER = [["X-Frame-Options", "DENY"]] as const;
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server with one page in its cache, and a count of the requests that went the long way. */
async function start(body = "habari ".repeat(500), ownHost?: string) {
  const cache = createPageCache(() => 1, silent);
  const render = async () => new Response(body, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  await cache.respond(new Request("http://localhost/"), { key: "/", dependsOn: ["content"] }, render);
  await bestBrotli(() => cache.find("/", { acceptEncoding: "br", ifNoneMatch: null }));
  let long = 0;
  const logged: unknown[] = [];
  const answerQuickly = createQuickAnswers({
    find: cache.find,
    ownHost,
    everyHeader: EVERY_HEADER,
    otherwise: [["Content-Security-Policy", "default-src 'none'"]],
    record: (request) => logged.push(request),
  });
  const answer = async (request: Request) => {
    long += 1;
    const asked = {
      acceptEncoding: request.headers.get("accept-encoding"),
      ifNoneMatch: request.headers.get("if-none-match"),
    };
    const ready = cache.find(new URL(request.url).pathname, asked);
    const response = ready === undefined ? new Response("nothing", { status: 404 }) : toResponse(ready);
    for (const [name, value] of EVERY_HEADER) response.headers.set(name, value);
    response.headers.set("Content-Security-Policy", "default-src 'none'");
    response.headers.set("X-Request-Id", "id");
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
  const quick = createSiteServer(answer, silent, { answerQuickly });
  const slow = createSiteServer(answer, silent);
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
  return { quickPort, slowPort, long: () => long, logged };
}

/** The best Brotli replaces the quick one a moment after the first answer; two answers compared must not straddle it. */
async function bestBrotli(find: () => { body: unknown } | undefined): Promise<void> {
  const quick = find()?.body;
  await expect.poll(() => find()?.body === quick, { interval: 2 }).toBe(false);
}

/** Sends bytes, and reads until as many have come, or nothing more has for a while. */
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

/** What differs between any two answers. */
function withoutMoment(answer: string): string {
  return answer.replace(/Date: .*\r\n/g, "Date\r\n").replace(/x-request-id: .*\r\n/g, "x-request-id\r\n");
}

describe("the short way", () => {
  it.each([
    ["plain", get()],
    ["gzip", get({ "Accept-Encoding": "gzip" })],
    ["Brotli", get({ "accept-encoding": "gzip, deflate, br" })],
    ["gzip preferred to Brotli", get({ "Accept-Encoding": "gzip;q=1, br;q=0.5" })],
    ["neither", get({ "Accept-Encoding": "br;q=0, gzip;q=0" })],
    ["HEAD", get({ "Accept-Encoding": "br" }, { method: "HEAD" })],
    ["a tag that fits", get({ "If-None-Match": "*" })],
    ["a tag that doesn't", get({ "If-None-Match": '"other"' })],
    ["another cookie", get({ Cookie: "theme=dark" })],
    ["a connection to be kept", get({ Connection: "keep-alive" })],
    ["two requests at once", get() + get({ "Accept-Encoding": "gzip" })],
  ])("sends the very bytes of the long way: %s", async (_name, bytes) => {
    const { quickPort, slowPort, long, logged } = await start();
    const quick = await exchange(quickPort, bytes);
    expect(long()).toBe(0);
    expect(logged.length).toBeGreaterThan(0);
    const slow = await exchange(slowPort, bytes);
    expect(quick).toContain("HTTP/1.1");
    expect(withoutMoment(quick)).toBe(withoutMoment(slow));
  });

  it.each([
    ["a session", get({ Cookie: "a=b; nguvu.session=x" })],
    ["a session by https", get({ Cookie: "__Secure-nguvu.session=x" })],
    ["a form", `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`],
    ["a GET with a body", `${get({ "Content-Length": "2" })}hi`],
    ["an address that isn't in memory", get({}, { path: "/?q=1" })],
    ["the last request of a connection", get({ Connection: "close" })],
    ["HTTP/1.0", get({}, { version: "1.0" })],
    ["a host with a path in it", get({ Host: "localhost/evil" })],
  ])("leaves to the long way: %s", async (_name, bytes) => {
    const { quickPort, logged } = await start();
    await exchange(quickPort, bytes);
    expect(logged).toEqual([]);
  });

  it("answers to the site's own host alone, where it has one", async () => {
    const { quickPort, logged } = await start("habari", "nguvu.example");
    await exchange(quickPort, get());
    expect(logged).toEqual([]);
    await exchange(quickPort, get({ Host: "nguvu.example" }));
    expect(logged).toHaveLength(1);
  });

  it("keeps one answer, not one for each request, for who asks ahead and doesn't read", async () => {
    const { quickPort, logged } = await start("x".repeat(4_000_000));
    const socket = connect(quickPort, "127.0.0.1");
    socket.pause();
    const { arrayBuffers } = process.memoryUsage();
    socket.write(get().repeat(8));
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The answer is larger than what the system takes for a socket; the page itself is in memory once already.
    expect(logged).toHaveLength(1);
    expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(8_000_000);
    socket.destroy();
  });
});
