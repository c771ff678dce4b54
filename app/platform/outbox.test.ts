import { readdir, readFile, stat } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../test/support/listen.ts";
import { mailError } from "../../test/support/mail-server.ts";
import { openMailSiteBeforeEach } from "../../test/support/mail-site.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import { createMailTransport, type MailToSend } from "./mail.server.ts";
import { MAIL_PRIORITY, SENT_MAIL_RETENTION } from "./outbox.server.ts";
import { sendDueMail, startOutbox } from "./outbox-worker.server.ts";
import { applyRetention } from "./retention.server.ts";
import { transact } from "./transact.server.ts";
import { startWorker } from "./worker.server.ts";

const MAIL = { to: "desk@nguvu.example", replyTo: "zawadi@example.com", subject: "Habari", text: "Karibu\nsana\n" };

describe.each(ENGINES)("the outbox on %s", (kind) => {
  const site = openMailSiteBeforeEach(kind);
  const { services } = site;
  const { outboxRows, queue, sendMail } = site;
  const update = (values: object) => services.db.updateTable("outbox").set(values).execute();

  /** Starts the worker of an instance. @returns the subjects as they are sent */
  function startSending(): string[] {
    const subjects: string[] = [];
    const outbox = startOutbox(services, { send: async ({ subject }) => void subjects.push(subject) });
    onTestFinished(outbox.stop);
    return subjects;
  }

  test("an email is sent at its commit, without waiting for a poll, and never if its transaction fails", async () => {
    // No poll comes.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const sent = startSending();
    vi.useRealTimers();
    const failing = transact(services, async ({ queueMail }) => {
      await queueMail({ ...MAIL, subject: "of a failed transaction" });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    for (const subject of ["first", "second"]) {
      await queue({ subject });
      await expect.poll(() => sent.at(-1)).toBe(subject);
      // The run that sent it has ended.
      await expect.poll(site.unsent).toEqual([]);
    }
    expect(sent).toEqual(["first", "second"]);
  });

  test("the poll finds mail left by another instance", async () => {
    const other = await site.secondInstance();
    const sent = startSending();
    await transact(other.services, ({ queueMail }) => queueMail(MAIL));
    await expect.poll(() => sent, { timeout: 10_000 }).toEqual([MAIL.subject]);
    await other.close();
  });

  test.each([
    ["says that the mailbox is full", mailError(452, "4.2.2 Full"), "452 4.2.2"],
    ["responds with 550", mailError(550), "550"],
  ])("a server that %s gets the mail again, with increasing pauses, until it accepts it", async (_, error, code) => {
    await site.startServer((attempt) => (attempt <= 3 ? error : null));
    await queue(MAIL);
    for (const pauseMs of [5_000, 15_000, 60_000]) {
      await sendMail();
      expect(site.logLines("mail-failed").at(-1)).toMatchObject({ code, pauseMs });
      site.passTime(pauseMs - 1000);
      await sendMail();
      site.passTime(2000);
    }
    await sendMail();
    expect(await site.unsent()).toEqual([]);
    expect(site.server().attempts()).toBe(4);
    expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|karibu/i);
  });

  test("an email whose connection broke after it was sent is sent again with the same Message-ID", async () => {
    await site.startServer((attempt) => (attempt === 1 ? "drop" : null));
    await queue(MAIL);
    await sendMail();
    site.passTime(HOUR_MS);
    await sendMail();
    const [row] = await outboxRows();
    expect((await site.received()).map(({ messageId }) => messageId)).toEqual([row?.message_id, row?.message_id]);
  });

  test("an email of a killed instance is sent by another when the lease has expired", async () => {
    await queue({ ...MAIL, about: "monday-1.2026-11-23" });
    // As the killed instance left it: claimed, never marked as sent.
    await update({ attempts: 1, due_at: new Date(services.now().getTime() + 60_000).toISOString() });
    await site.startServer();
    await sendMail();
    expect(await site.unsent()).toHaveLength(1);
    site.passTime(HOUR_MS);
    await sendMail();
    expect(await site.unsent()).toEqual([]);
  });

  test("a mail that failed for days is given up and no longer claimed, and tried once more if that was interrupted", async () => {
    await site.startServer(() => mailError(550));
    await queue(MAIL);
    await update({ attempts: 124 });
    await sendMail();
    expect(site.logged).toContainEqual(expect.objectContaining({ msg: "gave up a mail; the console shows it" }));
    site.passTime(24 * HOUR_MS);
    await sendMail();
    const givenUp = { sent_at: null, last_error: "550", given_up_at: expect.any(String) };
    expect(await outboxRows()).toMatchObject([{ attempts: 125, ...givenUp }]);
    await update({ last_error: null, given_up_at: null });
    await sendMail();
    expect(await outboxRows()).toMatchObject([givenUp]);
    expect(site.server().attempts()).toBe(2);
  });

  test("sent mail is stored for thirty days, waiting mail without a limit", async () => {
    const [sent = ""] = await queue(MAIL, MAIL);
    const moment = services.now().toISOString();
    await services.db.updateTable("outbox").set({ sent_at: moment }).where("id", "=", sent).execute();
    site.passTime(30 * 24 * HOUR_MS - 60_000);
    await applyRetention(services, SENT_MAIL_RETENTION);
    expect(await outboxRows()).toHaveLength(2);
    site.passTime(120_000);
    await applyRetention(services, SENT_MAIL_RETENTION);
    expect(await outboxRows()).toMatchObject([{ sent_at: null }]);
  });

  describe("an email with a link that expires", () => {
    const text = "Your link:\n\nhttps://nguvu.example/reset-password?token=Ab3_\n";
    const queueLink = () => queue({ ...MAIL, text, expiresAt: new Date(services.now().getTime() + HOUR_MS / 2) });

    test("is stored encrypted while it is queued, is sent unchanged, leaves no text, and is dropped once expired", async () => {
      await site.startServer((attempt) => (attempt === 1 ? mailError(451) : null));
      await queueLink();
      await sendMail();
      expect(await outboxRows()).toMatchObject([{ last_error: "451" }]);
      expect(JSON.stringify(await outboxRows())).not.toMatch(/token=|Your link/);
      site.passTime(10_000);
      await sendMail();
      expect(await site.received()).toMatchObject([{ text }]);
      expect(await outboxRows()).toMatchObject([{ body_text: "", encrypted_text: null, subject: MAIL.subject }]);
      await queueLink();
      site.passTime(HOUR_MS / 2);
      await sendMail();
      expect([(await outboxRows()).length, site.server().attempts()]).toEqual([1, 2]);
      expect(site.logLines("mail-expired")).toMatchObject([{ level: 40 }]);
    });

    test("is dropped with one error in the log when the secret has changed, and the next mail is sent", async () => {
      await queueLink();
      await queue(MAIL);
      await site.startServer();
      site.services.config = { ...services.config, secret: "another secret, as long as the first one 7d0e" };
      await sendMail();
      expect(await site.received()).toMatchObject([{ text: MAIL.text }]);
      expect(await outboxRows()).toHaveLength(1);
      const problems = site.logged.filter(({ level }) => Number(level) >= 40);
      expect(problems).toMatchObject([{ level: 50, event: "mail-unreadable" }]);
    });
  });

  /** Runs the worker once. @returns the subjects in the order of sending */
  async function sendDue(fails: (mail: MailToSend) => boolean = () => false): Promise<string[]> {
    const subjects: string[] = [];
    const send = async (mail: MailToSend) => {
      if (fails(mail)) throw new Error("No");
      subjects.push(mail.subject);
    };
    await sendDueMail(services, { send });
    return subjects;
  }

  test("sends mail that somebody is waiting for first, then by age, and due mail before urgent mail of later", async () => {
    for (const subject of ["closed 1", "closed 2", "closed 3"]) {
      await queue({ subject, priority: MAIL_PRIORITY.bulk });
      site.passTime(1);
    }
    await queue({ subject: "booked", priority: MAIL_PRIORITY.ordinary });
    site.passTime(1);
    await queue({ subject: "new password" });
    expect(await sendDue()).toEqual(["new password", "booked", "closed 1", "closed 2", "closed 3"]);
    await queue({ subject: "again" }, { subject: "bulk", priority: MAIL_PRIORITY.bulk });
    const later = new Date(services.now().getTime() + MINUTE_MS).toISOString();
    await services.db.updateTable("outbox").set({ due_at: later }).where("subject", "=", "again").execute();
    expect(await sendDue()).toEqual(["bulk"]);
    site.passTime(2 * MINUTE_MS);
    expect(await sendDue()).toEqual(["again"]);
  });

  test("a mail that is too late is deleted and logged, and the others are sent", async () => {
    const start = new Date(services.now().getTime() + MINUTE_MS);
    await queue(
      { subject: "reminder", kind: "booking-reminder", discardAfter: start },
      { subject: "longer of use", discardAfter: new Date(start.getTime() + 5 * MINUTE_MS) },
      { subject: "always of use" },
    );
    site.passTime(2 * MINUTE_MS);
    expect((await sendDue()).sort()).toEqual(["always of use", "longer of use"]);
    expect(await outboxRows()).toHaveLength(2);
    expect(site.logLines("mail-discarded")).toMatchObject([{ level: 40, kind: "booking-reminder" }]);
    expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|habari/i);
  });

  describe("mails about one subject to one person", () => {
    const [PROMOTED, CANCELLED, RESTORED] = ["promoted", "cancelled", "takes place after all"] as const;
    const about = "monday-1.2026-11-23";

    test("wait only for earlier mails about this subject to this person", async () => {
      await queue({ subject: CANCELLED, about });
      const others = [
        ...[1, 2].map((number) => ({ subject: `to somebody else ${number}`, about, to: "otieno@example.com" })),
        { subject: "about another", about: "monday-2.2026-11-23" },
        { subject: "about nothing" },
      ];
      await queue(...others, { subject: RESTORED, about });
      const sent = await sendDue(({ subject }) => subject === CANCELLED);
      expect(sent.sort()).toEqual(others.map(({ subject }) => subject).sort());
      expect(await site.unsent()).toHaveLength(2);
    });

    test("don't wait for mails that were given up or discarded", async () => {
      const soon = new Date(services.now().getTime() + MINUTE_MS);
      await queue({ subject: PROMOTED, about }, { subject: "reminder", about, discardAfter: soon });
      await queue({ subject: CANCELLED, about });
      const { db } = services;
      const due_at = new Date(soon.getTime() + MINUTE_MS).toISOString();
      const givenUp = { attempts: 125, last_error: "500", given_up_at: services.now().toISOString(), due_at };
      await db.updateTable("outbox").set(givenUp).where("subject", "=", PROMOTED).execute();
      const later = { attempts: 4, last_error: "421", due_at };
      await db.updateTable("outbox").set(later).where("subject", "=", "reminder").execute();
      expect(await sendDue()).toEqual([]);
      site.passTime(MINUTE_MS + 1);
      expect(await sendDue()).toEqual([CANCELLED]);
    });

    test("arrive once and in order when two instances send them and any attempt can fail", async () => {
      // In one process, two connections to a SQLite file would block each other.
      const second = kind === "postgres" ? await site.secondInstance() : site;
      const instances = [services, { ...second.services, now: services.now }];
      const random = randomNumbers(20_261_123);
      const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
      const people = ["zawadi@example.com", "otieno@example.com"];
      const sessions = ["monday-1.2026-11-23", "monday-2.2026-11-23"];
      const queued = new Map<string, string[]>();
      const queueSome = async (first: number) => {
        for (let number = first; number < first + 15; number += 1) {
          const [to, session] = [oneOf(people), oneOf(sessions)];
          const key = `${to} ${session}`;
          const priority = oneOf(Object.values(MAIL_PRIORITY));
          await queue({ to, about: session, subject: `${key} ${number}`, priority });
          queued.set(key, [...(queued.get(key) ?? []), `${key} ${number}`]);
        }
      };
      const failed = new Set<string>();
      const arrived = new Map<string, string[]>();
      const send = async ({ subject }: MailToSend) => {
        if (!failed.has(subject) && random() < 0.4) {
          failed.add(subject);
          throw new Error("No");
        }
        const key = subject.replace(/ \d+$/, "");
        arrived.set(key, [...(arrived.get(key) ?? []), subject]);
      };
      const run = () => Promise.all(instances.map((services) => sendDueMail(services, { send })));
      await queueSome(100);
      await Promise.all([run(), queueSome(115)]);
      while ((await site.unsent()).length > 0) {
        site.passTime(5000);
        await run();
      }
      expect(failed.size).toBeGreaterThan(5);
      expect(arrived).toEqual(queued);
      if (second !== site) await second.close();
    });
  });

  test("after long pauses all waiting mail is due, but not one that another instance is sending", async () => {
    await queue({ subject: "first" }, { subject: "later" }, { subject: "being sent" });
    const { db } = services;
    const due_at = new Date(services.now().getTime() + DAY_MS).toISOString();
    await db.updateTable("outbox").set({ due_at, last_error: "421" }).where("subject", "=", "later").execute();
    await db.updateTable("outbox").set({ due_at, last_error: null }).where("subject", "=", "being sent").execute();
    const sent: string[] = [];
    const state = { failures: 4, pausedUntil: new Date(0), isStuckLogged: false };
    await sendDueMail(services, { send: async ({ subject }) => void sent.push(subject) }, undefined, state);
    expect(sent).toEqual(["first", "later"]);
  });

  if (kind === "postgres") return;

  async function filesOfMails(): Promise<string[]> {
    const folder = join(site.services.config.dataDir, "mail");
    return Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), "utf8")));
  }

  test("without a mail server each mail becomes a file that a mail program can read, with unbroken links", async () => {
    const link = `https://nguvu.example/reset-password?token=${"Ab3".repeat(14)}_`;
    const text = `Your link:\n\n${link}\n`;
    await queue({ ...MAIL, subject: "Enquiry from Zoë Ñandú", text });
    await sendMail();
    const [raw = "", ...others] = await filesOfMails();
    expect(others).toEqual([]);
    const folder = join(site.services.config.dataDir, "mail");
    for (const path of [folder, join(folder, (await readdir(folder))[0] ?? "")])
      expect((await stat(path)).mode & 0o077, "for others").toBe(0);
    expect(raw.split("\r\n")).toContain(link);
    expect(await PostalMime.parse(raw)).toMatchObject({
      from: { address: "desk@nguvu.example", name: "Nguvu Fitness" },
      to: [{ address: "desk@nguvu.example" }],
      replyTo: [{ address: "zawadi@example.com" }],
      subject: "Enquiry from Zoë Ñandú",
      text,
      messageId: (await outboxRows())[0]?.message_id,
    });
  });

  test("texts that can't be sent unencoded are encoded", async () => {
    await site.startServer();
    const texts = [`${"long ".repeat(250)}\n`, "Zoë Ñandú\n", `${"x".repeat(998)}\n.\n..\nFrom here\n`];
    await queue(...texts.map((text) => ({ text })));
    await sendMail();
    expect((await site.received()).map(({ text }) => text).sort()).toEqual([...texts].sort());
    const lines = site.server().received.flatMap((mail) => mail.split("\r\n"));
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(998);
  });

  test("addresses that contain several recipients or a header reach nobody else", async () => {
    await queue(
      { ...MAIL, replyTo: "zawadi@example.com, all@evil.example" },
      { ...MAIL, replyTo: "zawadi@example.com\r\nBcc: all@evil.example" },
      { ...MAIL, subject: "Habari\r\nBcc: all@evil.example" },
    );
    await sendMail();
    for (const raw of await filesOfMails()) {
      const mail = await PostalMime.parse(raw);
      expect(mail.to).toHaveLength(1);
      expect(mail.replyTo?.map(({ address }) => address)).not.toContain("all@evil.example");
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    }
  });

  test("stopping waits for the mail being sent and leaves the others", async () => {
    const begun = Promise.withResolvers<void>();
    const accepted = Promise.withResolvers<void>();
    await queue(MAIL, MAIL, MAIL);
    const outbox = startOutbox(services, {
      send: async () => {
        begun.resolve();
        await accepted.promise;
      },
    });
    await begun.promise;
    const stopped = outbox.stop();
    accepted.resolve();
    await stopped;
    expect(await site.unsent()).toHaveLength(2);
  });

  test("events during a worker's run lead to one more run", async () => {
    const first = Promise.withResolvers<void>();
    let runs = 0;
    const settings = { intervalMs: HOUR_MS, wokenBy: "mailQueued", failure: "not-done" } as const;
    const worker = startWorker(services, settings, async () => {
      runs += 1;
      if (runs === 1) await first.promise;
    });
    for (let event = 0; event < 3; event += 1) services.events.emit("mailQueued");
    first.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    await worker.stop();
    expect(runs).toBe(2);
  });

  test("a subject is shown as it was typed, without what can't be seen", async () => {
    const subjects: Record<string, string | undefined> = {
      "Enquiry from =?utf-8?Q?Nguvu_Fitness?=": undefined,
      "Enquiry from Zoë =?utf-8?B?TmF1Z2h0eQ==?= Ñandú": undefined,
      "Enquiry from =?utf-8?Q?a b?= =?x": undefined,
      [`Enquiry from ${"=?utf-8?Q?=41?= ".repeat(6)}Zawadi`]: undefined,
      "Enquiry from \u0632\u0648\u0627\u062f\u064a\u200f": undefined,
      "Enquiry from \u202eidawaZ\u202c \u2067Mumo\u2069": "Enquiry from idawaZ Mumo",
      "Enquiry from Za\u0007wadi\u0085Mumo": "Enquiry from Za wadi Mumo",
    };
    await site.startServer();
    await queue(...Object.keys(subjects).map((subject) => ({ subject })));
    await sendMail();
    const visible = Object.entries(subjects).map(([typed, shown = typed]) => shown);
    expect((await site.received()).map(({ subject }) => subject).sort()).toEqual(visible.sort());
    for (const raw of site.server().received) expect(raw).toMatch(/^[\t\r\n\x20-\x7e]+$/);
  });

  test.each([
    ["says nothing", "", { stepTimeoutMs: 300, sendTimeoutMs: 60_000 }],
    ["never finishes what it says", "220-Karibu\r\n", { stepTimeoutMs: 60_000, sendTimeoutMs: 600 }],
  ])("sending to a server that %s times out", async (_, line, timeouts) => {
    const { config, log } = services;
    await queue(MAIL);
    await sendDueMail(services, createMailTransport({ ...config, smtpUrl: await startMute(line) }, log, timeouts));
    expect(await outboxRows()).toMatchObject([{ last_error: "ETIMEDOUT" }]);
  });

  test("a mail is sent as text and HTML with unbroken lines, stored as text, and can be switched off by its headers", async () => {
    // nodemailer's own encoding would break it: it is longer than 76 characters.
    const link = `https://nguvu.example/booking?session=${"slot-with-a-long-name.".repeat(4)}2026-11-23`;
    const text = `Karibu\n\n${link}\n`;
    const html = `<!doctype html>\n<p>Karibu</p>\n<p><a href="${link}">Book</a></p>\n`;
    await site.startServer();
    const unsubscribeUrl = `https://nguvu.example/reminders/off?key=${"k".repeat(60)}`;
    await queue({ text, html, unsubscribeUrl });
    await site.sendMail();
    const [raw = ""] = site.server().received;
    // The line break before a boundary belongs to the boundary, and the parser leaves it.
    const [mail] = await site.received();
    expect([mail?.text, mail?.html].map((part) => part?.replace(/\n\n$/, "\n"))).toEqual([text, html]);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(raw.match(/^Content-Transfer-Encoding: 7bit\r$/gm)).toHaveLength(2);
    expect(raw.split("\r\n")).toContain(link);
    // The plain text comes first: mail programs show the last part they support.
    expect(raw.indexOf("text/plain")).toBeLessThan(raw.indexOf("text/html"));
    expect(await outboxRows()).toMatchObject([{ body_text: text, body_html: null }]);
    // The mail program has an unsubscribe button.
    const headerOf = (key: string) => mail?.headers.find((header) => header.key === key)?.value;
    expect(headerOf("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
    expect(headerOf("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf("auto-submitted")).toBe("auto-generated");
    await queue({ subject: "booked" });
    await site.sendMail();
    const [, booked] = await site.received();
    expect(booked?.headers.filter(({ key }) => key.startsWith("list-"))).toEqual([]);
  });
});

/** Starts a server that doesn't speak SMTP: it sends nothing, or an endless greeting line by line. @returns its address */
async function startMute(line: string): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const talking = setInterval(() => line !== "" && socket.write(line), 100);
    socket.on("error", () => {}).on("close", () => clearInterval(talking));
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${port}`;
}
