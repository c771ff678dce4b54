/** Editing content without losing anything: ended sessions, drafts, unsaved changes and previews. */
import type { Locator, Page } from "@playwright/test";
import { findDraft, findLive } from "../app/cms/editing/entry-rows.server.ts";
import { addSession, addStaffMember, type SignedInStaff } from "../test/support/staff.ts";
import { addCookie, expect, hydrated, openAs, openSiteBeforeAll, test, withAndWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const site = openSiteBeforeAll();

/** The texts in the fields of a list's rows. */
const valuesOf = (list: Locator) =>
  list.getByRole("textbox").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

/** The stored live content and draft of an entry, as far as there are any. */
async function stored(type: string, slug: string) {
  const rows = await Promise.all([findLive, findDraft].map((find) => find(site.services.db, { type, slug })));
  const [live, draft] = rows.map((row) => row && JSON.parse(row.body));
  return { live, draft };
}

async function openAsOwner(page: Page, path: string, isScripted = true): Promise<SignedInStaff> {
  const owner = await addStaffMember(site.services, "owner");
  await openAs(page, site, owner.cookie, path);
  if (isScripted) await hydrated(page);
  return owner;
}

withAndWithoutScript((isScripted) => {
  /** The entry of the test with JavaScript or of the one without. */
  const own = (withScript: string, without: string) => (isScripted ? withScript : without);

  test("a draft may be incomplete; publishing it is refused with links, and keeps what was typed", async ({ page }) => {
    const title = own("Rowing", "Rope Skipping");
    await openAsOwner(page, "/staff/content/class/new", isScripted);
    await page.getByLabel("Title").fill(title);
    await button(page, "Save draft").last().click();
    await expect(page.locator("main").getByText("Saved.")).toBeVisible();
    await expect(page.locator("main").getByText("Not on the site", { exact: true })).toBeVisible();
    await page.getByLabel("The class in one sentence").fill("Ten\nrounds");
    await page.getByLabel(/^Day/).selectOption("Friday");
    await button(page, "Publish").click();
    const summary = page.getByRole("alert");
    await expect(summary).toContainText("Not published");
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByLabel("The class in one sentence")).toHaveValue("Ten\nrounds");
    await expect(page.getByLabel(/^Day/)).toHaveValue("friday");
    await summary.getByRole("link", { name: /^Trainer: / }).click();
    await expect(page.getByLabel("Trainer")).toBeFocused();
    const [, slug = ""] = page.url().match(/class\/([\w-]+)/) ?? [];
    expect((await stored("class", slug)).live).toBeUndefined();
  });

  test("list rows are added, moved and removed", async ({ page }) => {
    await openAsOwner(page, "/staff/content/plan/bingwa", isScripted);
    const included = page.getByRole("group", { name: "Included" });
    const rows = () => valuesOf(included);
    const [first = "", second = "", ...others] = (await rows()).filter(Boolean);
    await page.getByLabel("Price, KES").fill("7777");
    await included.getByLabel("New inclusion").fill("Sauna");
    await included.getByRole("button", { name: /^Add/ }).click();
    await expect.poll(rows).toEqual([first, second, ...others, "Sauna", ""]);
    await page.getByRole("button", { name: "Inclusion 1 down" }).click();
    await expect.poll(rows).toEqual([second, first, ...others, "Sauna", ""]);
    await page.getByRole("button", { name: "Inclusion 2 up" }).click();
    await expect.poll(rows).toEqual([first, second, ...others, "Sauna", ""]);
    await page.getByRole("button", { name: "Inclusion 2 remove" }).click();
    await expect.poll(rows).toEqual([first, ...others, "Sauna", ""]);
    await expect(page.getByLabel("Price, KES")).toHaveValue("7777");
    expect((await stored("plan", "bingwa")).live.inclusions).toEqual([first, second, ...others]);
  });

  test("a session that ends while somebody is writing loses nothing", async ({ page }) => {
    const slug = own("crossfit", "running");
    const { signInId, member } = await openAsOwner(page, `/staff/content/class/${slug}`, isScripted);
    const written = "Two lines,\nwritten while the session ended.";
    await page.getByLabel("The class in one sentence").fill(written);
    await site.services.db.deleteFrom("sessions").where("id", "=", signInId).execute();
    await button(page, "Save draft").last().click();
    await expect(page.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
    const signIn = page.getByRole("link", { name: "Sign in, in a new tab" });
    await expect(signIn).toHaveAttribute("href", `/staff/content/class/${slug}`);
    await button(page, "Send again").click();
    await expect(page.getByRole("alert")).toContainText("You aren’t signed in yet");
    // As the other tab does.
    const { cookie } = await addSession(site.services, member.id, true);
    await addCookie(page.context(), site, cookie);
    await button(page, "Send again").click();
    await expect(page.locator("main").getByText("Saved.")).toBeVisible();
    await expect(page.getByLabel("The class in one sentence")).toHaveValue(written);
    expect((await stored("class", slug)).draft.summary).toBe(written);
  });
});

test("saving is confirmed in place and keeps text typed since; a preview shows the draft", async ({ page }) => {
  await openAsOwner(page, "/staff/content/class/yoga");
  const title = page.getByLabel("Title");
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/yoga\.data/, (route) => typed.then(() => route.continue()));
  await title.fill("Yoga at dawn");
  await page.evaluate(() => scrollTo(0, 120));
  const scrolled = await page.evaluate(() => scrollY);
  await title.press("Enter");
  await expect(page.locator("main").getByText("Saving…")).toBeVisible();
  // Sent now, it would conflict with the draft that is being saved.
  await button(page, "Preview").dispatchEvent("click");
  await title.press("End");
  await title.pressSequentially(" and dusk");
  release();
  await expect(page.locator("main").getByText("Saved. Your later changes are not saved yet.")).toBeVisible();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Yoga at dawn and dusk");
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  expect((await stored("class", "yoga")).draft.title).toBe("Yoga at dawn");
  await title.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Yoga at dawn and dusk" })).toBeVisible();
  await title.fill("Yoga at noon");
  await button(page, "Preview").click();
  await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
  await expect(page.frameLocator("iframe[title$='on a phone']").getByText("Yoga at noon").first()).toBeAttached();
});

