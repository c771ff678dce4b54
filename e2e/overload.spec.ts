/** Effects of the largest concurrent forms on the process, started as by `npm start`, and on other visitors. */
import { existsSync, readFileSync } from "node:fs";
import { type SiteProcess, startServingProcess } from "../test/support/site-process.ts";
import { expect, test } from "./fixtures.ts";

/** The site's processor time so far, in milliseconds; 0 when the system doesn't report it. */
function processorMs({ pid }: SiteProcess): number {
  if (!existsSync("/proc/self/stat")) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Fields 14 and 15 of proc(5), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Cached pages, and one that is rendered for each request. */
const PAGES = ["/", "/about", "/login?next=/account", "/classes"];

/** In milliseconds of processor time. A returned form takes 150 to 250: all eighty in a row would take over ten seconds. */
const MAX_WAIT_MS = 4000;

test("eighty concurrent forms of the largest returned size delay nobody", async ({ dataDir }) => {
  const site = await startServingProcess({ DATA_DIR: dataDir });
  /** `ms` is the site's processor time until then, which doesn't depend on the machine's other work. */
  const ask = async (path: string, init?: RequestInit) => {
    const began = processorMs(site);
    const response = await fetch(site.url + path, init);
    const text = await response.text();
    return { status: response.status, text, ms: processorMs(site) - began };
  };
  const body = Array.from({ length: 1000 }, (_, row) => `rows.${row}=${'"'.repeat(50)}`).join("&");
  const type = "application/x-www-form-urlencoded";
  const headers = { "Content-Type": type, "Sec-Fetch-Site": "same-origin", Accept: "text/html" };
  const send = () => ask("/staff/sign-in-again", { method: "POST", headers, body });
  // The first request of its kind also loads code.
  for (const path of PAGES) await ask(path);
  await send();
  const others: Awaited<ReturnType<typeof ask>>[] = [];
  let running = true;
  const reading = PAGES.map(async (path) => {
    while (running) others.push(await ask(path));
  });
  const forms = await Promise.all(Array.from({ length: 80 }, send));
  running = false;
  await Promise.all(reading);
  const returned = forms.filter(({ status }) => status === 401);
  expect(returned[0]?.text.match(/name="rows\.\d+"/g)).toHaveLength(1000);
  const refused = forms.filter(({ status }) => status !== 401);
  const isTold = (text: string) => text.includes("your browser sends the form again");
  expect(refused.filter(({ status, text }) => status !== 503 || !isTold(text))).toEqual([]);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Math.max(...others.map(({ ms }) => ms)), "milliseconds").toBeLessThan(MAX_WAIT_MS);
  site.signal("SIGKILL");
  await site.ended;
});
