/** The order in which mail is sent, mail that is discarded, and mail with a part of HTML. */
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../test/mail-server.ts";
import { fullScans, recordQueries } from "../../test/query-plans.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/test-services.ts";
import { createMailTransport, type MailToSend } from "./mail.server.ts";
import { MAIL_PRIORITY, type NewMail, transactionWithMail } from "./outbox.server.ts";
import { type Outbox, startOutbox } from "./outbox-worker.server.ts";

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
  let outbox: Outbox | undefined;
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
    transactionWithMail(site.services, async (_, queueMail) => {
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

  test("sends what somebody waits for first, then by age", async () => {
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

  test("a mail that is due goes before a more urgent one that is to be tried again later", async () => {
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

  test("a mail that came too late is deleted, with a line in the log, and the others are sent", async () => {
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

  test("a mail is sent as text and HTML, with every line whole, and stored as text", async () => {
    const text = `Karibu\n\n${LONG_LINK}\n`;
    const html = `<!doctype html>\n<p>Karibu</p>\n<p><a href="${LONG_LINK}">Book</a></p>\n`;
    await enqueue([{ text, html }]);
    const [raw = ""] = await sendOverSmtp();
    expect(await partsOf(raw)).toEqual({ text, html });
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(raw.match(/^Content-Transfer-Encoding: 7bit\r$/gm)).toHaveLength(2);
    expect(raw.split("\r\n")).toContain(LONG_LINK);
    // The plain text first: mail programs show the last part that they can.
    expect(raw.indexOf("text/plain")).toBeLessThan(raw.indexOf("text/html"));
    const stored = await site.services.db.selectFrom("outbox").select(["body_text", "body_html"]).execute();
    expect(stored).toEqual([{ body_text: text, body_html: null }]);
  });

  test("parts that can't be sent unencoded are encoded, each by itself", async () => {
    const html = `<p>Zoë</p>\n<p>${"x".repeat(1200)}</p>\n`;
    await enqueue([{ text: "Plain\n", html }]);
    const [raw = ""] = await sendOverSmtp();
    expect(await partsOf(raw)).toEqual({ text: "Plain\n", html });
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test("a mail that can be switched off has the headers for the mail program's own button", async () => {
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

  test("claims mail by an index", async () => {
    await enqueue([{}]);
    const { services, queries } = recordQueries(site.services);
    outbox = startOutbox(services, { send: async () => {} });
    await expect.poll(unsent, PATIENCE).toEqual([]);
    expect([...queries.keys()].some((text) => text.includes('order by "priority"'))).toBe(true);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });
});
