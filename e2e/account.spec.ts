/** A visitor's account, with forms posted as a browser posts them. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { ENQUIRY_RETENTION_MONTHS } from "../app/enquiries/retention.server.ts";
import { TEST_ACCOUNT } from "../app/platform/test-account.ts";
import { createVisitor, PASSWORD, type TestVisitor } from "../test/support/http-client.ts";
import { type SiteProcess, startSiteProcess } from "../test/support/site-process.ts";

const NEW_PASSWORD = "another long walk, to Ngong";

let dataDir: string;
let site: SiteProcess;
let members = 0;

test.describe.configure({ mode: "default", timeout: 60_000 });

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "nguvu-account-"));
  site = await startSiteProcess({ DATA_DIR: dataDir });
});

test.afterAll(async () => {
  site.signal("SIGTERM");
  await site.ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** A visitor who has just signed up. */
async function signUpVisitor(): Promise<{ member: TestVisitor; email: string }> {
  members += 1;
  const email = `member-${members}@example.com`;
  const member = createVisitor(site.url);
  expect((await member.post("/signup", { email, password: PASSWORD })).status).toBe(303);
  return { member, email };
}

/** Signs in the same visitor in another browser. */
async function signIn(email: string, password = PASSWORD): Promise<{ browser: TestVisitor; status: number }> {
  const browser = createVisitor(site.url);
  const { status } = await browser.post("/login", { email, password });
  return { browser, status };
}

async function isSignedIn(visitor: TestVisitor): Promise<boolean> {
  return (await visitor.get("/account")).status === 200;
}

/** Waits for a number of mails to an address, and returns them oldest first. The default `subject` leaves out the welcome mail. */
async function mailsTo(recipient: string, count: number, subject = /^(?!Welcome)/): Promise<Email[]> {
  const read = async () => {
    const folder = join(dataDir, "mail");
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
    return mails.filter(
      (mail) => subject.test(mail.subject ?? "") && mail.to?.some(({ address }) => address === recipient),
    );
  };
  await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBe(count);
  return (await read()).sort((one, other) => Date.parse(one.date ?? "") - Date.parse(other.date ?? ""));
}

/** The path and query of the link in an email. */
function linkIn(mail: Email | undefined): string {
  const link = /https?:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  return link.slice(new URL(link).origin.length);
}

test("the same sign-up posted twice, in turn and concurrently, is one account and succeeds both times", async () => {
  for (const atOnce of [false, true]) {
    const fields = { email: `twice-${atOnce}@example.com`, password: PASSWORD };
    const [first, second] = [createVisitor(site.url), createVisitor(site.url)];
    const posts = [() => first.post("/signup", fields), () => second.post("/signup", fields)] as const;
    const responses = atOnce ? await Promise.all(posts.map((post) => post())) : [await posts[0](), await posts[1]()];
    expect(responses.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, "/#home"]));
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true]);
    const other = await createVisitor(site.url).post("/signup", { ...fields, password: NEW_PASSWORD });
    expect(other.status).toBe(422);
    expect(other.text).toContain("There is already an account");
  }
});

test("neither a session's token nor its stored hash is in any page or JSON", async () => {
  const { member } = await signUpVisitor();
  const [cookie = ""] = member.cookies.values();
  const [token = "", signature = ""] = decodeURIComponent(cookie).split(".");
  const database = new DatabaseSync(join(dataDir, "nguvu.sqlite"), { readOnly: true });
  const stored = database.prepare("select token from sessions").all();
  database.close();
  expect(token.length).toBeGreaterThan(30);
  expect(stored.map((row) => row.token)).not.toContain(token);
  const secrets = [token, signature, ...stored.map((row) => String(row.token))];
  for (const path of [
    "/",
    "/classes",
    "/contact",
    "/account",
    "/account/details",
    "/account/address",
    "/account/address/link",
    "/account/sign-ins",
    "/account/password",
    "/account/delete",
    "/account/data",
  ]) {
    for (const address of [path, path === "/" ? "/_root.data" : `${path}.data`]) {
      const { text } = await member.get(address);
      for (const secret of secrets) expect(text, address).not.toContain(secret);
    }
  }
});

