/** Whatever the mail server does, an enquiry is confirmed at once, and each mail arrives in the end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import PostalMime from "postal-mime";
import { createVisitor, olderStamp, type TestVisitor } from "../test/support/http-client.ts";
import { type MailServer, mailError, startMailServer, type Verdict } from "../test/support/mail-server.ts";
import { type SiteProcess, startSiteProcess } from "../test/support/site-process.ts";

// Starting a site may take a while on a busy machine.
test.describe.configure({ timeout: 60_000 });

/** After a longer wait, visitors doubt whether it worked. */
const THANKED_WITHIN_MS = 200;

let dataDir: string;
let site: SiteProcess;
let visitor: TestVisitor;
let stamp: string;
/** The comments sent to the desk. */
let written: string[];

async function open(environment: Record<string, string>): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "nguvu-mail-"));
  site = await startSiteProcess({ DATA_DIR: dataDir, ...environment });
  visitor = createVisitor(site.url);
  written = [];
  stamp = await olderStamp(dataDir);
}

test.afterEach(async () => {
  site.signal("SIGKILL");
  await site.ended;
  await rm(dataDir, { recursive: true, force: true });
});

function rowsOf(query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, "nguvu.sqlite"), { readOnly: true });
  const rows = database.prepare(query).all();
  database.close();
  return rows;
}

/** Sends an enquiry and reads the thanks. @returns the time in milliseconds */
async function write(comment: string): Promise<number> {
  const form = { name: "Wanjiru", email: "w@example.com", class: "", comment, subject: "", stamp, elapsed: "4000" };
  written.push(comment);
  const started = performance.now();
  const { status, location } = await visitor.post("/contact", form);
  expect(status).toBe(303);
  const thanks = await visitor.get(location ?? "");
  expect(thanks.text).toMatch(/thank/i);
  return performance.now() - started;
}

/** Retries until it was quick once: a busy machine is slow now and then, but a site waiting for its mail server always. */
async function writeQuickly(comment: string): Promise<void> {
  let fastest = await write(comment);
  for (let again = 1; again < 4 && fastest >= THANKED_WITHIN_MS; again += 1) {
    fastest = Math.min(fastest, await write(`${comment}, again ${again}`));
  }
  expect(fastest, comment).toBeLessThan(THANKED_WITHIN_MS);
}

function pauses(): string[] {
  return site.printed.filter((line) => line.includes('"event":"mail-paused"'));
}

test("a visitor gets the confirmation at once while the mail server refuses, responds with 451 and 550, stalls or disconnects", async () => {
  test.setTimeout(90_000);
  const gone = await startMailServer(() => null);
  await gone.close();
  await open({ SMTP_URL: gone.url });
  await writeQuickly("It is not there");
  await expect.poll(() => pauses().length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(pauses()[0]).toContain('"code":"ESOCKET"');

  // The server runs now, and each enquiry first meets a different failure.
  const moods = new Map<string, Verdict>([
    ["It says later", mailError(451)],
    ["It says never", mailError(550)],
    ["It drops the line", "drop"],
    ["It stalls", "stall"],
  ]);
  const met: string[] = [];
  const mood = (_attempt: number, mail: string): Verdict => {
    const [words, verdict] = [...moods].find(([comment]) => mail.includes(comment)) ?? [];
    if (words === undefined || verdict === undefined) return null;
    moods.delete(words);
    met.push(words);
    return verdict;
  };
  const server: MailServer = await startMailServer(mood, Number(new URL(gone.url).port));
  // Until an email is accepted, each failure makes the site's pause longer than this test waits.
  await expect.poll(() => server.received.length, { timeout: 15_000 }).toBe(written.length);
  for (const words of [...moods.keys()]) {
    await writeQuickly(words);
    await expect.poll(() => met, { timeout: 15_000 }).toContain(words);
    // The mail server has just failed, or is stalling.
    await writeQuickly(`${words}, and goes on`);
  }

  const unsent = () => rowsOf("select id from outbox where sent_at is null").length;
  await expect.poll(unsent, { timeout: 45_000 }).toBe(0);
  const mails = await Promise.all(server.received.map((mail) => PostalMime.parse(mail)));
  const arrived = new Map(mails.map((mail) => [mail.messageId, mail.text]));
  // One Message-ID for each enquiry; only the mail whose connection dropped after acceptance came twice, with the same id.
  expect(arrived.size).toBe(written.length);
  for (const comment of written) {
    expect(
      [...arrived.values()].filter((text) => text?.includes(`\n${comment}\n`)),
      comment,
    ).toHaveLength(1);
  }
  expect(mails).toHaveLength(written.length + 1);
  expect(rowsOf("select id from enquiries")).toHaveLength(written.length);
  await server.close();
});

test("fifty concurrent posts of one form are all confirmed, and make one enquiry and one mail", async () => {
  await open({});
  const form = { name: "W", email: "w@example.com", class: "", comment: "Once", subject: "", stamp, elapsed: "4000" };
  const responses = await Promise.all(Array.from({ length: 50 }, () => visitor.post("/contact", form)));
  expect(new Set(responses.map(({ status, location }) => `${status} ${location}`))).toEqual(
    new Set(["303 /contact?sent=1#thanks"]),
  );
  expect(rowsOf("select comment from enquiries")).toEqual([{ comment: "Once" }]);
  expect(rowsOf("select recipient from outbox")).toEqual([{ recipient: "desk@nguvu.example" }]);
});

test("suspected spam is confirmed as well, and stored separately", async () => {
  await open({});
  const form = { name: "W", email: "w@example.com", class: "", subject: "", stamp, elapsed: "4000" };
  await visitor.post("/contact", { ...form, comment: "A visitor's" });
  for (const [comment, honeypot] of Object.entries({
    "Into the field out of sight": { subject: "https://spam.example" },
    "Without the page": { stamp: "" },
    "In no time": { elapsed: "3" },
  })) {
    const { status, location } = await visitor.post("/contact", { ...form, ...honeypot, comment });
    expect([status, location]).toEqual([303, "/contact?sent=1#thanks"]);
  }
  expect(rowsOf("select comment, suspect from enquiries order by received_at")).toEqual([
    { comment: "A visitor's", suspect: 0 },
    { comment: "Into the field out of sight", suspect: 1 },
    { comment: "Without the page", suspect: 1 },
    { comment: "In no time", suspect: 1 },
  ]);
  // The honeypot works only if the page sets its fields.
  const { text } = await visitor.get("/contact");
  expect(text).toMatch(/<div aria-hidden="true"[^>]*>.*?<input[^>]* name="subject"/s);
  expect(text).toMatch(/<input type="hidden" name="elapsed"/);
});
