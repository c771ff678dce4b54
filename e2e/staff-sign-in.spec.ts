/** How staff get in: the owner's first link, invitations, and the second step by app, recovery code and passkey. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import PostalMime from "postal-mime";
import { totpCode, totpStep } from "../app/staff/totp.server.ts";
import { createVisitor, PASSWORD } from "../test/support/http-client.ts";
import { type SiteProcess, startSiteProcess } from "../test/support/site-process.ts";
import { addStaffMemberTo } from "../test/support/staff.ts";
import { ROOT } from "../tools/spawn.ts";
import { violations } from "./axe.ts";
import { hydrated } from "./fixtures.ts";

let site: SiteProcess;
let environment: Record<string, string>;
let url: string;

test.describe.configure({ mode: "default", timeout: 60_000 });

/** A free port: the site's public address has to name it before the site listens. */
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === "object" ? address?.port : 0);
}

test.beforeAll(async () => {
  const [dataDir, port] = [await mkdtemp(join(tmpdir(), "nguvu-staff-")), await freePort()];
  // Passkeys need a host name, not an IP address.
  url = `http://localhost:${port}`;
  environment = { DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url };
  site = await startSiteProcess(environment);
});

test.afterAll(async () => {
  site.signal("SIGTERM");
  await site.ended;
  await rm(environment.DATA_DIR ?? "", { recursive: true, force: true });
});

/** Restarts the site with these settings. */
async function restart(settings: Record<string, string>): Promise<void> {
  site.signal("SIGTERM");
  await site.ended;
  environment = settings;
  site = await startSiteProcess(environment);
}

/** The code of an app with this key. After a used code, take the next step's. */
const codeOf = (key: string, steps = 0) => totpCode(key, totpStep(new Date()) + steps);

/** Gets the owner's link by the command that the start names, as the start itself logs no link. */
async function ownerLink(): Promise<string> {
  await expect.poll(() => site.printed.join("\n")).toContain("npm run staff -- owner-link");
  const command = join(ROOT, "bin", "staff.ts");
  const env = { ...process.env, PORT: String(site.port), ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [command, "owner-link"], { env });
  expect(site.printed.join("\n")).not.toContain("token=");
  return stdout.split("\n", 1)[0] ?? "";
}

/** The link in the newest mail to an address. */
async function mailedLink(recipient: string): Promise<string> {
  const find = async () => {
    const folder = join(environment.DATA_DIR ?? "", "mail");
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
    const mail = mails.find(({ to }) => to?.some(({ address }) => address === recipient));
    return /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0];
  };
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return (await find()) ?? "";
}

/** Opens another browser, with JavaScript or without. */
async function newBrowser(
  browser: Browser,
  javaScriptEnabled = true,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled });
  return { context, page: await context.newPage() };
}

