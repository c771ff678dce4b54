/** Whatever the mail server does, an enquiry is confirmed at once, and each mail arrives in the end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import PostalMime from "postal-mime";
import { createVisitor, olderStamp, type TestVisitor } from "../test/support/http-client.ts";
import { startMailServer } from "../test/support/mail-server.ts";
import { type SiteProcess, startSiteProcess } from "../test/support/site-process.ts";

// Starting a site may take a while on a busy machine.
test.describe.configure({ timeout: 60_000 });

let dataDir: string;
let site: SiteProcess;
let visitor: TestVisitor;
let stamp: string;

async function open(environment: Record<string, string>): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "nguvu-mail-"));
  site = await startSiteProcess({ DATA_DIR: dataDir, ...environment });
  visitor = createVisitor(site.url);
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

/** Sends an enquiry and reads the thanks. */
async function write(comment: string): Promise<void> {
  const form = { name: "Wanjiru", email: "w@example.com", class: "", comment, subject: "", stamp, elapsed: "4000" };
  const { status, location } = await visitor.post("/contact", form);
  expect(status).toBe(303);
  expect((await visitor.get(location ?? "")).text).toMatch(/thank/i);
}

test("enquiries are confirmed while the mail server is unreachable or stalls, and each mail arrives in the end", async () => {
  test.setTimeout(90_000);
  const gone = await startMailServer(() => null);
  await gone.close();
  await open({ SMTP_URL: gone.url });
  await write("It is not there");
  const isPaused = () => site.printed.some((line) => line.includes('"event":"mail-paused"'));
  await expect.poll(isPaused, { timeout: 20_000 }).toBe(true);

  let isStalling = false;
  const server = await startMailServer(() => (isStalling ? "stall" : null), Number(new URL(gone.url).port));
  await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1);
  isStalling = true;
  await write("It stalls");
  await expect.poll(server.attempts).toBeGreaterThan(1);
  await write("It still stalls");
  expect(server.received, "no mail was accepted before the visitor had the thanks").toHaveLength(1);
  isStalling = false;
  await expect.poll(() => server.received.length, { timeout: 45_000 }).toBe(3);
  const mails = await Promise.all(server.received.map((mail) => PostalMime.parse(mail)));
  for (const comment of ["It is not there", "It stalls", "It still stalls"]) {
    expect(
      mails.filter(({ text }) => text?.includes(`\n${comment}\n`)),
      comment,
    ).toHaveLength(1);
  }
  await server.close();
});

test("suspected spam is confirmed as well, and stored separately", async () => {
  await open({});
  const form = { name: "W", email: "w@example.com", class: "", comment: "", subject: "", stamp, elapsed: "4000" };
  for (const honeypot of [{}, { subject: "https://spam.example" }, { elapsed: "3" }]) {
    const { status, location } = await visitor.post("/contact", {
      ...form,
      comment: JSON.stringify(honeypot),
      ...honeypot,
    });
    expect([status, location]).toEqual([303, "/contact?sent=1#thanks"]);
  }
  const rows = rowsOf("select suspect from enquiries order by received_at");
  expect(rows.map(({ suspect }) => suspect)).toEqual([0, 1, 1]);
  // The honeypot works only if the page sets its fields.
  const { text } = await visitor.get("/contact");
  expect(text).toMatch(/<div aria-hidden="true"[^>]*>.*?<input[^>]* name="subject"/s);
  expect(text).toMatch(/<input type="hidden" name="elapsed"/);
});
