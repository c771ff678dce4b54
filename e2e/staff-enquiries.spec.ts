/** The desk's daily tasks with enquiries on a phone, with clicks counted from the console's first page. */
import type { Page } from "@playwright/test";
import { recordEnquiry } from "../app/enquiries/enquiries.server.ts";
import { insertRows } from "../test/support/insert-rows.ts";
import { countClicks, openConsole } from "./click-counts.ts";
import { expect, openSiteBeforeAll, test, withAndWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const site = openSiteBeforeAll();

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
  test("an enquiry is answered by WhatsApp in two clicks, with a text that names the class, and its state is then Answered", async ({
    page,
  }) => {
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