test("Enter saves in a field whose line wraps", async ({ page }) => {
  await openAsOwner(page, "/staff/content/class/karate");
  const provided = page.getByLabel("What we provide");
  await provided.fill("Pads and mats are here.");
  await provided.press("Enter");
  await expect.poll(async () => (await stored("class", "karate")).draft?.provided).toBe("Pads and mats are here.");
});

test("leaving unsaved changes asks first, and the bar shows that they are unsaved", async ({ page }) => {
  await openAsOwner(page, "/staff/content/question/new");
  const dialogs: string[] = [];
  let isLeaving = false;
  page.on("dialog", async (dialog) => {
    dialogs.push(dialog.type());
    await (isLeaving ? dialog.accept() : dialog.dismiss());
  });
  const back = page.locator(".back");
  await page.getByLabel("Question").fill("Is there a sauna?");
  await expect(page.locator("main").getByText("Your changes are not saved yet.")).toBeVisible();
  await back.click();
  await expect.poll(() => dialogs).toEqual(["confirm"]);
  await button(page, "Publish").click();
  await expect(page.getByRole("alert")).toContainText("Not published");
  await expect(page.locator("main").getByText("Your changes are not saved yet.")).toBeVisible();
  await back.click();
  await expect.poll(() => dialogs).toEqual(["confirm", "confirm"]);
  await expect(page.getByLabel("Question")).toHaveValue("Is there a sauna?");
  // As closing the tab does.
  const asksTab = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await asksTab()).toBe(true);
  await button(page, "Save draft").last().click();
  await expect(page.locator("main").getByText("Saved.")).toBeVisible();
  expect(await asksTab()).toBe(false);
  await page.getByLabel("Question").fill("Is there a pool?");
  await expect(page.locator("main").getByText("Your later changes are not saved yet.")).toBeVisible();
  isLeaving = true;
  await back.click();
  await expect.poll(() => dialogs.length).toBe(3);
  await expect(page.getByRole("link", { name: "Is there a sauna?" })).toBeVisible();
});