test("a wrong password and an unknown address get the same page, and so do a known and an unknown one without a password", async () => {
  const { email } = await signUpVisitor();
  const unknown = "nobody@example.com";
  const answersOf = async (path: string, fields: Record<string, string>) => {
    const responses = [];
    for (const address of [email, unknown]) {
      const { status, location, text } = await createVisitor(site.url).post(path, { ...fields, email: address });
      responses.push({ status, location, text: text.replaceAll(address, "…") });
    }
    return responses;
  };
  const [wrong, stranger] = await answersOf("/login", { password: "not the password" });
  expect(wrong?.status).toBe(422);
  expect(wrong?.text).toContain("Wrong email or password");
  expect(stranger).toEqual(wrong);
  const [known, nobody] = await answersOf("/forgot-password", {});
  expect(known).toMatchObject({ status: 303, location: "/forgot-password?sent=1" });
  expect(nobody).toEqual(known);
});

test("a forgotten password is reset by the newest link, once, and every session ends", async () => {
  const { member, email } = await signUpVisitor();
  expect((await createVisitor(site.url).get("/login")).text).toContain('href="/forgot-password"');
  const stranger = createVisitor(site.url);
  await stranger.post("/forgot-password", { email });
  const [older] = await mailsTo(email, 1);
  // Two requests within a minute make one link; once it is two minutes older, the next request makes another.
  await stranger.post("/forgot-password", { email });
  const database = new DatabaseSync(join(dataDir, "nguvu.sqlite"), { timeout: 5000 });
  const inLess = new Date(Date.now() + 28 * 60_000).toISOString();
  database.prepare("update password_resets set expires_at = ?").run(inLess);
  database.close();
  await stranger.post("/forgot-password", { email });
  const newest = (await mailsTo(email, 2)).find((mail) => mail.messageId !== older?.messageId);
  expect((await stranger.post(linkIn(older), { password: NEW_PASSWORD })).status).toBe(410);
  expect((await stranger.get(linkIn(newest))).text).toContain('name="password"');
  expect((await stranger.post(linkIn(newest), { password: "short" })).status).toBe(422);
  expect(await isSignedIn(member)).toBe(true);
  const done = await stranger.post(linkIn(newest), { password: NEW_PASSWORD });
  expect([done.status, done.location]).toEqual([303, "/login?reset=1"]);
  expect((await stranger.post(linkIn(newest), { password: PASSWORD })).status).toBe(410);
  expect(await isSignedIn(member)).toBe(false);
  expect((await signIn(email)).status).toBe(422);
  expect((await signIn(email, NEW_PASSWORD)).status).toBe(303);
  expect((await mailsTo(email, 3)).map(({ subject }) => subject)).toContain(
    "Your password at Nguvu Fitness has changed",
  );
});

test("the new-password form sends its origin in browsers without Sec-Fetch-Site", async ({ browser }) => {
  const { email } = await signUpVisitor();
  await createVisitor(site.url).post("/forgot-password", { email });
  const [mail] = await mailsTo(email, 1);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(site.url + linkIn(mail));
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("main").getByRole("button").click();
  expect(await (await sent).headerValue("origin")).toBe(site.url);
  await expect(page).toHaveURL(`${site.url}/login?reset=1`);
  await page.close();
});

test("changing the password requires the current one, and signs the other browsers out", async () => {
  const { member, email } = await signUpVisitor();
  const { browser } = await signIn(email);
  const change = (currentPassword: string) =>
    member.post("/account/password", { currentPassword, password: NEW_PASSWORD });
  const wrong = await change("not the password");
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("This is not your password");
  expect((await signIn(email, NEW_PASSWORD)).status).toBe(422);
  const right = await change(PASSWORD);
  expect([right.status, right.location]).toEqual([303, "/account/password?changed=1"]);
  expect([await isSignedIn(member), await isSignedIn(browser)]).toEqual([true, false]);
  expect((await signIn(email, NEW_PASSWORD)).status).toBe(303);
});

test("signing out everywhere ends a visitor's sessions in all browsers; signing out ends one", async () => {
  const { member, email } = await signUpVisitor();
  const { browser: second } = await signIn(email);
  const { browser: third } = await signIn(email);
  expect((await third.post("/sign-out", { where: "" })).location).toBe("/");
  expect([await isSignedIn(third), await isSignedIn(second), await isSignedIn(member)]).toEqual([false, true, true]);
  expect((await second.post("/sign-out", { where: "everywhere" })).location).toBe("/");
  expect([await isSignedIn(second), await isSignedIn(member)]).toEqual([false, false]);
});

