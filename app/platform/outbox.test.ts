import { readdir, readFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type MailServer, mailError, startMailServer } from "../../test/support/mail-server.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { createMailTransport } from "./mail.server.ts";
import { type NewMail, SENT_MAIL_RETENTION } from "./outbox.server.ts";
import { startOutbox } from "./outbox-worker.server.ts";
import { applyRetention } from "./retention.server.ts";
import { transact } from "./transact.server.ts";
import type { Worker } from "./worker.server.ts";

const MAIL = { to: "desk@nguvu.example", replyTo: "zawadi@example.com", subject: "Habari", text: "Karibu\nsana\n" };
const HOUR_MS = 60 * 60_000;

function enqueue(site: TestSite, mail: NewMail = MAIL): Promise<string> {
  return transact(site.services, ({ queueMail }) => queueMail(mail));
}

function rows(site: TestSite) {
  return site.services.db.selectFrom("outbox").selectAll().execute();
}

function start(site: TestSite, smtpUrl?: string): Worker {
  const config = { ...site.services.config, smtpUrl };
  return startOutbox(site.services, createMailTransport(config, site.services.log));
}

/** Wakes the workers, as after a commit, instead of waiting for the poll after moving the clock. */
function wake(site: TestSite): void {
  site.services.events.emit("mailQueued");
}

