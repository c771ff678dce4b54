/** The desk's daily tasks with enquiries on a phone, with clicks counted from the console's first page. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { recordEnquiry } from "../app/enquiries/enquiries.server.ts";
import type { Services } from "../app/platform/services.ts";
import { readCsv } from "../test/support/read-csv.ts";
import { withStore } from "../test/support/staff.ts";
import { violations } from "./axe.ts";
import { expect, hydrated, type Site, signInStaff, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

let people = 0;

/** Stores an email about a booking as given up, as the worker leaves it. */
async function giveUpMail(site: Site, subject: string): Promise<void> {
  people += 1;
  const id = `given-up-${process.pid}-${people}`;
  await withStore(site.environment, async ({ db, now }) => {
    const at = now().toISOString();
    const mail = { created_at: at, recipient: "otieno@example.com", reply_to: "", body_text: "Karibu", due_at: at };
    const failed = { kind: "booking-moved", attempts: 125, last_error: "550", given_up_at: at };
    await db
      .insertInto("outbox")
      .values({ id, message_id: id, subject, sent_at: null, ...mail, ...failed })
      .execute();
  });
}

/** Sends an enquiry of somebody with a unique name. */
async function enquire(site: Site, phone = "+254712345678"): Promise<{ name: string; email: string }> {
  people += 1;
  const name = `Zawadi Number${process.pid}x${people}`;
  const email = `zawadi-${process.pid}-${people}@example.com`;
  await withStore(site.environment, async (store) => {
    const services = { ...store, log: { info() {}, warn() {} }, events: { emit() {} } } as unknown as Services;
    await recordEnquiry(services, { name, email, phone, class: "boxing", comment: "May I come once?" });
  });
  return { name, email };
}

/** Counts presses. */
function counter() {
  let clicks = 0;
  return {
    press: async (locator: Locator) => {
      clicks += 1;
      await locator.click();
    },
    clicks: () => clicks,
  };
}

const stateOf = (page: Page) => page.getByRole("group", { name: "Status" }).locator('[aria-pressed="true"]');

/** Opens the console's first page as the desk. */
async function openConsole(page: Page, site: Site, isScripted: boolean): Promise<void> {
  await signInStaff(page, site, "desk", { name: "Moraa Nyaboke" });
  await page.goto("/staff");
  if (isScripted) await hydrated(page);
}

