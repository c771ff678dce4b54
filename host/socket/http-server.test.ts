import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../app/platform/log.server.ts";
import { listen } from "../../test/support/listen.ts";
import { createSiteServer } from "./http-server.ts";

const IN_CHUNKS = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

/** Larger than the send buffer of a socket that is not read. */
const PICTURE = Buffer.alloc(12_000_000, "x");

async function start(options: Parameters<typeof createSiteServer>[2] = {}) {
  const logged: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void logged.push(JSON.parse(line)) });
  const started: string[] = [];
  const ids: string[] = [];
  const site: ReturnType<typeof createSiteServer> = createSiteServer(
    async (request, { requestId }) => {
      const { pathname, search } = new URL(request.url);
      started.push(pathname + search);
      ids.push(requestId);
      if (pathname === "/picture") return new Response(PICTURE);
      if (pathname === "/slow") await pause(500);
      if (request.method === "POST") return new Response(String((await request.text()).length));
      return new Response(pathname);
    },
    log,
    options,
  );
  const port = await listen(site.server);
  onTestFinished(() => {
    site.server.close();
    site.server.closeAllConnections();
  });
  return { site, port, logged, started, ids };
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Sends bytes and reads until the server closes. */
async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await dial(port);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

/** The status of a page. */
async function get(port: number, path: string): Promise<number> {
  const response = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  return Number(response.slice(9, 12));
}

