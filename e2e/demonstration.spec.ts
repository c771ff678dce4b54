/** The gym of `npm run demo`: every screen is the same each time. Also tests the command itself. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDemonstration } from "../app/platform/demonstration.server.ts";
import { makeDemonstration } from "../demo/make-demonstration.ts";
import { GYM_ROUTES, type GymInProcess, linksIn, openGym, routeOf } from "../test/support/gym-in-process.ts";
import { copyDemonstration } from "../test/support/prepared-gym.ts";
import { startSiteBy } from "../test/support/site-process.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

test.describe.configure({ timeout: 600_000 });

/** Files, and pages with values of the viewer: the key of an authenticator app, the times of a sign-in. */
const NOT_COMPARED = /\.(ics|csv|txt|webp|avif|jpg)$|^\/account\/(data|sign-ins)$|^\/staff\/second-step\/set-up$/;

/** Routes that none of these people's pages link to: targets of mails and forms, and files. */
const WITHOUT_LINK: readonly string[] = [
  ...[
    "/gallery",
    "/sign-out",
    "/saved-classes",
    "/booking/cancel",
    "/booking/move",
    "/account/address/link",
    "/account/join",
    "/account/address/confirm",
  ],
  ...["/reset-password", "/confirm-address", "/reminders/off", "/membership/mails", "/calendar.ics"],
  ...["/trainer.ics", "/classes/:slug/calendar.ics", "/staff/timetable/calendar", "/staff/members/days"],
  "/staff/members/import/:import/rows.csv",
  "/staff/day/person/:person",
  ...["/staff/content/slot/*?", "/staff/timetable/rows/:slug/remove"],
  ...["/staff/welcome", "/staff/invitation", "/staff/sign-in-again", "/staff/second-step", "/staff/day/people"],
  ...["/staff/second-step/recovery-codes", "/staff/second-step/recovery-codes.txt"],
  "/staff/money/payments.csv",
  ...["/staff/guide/:picture", "/staff/pictures/:hash/:kind"],
];

/** A page or an address without random values, and without scripts, whose data the page shows anyway. */
function masked(text: string): string {
  return (
    text
      .replaceAll(/<script[\s\S]*?<\/script>/g, "")
      .replaceAll(/(?:[\da-f]{14}-)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.[\w-]{8})?/g, "[id]")
      .replaceAll(/(?<![\w-])(?=\w*[A-Z\d])[A-Za-z\d]{32}(?![\w-])/g, "[id]")
      .replaceAll(/\/[\w/-]*nguvu-gym-\w+/g, "[folder]")
      .replaceAll(/added-[\da-f]{16}/g, "added-[id]")
      .replaceAll(/(name="(?:revision|draftRevision|stamp|replaces|door)" value=")[^"]*/g, "$1[value]")
      // Etags of records whose ids and door numbers are random.
      .replaceAll(/(name="seen" value=")(?:[\w-]{22}|\d{6,})"/g, '$1[value]"')
      // The end of a sign-in, as each gym's began at its own time.
      .replaceAll(/(data-due=")[^"]*/g, "$1[moment]")
      // The time at which the card was saved on a phone.
      .replaceAll(/<time>[^<]*/g, "<time>[moment]")
      .replaceAll(/(<dt>Door<\/dt><dd>)[\d ]+/g, "$1[number]")
      .replaceAll(/>\d{3} \d{3}</g, ">[number]<")
      .replaceAll(/(<path d=")[^"]*(" shape-rendering)/g, "$1[code]$2")
      .replaceAll(/([?&](?:key|token)=)[\w.-]+/g, "$1[key]")
  );
}

/** The first difference of two texts, with its surroundings. */
function differenceOf(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return `\n${one.slice(Math.max(at - 120, 0), at + 160)}\n${other.slice(Math.max(at - 120, 0), at + 160)}`;
}

/**
 * Follows the links of both gyms' pages side by side.
 * @param seen routes already compared: one page of each is enough
 * @returns the differences
 */
async function compare(
  one: GymInProcess,
  other: GymInProcess,
  starts: readonly string[],
  seen: Set<string>,
): Promise<string[]> {
  const wrong: string[] = [];
  const queue = starts.map((path) => [path, path] as const);
  for (const [path, otherPath] of queue) {
    const route = routeOf(path);
    if (seen.has(route) || path.startsWith("/pictures/")) continue;
    seen.add(route);
    const [page, otherPage] = [await one.get(path), await other.get(otherPath)];
    if (page.status >= 400 || page.status !== otherPage.status)
      wrong.push(`${path}: ${page.status}, ${otherPage.status}`);
    const isOfConsole = path.startsWith("/staff") && page.html.includes("<html");
    if (isOfConsole !== page.html.includes('class="demonstration"')) wrong.push(`${path}: the band`);
    const [html, otherHtml] = [masked(page.html), masked(otherPage.html)];
    const isCompared = !NOT_COMPARED.test(path.split("?")[0] ?? "");
    if (isCompared && html !== otherHtml) wrong.push(`${path}: ${differenceOf(html, otherHtml)}`);
    const [links, otherLinks] = [linksIn(page.html, path), linksIn(otherPage.html, otherPath)];
    queue.push(...links.map((link, index) => [link, otherLinks[index] ?? link] as const));
  }
  return wrong;
}

/** Pages that only forms lead to: of an entry with a draft, and of a quoted member. */
function pagesOf(entry: string): string[] {
  const below = ["", "/preview", "/picture/photo", "/focus/photo"].map((rest) => `${entry}${rest}`);
  return [...below, "testimonial/kevin-mwangi/consent"].map((path) => `/staff/content/${path}`);
}

test("two gyms made for the same moment have the same pages", async () => {
  const first = await copyDemonstration();
  const madeAt = new Date((await findDemonstration(first))?.madeAt ?? "");
  const second = await mkdtemp(join(tmpdir(), "nguvu-gym-"));
  await makeDemonstration(second, madeAt);
  const moment = new Date(madeAt.getTime() + 60_000);
  const [one, other] = [await openGym(first, moment), await openGym(second, moment)];
  const wrong: string[] = [];
  // Members see the same public pages as everybody.
  const [ofVisitors, ofTrainer, ofOwner] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [email, seen, ...starts] of [
    ["", ofVisitors, "/"],
    ["faith@example.com", ofVisitors, "/account/membership", "/account", "/schedule/week"],
    ["wanjiru@example.com", ofTrainer, "/staff"],
    [
      "akinyi@example.com",
      ofOwner,
      "/staff/members?state=running",
      "/staff",
      "/staff/day/to-tell",
      ...pagesOf("class/yoga"),
    ],
  ] satisfies [email: string, seen: Set<string>, ...starts: string[]][]) {
    if (email !== "") for (const gym of [one, other]) await gym.signIn(email);
    wrong.push(...(await compare(one, other, starts, seen)).map((what) => `${email} ${what}`));
  }
  expect(wrong).toEqual([]);
  await Promise.all([one.close(), other.close()]);
  await Promise.all([first, second].map((folder) => rm(folder, { recursive: true })));
  const seen = new Set([...ofVisitors, ...ofTrainer, ...ofOwner]);
  expect(GYM_ROUTES.filter((path) => !seen.has(path) && !WITHOUT_LINK.includes(path))).toEqual([]);
});

/** Runs the command with arguments that it must refuse. */
function refusal(words: readonly string[], environment: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, ["bin/demo.ts", ...words], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", ...environment },
    encoding: "utf8",
  });
  return { status, said: stderr };
}

