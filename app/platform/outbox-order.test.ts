/** The order of emails, discarded emails, and HTML parts. */
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../test/support/mail-server.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { createMailTransport, type MailToSend } from "./mail.server.ts";
import { MAIL_PRIORITY, type NewMail } from "./outbox.server.ts";
import { startOutbox } from "./outbox-worker.server.ts";
import { transact } from "./transact.server.ts";
import type { Worker } from "./worker.server.ts";

const MAIL = { to: "zawadi@example.com", subject: "Habari", text: "Karibu\n" };
const MINUTE_MS = 60_000;
const PATIENCE = { timeout: 10_000 };

/** A link that nodemailer's own encoding would break: longer than 76 characters. */
const LONG_LINK = `https://nguvu.example/booking?session=${"slot-with-a-long-name.".repeat(4)}2026-11-23`;

/** The two texts of a received mail. The line break before a boundary belongs to the boundary, and the parser leaves it. */
async function partsOf(raw: string): Promise<{ text: string | undefined; html: string | undefined }> {
  const { text, html } = await PostalMime.parse(raw);
  return { text: text?.replace(/\n\n$/, "\n"), html: html?.replace(/\n\n$/, "\n") };
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

  const enqueue = (mails: readonly Partial<NewMail>[]) =>
    transact(site.services, async ({ queueMail }) => {
      for (const mail of mails) await queueMail({ ...MAIL, ...mail } as NewMail);
    });

  const unsent = () => site.services.db.selectFrom("outbox").select("id").where("sent_at", "is", null).execute();

  /** Starts a worker that sends everything. @returns what it sent, in order */
  async function sendAll(): Promise<MailToSend[]> {
    const sent: MailToSend[] = [];
    outbox = startOutbox(site.services, { send: async (mail) => void sent.push(mail) });
    await expect.poll(unsent, PATIENCE).toEqual([]);
    return sent;
  }

  /** Sends everything over SMTP. @returns the raw mails, in the order of their arrival */
  async function sendOverSmtp(): Promise<string[]> {
    server = await startMailServer(() => null);
    const config = { ...site.services.config, smtpUrl: server.url };
    outbox = startOutbox(site.services, createMailTransport(config, site.services.log));
    await expect.poll(unsent, PATIENCE).toEqual([]);
    return server.received;
  }

  test("sends mail that somebody is waiting for first, then by age", async () => {
    const closure = Array.from({ length: 5 }, (_, index) => ({
      subject: `closed ${index}`,
      priority: MAIL_PRIORITY.bulk,
    }));
    for (const mail of closure) {
      await enqueue([mail]);
      site.passTime(1);
    }
    await enqueue([{ subject: "booked", priority: MAIL_PRIORITY.ordinary }]);
    site.passTime(1);
    await enqueue([{ subject: "new password" }]);
    const sent = await sendAll();
    expect(sent.map(({ subject }) => subject)).toEqual([
      "new password",
      "booked",
      ...closure.map(({ subject }) => subject),
    ]);
  });

  test("a due mail is sent before a more urgent mail that will be retried later", async () => {
    await enqueue([{ subject: "again" }, { subject: "bulk", priority: MAIL_PRIORITY.bulk }]);
    const later = new Date(site.services.now().getTime() + MINUTE_MS).toISOString();
    await site.services.db.updateTable("outbox").set({ due_at: later }).where("subject", "=", "again").execute();
    const subjects: string[] = [];
    outbox = startOutbox(site.services, { send: async ({ subject }) => void subjects.push(subject) });
    await expect.poll(async () => (await unsent()).length, PATIENCE).toBe(1);
    site.passTime(2 * MINUTE_MS);
    site.services.events.emit("mailQueued");
    await expect.poll(unsent, PATIENCE).toEqual([]);
    expect(subjects).toEqual(["bulk", "again"]);
  });

  test("a mail that is too late is deleted and logged, and the others are sent", async () => {
    const start = new Date(site.services.now().getTime() + MINUTE_MS);
    await enqueue([
      { subject: "reminder", kind: "booking-reminder", discardAfter: start },
      { subject: "longer of use", discardAfter: new Date(start.getTime() + 5 * MINUTE_MS) },
      { subject: "always of use" },
    ]);
    site.passTime(2 * MINUTE_MS);
    const sent = await sendAll();
    expect(sent.map(({ subject }) => subject).sort()).toEqual(["always of use", "longer of use"]);
    expect(await site.services.db.selectFrom("outbox").select("subject").execute()).toHaveLength(2);
    expect(site.logged.filter(({ event }) => event === "mail-discarded")).toMatchObject([
      { level: 40, kind: "booking-reminder" },
    ]);
    expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|habari/i);
  });

  describe("mails about one subject to one person", () => {
    const [PROMOTED, CANCELLED, RESTORED] = ["promoted", "cancelled", "takes place after all"] as const;
    const about = "monday-1.2026-11-23";

    /** Starts a worker whose transport fails for some mails. @returns the subjects as they are sent */
    function sendUnless(fails: (mail: MailToSend) => boolean): string[] {
      const subjects: string[] = [];
      const send = async (mail: MailToSend) => {
        if (fails(mail)) throw new Error("No");
        subjects.push(mail.subject);
      };
      outbox = startOutbox(site.services, { send });
      return subjects;
    }

    /** Lets time pass until every mail is sent. */
    async function sendInTime(): Promise<void> {
      const sendMore = async () => {
        // Less than a lease, or an email that is being sent would be sent twice.
        site.passTime(5000);
        site.services.events.emit("mailQueued");
        return unsent();
      };
      await expect.poll(sendMore, PATIENCE).toEqual([]);
    }

    test("wait only for earlier mails about this subject to this person", async () => {
      await enqueue([{ subject: CANCELLED, about }]);
      const others = [
        { subject: "to somebody else", about, to: "otieno@example.com" },
        { subject: "about another", about: "monday-2.2026-11-23" },
        { subject: "about nothing" },
      ];
      await enqueue([...others, { subject: RESTORED, about }]);
      const subjects = sendUnless(({ subject }) => subject === CANCELLED);
      await expect.poll(() => subjects.toSorted(), PATIENCE).toEqual(others.map(({ subject }) => subject).toSorted());
      expect(await unsent()).toHaveLength(2);
    });

    test("don't wait for mails that were given up or discarded", async () => {
      const soon = new Date(site.services.now().getTime() + MINUTE_MS);
      await enqueue([
        { subject: PROMOTED, about },
        { subject: "reminder", about, discardAfter: soon },
      ]);
      await enqueue([{ subject: CANCELLED, about }]);
      const { db } = site.services;
      const givenUp = {
        ...{ attempts: 125, last_error: "500", given_up_at: site.services.now().toISOString() },
        due_at: new Date(soon.getTime() + MINUTE_MS).toISOString(),
      };
      await db.updateTable("outbox").set(givenUp).where("subject", "=", PROMOTED).execute();
      const later = { attempts: 4, last_error: "421", due_at: givenUp.due_at };
      await db.updateTable("outbox").set(later).where("subject", "=", "reminder").execute();
      const subjects = sendUnless(() => false);
      await expect.poll(unsent).toHaveLength(3);
      site.passTime(MINUTE_MS + 1);
      site.services.events.emit("mailQueued");
      await expect.poll(() => subjects, PATIENCE).toEqual([CANCELLED]);
    });

    test("arrive in order when two instances send them and any attempt can fail", async () => {
      const random = randomNumbers(20_261_123);
      const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
      const people = ["zawadi@example.com", "otieno@example.com"];
      const sessions = ["monday-1.2026-11-23", "monday-2.2026-11-23"];
      const queued = new Map<string, string[]>();
      const enqueueSome = async (first: number) => {
        for (let number = first; number < first + 15; number += 1) {
          const [to, about] = [oneOf(people), oneOf(sessions)];
          const key = `${to} ${about}`;
          await enqueue([{ to, about, subject: `${key} ${number}`, priority: oneOf(Object.values(MAIL_PRIORITY)) }]);
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
      await enqueueSome(100);
      const instances = [startOutbox(site.services, { send }), startOutbox(site.services, { send })];
      await enqueueSome(115);
      await sendInTime();
      await Promise.all(instances.map((instance) => instance.stop()));
      expect(failed.size).toBeGreaterThan(5);
      expect(arrived).toEqual(queued);
    });
  });

  test("claims mail through an index", async () => {
    await enqueue([{}, { about: "monday-1.2026-11-23" }]);
    const { services, queries } = recordQueries(site.services);
    outbox = startOutbox(services, { send: async () => {} });
    await expect.poll(unsent, PATIENCE).toEqual([]);
    expect([...queries.keys()].some((text) => text.includes('order by "priority"'))).toBe(true);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("a mail is sent as text and HTML with unbroken lines, and stored as text", async () => {
    const text = `Karibu\n\n${LONG_LINK}\n`;
    const html = `<!doctype html>\n<p>Karibu</p>\n<p><a href="${LONG_LINK}">Book</a></p>\n`;
    await enqueue([{ text, html }]);
    const [raw = ""] = await sendOverSmtp();
    expect(await partsOf(raw)).toEqual({ text, html });
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(raw.match(/^Content-Transfer-Encoding: 7bit\r$/gm)).toHaveLength(2);
    expect(raw.split("\r\n")).toContain(LONG_LINK);
    // The plain text comes first: mail programs show the last part they support.
    expect(raw.indexOf("text/plain")).toBeLessThan(raw.indexOf("text/html"));
    const stored = await site.services.db.selectFrom("outbox").select(["body_text", "body_html"]).execute();
    expect(stored).toEqual([{ body_text: text, body_html: null }]);
  });

  test("only parts that can't be sent unencoded are encoded", async () => {
    const html = `<p>Zoë</p>\n<p>${"x".repeat(1200)}</p>\n`;
    await enqueue([{ text: "Plain\n", html }]);
    const [raw = ""] = await sendOverSmtp();
    expect(await partsOf(raw)).toEqual({ text: "Plain\n", html });
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test("a mail that can be switched off has the headers for the mail program's unsubscribe button", async () => {
    const unsubscribeUrl = `https://nguvu.example/reminders/off?key=${"k".repeat(60)}`;
    await enqueue([
      { subject: "reminder", unsubscribeUrl },
      { subject: "booked", priority: MAIL_PRIORITY.bulk },
    ]);
    const [reminder = "", booked = ""] = await sendOverSmtp();
    const headers = (await PostalMime.parse(reminder)).headers;
    const headerOf = (key: string) => headers.find((header) => header.key === key)?.value;
    expect(headerOf("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
    expect(headerOf("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf("auto-submitted")).toBe("auto-generated");
    expect(booked).not.toMatch(/^List-/im);
  });
});
