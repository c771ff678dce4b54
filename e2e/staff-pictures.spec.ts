/** Pictures in the console: upload, description and use, with and without JavaScript, and withdrawal. */
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { makePhoto } from "../test/support/photos.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { expect, hydrated, openAs, openSiteBeforeAll, test, testWithoutScript } from "./fixtures.ts";

const site = openSiteBeforeAll();

async function openPictures(page: Page): Promise<void> {
  await openAs(page, site, (await addStaffMember(site.services, "desk")).cookie, "/staff/pictures");
}

async function choose(page: Page, buffer: Buffer, name = "Saturday.jpg"): Promise<void> {
  await page.getByLabel("Add a photo").setInputFiles({ name, mimeType: "image/jpeg", buffer });
}

testWithoutScript(
  "a photo is uploaded, gets a focus by touch, a description and a consent, and loses the consent",
  async ({ page }) => {
    await openPictures(page);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("alert")).toHaveText(/Choose a photo first/);
    await choose(page, await makePhoto(41));
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("heading", { name: "New picture" })).toBeVisible();
    const photo = page.getByRole("button", { name: "Touch the picture to set the focus" });
    await photo.click({ position: { x: 72, y: 54 } });
    await expect(page.locator("main").getByText("25% across, 25% down")).toBeVisible();
    await page.getByLabel("What the picture shows").fill("A member rows.");
    await page.getByLabel("Name").fill("Joseph Karanja");
    await page.getByLabel("Agreed on").fill("2031-01-01");
    // Enter saves, and doesn't press the picture's button.
    await page.getByLabel("Name").press("Enter");
    await expect(page.locator("main").getByText("This date is in the future")).toBeVisible();
    await expect(page.getByLabel("What the picture shows")).toHaveValue("A member rows.");
    await page.getByLabel("Agreed on").fill("2026-11-02");
    await page.getByRole("button", { name: "Save picture" }).click();
    await expect(page.locator("main").getByText("Saved.")).toBeVisible();
    await expect(page.locator("main").getByText("25% across, 25% down")).toBeVisible();
    await expect(page.locator("main").getByText("Joseph Karanja", { exact: true })).toBeVisible();
    await page.locator("summary", { hasText: "Withdraw" }).click();
    await page.getByRole("button", { name: /^Withdraw consent/ }).click();
    await expect(page.locator("main").getByText("the files of this picture are deleted")).toBeVisible();
    await page.locator("summary", { hasText: "Remove" }).click();
    await page.getByRole("button", { name: "Remove the picture" }).click();
    await expect(page.locator("main").getByText("The picture and its files are removed")).toBeVisible();
  },
);

test("with JavaScript a photo is scaled down, sent when chosen, and its crops follow the focus", async ({ page }) => {
  await openPictures(page);
  await hydrated(page);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  const empty = sharp({ create: { width: 3200, height: 800, channels: 4, background: "#0000" } });
  await choose(page, await empty.png().toBuffer());
  await expect(page.getByRole("heading", { name: "New picture" })).toBeVisible();
  expect((await sent).url()).toBe(`${site.url}/staff/pictures`);
  await hydrated(page);
  const photo = page.getByRole("button", { name: "Touch the picture to set the focus" });
  const box = await photo.boundingBox();
  await photo.click({ position: { x: (box?.width ?? 0) / 5, y: (box?.height ?? 0) / 2 } });
  await expect(page.locator("main").getByText("20% across, 50% down")).toBeVisible();
  const crops = page.getByRole("region", { name: "As the site shows it" }).locator("img");
  await expect(crops.first()).toHaveCSS("object-position", "20% 50%");
  await photo.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main").getByText("20% across, 50% down")).toBeVisible();
  await page.getByLabel("bottom", { exact: true }).check();
  await expect(page.locator("main").getByText("50% across, 85% down")).toBeVisible();
  await page.getByLabel("What the picture shows").fill("An empty page.");
  await page.getByLabel("Agreed on").fill("2026-11-02");
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.locator("main").getByText("Enter the name of the person.")).toBeVisible();
  // While a message is shown, the page doesn't refresh to check for the sizes.
  await pause(2500);
  await expect(page.locator("main").getByText("Enter the name of the person.")).toBeVisible();
  await page.getByLabel("Agreed on").fill("");
  await page.getByLabel(/^Nobody/).check();
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.locator("main").getByText("Saved.")).toBeVisible();
  // The page refreshes automatically until the sizes are made.
  await expect(page.locator("main").getByText("Ready, not on the site")).toBeVisible({ timeout: 60_000 });
  const pictures = site.services.db.selectFrom("pictures").select(["width", "height", "colour", "focus_x", "focus_y"]);
  const stored = await pictures.orderBy("made_at", "desc").executeTakeFirst();
  expect(stored).toEqual({ width: 1600, height: 400, colour: "#ffffff", focus_x: 50, focus_y: 85 });
  // What was typed about one person is not saved for the next.
  await page.getByText("Add a person and their consent").click();
  await page.getByLabel("Name").fill("Joseph Karanja");
  await page.getByLabel("These people").check();
  await page.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText("Add another person")).toBeVisible();
  await expect(page.getByLabel("Name").first()).toHaveValue("");
});

test("a stranger's upload is not read", async () => {
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  });
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const init = { method: "POST", body, headers, redirect: "manual", duplex: "half" } as RequestInit;
  const response = await fetch(`${site.url}/staff/pictures`, init);
  expect([response.status, response.headers.get("location")]).toEqual([302, expect.stringContaining("/login")]);
  expect(sent).toBeLessThan(2_000_000);
});
