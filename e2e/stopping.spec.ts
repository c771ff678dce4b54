/** What happens when the process is told to end: nobody's request fails. */
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { createVisitor, readStamp } from "../test/http-client.ts";
import { startMailServer } from "../test/mail-server.ts";
import { type SiteProcess, startSiteBy, startSiteProcess } from "../test/site-process.ts";

// Starting a site may take a while on a machine that is busy.
test.describe.configure({ timeout: 60_000 });

let dataDir: string;
let site: SiteProcess;

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "nguvu-stop-"));
  site = await startSiteProcess({ DATA_DIR: dataDir });
});

test.afterEach(async () => {
  site.signal("SIGKILL");
  await site.ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** The status of an answer, or the code of what went wrong. */
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

test("under load, every request that was taken is answered, and the end comes within ten seconds", async () => {
  const answers = new Map<number | string, number>();
  let running = true;
  const clients = Array.from({ length: 20 }, async (_, number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (running) {
      const answer = await ask(number % 4 === 0 ? "/login?next=/account" : "/about", agent);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      // Refused before it was sent: this is what tells a load balancer to ask the other instance.
      if (answer === "ECONNREFUSED") break;
    }
    agent.destroy();
  });
  await pause(500);
  const told = performance.now();
  site.signal("SIGTERM");
  await expect.poll(() => ask("/readyz", new Agent()), { timeout: 1000, intervals: [5] }).toBe(503);
  const end = await site.ended;
  running = false;
  await Promise.all(clients);
  expect(end).toEqual({ code: 0, signal: null });
  expect(performance.now() - told).toBeLessThan(10_000);
  expect(answers.get(200)).toBeGreaterThan(20);
  // A connection that the system took, but the site had not yet, is reset when the door closes in that very moment: the
  // site never saw it, and a proxy asks the other instance (docs/operating.md). What the site took, it answered: as many
  // answers arrived as it says it gave.
  const unharmed = new Set<number | string>([200, "ECONNREFUSED", "ECONNRESET"]);
  expect([...answers.keys()].filter((answer) => !unharmed.has(answer))).toEqual([]);
  expect(answers.get("ECONNRESET") ?? 0).toBeLessThanOrEqual(20);
  const given = site.printed.filter((line) => line.includes('"event":"request"') && !line.includes("/readyz"));
  expect(given).toHaveLength(answers.get(200) ?? 0);
});

test("clients that never finish don't keep it from ending within ten seconds", async () => {
  const unfinished = ["POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nname=", "GET / HTTP/1.1\r\nX-"];
  const sockets = unfinished.map((bytes) => {
    const socket = connect(site.port, "127.0.0.1");
    socket.on("error", () => {}).write(bytes);
    return socket;
  });
  await pause(300);
  const told = performance.now();
  site.signal("SIGTERM");
  expect(await site.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - told).toBeLessThan(10_000);
  for (const socket of sockets) socket.destroy();
});

test("what was acknowledged while it stopped is kept", async () => {
  const stamp = await readStamp(createVisitor(site.url));
  const told: string[] = [];
  let running = true;
  const clients = Array.from({ length: 4 }, async (_, client) => {
    const visitor = createVisitor(site.url);
    for (let turn = 0; running; turn += 1) {
      const comment = `From ${client}, turn ${turn}`;
      const form = { name: "W", email: "w@example.com", class: "", comment, website: "", stamp, elapsed: "4000" };
      // Refused, or reset at the closing door: not acknowledged, and the visitor sees so.
      const status = await visitor.post("/contact", form).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 0) break;
      expect(status).toBe(303);
      told.push(comment);
    }
  });
  await pause(500);
  site.signal("SIGTERM");
  expect(await site.ended).toEqual({ code: 0, signal: null });
  running = false;
  await Promise.all(clients);
  expect(told.length).toBeGreaterThan(10);
  const database = new DatabaseSync(join(dataDir, "nguvu.sqlite"));
  const kept = database
    .prepare("select comment from enquiries")
    .all()
    .map((row) => row.comment);
  database.close();
  expect(told.filter((comment) => !kept.includes(comment))).toEqual([]);
});

test("a second signal is final", async () => {
  // A kept connection, so that the first signal waits.
  const agent = new Agent({ keepAlive: true });
  expect(await ask("/", agent)).toBe(200);
  site.signal("SIGTERM");
  await expect.poll(() => ask("/readyz", new Agent()), { timeout: 1000, intervals: [5] }).toBe(503);
  await pause(600);
  const told = performance.now();
  site.signal("SIGTERM");
  expect(await site.ended).toEqual({ code: 1, signal: null });
  expect(performance.now() - told).toBeLessThan(1000);
  agent.destroy();
});

test("a mail server that takes its time over a mail doesn't keep it from ending", async () => {
  const mails = await startMailServer(() => "stall");
  const own = await startSiteProcess({ DATA_DIR: join(dataDir, "own"), SMTP_URL: mails.url });
  const visitor = createVisitor(own.url);
  const form = { name: "W", email: "w@example.com", class: "", comment: "Karibu", website: "", elapsed: "4000" };
  expect((await visitor.post("/contact", { ...form, stamp: await readStamp(visitor) })).status).toBe(303);
  await expect.poll(mails.attempts).toBe(1);
  const told = performance.now();
  own.signal("SIGTERM");
  expect(await own.ended).toEqual({ code: 0, signal: null });
  // Half of what one step with the mail server may take.
  expect(performance.now() - told).toBeLessThan(5000);
  await mails.close();
});

/** A form that has been sent but for its last bytes, which `send` sends; resolves with the start of the answer. */
async function beginForm(port: number) {
  const body = new URLSearchParams({ email: "nobody@example.com", password: "wrong" }).toString();
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (chunk) => resolve(String(chunk).slice(0, 12)));
    socket.once("error", (error) => resolve(error.message)).once("close", () => resolve("cut off"));
  });
  const headers = ["Host: a", "Sec-Fetch-Site: same-origin", "Content-Type: application/x-www-form-urlencoded"];
  const head = ["POST /login HTTP/1.1", ...headers, `Content-Length: ${body.length}`].join("\r\n");
  socket.write(`${head}\r\n\r\n${body.slice(0, -1)}`);
  await pause(200);
  return { send: () => socket.write(body.slice(-1)), answer };
}