test("the command says why it does not start", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-gym-"));
  await writeFile(join(folder, "nguvu.sqlite"), "a gym of one's own");
  for (const [words, environment, sentence] of [
    [[], { PUBLIC_URL: "https://nguvu.example" }, /PUBLIC_URL is set/],
    [["--again"], {}, /its options are --new, --in with a folder, and --host with an address/],
    [["--host"], {}, /its options are --new/],
    [["--in", folder], {}, /has other files in it/],
    [["--new", "--in", folder], {}, /has other files in it/],
  ] as const) {
    const { status, said } = refusal(words, environment);
    expect(said).toMatch(/^Cannot start the demonstration: .+\.\n$/);
    expect(said).toMatch(sentence);
    expect(status).toBe(1);
  }
  expect(await readdir(folder)).toEqual(["nguvu.sqlite"]);
  await rm(folder, { recursive: true });
});

test("the command reopens an existing gym, and ignores the site's own settings", async () => {
  const folder = await copyDemonstration();
  const own = {
    DATA_DIR: "/nowhere",
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    SMTP_URL: "smtp://127.0.0.1:1",
    HOST: "0.0.0.0",
  };
  const command = [process.execPath, "bin/with-node.mjs", "bin/demo.ts", "--in", folder];
  const site = await startSiteBy(command, { ...own, SECRET: "of the site itself, and long enough" });
  expect(site.printed.join("\n")).toMatch(
    /A demonstration: a gym .+\nSign in at .+\n {2}Owner +akinyi@example.com +\S+\n/,
  );
  expect(site.printed.join("\n")).not.toContain("Making");
  expect(site.printed.join("\n")).toContain('"host":"localhost"');
  const { signIns } = (await findDemonstration(folder)) ?? { signIns: [] };
  const url = `http://localhost:${site.port}`;
  for (const { email, password } of signIns) {
    const request = { method: "POST", body: new URLSearchParams({ email, password }), headers: { Origin: url } };
    expect((await fetch(`${url}/login`, { ...request, redirect: "manual" })).status, email).toBe(303);
  }
  site.signal("SIGINT");
  await site.ended;
  await rm(folder, { recursive: true });
});