async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Sets up the app on its page. @returns its key */
async function setUpApp(page: Page): Promise<string> {
  await expect(heading(page, "Two-step verification")).toBeVisible();
  const key = ((await page.locator("[data-key]").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(heading(page, "Ten ways back in")).toBeVisible();
  return key;
}

for (const javaScriptEnabled of [false, true]) {
  const title = `the first owner comes by the printed link ${javaScriptEnabled ? "with" : "without"} JavaScript: password, app, console`;
  test(title, async ({ browser }) => {
    // A site for each test, as there is one first owner.
    const before = environment;
    if (javaScriptEnabled) await restart({ ...environment, DATA_DIR: await mkdtemp(join(tmpdir(), "nguvu-staff-")) });
    const { page, context } = await newBrowser(browser, javaScriptEnabled);
    const link = await ownerLink();
    await page.goto(link.slice(0, -1));
    await expect(heading(page, "This link doesn’t work")).toBeVisible();
    await page.goto(link);
    // Axe runs in the page.
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByLabel("Your name").fill("Akinyi");
    await page.getByLabel("Email").fill("akinyi@nguvu.example");
    await page.getByLabel("Choose a password").fill("short");
    await page.getByRole("button", { name: "Become the owner" }).click();
    await expect(page.locator("main").getByText("at least 8 characters")).toBeVisible();
    await expect(page.getByLabel("Your name")).toHaveValue("Akinyi");
    await page.getByLabel("Choose a password").fill(PASSWORD);
    await page.getByRole("button", { name: "Become the owner" }).click();
    await expect(heading(page, "Two-step verification")).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    // Reloading the page and a wrong code keep the key.
    const key = await page.locator("[data-key]").textContent();
    await page.reload();
    expect(await page.locator("[data-key]").textContent()).toBe(key);
    await page.getByLabel("Code", { exact: true }).fill("12345");
    await page.getByRole("button", { name: "Switch on" }).click();
    await expect(page.locator("main").getByText("This code is wrong")).toBeVisible();
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue("");
    expect(await page.locator("[data-key]").textContent()).toBe(key);
    await setUpApp(page);
    if (javaScriptEnabled) await expectAccessible(page);
    const codes = await page.locator("[data-number]").allTextContents();
    expect(codes).toHaveLength(10);
    const file = await context.request.get("/staff/second-step/recovery-codes.txt");
    for (const code of codes) expect(await file.text()).toContain(code);
    await page.getByRole("button", { name: "Go to the console" }).click();
    await expect(page.locator("main").getByText("Please print or save the codes")).toBeVisible();
    await page.getByLabel(/printed or saved/).check();
    await page.getByRole("button", { name: "Go to the console" }).click();
    await expect(heading(page, "Today")).toBeVisible();
    await expect(page).toHaveURL(`${url}/staff`);
    // The codes are shown once, and the link no longer works.
    await page.goto("/staff/second-step/recovery-codes");
    await expect(page).toHaveURL(/\/staff\/second-step\/factors$/);
    await expect(page.locator("main").getByText("10 of 10 left")).toBeVisible();
    await page.goto(link);
    await expect(page.locator("main").getByText("The site has an owner")).toBeVisible();
    await context.close();
    if (javaScriptEnabled) {
      const { DATA_DIR = "" } = environment;
      await restart(before);
      await rm(DATA_DIR, { recursive: true, force: true });
    }
  });
}

test("a start prints no link once there is an owner", async () => {
  await addStaffMemberTo(environment, "owner");
  await restart(environment);
  await createVisitor(url).get("/healthz");
  expect(site.printed.join("\n")).not.toContain("Nobody owns the site");
});

test("the second step at sign-in: by app and by recovery code, each once, without JavaScript", async ({ browser }) => {
  const desk = await addStaffMemberTo(environment, "desk", { secondStep: "waiting" });
  const { page, context } = await newBrowser(browser, false);
  await signInWithPassword(page, desk.member.email);
  await expect(page).toHaveURL(`${url}/staff/second-step`);
  await page.goto("/staff/activity?type=person");
  await expect(page).toHaveURL(`${url}/staff/second-step?next=/staff/activity%3Ftype%3Dperson`);
  await page.goto("/staff/more");
  const before = (await context.cookies()).find(({ name }) => name.includes("session"))?.value;
  const code = codeOf(desk.totpKey);
  await page.getByLabel("Code", { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${url}/staff/more`);
  expect((await context.cookies()).find(({ name }) => name.includes("session"))?.value).not.toBe(before);
  // Another browser signs in with a new recovery code.
  await page.goto("/staff/second-step/factors");
  await page.getByRole("button", { name: "Create new ones" }).click();
  await expect(heading(page, "Ten ways back in")).toBeVisible();
  const [recoveryCode = ""] = await page.locator("[data-number]").allTextContents();
  const other = await newBrowser(browser, false);
  await signInWithPassword(other.page, desk.member.email);
  await other.page.getByLabel("Code", { exact: true }).fill(code);
  await other.page.getByRole("button", { name: "Sign in" }).click();
  await expect(other.page.locator("main").getByText("This code has been used")).toBeVisible();
  await other.page.getByRole("link", { name: "Use a recovery code" }).click();
  await other.page.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
  await other.page.getByRole("button", { name: "Sign in" }).click();
  await expect(heading(other.page, "Today")).toBeVisible();
  await Promise.all([context.close(), other.context.close()]);
});

test("a double click on the second step lets the browser in, whichever response it uses", async () => {
  const desk = await addStaffMemberTo(environment, "desk", { secondStep: "waiting" });
  const code = codeOf(desk.totpKey);
  const send = async () => {
    const response = await fetch(`${url}/staff/second-step`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: desk.cookie, Origin: url },
      body: new URLSearchParams({ code }),
    });
    return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  };
  const responses = [...(await Promise.all([send(), send()])), await send()];
  expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(new Set(responses.map(({ cookie }) => cookie)).size).toBe(1);
  const open = (cookie: string) => fetch(`${url}/staff`, { headers: { Cookie: cookie }, redirect: "manual" });
  expect((await open(responses[0]?.cookie ?? "")).status).toBe(200);
  expect((await open(desk.cookie)).status).toBe(302);
});

test("fifty wrong codes block the second step, with a message", async () => {
  const desk = await addStaffMemberTo(environment, "desk", { secondStep: "waiting" });
  const visitor = createVisitor(url);
  await visitor.post("/login", { email: desk.member.email, password: PASSWORD });
  const statuses: number[] = [];
  for (let guess = 0; guess < 50; guess += 1) {
    statuses.push((await visitor.post("/staff/second-step", { code: "000000" })).status);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  const { status, text } = await visitor.post("/staff/second-step", { code: codeOf(desk.totpKey) });
  expect(status).toBe(429);
  expect(text).toContain("Too many codes were tried");
  expect(text).not.toContain(codeOf(desk.totpKey));
});

test("an invited person joins with a new account; the link works once, and can be withdrawn", async ({ browser }) => {
  const owner = await addStaffMemberTo(environment, "owner", { name: "Akinyi" });
  const boss = await newBrowser(browser, false);
  const [name = "", value = ""] = owner.cookie.split("=");
  await boss.context.addCookies([{ name, value, url }]);
  const email = `new-${Date.now()}@nguvu.example`;
  await boss.page.goto("/staff/people");
  await boss.page.getByRole("link", { name: "Invite" }).click();
  await boss.page.getByLabel("Email").fill(email);
  await boss.page.getByLabel("Role").selectOption("Trainer who is not on the site yet");
  await boss.page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(boss.page.locator("[data-outcome]")).toContainText(`${email} is invited.`);
  const link = await mailedLink(email);
  const { page, context } = await newBrowser(browser, false);
  await page.goto(link);
  await page.getByLabel("Your name").fill("Kamau");
  await page.getByLabel("Choose a password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(heading(page, "Today")).toBeVisible();
  await page.goto(link);
  await expect(page.locator("main").getByText("This invitation was used or withdrawn")).toBeVisible();
  // The owner changes their role to trainer, and then to desk, which needs a second step.
  await boss.page.goto("/staff/people");
  await boss.page.getByRole("link", { name: "Kamau", exact: true }).click();
  await boss.page.getByLabel("Role").selectOption("Trainer: Amina Yusuf");
  await boss.page.getByRole("button", { name: "Save the role" }).click();
  await expect(boss.page.locator("main").getByText("Done.")).toBeVisible();
  await boss.page.reload();
  await expect(boss.page.getByLabel("Role")).toHaveValue("trainer:amina-yusuf");
  await boss.page.getByLabel("Role").selectOption("Desk");
  await boss.page.getByRole("button", { name: "Save the role" }).click();
  await expect(boss.page.locator("main").getByText("Desk ·")).toBeVisible();
  await page.goto("/staff");
  await expect(page).toHaveURL(`${url}/staff/second-step/set-up`);
  await boss.page.getByRole("link", { name: "Remove Kamau" }).click();
  await boss.page.getByRole("button", { name: "Remove Kamau" }).click();
  await expect(boss.page.locator("[data-outcome]")).toContainText("Kamau is removed");
  expect((await page.goto("/staff"))?.status()).toBe(404);
  // The changes are in the activity log.
  await boss.page.goto("/staff/activity");
  await expect(boss.page.locator("main").getByText(`invited ${email} as Trainer`)).toBeVisible();
  await expect(boss.page.locator("main").getByText("changed the role of Kamau from Trainer to Desk")).toBeVisible();
  await boss.page.getByLabel("What").selectOption("Team");
  await boss.page.getByRole("button", { name: "Show activity" }).click();
  await expect(boss.page.locator("main").getByText("removed Kamau from the team")).toBeVisible();
  // Another invitation is withdrawn.
  await boss.page.goto("/staff/people/invite");
  await boss.page.getByLabel("Email").fill(`x${email}`);
  await boss.page.getByLabel("Role").selectOption("Desk");
  await boss.page.getByRole("button", { name: "Send the invitation" }).click();
  const withdrawn = await mailedLink(`x${email}`);
  await boss.page.goto("/staff/people");
  await boss.page.getByRole("button", { name: new RegExp(`Withdraw.*x${email}`) }).click();
  await expect(boss.page.locator("main").getByText(`x${email}`, { exact: true })).toHaveCount(0);
  await page.goto(withdrawn);
  await expect(heading(page, "This link doesn’t work")).toBeVisible();
  await Promise.all([context.close(), boss.context.close()]);
});

/** Signs in an owner in a browser with an authenticator. */
async function ownerWithAuthenticator(browser: Browser) {
  const owner = await addStaffMemberTo(environment, "owner");
  const { page, context } = await newBrowser(browser);
  const [name = "", value = ""] = owner.cookie.split("=");
  await context.addCookies([{ name, value, url }]);
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { owner, page, context, devtools, authenticatorId };
}

for (const [what, toJSON] of [
  ["is missing", "undefined"],
  ["throws", "() => { throw new TypeError('Illegal invocation'); }"],
  ["returns nothing", "() => ({})"],
]) {
  test(`a passkey of a password manager whose toJSON ${what} is added, and signs in`, async ({ browser }) => {
    const { owner, page, context } = await ownerWithAuthenticator(browser);
    await page.addInitScript(`PublicKeyCredential.prototype.toJSON = ${toJSON}`);
    await page.goto("/staff/second-step/set-up");
    await hydrated(page);
    await page.getByRole("button", { name: "A passkey instead" }).click();
    await expect(heading(page, "Ten ways back in")).toBeVisible();
    await context.clearCookies();
    await signInWithPassword(page, owner.member.email);
    await expect(heading(page, "Six digits")).toBeVisible();
    await hydrated(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(heading(page, "Today")).toBeVisible();
    await context.close();
  });
}

test("a passkey is added beside the app, and signs in; it needs the person's finger or PIN", async ({ browser }) => {
  const { owner, page, context, devtools, authenticatorId } = await ownerWithAuthenticator(browser);
  await page.goto("/staff/second-step/factors");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.waitForURL(/\/second-step\/set-up/);
  await hydrated(page);
  await page.getByRole("button", { name: "A passkey instead" }).click();
  // Recovery codes come with the passkey, as the test's app had none.
  await expect(heading(page, "Ten ways back in")).toBeVisible();
  await page.goto("/staff/second-step/factors");
  await expect(page.getByRole("heading", { name: "Passkey: In this phone or computer" })).toBeVisible();
  // The same device again is refused by the browser.
  await page.goto("/staff/second-step/set-up");
  await hydrated(page);
  await page.getByRole("button", { name: "A passkey instead" }).click();
  await expect(page.locator("main").getByText("This device already has a passkey for your account.")).toBeVisible();
  // Signs in again, with the passkey instead of a code.
  await context.clearCookies();
  await signInWithPassword(page, owner.member.email);
  await expect(heading(page, "Six digits")).toBeVisible();
  await hydrated(page);
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.locator("main").getByText("No passkey was received.")).toBeVisible();
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(heading(page, "Today")).toBeVisible();
  // Once removed, the passkey no longer works.
  await page.goto("/staff/second-step/factors");
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(page.locator("main").getByText("None yet")).toBeVisible();
  await context.close();
});

test("the second step and the page of a member of staff are accessible", async ({ browser }) => {
  const owner = await addStaffMemberTo(environment, "owner");
  const waiting = await addStaffMemberTo(environment, "desk", { secondStep: "waiting" });
  const screens = [
    [owner, [`/people/${waiting.member.id}`]],
    [waiting, ["/second-step", "/second-step?with=recovery-code"]],
  ] as const;
  for (const [{ cookie }, paths] of screens) {
    const { page, context } = await newBrowser(browser);
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url }]);
    for (const path of paths) {
      await page.goto(`/staff${path}`);
      await expect(page).toHaveURL(`${url}/staff${path}`);
      await expectAccessible(page);
    }
    await context.close();
  }
});

test("a member of staff can change the password only after a fresh second step", async ({ browser }) => {
  const desk = await addStaffMemberTo(environment, "desk", { secondStep: "waiting" });
  const { page, context } = await newBrowser(browser, false);
  await signInWithPassword(page, desk.member.email);
  await page.goto("/account/password");
  await expect(page).toHaveURL(`${url}/staff/second-step?next=/account/password`);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(desk.totpKey));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${url}/account/password`);
  await context.close();
});