async function until(condition: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error("It did not come to pass in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(ENGINES)("the outbox on %s", (kind) => {
  let site: TestSite;
  let server: MailServer | undefined;
  let outbox: Worker | undefined;
  beforeEach(async () => {
    site = await openTestSite(kind);
  });
  afterEach(async () => {
    await outbox?.stop();
    await server?.close();
    [outbox, server] = [undefined, undefined];
    await site.close();
  });

  test("an email whose transaction fails is never sent", async () => {
    server = await startMailServer(() => null);
    outbox = start(site, server.url);
    const failing = transact(site.services, async ({ queueMail }) => {
      await queueMail(MAIL);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await rows(site)).toEqual([]);
    // Anything left by the failed transaction would be sent first.
    await enqueue(site, { ...MAIL, subject: "The one after" });
    await until(() => server?.received.length === 1);
    expect((await PostalMime.parse(server.received[0] ?? "")).subject).toBe("The one after");
  });

  test("an email is sent at its commit, without waiting for a poll", async () => {
    // No poll comes.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    server = await startMailServer(() => null);
    outbox = start(site, server.url);
    vi.useRealTimers();
    for (const count of [1, 2, 3]) {
      await enqueue(site);
      await until(() => server?.received.length === count);
      // The run that sent it has ended.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  test("the poll finds mail left by another instance", async () => {
    server = await startMailServer(() => null);
    const other = await site.secondInstance();
    outbox = start(site, server.url);
    await enqueue(other);
    await until(() => server?.received.length === 1);
    await other.close();
  });

  test("commits during a run lead to one more run, which sends all their mail", async () => {
    // The query that ends a run finds nothing, and is the only one whose result is empty.
    let emptyPolls = 0;
    const { db } = site.services;
    site.services.db = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.length === 0 && result.numAffectedRows === undefined) emptyPolls += 1;
        return result;
      },
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sent: string[] = [];
    outbox = startOutbox(site.services, {
      send: async ({ subject }) => {
        sent.push(subject);
        await held;
      },
    });
    await until(() => emptyPolls === 1);
    await enqueue(site, { ...MAIL, subject: "0" });
    await until(() => sent.length === 1);
    for (const subject of ["1", "2", "3"]) await enqueue(site, { ...MAIL, subject });
    emptyPolls = 0;
    release();
    await until(async () => (await rows(site)).every((row) => row.sent_at !== null));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([...sent].sort()).toEqual(["0", "1", "2", "3"]);
    // The current run, the one after the commits, and possibly a poll in between.
    expect(emptyPolls).toBeGreaterThanOrEqual(2);
    expect(emptyPolls).toBeLessThanOrEqual(3);
  });

  test.each([
    ["says that the mailbox is full", mailError(452, "4.2.2 Full"), "452 4.2.2"],
    ["responds with 550", mailError(550), "550"],
  ])("a server that %s gets the mail again, with increasing pauses, until it accepts it", async (_, error, code) => {
    server = await startMailServer((attempt) => (attempt <= 3 ? error : null));
    outbox = start(site, server.url);
    await enqueue(site);
    const failures = () => site.logged.filter((line) => line.event === "mail-failed");
    for (const attempts of [1, 2, 3]) {
      wake(site);
      await until(() => failures().length === attempts);
      site.passTime(Number(failures().at(-1)?.pauseMs) + 1000);
    }
    expect(failures().map((line) => [line.code, line.pauseMs])).toEqual([
      [code, 5_000],
      [code, 15_000],
      [code, 60_000],
    ]);
    wake(site);
    await until(async () => (await rows(site))[0]?.sent_at !== null);
    expect(server.received).toHaveLength(1);
    expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|karibu/i);
  });

  test("an unreachable server gets the mail when it is reachable", async () => {
    const gone = await startMailServer(() => null);
    await gone.close();
    outbox = start(site, gone.url);
    await enqueue(site);
    await until(async () => (await rows(site))[0]?.last_error === "ESOCKET");
    server = await startMailServer(() => null, Number(new URL(gone.url).port));
    site.passTime(HOUR_MS);
    wake(site);
    await until(() => server?.received.length === 1);
  });

  test("an email whose connection broke after it was sent is sent again with the same Message-ID", async () => {
    server = await startMailServer((attempt) => (attempt === 1 ? "drop" : null));
    outbox = start(site, server.url);
    await enqueue(site);
    await until(async () => (await rows(site))[0]?.last_error !== null);
    site.passTime(HOUR_MS);
    wake(site);
    await until(async () => (await rows(site))[0]?.sent_at !== null);
    const ids = await Promise.all(server.received.map(async (mail) => (await PostalMime.parse(mail)).messageId));
    const [row] = await rows(site);
    expect(ids).toEqual([row?.message_id, row?.message_id]);
  });

  test("an email of a killed instance is sent by another when the lease has expired", async () => {
    await enqueue(site);
    // As the killed instance left it: claimed, never marked as sent.
    const leased = new Date(site.services.now().getTime() + 60_000).toISOString();
    await site.services.db.updateTable("outbox").set({ attempts: 1, due_at: leased }).execute();
    server = await startMailServer(() => null);
    outbox = start(site, server.url);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.received).toEqual([]);
    site.passTime(HOUR_MS);
    wake(site);
    await until(() => server?.received.length === 1);
  });

  test("two instances send each of twenty mails once", async () => {
    server = await startMailServer(() => null);
    for (let count = 0; count < 20; count += 1) await enqueue(site);
    const second = kind === "postgres" ? await site.secondInstance() : undefined;
    outbox = start(site, server.url);
    const other = start(second ?? site, server.url);
    await until(async () => (await rows(site)).every((row) => row.sent_at !== null));
    await other.stop();
    await second?.close();
    expect(server.received).toHaveLength(20);
    const ids = await Promise.all(server.received.map(async (mail) => (await PostalMime.parse(mail)).messageId));
    expect(new Set(ids).size).toBe(20);
  });

  test("a mail that failed for days is given up and no longer claimed, and its row stays", async () => {
    server = await startMailServer(() => mailError(550));
    await enqueue(site);
    await site.services.db.updateTable("outbox").set({ attempts: 124 }).execute();
    outbox = start(site, server.url);
    await until(() => site.logged.some((line) => line.msg === "gave up a mail; the console shows it"));
    site.passTime(24 * HOUR_MS);
    wake(site);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await rows(site)).toMatchObject([
      { attempts: 125, sent_at: null, last_error: "550", given_up_at: expect.any(String) },
    ]);
  });

  test("a mail whose last attempt was interrupted is tried once more, then given up", async () => {
    server = await startMailServer(() => mailError(550));
    await enqueue(site);
    // As a killed instance left it.
    await site.services.db.updateTable("outbox").set({ attempts: 125, last_error: null }).execute();
    outbox = start(site, server.url);
    await until(async () => (await rows(site))[0]?.given_up_at !== null);
    expect(server.attempts()).toBe(1);
  });

  test("sent mail is stored for thirty days, waiting mail without a limit", async () => {
    await enqueue(site);
    await enqueue(site);
    const [sent] = await rows(site);
    const moment = site.services.now().toISOString();
    await site.services.db
      .updateTable("outbox")
      .set({ sent_at: moment })
      .where("id", "=", sent?.id ?? "")
      .execute();
    site.passTime(30 * 24 * HOUR_MS - 60_000);
    await applyRetention(site.services, SENT_MAIL_RETENTION);
    expect(await rows(site)).toHaveLength(2);
    site.passTime(120_000);
    await applyRetention(site.services, SENT_MAIL_RETENTION);
    expect(await rows(site)).toMatchObject([{ sent_at: null }]);
  });

  describe("an email with a link that expires", () => {
    const LINK = `https://nguvu.example/reset-password?token=${"Ab3".repeat(14)}_`;
    const enqueueLink = () => {
      const expiresAt = new Date(site.services.now().getTime() + HOUR_MS / 2);
      return enqueue(site, { ...MAIL, text: `Your link:\n\n${LINK}\n`, expiresAt });
    };

    test("is stored encrypted while it is queued, is sent unchanged, and leaves no text", async () => {
      server = await startMailServer((attempt) => (attempt === 1 ? mailError(451) : null));
      await enqueueLink();
      outbox = start(site, server.url);
      await until(async () => (await rows(site))[0]?.last_error === "451");
      expect(JSON.stringify(await rows(site))).not.toMatch(/token=|Your link/);
      site.passTime(10_000);
      wake(site);
      await until(async () => (await rows(site))[0]?.sent_at !== null);
      expect((await PostalMime.parse(server.received[0] ?? "")).text).toBe(`Your link:\n\n${LINK}\n`);
      expect(await rows(site)).toMatchObject([{ body_text: "", encrypted_text: null, subject: MAIL.subject }]);
    });

    test("is dropped once the link has expired, with a log line", async () => {
      server = await startMailServer(() => mailError(451));
      await enqueueLink();
      outbox = start(site, server.url);
      await until(async () => (await rows(site))[0]?.last_error === "451");
      site.passTime(HOUR_MS / 2);
      wake(site);
      await until(async () => (await rows(site)).length === 0);
      expect(server.attempts()).toBe(1);
      expect(site.logged.filter(({ event }) => event === "mail-expired")).toMatchObject([{ level: 40 }]);
    });

    test("is dropped with one error in the log when the secret has changed, and the next mail is sent", async () => {
      await enqueueLink();
      await enqueue(site);
      server = await startMailServer(() => null);
      site.services.config = { ...site.services.config, secret: "another secret, as long as the first one 7d0e" };
      outbox = start(site, server.url);
      await until(() => server?.received.length === 1);
      expect((await PostalMime.parse(server.received[0] ?? "")).text).toBe(MAIL.text);
      expect(await rows(site)).toHaveLength(1);
      expect(site.logged.filter(({ level }) => Number(level) >= 40)).toMatchObject([
        { level: 50, event: "mail-unreadable" },
      ]);
    });

    test("has an unbroken link, in a file and over SMTP", async () => {
      server = await startMailServer(() => null);
      await enqueueLink();
      outbox = start(site, server.url);
      await until(() => server?.received.length === 1);
      await outbox.stop();
      await enqueueLink();
      outbox = start(site);
      const folder = join(site.services.config.dataDir, "mail");
      await until(async () => (await rows(site)).every((row) => row.sent_at !== null));
      const [file = ""] = await readdir(folder);
      for (const raw of [server.received[0] ?? "", await readFile(join(folder, file), "utf8")]) {
        expect(raw.split("\r\n")).toContain(LINK);
        expect(raw).toContain("Content-Transfer-Encoding: 7bit\r\n");
      }
    });
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("without a mail server each mail becomes a file that a mail program can read", async () => {
    outbox = start(site);
    await enqueue(site, { ...MAIL, subject: "Enquiry from Zoë Ñandú" });
    await until(async () => (await rows(site)).every((row) => row.sent_at !== null));
    const folder = join(site.services.config.dataDir, "mail");
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    const mail = await PostalMime.parse(await readFile(join(folder, files[0] ?? "")));
    expect(mail).toMatchObject({
      from: { address: "desk@nguvu.example", name: "Nguvu Fitness" },
      to: [{ address: "desk@nguvu.example" }],
      replyTo: [{ address: "zawadi@example.com" }],
      subject: "Enquiry from Zoë Ñandú",
      text: MAIL.text,
      messageId: (await rows(site))[0]?.message_id,
    });
  });

  test("texts that can't be sent unencoded are encoded", async () => {
    server = await startMailServer(() => null);
    outbox = start(site, server.url);
    const texts = [`${"long ".repeat(250)}\n`, "Zoë Ñandú\n", `${"x".repeat(998)}\n.\n..\nFrom here\n`];
    for (const text of texts) await enqueue(site, { ...MAIL, text });
    await until(() => server?.received.length === texts.length);
    const received = await Promise.all(server.received.map((mail) => PostalMime.parse(mail)));
    expect(received.map((mail) => mail.text).sort()).toEqual([...texts].sort());
    const lengths = server.received.flatMap((mail) => mail.split("\r\n")).map((line) => Buffer.byteLength(line));
    expect(Math.max(...lengths)).toBe(998);
  });

  test("addresses that contain several recipients or a header reach nobody else", async () => {
    outbox = start(site);
    await enqueue(site, { ...MAIL, replyTo: "zawadi@example.com, all@evil.example" });
    await enqueue(site, { ...MAIL, replyTo: "zawadi@example.com\r\nBcc: all@evil.example" });
    await enqueue(site, { ...MAIL, subject: "Habari\r\nBcc: all@evil.example" });
    await until(async () => (await rows(site)).every((row) => row.sent_at !== null));
    const folder = join(site.services.config.dataDir, "mail");
    for (const file of await readdir(folder)) {
      const mail = await PostalMime.parse(await readFile(join(folder, file)));
      expect(mail.to).toHaveLength(1);
      expect(mail.replyTo?.map(({ address }) => address)).not.toContain("all@evil.example");
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    }
  });

  test("stopping waits for the mail being sent and leaves the others", async () => {
    let stopped: Promise<void> | undefined;
    server = await startMailServer(() => {
      // Sent, and not yet accepted.
      stopped ??= outbox?.stop();
      return null;
    });
    for (let count = 0; count < 5; count += 1) await enqueue(site);
    outbox = start(site, server.url);
    await until(() => stopped !== undefined);
    await stopped;
    expect(server.received).toHaveLength(1);
    const sent = (await rows(site)).filter((row) => row.sent_at !== null);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ["an encoded word", "Enquiry from =?utf-8?Q?Nguvu_Fitness?=", undefined],
    ["an encoded word behind letters that need encoding", "Enquiry from Zoë =?utf-8?B?TmF1Z2h0eQ==?= Ñandú", undefined],
    ["what is almost an encoded word", "Enquiry from =?utf-8?Q?a b?= =?x", undefined],
    ["a long encoded word", `Enquiry from ${"=?utf-8?Q?=41?= ".repeat(6)}Zawadi`, undefined],
    ["bidirectional overrides", "Enquiry from \u202eidawaZ\u202c \u2067Mumo\u2069", "Enquiry from idawaZ Mumo"],
    ["control characters", "Enquiry from Za\u0007wadi\u0085Mumo", "Enquiry from Za wadi Mumo"],
    ["a right-to-left name", "Enquiry from \u0632\u0648\u0627\u062f\u064a\u200f", undefined],
  ])(
    "a subject with %s is shown as it was typed, without what can't be seen",
    async (_, subject, visible = subject) => {
      server = await startMailServer(() => null);
      outbox = start(site, server.url);
      await enqueue(site, { ...MAIL, subject });
      await until(() => server?.received.length === 1);
      expect((await PostalMime.parse(server.received[0] ?? "")).subject).toBe(visible);
      expect(server.received[0]).toMatch(/^[\t\r\n\x20-\x7e]+$/);
    },
  );
});

