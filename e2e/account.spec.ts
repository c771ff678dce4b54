/** A visitor's account: its secrets, its emails, and the privacy page. */
import { ENQUIRY_RETENTION_MONTHS } from "../app/enquiries/retention.server.ts";
import { createVisitor, PASSWORD } from "../test/support/http-client.ts";
import { withStore } from "../test/support/staff.ts";
import { expect, mailedLink, newEmail, sendCredentials, test, testWithoutScript } from "./fixtures.ts";

const NEW_PASSWORD = "another long walk, to Ngong";

test("no page or JSON has a session's token or its stored hash, and no form leads elsewhere", async ({ site }) => {
  const member = createVisitor(site.url);
  const { headers } = await member.post("/signup", { email: newEmail(), password: PASSWORD });
  expect(headers.get("Set-Cookie")).toMatch(/(?=.*HttpOnly)(?=.*SameSite=Lax)/);
  const [cookie = ""] = member.cookies.values();
  const [token = "", signature = ""] = decodeURIComponent(cookie).split(".");
  const stored = await withStore(site.environment, ({ db }) => db.selectFrom("sessions").select("token").execute());
  expect(token.length).toBeGreaterThan(30);
  expect(stored.map((row) => row.token)).not.toContain(token);
  const secrets = [token, signature, ...stored.map((row) => row.token)];
  const below = ["details", "address", "address/link", "sign-ins", "password", "delete", "data"];
  for (const path of ["/", "/classes", "/contact", "/account", ...below.map((page) => `/account/${page}`)]) {
    for (const address of [path, path === "/" ? "/_root.data" : `${path}.data`]) {
      const { text } = await member.get(address);
      for (const secret of secrets) expect(text, address).not.toContain(secret);
    }
  }
  const saved = await member.post("/saved-classes", { class: "boxing", do: "save", back: "//evil.example" });
  expect(saved.location).toBe("/classes");
  const download = await member.get("/account/data");
  expect(download.headers.get("Content-Disposition")).toBe('attachment; filename="account.json"');
  expect(download.headers.get("Cache-Control")).toBe("private, no-store");
  expect((await member.post("/sign-out", { where: "" })).headers.get("Clear-Site-Data")).toBe('"storage"');
});

testWithoutScript(
  "a new account's address is confirmed, another sign-in is ended, and a forgotten password is replaced",
  async ({ page, site }) => {
    const main = page.getByRole("main");
    const email = newEmail();

    await test.step("the address is marked until the link in its mail is pressed", async () => {
      const mark = main.getByText("Not confirmed yet");
      await page.goto("/signup?next=/account");
      await sendCredentials(page, { email, password: PASSWORD }, "Sign Up");
      await expect(page).toHaveURL("/account");
      await expect(mark).toBeVisible();
      await main.getByRole("button", { name: "Send the link again" }).click();
      await expect(page).toHaveURL("/account/address/link?sent=1");
      await expect(main.getByText("The link is on its way")).toBeVisible();
      await page.goto(await mailedLink(site.dataDir, email, "/confirm-address"));
      await main.getByRole("button", { name: "Yes, it is mine" }).click();
      await expect(main.getByText("Your address is confirmed")).toBeVisible();
      for (const path of ["/account/details", "/account"]) {
        await page.goto(path);
        await expect(main.getByText(email.split("@")[0] ?? "").first()).toBeVisible();
        await expect(mark).toHaveCount(0);
      }
    });

    await test.step("each sign-in is listed and can be ended separately", async () => {
      const browser = createVisitor(site.url);
      expect((await browser.post("/login", { email, password: PASSWORD })).status).toBe(303);
      await main.getByRole("link", { name: "Your sign-ins" }).click();
      const lines = main.getByRole("listitem");
      const own = /Chrome on Linux ?This device.*Last used today/;
      await expect(lines).toHaveText([own, /Unknown device.*Last used today/]);
      const other = lines.last();
      await other.getByRole("button", { name: /^Sign out.*Unknown device/ }).click();
      await expect(main.getByText("That browser is signed out.")).toBeVisible();
      await expect(lines).toHaveText([own]);
      expect((await browser.get("/account")).status).toBe(302);
      await lines.first().getByRole("button", { name: "Sign out" }).click();
      await expect(page).toHaveURL("/");
    });

    await test.step("a forgotten password leads back to where the visitor came from", async () => {
      await page.goto("/login?next=/classes/boxing");
      await main.getByRole("link", { name: "Forgot your password?" }).click();
      await main.getByLabel("Email").fill(email);
      await main.getByRole("button", { name: "Send me the link" }).click();
      await expect(main.getByText("is on its way")).toBeVisible();
      await page.goto(await mailedLink(site.dataDir, email, "/reset-password"));
      await main.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await main.getByRole("button", { name: "Set the password" }).click();
      // Browsers without Sec-Fetch-Site are recognised by it, whatever the page's referrer policy.
      expect(await (await sent).headerValue("origin")).toBe(site.url);
      await expect(main.getByText("Your new password is set.")).toBeVisible();
      await sendCredentials(page, { email, password: NEW_PASSWORD });
      await expect(page).toHaveURL("/classes/boxing");
    });
  },
);

test("the forms link to a page that says what is stored, why, how long, and whom to ask", async ({ site }) => {
  const visitor = createVisitor(site.url);
  for (const path of ["/contact", "/signup"]) {
    const main = /<main[\s\S]*<\/main>/.exec((await visitor.get(path)).text)?.[0];
    expect(main, path).toContain('href="/privacy"');
  }
  const { text } = await visitor.get("/privacy");
  const words = text.replaceAll(/<!--.*?-->|<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  for (const expected of [
    "Data Protection Act, 2019",
    "data subject",
    "data controller",
    "Office of the Data Protection Commissioner",
    "You may withdraw your consent",
    // Which data is stored, and for how long.
    "Argon2id hash",
    `${ENQUIRY_RETENTION_MONTHS} months`,
    "30 days after you last opened a page of your own",
    "30 minutes at most",
    "30 days after it was sent",
    "Until you delete the account",
    "the newest 80 pages and pictures at most",
  ]) {
    expect(words).toContain(expected);
  }
  expect(words.match(/ Why /g)).toHaveLength(10);
  expect(words.match(/ How long /g)).toHaveLength(10);
});
