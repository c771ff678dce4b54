/**
 * Sign-in and the contact form, compared with the cost of their essential step: a password hash, and a row synced to disk.
 */
import { argon2Sync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { TEST_ACCOUNT } from "../app/platform/config.ts";
import { median } from "./load.ts";
import type { Report } from "./report.ts";
import { startSite } from "./site.ts";

const SENT = 150;
const AT_ONCE = 4;

type Sent = { perSecond: number; times: number[]; refused: number };

/** Sends forms, a few at once, each from another address because of rate limits. */
async function send(url: string, makeForm: (number: number) => Record<string, string>): Promise<Sent> {
  const times: number[] = [];
  let refused = 0;
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < SENT) {
        const number = next++;
        const started = performance.now();
        const response = await fetch(url, {
          method: "POST",
          redirect: "manual",
          headers: { "X-Forwarded-For": `10.${number >> 8}.${number & 255}.7` },
          body: new URLSearchParams(makeForm(number)),
        });
        await response.arrayBuffer();
        times.push(performance.now() - started);
        if (response.status !== 303) refused += 1;
      }
    }),
  );
  return { perSecond: SENT / ((performance.now() - began) / 1000), times, refused };
}

function row(name: string, { perSecond, times, refused }: Sent): (string | number)[] {
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  return [name, Math.round(perSecond), median(times).toFixed(1), p99.toFixed(1), refused];
}

function repeat(count: number, work: (number: number) => void): Sent {
  const times: number[] = [];
  const began = performance.now();
  for (let number = 0; number < count; number += 1) {
    const started = performance.now();
    work(number);
    times.push(performance.now() - started);
  }
  return { perSecond: count / ((performance.now() - began) / 1000), times, refused: 0 };
}

/** Inserts rows one by one, each synced to disk before the next. */
async function bareRows(): Promise<Sent> {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-bench-rows-"));
  const db = new DatabaseSync(join(folder, "bare.sqlite"));
  db.exec(
    "pragma journal_mode = wal; pragma synchronous = full; create table rows (id integer primary key, text text)",
  );
  const insert = db.prepare("insert into rows (text) values (?)");
  const sent = repeat(SENT, (number) => insert.run("x".repeat(200 + number)));
  db.close();
  await rm(folder, { recursive: true });
  return sent;
}

/** The hash of accounts: Argon2id, 19 MiB, two passes. */
function bareHashes(): Sent {
  const nonce = randomBytes(16);
  return repeat(40, () => {
    argon2Sync("argon2id", {
      message: "testpassword123",
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 19_456,
      passes: 2,
    });
  });
}

export async function forms(): Promise<Report> {
  const site = await startSite({ TRUSTED_PROXIES: "127.0.0.1" });
  try {
    const page = await (await fetch(`${site.url}/contact`)).text();
    const stamp = /name="stamp" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const enquiry = (number: number) => ({
      name: "Wanjiru Kamau",
      email: `visitor-${number}@example.com`,
      class: "boxing",
      comment: `When do you open? (${number})`,
      subject: "",
      stamp,
      elapsed: "5000",
    });
    await new Promise((resolve) => setTimeout(resolve, 1600));
    const rows = [
      row("contact form", await send(`${site.url}/contact`, enquiry)),
      row("reference: a bare row in SQLite", await bareRows()),
      row("sign-in", await send(`${site.url}/login`, () => ({ ...TEST_ACCOUNT }))),
      row("reference: a bare Argon2id hash", bareHashes()),
    ];
    return {
      name: "forms",
      tables: [
        {
          title: `${SENT} forms, ${AT_ONCE} at once`,
          columns: ["", "per second", "p50 ms", "p99 ms", "refused"],
          rows,
          bars: 1,
        },
      ],
      notes: ["An enquiry and the mail about it are on disk before the response is sent."],
    };
  } finally {
    await site.stop();
  }
}
