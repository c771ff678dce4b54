/** Effects of the largest concurrent requests on the process, started as by `npm start`, and on other visitors. */
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type SiteProcess, startServingProcess } from "../test/support/site-process.ts";

// It uses the whole machine for some seconds.
test.describe.configure({ timeout: 90_000 });

let site: SiteProcess;

/** `ms` is the site's processor time until then, which doesn't depend on the machine's other work. */
type Answer = { status: number; text: string; ms: number };

/** The site's processor time so far, in milliseconds; 0 when the system doesn't report it. */
function processorMs(): number {
  if (!existsSync("/proc/self/stat")) return 0;
  const fields = readFileSync(`/proc/${site.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Fields 14 and 15 of proc(5), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Sends a request on a connection of its own. */
function ask(
  path: string,
  options: { headers?: Record<string, string>; body?: readonly Buffer[] } = {},
): Promise<Answer> {
  const { headers = {}, body } = options;
  const began = processorMs();
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, text: String(error.code), ms: processorMs() - began });
    const method = body === undefined ? "GET" : "POST";
    const sent = request(
      { host: "127.0.0.1", port: site.port, path, method, headers, agent: new Agent() },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        incoming.once("error", failed);
        incoming.once("end", () => resolve({ status: incoming.statusCode ?? 0, text, ms: processorMs() - began }));
      },
    );
    sent.once("error", failed);
    if (body !== undefined)
      sent.setHeader(
        "Content-Length",
        body.reduce((total, part) => total + part.length, 0),
      );
    for (const part of body ?? []) sent.write(part);
    sent.end();
  });
}

const FORM = {
  "Content-Type": "application/x-www-form-urlencoded",
  "Sec-Fetch-Site": "same-origin",
  Accept: "text/html",
};

/** Cached pages, and one that is rendered for each request. */
const PAGES = ["/", "/about", "/login?next=/account", "/classes"];

/** In milliseconds of processor time. A returned form takes 150 to 250: all eighty in a row would take over ten seconds. */
const MAX_WAIT_MS = 4000;

/** The time others wait during `work`, for cached pages and for one that is rendered. */
async function waitsDuring<T>(work: () => Promise<T>): Promise<{ done: T; longest: number; failed: string[] }> {
  const answers: Answer[] = [];
  let running = true;
  const others = PAGES.map(async (path) => {
    while (running) answers.push(await ask(path));
  });
  const done = await work();
  running = false;
  await Promise.all(others);
  return {
    done,
    longest: Math.round(Math.max(0, ...answers.map(({ ms }) => ms))),
    failed: answers.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`),
  };
}

test("eighty concurrent forms of the largest returned size delay nobody", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "nguvu-overload-"));
  site = await startServingProcess({ DATA_DIR: dataDir });
  const body = [Buffer.from(Array.from({ length: 1000 }, (_, row) => `rows.${row}=${'"'.repeat(50)}`).join("&"))];
  // The first request of its kind also loads code.
  for (const path of PAGES) await ask(path);
  await ask("/staff/sign-in-again", { headers: FORM, body });
  const { done, longest, failed } = await waitsDuring(() =>
    Promise.all(Array.from({ length: 80 }, () => ask("/staff/sign-in-again", { headers: FORM, body }))),
  );
  const returned = done.filter(({ status }) => status === 401);
  expect(returned[0]?.text.match(/name="rows\.\d+"/g)).toHaveLength(1000);
  const refused = done.filter(({ status }) => status !== 401);
  expect(
    refused.filter(({ status, text }) => status !== 503 || !text.includes("your browser sends the form again")),
  ).toEqual([]);
  expect(failed).toEqual([]);
  expect(longest, "milliseconds").toBeLessThan(MAX_WAIT_MS);
  site.signal("SIGKILL");
  await site.ended;
  await rm(dataDir, { recursive: true, force: true });
});
