/** The order of emails, discarded emails, and HTML parts. */
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { openMailSiteBeforeEach } from "../../test/support/mail-site.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { randomNumbers } from "../../tools/random-numbers.ts";
import { MINUTE_MS } from "./durations.ts";
import type { MailToSend } from "./mail.server.ts";
import { MAIL_PRIORITY } from "./outbox.server.ts";
import { sendDueMail } from "./outbox-worker.server.ts";

/** A link that nodemailer's own encoding would break: longer than 76 characters. */
const LONG_LINK = `https://nguvu.example/booking?session=${"slot-with-a-long-name.".repeat(4)}2026-11-23`;

/** The two texts of a received mail. The line break before a boundary belongs to the boundary, and the parser leaves it. */
async function partsOf(raw: string): Promise<{ text: string | undefined; html: string | undefined }> {
  const { text, html } = await PostalMime.parse(raw);
  return { text: text?.replace(/\n\n$/, "\n"), html: html?.replace(/\n\n$/, "\n") };
}

describe.each(ENGINES)("the outbox on %s", (kind) => {
  const site = openMailSiteBeforeEach(kind);
  const { queue, unsent } = site;

  /** Runs the worker once. @returns the subjects in the order in which they were sent */
  async function sendDue(fails: (mail: MailToSend) => boolean = () => false): Promise<string[]> {
    const subjects: string[] = [];
    const send = async (mail: MailToSend) => {
      if (fails(mail)) throw new Error("No");
      subjects.push(mail.subject);
    };
    await sendDueMail(site.services, { send });
    return subjects;
  }

  test("sends mail that somebody is waiting for first, then by age", async () => {
    for (const subject of ["closed 1", "closed 2", "closed 3"]) {
      await queue({ subject, priority: MAIL_PRIORITY.bulk });
      site.passTime(1);
    }
    await queue({ subject: "booked", priority: MAIL_PRIORITY.ordinary });
    site.passTime(1);
    await queue({ subject: "new password" });
    expect(await sendDue()).toEqual(["new password", "booked", "closed 1", "closed 2", "closed 3"]);
  });

  test("a due mail is sent before a more urgent mail that will be retried later", async () => {
    await queue({ subject: "again" }, { subject: "bulk", priority: MAIL_PRIORITY.bulk });
    const later = new Date(site.services.now().getTime() + MINUTE_MS).toISOString();
    await site.services.db.updateTable("outbox").set({ due_at: later }).where("subject", "=", "again").execute();
    expect(await sendDue()).toEqual(["bulk"]);
    site.passTime(2 * MINUTE_MS);
    expect(await sendDue()).toEqual(["again"]);
  });

  test("a mail that is too late is deleted and logged, and the others are sent", async () => {
    const start = new Date(site.services.now().getTime() + MINUTE_MS);
    await queue(
      { subject: "reminder", kind: "booking-reminder", discardAfter: start },
      { subject: "longer of use", discardAfter: new Date(start.getTime() + 5 * MINUTE_MS) },
      { subject: "always of use" },
    );
    site.passTime(2 * MINUTE_MS);
    expect((await sendDue()).sort()).toEqual(["always of use", "longer of use"]);
    expect(await site.rows()).toHaveLength(2);
    expect(site.logLines("mail-discarded")).toMatchObject([{ level: 40, kind: "booking-reminder" }]);
    expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|habari/i);
  });

  describe("mails about one subject to one person", () => {
    const [PROMOTED, CANCELLED, RESTORED] = ["promoted", "cancelled", "takes place after all"] as const;
    const about = "monday-1.2026-11-23";

    test("wait only for earlier mails about this subject to this person", async () => {
      await queue({ subject: CANCELLED, about });
      const others = [
        { subject: "to somebody else", about, to: "otieno@example.com" },
        { subject: "about another", about: "monday-2.2026-11-23" },
        { subject: "about nothing" },
      ];
      await queue(...others, { subject: RESTORED, about });
      const sent = await sendDue(({ subject }) => subject === CANCELLED);
      expect(sent.sort()).toEqual(others.map(({ subject }) => subject).sort());
      expect(await unsent()).toHaveLength(2);
    });

    test("don't wait for mails that were given up or discarded", async () => {
      const soon = new Date(site.services.now().getTime() + MINUTE_MS);
      await queue({ subject: PROMOTED, about }, { subject: "reminder", about, discardAfter: soon });
      await queue({ subject: CANCELLED, about });
      const { db } = site.services;
      const due_at = new Date(soon.getTime() + MINUTE_MS).toISOString();
      const givenUp = { attempts: 125, last_error: "500", given_up_at: site.services.now().toISOString(), due_at };
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
      const instances = [site.services, { ...second.services, now: site.services.now }];
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
      while ((await unsent()).length > 0) {
        site.passTime(5000);
        await run();
      }
      expect(failed.size).toBeGreaterThan(5);
      expect(arrived).toEqual(queued);
      if (second !== site) await second.close();
    });
  });

  test("claims mail through an index", async () => {
    await queue({}, { about: "monday-1.2026-11-23" });
    const { services, queries } = recordQueries(site.services);
    await sendDueMail(services, { send: async () => {} });
    expect(await unsent()).toEqual([]);
    expect([...queries.keys()].some((text) => text.includes('order by "priority"'))).toBe(true);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("a mail is sent as text and HTML with unbroken lines, and stored as text", async () => {
    const text = `Karibu\n\n${LONG_LINK}\n`;
    const html = `<!doctype html>\n<p>Karibu</p>\n<p><a href="${LONG_LINK}">Book</a></p>\n`;
    await site.startServer();
    await queue({ text, html });
    await site.sendMail();
    const [raw = ""] = site.server().received;
    expect(await partsOf(raw)).toEqual({ text, html });
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(raw.match(/^Content-Transfer-Encoding: 7bit\r$/gm)).toHaveLength(2);
    expect(raw.split("\r\n")).toContain(LONG_LINK);
    // The plain text comes first: mail programs show the last part they support.
    expect(raw.indexOf("text/plain")).toBeLessThan(raw.indexOf("text/html"));
    expect(await site.rows()).toMatchObject([{ body_text: text, body_html: null }]);
  });

  test("only parts that can't be sent unencoded are encoded", async () => {
    const html = `<p>Zoë</p>\n<p>${"x".repeat(1200)}</p>\n`;
    await site.startServer();
    await queue({ text: "Plain\n", html });
    await site.sendMail();
    const [raw = ""] = site.server().received;
    expect(await partsOf(raw)).toEqual({ text: "Plain\n", html });
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test("a mail that can be switched off has the headers for the mail program's unsubscribe button", async () => {
    const unsubscribeUrl = `https://nguvu.example/reminders/off?key=${"k".repeat(60)}`;
    await site.startServer();
    await queue({ subject: "reminder", unsubscribeUrl }, { subject: "booked", priority: MAIL_PRIORITY.bulk });
    await site.sendMail();
    const [reminder, booked] = await site.received();
    const headerOf = (key: string) => reminder?.headers.find((header) => header.key === key)?.value;
    expect(headerOf("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
    expect(headerOf("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf("auto-submitted")).toBe("auto-generated");
    expect(booked?.headers.filter(({ key }) => key.startsWith("list-"))).toEqual([]);
  });
});
