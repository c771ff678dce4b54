/** The tasks of an owner's week, and the desk's with enquiries, on a phone, with the clicks counted from the console's first page. */
import type { Locator, Page } from "@playwright/test";
import { findLive } from "../app/cms/editing/entry-rows.server.ts";
import { recordEnquiry } from "../app/enquiries/enquiries.server.ts";
import { insertRows } from "../test/support/insert-rows.ts";
import { makePhoto } from "../test/support/photos.ts";
import { bottomBar, countClicks, openConsole } from "./click-counts.ts";
import { expect, openSiteBeforeAll, test, testWithoutScript, withAndWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const site = openSiteBeforeAll();

/** The link of an entry in the list of its type. */
const entry = (page: Page, slug: string): Locator => page.locator(`[data-slug="${slug}"] .name a`);

const publish = (page: Page): Locator => page.getByRole("button", { name: "Publish", exact: true });

/** The stored content of a published entry; undefined when it is not published. */
async function live(type: string, slug: string): Promise<Record<string, unknown> | undefined> {
  const row = await findLive(site.services.db, { type, slug });
  return row && JSON.parse(row.body);
}

testWithoutScript("10: a photo from the phone is added to a class, which keeps what was typed", async ({ page }) => {
  const { press, chooseFile, done } = await openConsole(page, site, false);
  const title = "Meditation";
  await press(bottomBar(page, "Content"));
  await press(page.locator("main").getByRole("link", { name: "Classes", exact: true }));
  await press(page.locator("main").getByRole("link", { name: title, exact: true }));
  await page.getByLabel("The class in one sentence").fill(`${title}, on a photo of ours.`);
  await press(page.getByRole("button", { name: "Change the picture" }));
  await chooseFile(page.getByLabel("Add a photo"), "Saturday.jpg", await makePhoto(74));
  await press(page.getByRole("button", { name: "Upload" }));
  await press(page.getByLabel("What the picture shows"));
  await page.keyboard.type(`${title}, seen from the door.`);
  await press(page.getByLabel(/^Nobody/));
  await press(page.getByRole("button", { name: `Save, and use it for ${title}` }));
  await expect(page.getByLabel("The class in one sentence")).toHaveValue(`${title}, on a photo of ours.`);
  await press(publish(page));
  await expect(page.locator("main").getByText("Every visitor sees it now.")).toBeVisible({ timeout: 20_000 });
  done("10 put a photo on a class", 10);
  const photo = { file: expect.stringMatching(/^u-/) };
  expect(await live("class", "meditation")).toMatchObject({ photo, summary: `${title}, on a photo of ours.` });
});

testWithoutScript("13: the order of a list is changed", async ({ page }) => {
  const { press, done } = await openConsole(page, site, false);
  await press(bottomBar(page, "Content"));
  await press(page.locator("main").getByRole("link", { name: "Plans", exact: true }));
  const order = () =>
    page.locator("#order li").evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.slug));
  await expect(page.locator("#order li").first()).toBeVisible();
  const [first, second, third, ...rest] = await order();
  await press(page.locator(`[data-slug="${third}"]`).getByRole("button", { name: /up$/ }));
  await expect.poll(order).toEqual([first, third, second, ...rest]);
  await press(page.locator(`[data-slug="${third}"]`).getByRole("button", { name: /up$/ }));
  await expect.poll(order).toEqual([third, first, second, ...rest]);
  done("13 change an order, two moves", 3 + 2);
});

test("9: a price changes from a date", async ({ page }) => {
  const { press, done } = await openConsole(page, site, true);
  const slug = "mwanzo";
  const before = await live("plan", slug);
  await press(bottomBar(page, "Content"));
  await press(page.getByRole("link", { name: "Plans", exact: true }).and(page.locator("main a")));
  await press(entry(page, slug));
  await page.getByLabel("Price, KES").fill("4800");
  await page.getByLabel("Publish on (optional)").fill("2031-01-06");
  await press(page.getByRole("button", { name: "Publish", exact: true }));
  await expect(page.locator("main").getByText("changes Mon 6 Jan 2031, 12:00am, Nairobi time")).toBeVisible();
  done("9 change a price from a date", 4);
  expect(await live("plan", slug)).toEqual(before);
});

