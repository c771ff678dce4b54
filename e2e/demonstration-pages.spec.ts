/**
 * Every link and form of the console and of accounts in the gym of `npm run demo`: links lead to pages, and routes know the forms
 * of all their buttons.
 */
import { randomUUID } from "node:crypto";
import { glob, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { FORM_MESSAGES } from "../app/forms/problems.ts";
import { SQLITE_FILE } from "../app/platform/database.server.ts";
import { findDemonstration } from "../app/platform/demonstration.server.ts";
import { readMailText } from "../app/platform/outbox.server.ts";
import { sellerOf } from "../app/sales/console/sales-request.server.ts";
import { findOpenDrawer, openDrawer } from "../app/sales/drawer.server.ts";
import { invite } from "../app/staff/invitations.server.ts";
import { expectDone } from "../demo/gym.ts";
import { pollVersions } from "../host/cache/page-versions.ts";
import { consolePaths, findContent } from "../test/support/console-pages.ts";
import {
  GYM_ORIGIN,
  GYM_ROUTES,
  type GymInProcess,
  linksIn,
  openGym,
  routeOf,
} from "../test/support/gym-in-process.ts";
import { copyDemonstration } from "../test/support/prepared-gym.ts";
import { actionPaths } from "../test/support/route-paths.ts";
import { postFormsIn, type ServedForm } from "../test/support/served-forms.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

test.describe.configure({ mode: "default" });

let folder: string;
let gym: GymInProcess;

test.beforeAll(async () => {
  folder = await copyDemonstration();
  // A minute after it was made.
  const madeAt = new Date((await findDemonstration(folder))?.madeAt ?? "");
  gym = await openGym(folder, new Date(madeAt.getTime() + 60_000));
});

test.afterAll(async () => {
  await gym.close();
  await rm(folder, { recursive: true });
});

/** Done, or refused with a message about what was typed or has changed. */
const EXPECTED_STATUSES = new Set([200, 303, 409, 422]);

/** The number of pages read per person, route and search parameters: forms differ by the page's state. */
const PAGES_OF_VISITORS = 1;
const PAGES_OF_STAFF = 2;

/** Files, and an address that only redirects. */
const NOT_READ = /\.(ics|csv|txt|webp)$|^\/(pictures|sign-out)\b/;
const OF_STAFF = /^\/(staff|account)\b/;

/** Routes that none of these people's pages link to: targets of mails and forms, and files. */
const WITHOUT_LINK: readonly string[] = [
  ...["/gallery", "/sign-out", "/saved-classes", "/booking/cancel", "/booking/move", "/account/address/link"],
  ...["/account/join", "/account/address/confirm", "/reset-password", "/confirm-address", "/reminders/off"],
  ...["/membership/mails", "/calendar.ics", "/staff/welcome"],
  "/staff/members/import/:import/rows.csv",
  ...["/staff/invitation", "/staff/sign-in-again", "/staff/second-step", "/staff/day/people"],
  ...["/staff/second-step/recovery-codes", "/staff/second-step/recovery-codes.txt", "/staff/money/payments.csv"],
  ...["/staff/content/:type/:slug/picture/:field", "/staff/content/:type/:slug/focus/:field"],
  ...["/staff/guide/:picture", "/staff/pictures/:hash/:kind"],
];

/** Findings on all pages so far: kinds of forms, routes of links, and pages with a wrong status or band. */
type Found = { kinds: Set<string>; linked: Set<string>; wrong: string[] };

type Press = { page: string; form: ServedForm; body: [name: string, value: string][] };

/** Collects what a person can press on all reachable pages, each kind of form once. */
async function collectPresses(
  starts: readonly string[],
  pagesOfRoute: number,
  { kinds, linked, wrong }: Found,
): Promise<Press[]> {
  const presses: Press[] = [];
  const queue = new Set(starts);
  const pages = new Map<string, number>();
  for (const path of queue) {
    const { pathname, searchParams } = new URL(path, GYM_ORIGIN);
    if (NOT_READ.test(pathname) || (pagesOfRoute === PAGES_OF_STAFF && !OF_STAFF.test(pathname))) continue;
    const group = [routeOf(path), ...new Set(searchParams.keys())].join();
    const count = pages.get(group) ?? 0;
    if (count >= pagesOfRoute && !starts.includes(path)) continue;
    pages.set(group, count + 1);
    const { status, html, location } = await gym.get(path);
    if (!starts.includes(path)) {
      const isOfConsole = pathname.startsWith("/staff") && html.includes("<html");
      if (status >= 400) wrong.push(`${path}: ${status}`);
      if (isOfConsole !== html.includes('class="demonstration"')) wrong.push(`${path}: the band of the demonstration`);
    }
    for (const link of location?.startsWith("/") ? [location] : linksIn(html, path)) {
      linked.add(routeOf(link));
      queue.add(link);
    }
    for (const form of postFormsIn(html, path)) {
      for (const button of form.buttons) {
        const kind = kindOf(path, form, button);
        if (!kinds.has(kind)) presses.push({ page: path, form, body: [...form.fields, ...button] });
        kinds.add(kind);
      }
    }
  }
  return presses;
}

/** A key that is equal for forms that differ only by ids and typed values. */
function kindOf(page: string, { action, fields }: ServedForm, button: ServedForm["buttons"][number]): string {
  const names = fields.map(([name]) => name.replace(/\d+/, "0").replace(/\.[a-z-]+$/, ".x"));
  const acts = fields.filter(([name]) => name === "do").map(([, value]) => value);
  // `publish`, and `remove` of `remove:` with an id.
  const pressed = button.map(([name, value]) => `${name}=${/^[a-z-]*(?=:|$)/.exec(value) ?? ""}`);
  return [routeOf(page), routeOf(action), ...new Set(names), ...acts, ...pressed].join();
}

/** Presses a button. @returns the response if a served form must not get it */
async function press({ page, form, body }: Press): Promise<string | undefined> {
  const data = new FormData();
  for (const [name, value] of body) data.append(name, value);
  for (const name of form.files) data.append(name, new File([], ""));
  // Forms without files have only text values.
  const sent = form.isMultipart ? data : new URLSearchParams(body);
  const { status, html } = await gym.post(form.action, sent);
  const isKnown = EXPECTED_STATUSES.has(status) && !html.includes(FORM_MESSAGES["form-unknown"]);
  return isKnown ? undefined : `${status}: ${page} → ${form.action}: ${new URLSearchParams(body)}`;
}

const consolePages = async () => consolePaths(await findContent(gym.services, { prefersDrafts: true }));

/** The merge page of two records that can be merged, and the page of a sale that is partly owed. */
async function otherPaths(): Promise<string[]> {
  const { db } = gym.services;
  const adults = db.selectFrom("people").select("id").where("user_id", "is", null).where("is_child", "=", 0);
  const [one, other] = await adults.where("erased_at", "is", null).execute();
  const owed = db.selectFrom("sales").select("id").where("owed_until", "is not", null);
  const { id } = await owed.executeTakeFirstOrThrow();
  return [`/staff/members/${one?.id}/merge?with=${other?.id}`, `/staff/money/sales/${id}`];
}

/** An address of each route that mails link to. */
async function mailedPaths(): Promise<string[]> {
  const { services } = gym;
  const mails = await services.db.selectFrom("outbox").select(["id", "body_text", "encrypted_text"]).execute();
  const links = mails.flatMap((mail) => readMailText(services, mail)?.match(/http:\/\/localhost:3000\/\S+/g) ?? []);
  const paths = links.map((link) => link.slice(GYM_ORIGIN.length));
  return [...new Map(paths.map((path) => [routeOf(path), path])).values()];
}

/** Creates mails and an invitation with links to forms, an undeliverable email, and an open drawer. @returns the invitation's path */
async function prepareForms(email: string): Promise<string> {
  await gym.post("/forgot-password", new URLSearchParams({ email }));
  await gym.signIn(email);
  const password = gym.services.demonstration?.signIns[0]?.password ?? "";
  const fields = { email: "faith.njeri@example.com", currentPassword: password };
  await gym.post("/account/address", new URLSearchParams(fields));
  gym.setCookie("");
  const { db, now } = gym.services;
  const failed = { given_up_at: now().toISOString(), last_error: "550", sent_at: null };
  const booking = await db.selectFrom("outbox").select("id").where("kind", "like", "booking-%").executeTakeFirst();
  const mail = db.updateTable("outbox").where("id", "=", booking?.id ?? "");
  await mail.set(failed).execute();
  const { member } = await addStaffMember(gym.services, "owner");
  if ((await findOpenDrawer(db)) === undefined) {
    await expectDone(openDrawer(gym.services, sellerOf(member), { formId: randomUUID(), amount: "2000" }));
  }
  const { link } = await expectDone(invite(gym.services, member, "grace@example.com", "desk", null));
  return link?.slice(GYM_ORIGIN.length) ?? "";
}

/** Routes without a form in this gym: they need a gym without an owner, or a form that was just sent. */
const WITHOUT_FORM: readonly string[] = [
  "/membership/mails",
  "/staff/welcome",
  "/staff/sign-in-again",
  "/staff/second-step/recovery-codes",
];

test("each link of the console and of accounts leads to a page, and each button sends a form that its route knows", async () => {
  const [live, before] = [join(folder, SQLITE_FILE), join(folder, "before.sqlite")];
  const invitation = await prepareForms("faith@example.com");
  const mailed = await mailedPaths();
  const everyPage = [...(await consolePages()), ...(await otherPaths())];
  const withSecondStep = await addStaffMember(gym.services, "owner");
  const beforeSecondStep = await addStaffMember(gym.services, "owner", { secondStep: "waiting" });
  const found: Found = { kinds: new Set(), linked: new Set(), wrong: [] };
  const posted = new Set<string>();
  // A form that several people have is sent by the one with the fewest permissions.
  for (const [who, pagesOfRoute, ...starts] of [
    ["", PAGES_OF_VISITORS, "/", "/login", "/signup", "/staff/sign-in-again", ...mailed],
    ["grace@example.com", 0, "/account/address/link", invitation],
    ["faith@example.com", PAGES_OF_VISITORS, "/account", "/account/card", ...mailed],
    ["wanjiru@example.com", PAGES_OF_STAFF, "/staff", "/account/join"],
    ["joseph@example.com", PAGES_OF_STAFF, "/staff"],
    ["akinyi@example.com", PAGES_OF_STAFF, "/staff", ...everyPage],
    [withSecondStep.cookie, 0, "/staff/second-step/factors"],
    [beforeSecondStep.cookie, 0, "/staff/second-step"],
  ] satisfies [string, number, ...string[]][]) {
    if (who.includes("@")) await gym.signIn(who);
    else gym.setCookie(who);
    const presses = await collectPresses(starts, pagesOfRoute, found);
    const running = new DatabaseSync(live);
    await rm(before, { force: true });
    await backup(running, before);
    running.close();
    const kept = new DatabaseSync(before, { readOnly: true });
    const watching = new DatabaseSync(live, { readOnly: true });
    const version = () => watching.prepare("pragma data_version").get()?.data_version;
    let unchanged = version();
    for (const each of presses) {
      posted.add(routeOf(each.form.action));
      const problem = await press(each);
      if (problem !== undefined) found.wrong.push(`${who} ${problem}`);
      // Each form is taken from the page as it was read.
      if (version() !== unchanged) {
        await backup(kept, live);
        await pollVersions(gym.services);
        unchanged = version();
      }
    }
    watching.close();
    kept.close();
  }
  expect(found.wrong).toEqual([]);
  expect(GYM_ROUTES.filter((path) => !found.linked.has(path) && !WITHOUT_LINK.includes(path))).toEqual([]);
  expect((await actionPaths()).filter((path) => !posted.has(path))).toEqual(WITHOUT_FORM);
});

/** A name that every object inherits. */
const INHERITED = "constructor";

/** The search parameters that any page reads. */
async function searchParams(): Promise<string[]> {
  const names = new Set<string>();
  for await (const file of glob("app/**/*.{ts,tsx}", { cwd: ROOT })) {
    const source = await readFile(`${ROOT}/${file}`, "utf8");
    for (const [, name = ""] of source.matchAll(/\.(?:get|has|getAll)\("([\w-]+)"\)/g)) names.add(name);
  }
  return [...names];
}

/** The addresses of a page with the inherited name as search parameters and path parameters. */
function oddAddresses(path: string, params: readonly string[]): string[] {
  const parts = path.split("/");
  const parameters = routeOf(path).split("/");
  return [
    `${path}?${new URLSearchParams(params.map((param) => [param, INHERITED]))}`,
    ...parts.flatMap((_, at) => (parameters[at]?.startsWith(":") ? parts.with(at, INHERITED).join("/") : [])),
  ];
}

async function readAll(paths: readonly string[], params: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of paths.flatMap((each) => oddAddresses(each, params))) {
    const { status, html } = await gym.get(path);
    const shown = html.replaceAll(/<script\b.*?<\/script>/gs, "");
    if (status >= 500 || /\[native code\]|\[object /.test(shown)) wrong.push(`${status}: ${path}`);
  }
  return wrong;
}

test("no page accepts an inherited name as a code, an id or a slug", async () => {
  const params = await searchParams();
  const publicRoutes = GYM_ROUTES.filter((route) => !/^\/(staff|account|sign-out)|:/.test(route));
  const ofMembers = GYM_ROUTES.filter((route) => route.startsWith("/account"));
  const ofStaff = new Map((await consolePages()).map((path) => [routeOf(path), path.split("?")[0] ?? ""]));
  const wrong = await readAll([...publicRoutes, "/classes/boxing"], params);
  await gym.signIn("faith@example.com");
  wrong.push(...(await readAll(ofMembers, params)));
  await gym.signIn("akinyi@example.com");
  wrong.push(...(await readAll([...ofStaff.values()], params)));
  expect(wrong).toEqual([]);
});