describe("a malformed request", () => {
  it.each([
    ["not HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
    ["a malformed Host", "GET / HTTP/1.1\r\nHost: a/b?c\r\nConnection: close\r\n\r\n", 400],
    ["a proxy's target", "GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a proxy's target without a Host", "GET http://evil.example/ HTTP/1.0\r\n\r\n", 400],
    ["a target with a user name", "GET http://a@evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400],
    ["a target without a path", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["two Hosts by HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400],
    ["a target beyond 8,000 bytes", `GET /${"/".repeat(8000)}a HTTP/1.1\r\nHost: a\r\n\r\n`, 414],
    ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    ["an unknown expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n", 417],
    ["a chunk with a long extension", `${IN_CHUNKS}1;${"a".repeat(20_000)}\r\n`, 413],
    ["a GET that announces 60 MB", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000000\r\n\r\nx", 413],
    ["a GET in chunks", "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", 413],
    ["headers without end", `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ])("%s is rejected, with its log line's id in the response", async (_, bytes, status) => {
    const { port, logged, ids } = await start();
    const response = await exchange(port, bytes);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response.split("\r\n\r\n").at(-1)).toMatch(/^[A-Z].+\.$/);
    const id = /^x-request-id: ([0-9a-f-]{36})\r$/im.exec(response)?.[1];
    // A request that reached the handler before it broke off is logged there, under the same id.
    expect([...logged.map((line) => line.id), ...ids]).toEqual([id]);
  });

  it.each([
    ["an unused connection", ""],
    ["an idle keep-alive connection", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ])("gets no 408 on %s", async (_, bytes) => {
    const { port, logged } = await start({ headersMs: 200, requestMs: 200, idleMs: 1000 });
    expect(await exchange(port, bytes)).not.toContain("408");
    expect(logged).toEqual([]);
  });

  it("with Expect and too large a Content-Length is rejected before the body is sent", async () => {
    const { port } = await start();
    const head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n";
    expect(await exchange(port, `${head}Content-Length: 4\r\n\r\nfour`)).toContain("100 Continue");
    const socket = await dial(port);
    socket.write(`${head}Content-Length: 999999\r\n\r\n`);
    expect(String(await Promise.race([once(socket, "data"), pause(300)]))).not.toContain("100 Continue");
    const uploading = await dial(port);
    uploading.write(`${head.replace("POST /", "POST /staff/pictures")}Content-Length: 999999\r\n\r\n`);
    expect(String(await once(uploading, "data"))).toContain("100 Continue");
  });
});

describe("an unusual but valid request", () => {
  it.each([
    ["the absolute form, of the host itself", "GET http://A:80/b?c=d HTTP/1.1\r\nHost: a:80\r\n", "/b?c=d"],
    ["the absolute form without a path", "GET http://a HTTP/1.1\r\nHost: a\r\n", "/"],
    ["the absolute form with a query alone", "GET HTTPS://a?b HTTP/1.1\r\nHost: a\r\n", "/?b"],
    ["HTTP/1.0 without a Host", "GET /healthz HTTP/1.0\r\n", "/healthz"],
    ["HTTP/1.0 with one", "GET /healthz HTTP/1.0\r\nHost: a\r\n", "/healthz"],
    ["OPTIONS * for the whole site", "OPTIONS * HTTP/1.1\r\nHost: a\r\n", "/"],
    ["a GET with an empty body in chunks", "GET /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n", "/b"],
    ["a target of 8,000 bytes", `GET /?${"a".repeat(7998)} HTTP/1.1\r\nHost: a\r\n`, `/?${"a".repeat(7998)}`],
  ])("%s reaches the site", async (_, head, target) => {
    const { port, logged, started } = await start();
    const end = head.includes("chunked") ? "0\r\n\r\n" : "";
    const response = await exchange(port, `${head}Connection: close\r\n\r\n${end}`);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(started).toEqual([target]);
    expect(logged).toEqual([]);
  });

  it("with an empty chunked body that ends late is served, and so is the next request", async () => {
    const { port, started } = await start();
    const socket = await dial(port);
    socket.write("GET /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    await pause(100);
    expect(started).toEqual([]);
    socket.write("0\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    await once(socket.resume(), "close");
    expect(started).toEqual(["/a", "/b"]);
  });
});

it("a site that stops sends no cached response, and closes a connection with its response", async () => {
  const { port, site } = await start({ tryFastPath: () => true });
  const opened = once(site.server, "connection");
  const socket = await dial(port);
  await opened;
  void site.stop();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(String(await once(socket, "data"))).toContain("Connection: close");
});

describe("slow clients", () => {
  it("have the time limits of docs/operating.md", async () => {
    const { site } = await start();
    const limits = { headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout: 20_000, maxConnections: 4000 };
    expect(site.server).toMatchObject(limits);
  });

  it("have more time for an upload, only at its address", async () => {
    const { port } = await start({ headersMs: 300, requestMs: 300, uploadMs: 3000 });
    const send = async (path: string) => {
      const socket = await dial(port);
      const status = new Promise((resolve) => socket.once("data", (chunk) => resolve(String(chunk).slice(9, 12))));
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\nConnection: close\r\n\r\nslow`);
      return { socket, status };
    };
    const uploads = await Promise.all(["/staff/pictures", "/staff/pictures?x=1"].map(send));
    const others = ["/staff/pictures/x", "/staff/pictures-2", "/staff", "/contact", "/staff/pictures/../x"];
    expect(await Promise.all(others.map(async (path) => (await send(path)).status))).toEqual(others.map(() => "408"));
    for (const { socket } of uploads) socket.write("done");
    expect(await Promise.all(uploads.map(({ status }) => status))).toEqual(["200", "200"]);
    expect(await (await send("/staff/pictures")).status).toBe("408");
  });

  const [FORM, GET] = ["POST / HTTP/1.1\r\nHost: a\r\n", "GET / HTTP/1.1\r\nHost: a\r\n"];

  it.each([
    ["a form that takes too long", `${FORM}Content-Length: 100\r\n\r\nslow`, /^HTTP\/1.1 408 /],
    ["a slow body in chunks", `${FORM}Transfer-Encoding: chunked\r\n\r\n4\r\nslow\r\n`, /^HTTP\/1.1 408 /],
    ["a slow second request", `${GET}\r\n${FORM}Content-Length: 9\r\n\r\nslow`, /^HTTP\/1.1 200 [\s\S]*HTTP\/1.1 408 /],
    ["a second request that isn't HTTP", `${GET.replace("/", "/slow")}\r\nx\r\n\r\n`, /^$/],
    ["a GET whose announced body is missing", `${GET}Content-Length: 9\r\n\r\nslow`, /^HTTP\/1.1 200 /],
  ])("are disconnected after %s", async (_, bytes, expected) => {
    const { port, ids } = await start({ headersMs: 300, requestMs: 300 });
    // Resolves when the server closes.
    const response = await exchange(port, bytes);
    expect(response).toMatch(expected);
    // The handler has the request and logs it under this id.
    if (response.startsWith("HTTP/1.1 408")) expect(response).toContain(`X-Request-Id: ${ids.at(-1)}\r\n`);
  });

  it("that never read their response are disconnected", async () => {
    const { port, site, started } = await start({ responseMs: 300 });
    const socket = await dial(port);
    socket.pause().write("GET /picture HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => started).toEqual(["/picture"]);
    await expect.poll(() => new Promise((resolve) => site.server.getConnections((_, open) => resolve(open)))).toBe(0);
  });

  it("are closed at the limit, the oldest first, before those whose request is being processed", async () => {
    const { port } = await start({ connections: 3 });
    const used = await dial(port);
    const silent = (await dial(port)).resume();
    used.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(used, "data");
    const working = get(port, "/slow");
    await pause(100);
    expect(await get(port, "/")).toBe(200);
    expect(await working).toBe(200);
    expect([silent.destroyed, used.destroyed], "the silent one has waited longer").toEqual([true, false]);
  });

  it.each([
    ["a missing body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nslow"],
    ["an unread response", "GET /picture HTTP/1.1\r\nHost: a\r\n\r\n"],
  ])("are closed at the limit before a new connection without a request yet: %s", async (_, bytes) => {
    const { port } = await start({ connections: 20 });
    for (let number = 0; number < 20; number += 1) (await dial(port)).pause().write(bytes);
    await pause(100);
    const visitors = await Promise.all(Array.from({ length: 10 }, () => dial(port)));
    await pause(100);
    const responses = visitors.map(async (visitor) => {
      const response = new Promise((resolve) => visitor.once("data", resolve).once("close", () => resolve("cut off")));
      visitor.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      return String(await response);
    });
    for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe("pipelined requests", () => {
  it("are processed one at a time, in order", async () => {
    const { port, started } = await start();
    const get = (path: string, end = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${end}\r\n`;
    const form = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nfour";
    const responses = exchange(port, get("/slow") + get("/b") + form + get("/d", "Connection: close\r\n"));
    await pause(250);
    expect(started).toEqual(["/slow"]);
    const bodies = (await responses).split(/HTTP\/1.1 200 OK/).map((response) => response.split("\r\n").at(-1));
    expect(bodies).toEqual(["", "/slow", "/b", "4", "/d"]);
  });

  it("close the connection above the limit, without being parsed", async () => {
    const { site, port, started, logged } = await start();
    let parsed = 0;
    site.server.on("request", () => {
      parsed += 1;
    });
    await exchange(port, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000));
    await pause(700);
    expect(started).toEqual(["/slow"]);
    expect(parsed).toBeLessThan(20);
    expect(logged).toHaveLength(1);
    expect(await get(port, "/")).toBe(200);
  });
});