test("10: a photo from the phone is added to the gallery, with its focus and description", async ({ page }) => {
  const { press, chooseFile, done } = await openConsole(page, site, true, "desk");
  await press(page.getByRole("link", { name: "Add a photo" }));
  await chooseFile(page.getByLabel("Add a photo"), "Saturday.jpg", await makePhoto(71));
  // Reading a photo starts a process; the limit of a click is for the click.
  await page.waitForURL(/\/staff\/pictures\/\w+/);
  await press(page.getByRole("button", { name: "Touch the picture to set the focus" }), {
    position: { x: 72, y: 54 },
  });
  await page.getByLabel("What the picture shows").fill("Bars of colour.");
  await press(page.getByLabel(/^Nobody/));
  // Publishing waits for sizes that are still being made.
  await press(page.getByRole("button", { name: "Save and add to the gallery" }));
  await expect(page.locator("main").getByText("It is in the gallery")).toBeVisible();
  done("10 put up a photo from the phone", 6);
  await page.goto(`${site.url}/gallery/page-2`);
  await expect(page.getByAltText("Bars of colour.").last()).toBeAttached();
});

test("11: a trainer is added, with a picture", async ({ page }) => {
  const { press, done } = await openConsole(page, site, true);
  await press(bottomBar(page, "Content"));
  await press(page.locator("main").getByRole("link", { name: "Trainers", exact: true }));
  await press(page.getByRole("link", { name: "New trainer" }));
  await page.getByLabel("Name", { exact: true }).fill("Achieng Were");
  await page.getByLabel("Role").fill("Rowing Trainer");
  for (const site of ["Facebook", "Twitter", "Instagram"]) {
    await page.getByLabel(`${site} address`).fill(`https://example.com/${site}`);
  }
  await page.getByLabel("Email").fill("rowing@example.com");
  await press(page.getByRole("button", { name: "Choose a picture" }));
  await press(page.locator("main li button[name=file]").first());
  await press(publish(page));
  await expect(page.locator("main").getByText("Every visitor sees it now.")).toBeVisible();
  done("11 a trainer comes", 8);
});

test("15: three trainers are invited, each by name", async ({ page }) => {
  const { press, choose, write, done } = await openConsole(page, site, true);
  await press(bottomBar(page, "More"));
  await press(page.locator("main").getByRole("link", { name: "Team" }));
  await press(page.getByRole("link", { name: "Invite" }));
  for (const [name, trainer] of [
    ["amina", "Amina Yusuf"],
    ["brian", "Brian Otieno"],
    ["wanjiru", "Wanjiru Kamau"],
  ] as const) {
    const email = `${name}@example.com`;
    await expect(page.getByLabel("Email")).toHaveValue("");
    await write(page.getByLabel("Email"), email);
    await choose(page.getByLabel("Role"), `Trainer: ${trainer}`);
    await press(page.getByRole("button", { name: "Send the invitation" }));
    await expect(page.locator("[data-outcome]")).toContainText(`${email} is invited.`);
  }
  done("15 invite three trainers", 9);
  const invitations = site.services.db.selectFrom("staff_invitations").select("trainer_slug").orderBy("email");
  expect((await invitations.execute()).map(({ trainer_slug }) => trainer_slug)).toEqual([
    "amina-yusuf",
    "brian-otieno",
    "wanjiru-kamau",
  ]);
});

let people = 0;

/** Stores an email about a booking as given up, as the worker leaves it. */
async function giveUpMail(subject: string): Promise<void> {
  const { db, now } = site.services;
  const at = now().toISOString();
  const mail = { created_at: at, recipient: "otieno@example.com", reply_to: "", body_text: "Karibu", due_at: at };
  const failed = { kind: "booking-moved", attempts: 125, last_error: "550", given_up_at: at };
  const named = { id: subject, message_id: subject, subject, sent_at: null };
  await insertRows(db, "outbox", [{ ...named, ...mail, ...failed }]);
}

/** Sends an enquiry of somebody with a unique name. @returns the name */
async function enquire(): Promise<string> {
  people += 1;
  const name = `Zawadi Number${people}`;
  const form = { name, email: `zawadi-${people}@example.com`, class: "boxing", comment: "May I come once?" };
  await recordEnquiry(site.services, { ...form, phone: "+254712345678" });
  return name;
}

