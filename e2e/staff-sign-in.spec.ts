/** How staff get in: the owner's first link, invitations, and the second step by app, recovery code and passkey. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { totpCode, totpStep } from "../app/staff/totp.server.ts";
import { PASSWORD } from "../test/support/http-client.ts";
import { freePort } from "../test/support/listen.ts";
import { addStaffMember, withStore } from "../test/support/staff.ts";
import { ROOT } from "../tools/spawn.ts";
import { violations } from "./axe.ts";
import {
  addCookie,
  expect,
  hydrated,
  mailedLink,
  sendCredentials,
  startSite,
  test,
  testWithoutScript,
} from "./fixtures.ts";

let site: Awaited<ReturnType<typeof startSite>>;
let url: string;

test.describe.configure({ mode: "default" });
// Undefined while the site starts.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
test.use({ baseURL: ({}, use) => use(url) });

test.beforeAll(async () => {
  // The site's public address has to name its port before it listens.
  const port = String(await freePort());
  // Passkeys need a host name, not an IP address.
  url = `http://localhost:${port}`;
  site = await startSite({ PORT: port, PUBLIC_URL: url });
});

test.afterAll(() => site.close());

/** The current code of an app with this key. */
const codeOf = (key: string) => totpCode(key, totpStep(new Date()));

/** Gets the owner's link by the command that the start names, as the start itself logs no link. */
async function ownerLink(): Promise<string> {
  await expect.poll(() => site.printed.join("\n")).toContain("npm run staff -- owner-link");
  const command = join(ROOT, "bin", "staff.ts");
  const env = { ...process.env, ...site.environment };
  const { stdout } = await promisify(execFile)(process.execPath, [command, "owner-link"], { env });
  expect(site.printed.join("\n")).not.toContain("token=");
  return stdout.split("\n", 1)[0] ?? "";
}

async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await sendCredentials(page, { email, password: PASSWORD });
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

testWithoutScript("the first owner comes by the printed link: password, app, console", async ({ page, context }) => {
  const link = await ownerLink();
  await page.goto(link);
  // Axe needs a page with JavaScript.
  const scripted = await context.newPage();
  await scripted.goto(link);
  expect(await violations(scripted)).toEqual([]);
  await scripted.close();
  await page.getByLabel("Your name").fill("Akinyi");
  await page.getByLabel("Email").fill("akinyi@nguvu.example");
  await page.getByLabel("Choose a password").fill("short");
  await page.getByRole("button", { name: "Become the owner" }).click();
  await expect(page.locator("main").getByText("at least 8 characters")).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Akinyi");
  await page.getByLabel("Choose a password").fill(PASSWORD);
  await page.getByRole("button", { name: "Become the owner" }).click();
  await expect(heading(page, "Two-step verification")).toBeVisible();
  const key = await page.locator("[data-key]").textContent();
  await page.getByLabel("Code", { exact: true }).fill("12345");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.locator("main").getByText("This code is wrong")).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("");
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key?.replaceAll(" ", "") ?? ""));
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(heading(page, "Ten ways back in")).toBeVisible();
  const codes = await page.locator("[data-number]").allTextContents();
  expect(codes).toHaveLength(10);
  const file = await page.request.get("/staff/second-step/recovery-codes.txt");
  for (const code of codes) expect(await file.text()).toContain(code);
  await page.getByRole("button", { name: "Go to the console" }).click();
  await expect(page.locator("main").getByText("Please print or save the codes")).toBeVisible();
  await page.getByLabel(/printed or saved/).check();
  await page.getByRole("button", { name: "Go to the console" }).click();
  await expect(heading(page, "Today")).toBeVisible();
  await expect(page).toHaveURL(`${url}/staff`);
  // The codes are shown once.
  await page.goto("/staff/second-step/recovery-codes");
  await expect(page).toHaveURL(/\/staff\/second-step\/factors$/);
  await expect(page.locator("main").getByText("10 of 10 left")).toBeVisible();
});

testWithoutScript("the second step at sign-in: by app and by recovery code", async ({ page, context }) => {
  const desk = await withStore(site.environment, (store) => addStaffMember(store, "desk", { secondStep: "waiting" }));
  await signInWithPassword(page, desk.member.email);
  await expect(page).toHaveURL(`${url}/staff/second-step`);
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
  await context.clearCookies();
  const other = await context.newPage();
  await signInWithPassword(other, desk.member.email);
  await other.getByRole("link", { name: "Use a recovery code" }).click();
  await other.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(heading(other, "Today")).toBeVisible();
});

testWithoutScript("an invited person joins with a new account by a link", async ({ page, context }) => {
  const owner = await withStore(site.environment, (store) => addStaffMember(store, "owner", { name: "Akinyi" }));
  await addCookie(context, { url }, owner.cookie);
  const boss = await context.newPage();
  const email = `new-${Date.now()}@nguvu.example`;
  await boss.goto("/staff/people");
  await boss.getByRole("link", { name: "Invite" }).click();
  await boss.getByLabel("Email").fill(email);
  await boss.getByLabel("Role").selectOption("Trainer who is not on the site yet");
  await boss.getByRole("button", { name: "Send the invitation" }).click();
  await expect(boss.locator("[data-outcome]")).toContainText(`${email} is invited.`);
  const link = await mailedLink(site.dataDir, email, "/staff/invitation");
  await context.clearCookies();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Kamau");
  await page.getByLabel("Choose a password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join the team" }).click();
  await expect(heading(page, "Today")).toBeVisible();
});

test("a passkey is added beside the app, and signs in; it needs the person's finger or PIN", async ({ page }) => {
  const owner = await withStore(site.environment, (store) => addStaffMember(store, "owner"));
  const context = page.context();
  await addCookie(context, { url }, owner.cookie);
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
  // The method of some password managers throws.
  await page.addInitScript(
    "PublicKeyCredential.prototype.toJSON = () => { throw new TypeError('Illegal invocation') }",
  );
  await page.goto("/staff/second-step/factors");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.waitForURL(/\/second-step\/set-up/);
  await hydrated(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "A passkey instead" }).click();
  // Recovery codes come with the passkey, as the test's app had none.
  await expect(heading(page, "Ten ways back in")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto("/staff/second-step/factors");
  await expect(page.getByRole("heading", { name: "Passkey: In this phone or computer" })).toBeVisible();
  // The browser refuses a second passkey on this device.
  await page.goto("/staff/second-step/set-up");
  await hydrated(page);
  await page.getByRole("button", { name: "A passkey instead" }).click();
  await expect(page.locator("main").getByText("This device already has a passkey for your account.")).toBeVisible();
  // Signs in again, with the passkey instead of a code.
  await context.clearCookies();
  await signInWithPassword(page, owner.member.email);
  await expect(heading(page, "Six digits")).toBeVisible();
  await hydrated(page);
  expect(await violations(page)).toEqual([]);
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
  await devtools.detach();
});