test("the buttons of a list row keep the focus and announce what moved", async ({ page }) => {
  await openAsOwner(page, "/staff/content/class/boxing");
  const list = page.getByRole("group", { name: "What to bring" });
  const values = () => valuesOf(list);
  const [first = "", second = "", third = "", ...others] = await values();
  const focused = page.locator(":focus");
  const announcement = page.getByRole("status");
  await list.getByRole("button", { name: "Item 3 up" }).focus();
  await page.keyboard.press("Enter");
  await expect(announcement).toContainText(`${third} is now second of three.`);
  expect(await values()).toEqual([first, third, second, ...others]);
  await expect(focused).toHaveAccessibleName("Item 2 up");
  await page.keyboard.press("Enter");
  await expect(announcement).toContainText(`${third} is now first of three.`);
  // Its own button can no longer be clicked.
  await expect(focused).toHaveAccessibleName("Item 1 down");
  await page.keyboard.press("Enter");
  await expect(focused).toHaveAccessibleName("Item 2 down");
  await page.keyboard.press("Enter");
  await expect(announcement).toContainText(`${third} is now third of three.`);
  await expect(focused).toHaveAccessibleName("Item 3 up");
  await list.getByRole("button", { name: "Item 3 remove" }).focus();
  await page.keyboard.press("Enter");
  await expect(announcement).toContainText(`${third} is removed.`);
  await expect(focused).toHaveAccessibleName("Item 2 remove");
  await list.getByRole("textbox").last().fill("A rope");
  await list.getByRole("button", { name: "Add" }).focus();
  await page.keyboard.press("Enter");
  await expect(focused).toHaveAttribute("name", "bring.3");
  await page.keyboard.type("A mat");
  expect((await values()).slice(-2)).toEqual(["A rope", "A mat"]);
});

test("the bar of a form never covers the focused element", async ({ page }) => {
  await openAsOwner(page, "/staff/content/class/boxing", false);
  /** The focused element if the bar covers it. */
  const covered = () =>
    page.locator(":focus:not(.bar *)").evaluateAll((focused) => {
      const top = document.querySelector(".bar")?.getBoundingClientRect().top ?? 0;
      const below = focused.filter((element) => element.getBoundingClientRect().bottom > top);
      return below.map((element) => element.outerHTML.slice(0, 80));
    });
  // The second height is what a phone's keyboard leaves.
  for (const height of [844, 420]) {
    await page.setViewportSize({ width: 390, height });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator(".bar").getByRole("link", { name: "Back to Classes" })).toBeInViewport({ ratio: 1 });
    await page.locator(".back").focus();
    let isInBar = false;
    while (!isInBar) {
      await page.keyboard.press("Tab");
      expect(await covered()).toEqual([]);
      isInBar = (await page.locator(".bar :focus").count()) > 0;
    }
    await expect(page.getByRole("button", { name: "Publish" })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator(".rail").getByRole("link", { name: "Content" })).toBeInViewport({ ratio: 1 });
  // Nothing follows after the bar.
  await page.locator(".bar").getByRole("button", { name: "Preview" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.locator(".bottom-bar :focus")).toHaveCount(0);
});

test("a row is moved by its handle, and Escape puts it back", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAsOwner(page, "/staff/content/perk");
  const rows = page.locator("#order li");
  const order = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.slug));
  const [first, second, third, ...rest] = await order();
  const grab = async () => {
    const handle = await rows.nth(2).locator("[data-handle]").boundingBox();
    const target = await rows.first().boundingBox();
    if (handle === null || target === null) throw new Error("The list has no handles");
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(handle.x, target.y + 8, { steps: 6 });
    await expect(rows.first()).toHaveAttribute("data-drop-before");
  };
  await grab();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await order()).toEqual([first, second, third, ...rest]);
  await grab();
  await page.mouse.up();
  await expect.poll(order).toEqual([third, first, second, ...rest]);
  await page.reload();
  expect(await order()).toEqual([third, first, second, ...rest]);
});