const stateOf = (page: Page) => page.getByRole("group", { name: "Status" }).locator('[aria-pressed="true"]');

withAndWithoutScript((isScripted) => {
  test("an enquiry is answered by WhatsApp in two clicks, with a text that names the class", async ({ page }) => {
    const name = await enquire();
    const { press, done } = await openConsole(page, site, isScripted, "desk", { name: "Moraa Nyaboke" });
    await press(page.getByRole("link", { name: `WhatsApp to ${name}` }));
    await expect(page.getByLabel("Your reply")).toHaveValue(/^Hello Zawadi,\n\nThank you for asking about Boxing\./);
    const address = page.url().split("#")[0] ?? "";
    // The chat is on another server, which tests can't reach.
    const chat = page.waitForRequest((request) => request.url().startsWith("https://wa.me/"));
    await press(page.getByRole("button", { name: "WhatsApp" }));
    done("answer an enquiry by WhatsApp", 2);
    const url = new URL((await chat).url());
    expect(url.pathname).toBe("/254712345678");
    expect(url.searchParams.get("text")).toContain("asking about Boxing");
    const other = await page.context().newPage();
    await other.goto(address);
    await expect(stateOf(other)).toHaveText("Answered");
    await expect(other.locator("main").getByText("Set by Moraa Nyaboke")).toBeVisible();
    await other.close();
  });

  test("a state is set and a note added in two clicks each, and the state undone in one more", async ({ page }) => {
    const name = await enquire();
    const state = await openConsole(page, site, isScripted, "desk", { name: "Moraa Nyaboke" });
    await state.press(page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: /Enquiries/ }));
    await state.press(page.getByRole("button", { name: `Not now ${name}` }));
    await expect(page.locator("[data-outcome]")).toContainText(`${name} is now “Not now”.`);
    state.done("set the state of an enquiry", 2);
    await state.press(page.getByRole("button", { name: "Undo" }));
    await expect(page.locator("[data-outcome]")).toContainText(`${name} is now “New”.`);

    await page.goto(`${site.url}/staff`);
    const note = countClicks(page);
    await note.press(page.getByRole("link", { name, exact: true }));
    await page.getByLabel("New note").fill("Called, nobody there");
    await note.press(page.getByRole("button", { name: "Add note" }));
    await expect(page.getByRole("listitem").filter({ hasText: "Called, nobody there" })).toContainText("Moraa Nyaboke");
    note.done("add a note to an enquiry", 2);
    await expect(page.getByLabel("New note")).toHaveValue("");
    if (!isScripted) return;
    // Seen again, the page has what was done elsewhere since.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("group", { name: "Status" }).getByRole("button", { name: "Joined" }).click();
    await expect(stateOf(other)).toHaveText("Joined");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(stateOf(page)).toHaveText("Joined");
    await other.close();
  });

  test("an email that could not be delivered is shown on the first page, tried again and removed", async ({ page }) => {
    const [moved, cancelled] = [`Moved ${isScripted}`, `Cancelled ${isScripted}`];
    await giveUpMail(moved);
    await giveUpMail(cancelled);
    await openConsole(page, site, isScripted, "desk");
    const section = page.getByRole("region", { name: /emails could not be delivered/ });
    await expect(section.getByRole("heading")).toHaveText("2 emails could not be delivered");
    await expect(section.getByRole("listitem").filter({ hasText: moved })).toContainText(
      /to otieno@example\.com, .*: the mail server refused the address\. Ask them for another address\./,
    );
    await page.getByRole("button", { name: `Remove “${cancelled}” to otieno@example.com` }).click();
    await expect(page.locator("[data-outcome]")).toContainText("The email is deleted.");
    await expect(page.getByRole("heading", { name: "An email could not be delivered" })).toBeVisible();
    await page.getByRole("button", { name: `Try again “${moved}” to otieno@example.com` }).click();
    await expect(page.locator("[data-outcome]")).toContainText("The email is in the queue again.");
    await expect(page.locator("main").getByText("could not be delivered")).toHaveCount(0);
    const mail = site.services.db.selectFrom("outbox").select("sent_at").where("subject", "=", moved);
    await expect.poll(() => mail.executeTakeFirst()).toEqual({ sent_at: expect.any(String) });
  });
});