test("a visitor can download their stored data, which contains nobody else's", async () => {
  const { member, email } = await signUpVisitor();
  await mailsTo(email, 1, /^Welcome/);
  await member.post("/saved-classes", { class: "boxing", do: "save", back: "/classes" });
  expect((await member.get("/account")).text).toMatch(/href="\/account\/data"[^>]* download/);
  const { status, text, headers } = await member.get("/account/data");
  expect(status).toBe(200);
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="account.json"');
  expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(headers.get("Cache-Control")).toBe("private, no-store");
  expect(JSON.parse(text)).toEqual({
    email,
    createdAt: expect.any(String),
    addressConfirmed: false,
    newAddress: null,
    savedClasses: ["boxing"],
    bookings: { name: null, phone: null, reminders: null, calendarSince: null, list: [] },
    mails: [
      {
        subject: "Welcome to Nguvu Fitness: confirm your address",
        text: expect.stringContaining("/confirm-address?key=…\n"),
        writtenAt: expect.any(String),
        sentAt: expect.any(String),
      },
    ],
    sessions: [
      { signedInAt: expect.any(String), endsAt: expect.any(String), device: null, lastUsedOn: expect.any(String) },
    ],
  });
  expect((await createVisitor(site.url).get("/account/data")).status).toBe(302);
});

test("deleting the account requires its password, and takes effect at once", async () => {
  const { member, email } = await signUpVisitor();
  const { browser } = await signIn(email);
  expect((await member.post("/account/delete", { currentPassword: "not the password" })).status).toBe(422);
  expect(await isSignedIn(member)).toBe(true);
  const done = await member.post("/account/delete", { currentPassword: PASSWORD });
  expect([done.status, done.location]).toEqual([303, "/"]);
  expect(member.cookies.size).toBe(0);
  expect([await isSignedIn(member), await isSignedIn(browser)]).toEqual([false, false]);
  expect((await signIn(email)).status).toBe(422);
  // Posted twice, as by a double click: deleting a deleted account succeeds again.
  expect((await member.post("/account/delete", { currentPassword: PASSWORD })).location).toBe("/");
  expect((await createVisitor(site.url).post("/signup", { email, password: PASSWORD })).status).toBe(303);
});

test("the test account can do none of these", async () => {
  const { browser: shared, status } = await signIn(TEST_ACCOUNT.email, TEST_ACCOUNT.password);
  expect(status).toBe(303);
  const currentPassword = TEST_ACCOUNT.password;
  const responses = [
    await shared.post("/account/password", { currentPassword, password: NEW_PASSWORD }),
    await shared.post("/account/delete", { currentPassword }),
    await shared.post("/sign-out", { where: "everywhere" }),
    await shared.post("/account/sign-ins", { signIn: "any" }),
    await shared.post("/account/address/link", {}),
    await shared.get("/account/data"),
  ];
  for (const response of responses) {
    expect(response.status).toBe(403);
    expect(response.text).toContain("This is the shared test account");
  }
  await shared.post("/forgot-password", { email: TEST_ACCOUNT.email });
  await mailsTo(TEST_ACCOUNT.email, 0);
  const { text } = await shared.get("/account");
  expect(text).not.toMatch(/everywhere|Not confirmed yet|\/account\/(password|delete|data|sign-ins|address)/);
  expect((await shared.get("/account/sign-ins")).text).not.toContain("Last used");
  await mailsTo(TEST_ACCOUNT.email, 0, /./);
  expect((await signIn(TEST_ACCOUNT.email, TEST_ACCOUNT.password)).status).toBe(303);
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

  test(`a new account's address is marked until the link in its mail is pressed, ${how}`, async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled });
    const main = page.getByRole("main");
    const mark = main.getByText("Not confirmed yet");
    const email = `marked-${javaScriptEnabled}@example.com`;
    await page.goto(`${site.url}/signup?next=/account`);
    await main.getByLabel("Email").fill(email);
    await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await main.getByRole("button", { name: "Sign Up" }).click();
    await expect(page).toHaveURL(`${site.url}/account`);
    await expect(mark).toBeVisible();
    const [mail] = await mailsTo(email, 1, /./);
    await main.getByRole("button", { name: "Send the link again" }).click();
    await expect(page).toHaveURL(`${site.url}/account/address/link?sent=1`);
    await expect(main.getByText("The link is on its way")).toBeVisible();
    await expect(main.getByRole("link", { name: "Change address" })).toHaveAttribute("href", "/account/address");
    await page.goto(`${site.url}/account/details`);
    await expect(mark).toBeVisible();
    await page.goto(site.url + linkIn(mail));
    await main.getByRole("button", { name: "Yes, it is mine" }).click();
    await expect(main.getByText("Your address is confirmed")).toBeVisible();
    for (const path of ["/account", "/account/details", "/account/address/link"]) {
      await page.goto(site.url + path);
      await expect(main.getByText(email.split("@")[0] ?? "").first()).toBeVisible();
      await expect(mark).toHaveCount(0);
    }
    await page.close();
  });

  test(`each sign-in is listed and can be ended separately, ${how}`, async ({ browser }) => {
    const { member, email } = await signUpVisitor();
    const page = await browser.newPage({ javaScriptEnabled });
    const main = page.getByRole("main");
    await page.goto(`${site.url}/login?next=/account`);
    await main.getByLabel("Email").fill(email);
    await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await main.getByRole("button", { name: "Sign In" }).click();
    await main.getByRole("link", { name: "Your sign-ins" }).click();
    const lines = main.getByRole("listitem");
    await expect(lines).toHaveText([
      /Chrome on Linux ?This device.*Last used today/,
      /Unknown device.*Last used today/,
    ]);
    await lines
      .last()
      .getByRole("button", { name: /^Sign out.*Unknown device/ })
      .click();
    await expect(main.getByText("That browser is signed out.")).toBeVisible();
    await expect(lines).toHaveCount(1);
    expect(await isSignedIn(member)).toBe(false);
    await lines.first().getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(`${site.url}/`);
    await page.goto(`${site.url}/account`);
    await expect(page).toHaveURL(`${site.url}/login?next=/account`);
    await page.close();
  });

  test(`a forgotten password leads back to where the visitor came from, ${how}`, async ({ browser }) => {
    const { email } = await signUpVisitor();
    const page = await browser.newPage({ javaScriptEnabled });
    const main = page.getByRole("main");
    await page.goto(`${site.url}/login?next=/classes/boxing`);
    await main.getByRole("link", { name: "Forgot your password?" }).click();
    await main.getByLabel("Email").fill(email);
    await main.getByRole("button", { name: "Send me the link" }).click();
    await expect(main.getByText("is on its way")).toBeVisible();
    const [mail] = await mailsTo(email, 1);
    await page.goto(site.url + linkIn(mail));
    await main.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await main.getByRole("button", { name: "Set the password" }).click();
    await expect(main.getByText("Your new password is set.")).toBeVisible();
    await main.getByLabel("Email").fill(email);
    await main.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await main.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(`${site.url}/classes/boxing`);
    await page.close();
  });
}