const npm = process.env.npm_execpath;
const NPM_START = [...(npm === undefined ? ["npm"] : [process.execPath, npm]), "start"];
const WRAPPER = [process.execPath, join("bin", "with-node.mjs"), join("bin", "start.ts")];

for (const [name, command, signal, to] of [
  ["npm alone", NPM_START, "SIGTERM", "signal"],
  ["npm and all it started, as a supervisor does", NPM_START, "SIGTERM", "signalGroup"],
  ["npm and all it started, as Ctrl-C does", NPM_START, "SIGINT", "signalGroup"],
  ["what npm starts, alone", WRAPPER, "SIGTERM", "signal"],
  ["what npm starts, and all it started", WRAPPER, "SIGTERM", "signalGroup"],
] as const) {
  test(`a signal to ${name} ends it as one to the site does`, async () => {
    const own = await startSiteBy(command, { DATA_DIR: join(dataDir, "own") });
    const form = await beginForm(own.port);
    own[to](signal);
    await expect.poll(() => own.printed.some((line) => line.includes('"event":"stopping"'))).toBe(true);
    await pause(300);
    form.send();
    expect(await form.answer).toBe("HTTP/1.1 422");
    // npm alone doesn't wait for what it started; whoever waits for its output to end does.
    await own.ended;
    expect(own.printed.some((line) => line.includes('"event":"stopped"'))).toBe(true);
  });
}
