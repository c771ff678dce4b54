/** Stopping by a signal: no accepted request fails. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { contactForm, createVisitor, readStamp } from "../test/support/http-client.ts";
import { startMailServer } from "../test/support/mail-server.ts";
import { type SiteProcess, startSiteBy, startSiteProcess } from "../test/support/site-process.ts";
import { expect, test } from "./fixtures.ts";

// A site that didn't stop by itself would wait for its clients longer than this.
test.describe.configure({ timeout: 60_000 });

let site: SiteProcess;

test.afterEach(async () => {
  site.signalGroup("SIGKILL");
  await site.ended;
});

/** Waits until the site has read what other connections sent before, as it reads in order. */
async function hasRead(port: number): Promise<void> {
  for (let again = 0; again < 2; again += 1) await fetch(`http://127.0.0.1:${port}/healthz`);
}

/** The status of a response, or the code of the error. */
function ask(path: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port: site.port, path, agent }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", () => resolve("cut off"));
    });
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

test("under load, every accepted request gets its response, and the process ends", async ({ dataDir }) => {
  site = await startSiteProcess({ DATA_DIR: dataDir });
  const outcomes = new Map<number | string, number>();
  let running = true;
  const clients = Array.from({ length: 20 }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (running) {
      const outcome = await ask(number % 4 === 0 ? "/login?next=/account" : "/about", agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // Refused before it was sent: a load balancer then tries the other instance.
      if (outcome === "ECONNREFUSED") break;
    }
    agent.destroy();
  });
  await expect.poll(() => outcomes.get(200) ?? 0).toBeGreaterThan(20);
  site.signal("SIGTERM");
  await expect.poll(() => ask("/readyz", new Agent()), { intervals: [5] }).toBe(503);
  const end = await site.ended;
  running = false;
  await Promise.all(clients);
  expect(end).toEqual({ code: 0, signal: null });
  // Connections in the accept queue when the listener closes are reset: the site never saw them, and a proxy tries the
  // other instance (docs/operating.md). Every accepted request got its response: the log has as many.
  const unharmed = new Set<number | string>([200, "ECONNREFUSED", "ECONNRESET"]);
  expect([...outcomes.keys()].filter((outcome) => !unharmed.has(outcome))).toEqual([]);
  expect(outcomes.get("ECONNRESET") ?? 0).toBeLessThanOrEqual(20);
  const given = site.printed.filter((line) => line.includes('"event":"request"') && !line.includes("/readyz"));
  expect(given).toHaveLength(outcomes.get(200) ?? 0);
});

test("a stalled mail server and clients that never finish don't delay the end", async ({ dataDir }) => {
  const mails = await startMailServer(() => "stall");
  site = await startSiteProcess({ DATA_DIR: dataDir, SMTP_URL: mails.url });
  const visitor = createVisitor(site.url);
  const enquiry = contactForm(await readStamp(visitor), { comment: "Karibu" });
  expect((await visitor.post("/contact", enquiry)).status).toBe(303);
  await expect.poll(mails.attempts).toBe(1);
  const unfinished = ["POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nname=", "GET / HTTP/1.1\r\nX-"];
  const sockets = unfinished.map((bytes) => {
    const socket = connect(site.port, "127.0.0.1");
    socket.on("error", () => {}).write(bytes);
    return socket;
  });
  await hasRead(site.port);
  site.signal("SIGTERM");
  expect(await site.ended).toEqual({ code: 0, signal: null });
  // It has not waited for the mail server until it gave it up.
  expect(site.printed.filter((line) => /"event":"mail-(paused|failed)"/.test(line))).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await mails.close();
});

test("a second signal ends the process without waiting for its clients", async ({ dataDir }) => {
  site = await startSiteProcess({ DATA_DIR: dataDir });
  // A keep-alive connection, so that the first signal waits.
  const agent = new Agent({ keepAlive: true });
  expect(await ask("/", agent)).toBe(200);
  site.signal("SIGTERM");
  await expect.poll(() => ask("/readyz", new Agent()), { intervals: [5] }).toBe(503);
  // A repeated signal within half a second is ignored (server.ts).
  await pause(600);
  site.signal("SIGTERM");
  // After waiting, it would have ended with 0.
  expect(await site.ended).toEqual({ code: 1, signal: null });
  agent.destroy();
});

/** Sends a form without its last bytes, which `send` sends; it resolves with the start of the response. */
async function beginForm(port: number) {
  const body = new URLSearchParams({ email: "nobody@example.com", password: "wrong" }).toString();
  const socket = connect(port, "127.0.0.1");
  const response = new Promise<string>((resolve) => {
    socket.once("data", (chunk) => resolve(String(chunk).slice(0, 12)));
    socket.once("error", (error) => resolve(error.message)).once("close", () => resolve("cut off"));
  });
  const headers = ["Host: a", "Sec-Fetch-Site: same-origin", "Content-Type: application/x-www-form-urlencoded"];
  const head = ["POST /login HTTP/1.1", ...headers, `Content-Length: ${body.length}`].join("\r\n");
  socket.write(`${head}\r\n\r\n${body.slice(0, -1)}`);
  await hasRead(port);
  return { send: () => socket.write(body.slice(-1)), response };
}

const npm = process.env.npm_execpath;
const NPM_START = [...(npm === undefined ? ["npm"] : [process.execPath, npm]), "start"];

for (const [name, command, signal, to] of [
  ["npm alone", NPM_START, "SIGTERM", "signal"],
  ["npm and all it started, as Ctrl-C does", NPM_START, "SIGINT", "signalGroup"],
] as const) {
  test(`a signal to ${name} ends it like a signal to the site`, async ({ dataDir }) => {
    site = await startSiteBy(command, { DATA_DIR: dataDir });
    const form = await beginForm(site.port);
    site[to](signal);
    await expect.poll(() => site.printed.some((line) => line.includes('"event":"stopping"'))).toBe(true);
    // By then bin/with-node.mjs has passed on a second signal, which must not end the site.
    await pause(300);
    form.send();
    expect(await form.response).toBe("HTTP/1.1 422");
    // npm alone doesn't wait for its child process; waiting for the end of its output does.
    await site.ended;
    expect(site.printed.some((line) => line.includes('"event":"stopped"'))).toBe(true);
  });
}

test("Ctrl-C ends a site whose log is piped to a program that Ctrl-C ends too", async ({ dataDir }) => {
  const command = ["sh", "-c", 'node bin/with-node.mjs bin/start.ts | tee "$DATA_DIR/log"'];
  site = await startSiteBy(command, { DATA_DIR: dataDir });
  site.signalGroup("SIGINT");
  // Its standard error stays open as long as the site runs.
  await site.ended;
});