/** A server that doesn't speak SMTP: it sends nothing, or an endless greeting line by line. */
async function startMute(line = ""): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const talking = setInterval(() => line !== "" && socket.write(line), 100);
    socket.on("error", () => {}).on("close", () => clearInterval(talking));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening server on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test.each([
  ["says nothing", "", { stepTimeoutMs: 300, sendTimeoutMs: 60_000 }],
  ["never finishes what it says", "220-Karibu\r\n", { stepTimeoutMs: 60_000, sendTimeoutMs: 600 }],
])("sending to a server that %s times out", async (_, line, timeouts) => {
  const site = await openTestSite("sqlite");
  const server = await startMute(line);
  const transport = createMailTransport({ ...site.services.config, smtpUrl: server.url }, site.services.log, timeouts);
  const outbox = startOutbox(site.services, transport);
  await enqueue(site);
  await until(async () => (await rows(site))[0]?.last_error === "ETIMEDOUT");
  await outbox.stop();
  server.close();
  await site.close();
});

test("a stalled server blocks the worker for one step's timeout only", async () => {
  const site = await openTestSite("sqlite");
  const server = await startMailServer((attempt) => (attempt === 1 ? "stall" : null));
  const config = { ...site.services.config, smtpUrl: server.url };
  const transport = createMailTransport(config, site.services.log, { stepTimeoutMs: 300 });
  const outbox = startOutbox(site.services, transport);
  await enqueue(site);
  await until(async () => (await rows(site))[0]?.last_error === "ETIMEDOUT");
  site.passTime(HOUR_MS);
  wake(site);
  await until(() => server.received.length === 1);
  await outbox.stop();
  await server.close();
  await site.close();
});
