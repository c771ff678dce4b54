/** Scripts load after the first interaction: what is typed, chosen or ticked before that is kept. */
import { expect, hydrated, openAs, test } from "./fixtures.ts";

test("a console form keeps what was typed before its script loaded", async ({ page, crowded: { site, gym } }) => {
  await openAs(page, site, gym.ownerCookie, "/staff/content/class/boxing");
  await page.getByLabel("Title").fill("Boxing at noon");
  await page.getByLabel("The class in one sentence").fill("Rope, pads and bags.");
  await page.getByLabel(/^Day/).selectOption("friday");
  await hydrated(page);
  await expect(page.getByLabel("Title")).toHaveValue("Boxing at noon");
  await expect(page.getByLabel("The class in one sentence")).toHaveValue("Rope, pads and bags.");
  await expect(page.getByLabel(/^Day/)).toHaveValue("friday");
});

test("a returned form keeps what was typed before the script loaded", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Comment").fill("May I come once?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Please tell us your name.")).toBeVisible();
  await page.reload();
  await page.getByLabel("Comment").fill("May I come twice?");
  await hydrated(page);
  await expect(page.getByLabel("Comment")).toHaveValue("May I come twice?");
});

test("the elapsed time of an enquiry counts from the page’s start, however late its script loads", async ({ page }) => {
  await page.clock.install();
  const script = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto("/contact");
  await page.getByLabel("Full Name").fill("Zawadi");
  await page.getByLabel("Email Address").fill("zawadi@example.com");
  await page.clock.fastForward(60_000);
  script.resolve();
  await hydrated(page);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Send" }).click();
  const fields = new URLSearchParams((await sent).postData() ?? "");
  expect(Number(fields.get("elapsed"))).toBeGreaterThan(60_000);
  // The hidden field, which only programs fill in.
  expect(fields.get("subject")).toBe("");
});