test("signing in again replaces the browser's session", async () => {
  const { member, email } = await signUpVisitor();
  const before = [...member.cookies].map(([name, value]) => `${name}=${value}`).join();
  expect((await member.post("/login", { email, password: PASSWORD })).status).toBe(303);
  expect(await isSignedIn(member)).toBe(true);
  const { status } = await createVisitor(site.url).get("/account", { Cookie: before });
  expect(status).toBe(302);
});

test("when too many passwords are checked at once the other forms are returned with a message", async () => {
  const posts = Array.from({ length: 60 }, (_, number) => {
    const email = `crowd-${number}@example.com`;
    return createVisitor(site.url)
      .post(number % 2 === 0 ? "/login" : "/signup", { email, password: `a password ${number}` })
      .then((response) => ({ ...response, email }));
  });
  const busy = (await Promise.all(posts)).filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  for (const { text, email } of busy) {
    expect(text).toContain("very busy");
    expect(text).toContain(`value="${email}"`);
    expect(text).not.toContain("a password ");
  }
});

test("saving a class redirects to the site's own pages only", async () => {
  const { member } = await signUpVisitor();
  for (const back of ["//evil.example", "https://evil.example", "/\\evil.example", "/sign-out"]) {
    expect((await member.post("/saved-classes", { class: "boxing", do: "save", back })).location, back).toBe(
      "/classes",
    );
  }
});

test("the forms link to a page that says what is stored, why, how long, and whom to ask", async () => {
  const visitor = createVisitor(site.url);
  for (const path of ["/contact", "/signup"]) {
    const main = /<main[\s\S]*<\/main>/.exec((await visitor.get(path)).text)?.[0];
    expect(main, path).toContain('href="/privacy"');
  }
  const { text } = await visitor.get("/privacy");
  const words = text.replaceAll(/<!--.*?-->|<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  for (const said of [
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
    expect(words).toContain(said);
  }
  expect(words.match(/ Why /g)).toHaveLength(10);
  expect(words.match(/ How long /g)).toHaveLength(10);
});