for (const isScripted of [true, false]) {
  test.describe(isScripted ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: isScripted });

    test("an enquiry is answered by WhatsApp in two clicks, with a text that names the class, and its state is then Answered", async ({
      page,
      site,
    }) => {
      const { name } = await enquire(site);
      await openConsole(page, site, isScripted);
      const { press, clicks } = counter();
      await press(page.getByRole("link", { name: `WhatsApp to ${name}` }));
      await expect(page.getByLabel("Your reply")).toHaveValue(/^Hello Zawadi,\n\nThank you for asking about Boxing\./);
      const address = page.url().split("#")[0] ?? "";
      // The chat is on another server, which tests can't reach.
      const chat = page.waitForRequest((request) => request.url().startsWith("https://wa.me/"));
      await press(page.getByRole("button", { name: "WhatsApp" }));
      expect(clicks()).toBe(2);
      const url = new URL((await chat).url());
      expect(url.pathname).toBe("/254712345678");
      expect(url.searchParams.get("text")).toContain("asking about Boxing");
      const other = await page.context().newPage();
      await other.goto(address);
      await expect(stateOf(other)).toHaveText("Answered");
      await expect(other.locator("main").getByText("Set by Moraa Nyaboke")).toBeVisible();
      await other.close();
    });

    test("an enquiry is answered by mail in two clicks", async ({ page, site }) => {
      const { name, email } = await enquire(site, "");
      await openConsole(page, site, isScripted);
      const { press, clicks } = counter();
      await expect(page.getByRole("link", { name: `WhatsApp to ${name}` })).toHaveCount(0);
      await press(page.getByRole("link", { name: `Email to ${name}` }));
      await press(page.getByRole("button", { name: "Email" }));
      await expect(stateOf(page)).toHaveText("Answered");
      expect(clicks()).toBe(2);
      await expect(page.locator("#replies")).toContainText("Hello Zawadi");
      await expect(async () => {
        await page.reload();
        await expect(page.locator("#replies")).toContainText("email sent", { timeout: 500 });
      }).toPass();
      const mail = await withStore(site.environment, ({ db }) =>
        db.selectFrom("outbox").selectAll().where("recipient", "=", email).executeTakeFirstOrThrow(),
      );
      expect(mail).toMatchObject({ subject: "Your enquiry about Boxing at Nguvu Fitness" });
    });

    test("a state is set and a note added in two clicks each, and the state undone in one more", async ({
      page,
      site,
    }) => {
      const { name } = await enquire(site);
      await openConsole(page, site, isScripted);
      const state = counter();
      await state.press(page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: /Enquiries/ }));
      await state.press(page.getByRole("button", { name: `Not now ${name}` }));
      await expect(page.locator("[data-outcome]")).toContainText(`${name} is now “Not now”.`);
      expect(state.clicks()).toBe(2);
      await state.press(page.getByRole("button", { name: "Undo" }));
      await expect(page.locator("[data-outcome]")).toContainText(`${name} is now “New”.`);

      await page.goto("/staff");
      const note = counter();
      await note.press(page.getByRole("link", { name, exact: true }));
      await page.getByLabel("New note").fill("Called, nobody there");
      await note.press(page.getByRole("button", { name: "Add note" }));
      await expect(page.getByRole("listitem").filter({ hasText: "Called, nobody there" })).toContainText(
        "Moraa Nyaboke",
      );
      expect(note.clicks()).toBe(2);
      await expect(page.getByLabel("New note")).toHaveValue("");
    });

    test("an email that could not be delivered is shown on the first page, tried again and removed", async ({
      page,
      site,
    }) => {
      const ending = `${process.pid}x${isScripted}`;
      const [moved, cancelled] = [`Moved ${ending}`, `Cancelled ${ending}`];
      await giveUpMail(site, moved);
      await giveUpMail(site, cancelled);
      await openConsole(page, site, isScripted);
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
      await expect
        .poll(() =>
          withStore(site.environment, ({ db }) =>
            db.selectFrom("outbox").select("sent_at").where("subject", "=", moved).executeTakeFirst(),
          ),
        )
        .toEqual({ sent_at: expect.any(String) });
    });

    test("the month's enquiries are exported in two clicks", async ({ page, site }) => {
      const { name } = await enquire(site);
      await openConsole(page, site, isScripted);
      const { press, clicks } = counter();
      await press(page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: /Enquiries/ }));
      const download = page.waitForEvent("download");
      await press(page.getByRole("link", { name: /^All of \w+ \(CSV\)$/ }));
      expect(clicks()).toBe(2);
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^enquiries-20\d\d-\d\d\.csv$/);
      const rows = readCsv((await readFile(await file.path(), "utf8")).replace("\uFEFF", ""));
      expect(rows.find((row) => row[1] === name)).toMatchObject({ 3: "0712 345 678", 4: "Boxing", 6: "New" });
    });

    test("somebody who asks for erasure is erased, after a question", async ({ page, site }) => {
      const { name } = await enquire(site);
      await openConsole(page, site, isScripted);
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      const address = page.url();
      await page.getByRole("button", { name: "Delete this enquiry" }).click();
      await page.getByRole("button", { name: "Delete the enquiry" }).click();
      await expect(page.locator("[data-outcome]")).toContainText("The enquiry is deleted");
      await page.goto(address);
      await expect(page.locator("main").getByText("This enquiry was deleted (Moraa Nyaboke")).toBeVisible();
    });

    test("typed text is kept whatever is pressed, and a text with a gap is not sent", async ({ page, site }) => {
      const { name } = await enquire(site);
      await openConsole(page, site, isScripted);
      await page.getByRole("link", { name, exact: true }).click();
      const reply = page.getByLabel("Your reply");
      await reply.fill("My own words");
      await page.getByLabel("New note").fill("Half a note");
      await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "Not now" }).click();
      await expect(stateOf(page)).toHaveText("Not now");
      await page.getByRole("button", { name: "Me", exact: true }).click();
      await expect(page.getByRole("group", { name: "Assigned to" }).locator('[aria-pressed="true"]')).toHaveText("Me");
      await page.getByRole("button", { name: "Use “Trial booked”" }).click();
      await expect(page.locator("main").getByText("You have written your own reply.")).toBeVisible();
      await expect(reply).toHaveValue("My own words");
      await page.getByRole("button", { name: "Replace it" }).click();
      await expect(reply).toHaveValue(/ on … at …\./);
      await page.getByRole("button", { name: "Email" }).click();
      await expect(page.locator("main").getByText("The reply still has a gap")).toBeVisible();
      await reply.fill((await reply.inputValue()).replace("… at …", "Monday at 9:00am"));
      await page.getByRole("button", { name: "Email" }).click();
      await expect(page.locator("#replies")).toContainText("on Monday at 9:00am.");
      await expect(stateOf(page)).toHaveText("Trial booked");
      await expect(page.getByLabel("New note")).toHaveValue("Half a note");
    });

    test("a colleague's concurrent change is shown, and what was typed is kept", async ({ page, site, browser }) => {
      const { name } = await enquire(site);
      await openConsole(page, site, isScripted);
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByLabel("Your reply").fill("My own words");
      await expect(page).toHaveURL(/enquiries/);

      const context = await browser.newContext({ baseURL: site.url });
      const other = await context.newPage();
      await signInStaff(other, site, "owner", { name: "Akinyi" });
      await other.goto(page.url());
      await other.getByRole("button", { name: "Joined" }).click();
      await expect(stateOf(other)).toHaveText("Joined");
      await context.close();

      await page.getByRole("button", { name: "Email" }).click();
      await expect(page.getByRole("alert")).toContainText("In the meantime Akinyi set this enquiry to “Joined”");
      await expect(page.getByLabel("Your reply")).toHaveValue("My own words");
      // The page shows the colleague's change.
      await expect(stateOf(page)).toHaveText("Joined");
      await page.getByRole("button", { name: "Email" }).click();
      await expect(page.locator("#replies")).toContainText("My own words");
      await expect(stateOf(page)).toHaveText("Joined");
    });
  });
}

test("the inbox, an enquiry and a search are accessible, and fit a narrow phone", async ({ page, site }) => {
  const { name } = await enquire(site);
  await signInStaff(page, site, "owner");
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/staff", "/staff/enquiries", `/staff/enquiries?filters=1&search=${name.split(" ")[1]}`]) {
    await page.goto(path);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("a trainer sees no enquiries", async ({ page, site }) => {
  await signInStaff(page, site, "trainer");
  for (const path of ["/staff/enquiries", "/staff/enquiries/x", "/staff/enquiries.csv"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(403);
  }
  await page.goto("/staff");
  await expect(page.getByRole("heading", { name: "New enquiries" })).toHaveCount(0);
});
