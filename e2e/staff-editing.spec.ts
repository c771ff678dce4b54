/** Editing content without losing anything: concurrent edits, double clicks, ended sessions, drafts and previews. */
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { addSession, addStaffMemberTo, withStore } from "../test/support/staff.ts";
import { expect, hydrated, type Site, signInStaff, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The stored live content and draft of an entry, and its number of versions. */
function stored(site: Site, type: string, slug: string) {
  return withStore(site.environment, async ({ db }) => {
    const of = { type, slug };
    const live = await db
      .selectFrom("entries")
      .select("body")
      .where(({ and }) => and(of))
      .executeTakeFirst();
    const draft = await db
      .selectFrom("entry_drafts")
      .select("body")
      .where(({ and }) => and(of))
      .executeTakeFirst();
    const versions = await db
      .selectFrom("entry_versions")
      .select("number")
      .where(({ and }) => and(of))
      .execute();
    return {
      live: live && JSON.parse(live.body),
      draft: draft && JSON.parse(draft.body),
      versions: versions.length,
    };
  });
}

async function open(page: Page, path: string, isScripted: boolean): Promise<void> {
  await page.goto(path);
  if (isScripted) await hydrated(page);
}

/** Opens a colleague's browser. */
async function colleague(browser: Browser, site: Site, name: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled });
  const { cookie } = await addStaffMemberTo(site.environment, "owner", { name });
  const [key = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name: key, value, url: site.url }]);
  return context.newPage();
}

for (const isScripted of [true, false]) {
  /** The entry of the test with JavaScript or of the one without. */
  const own = (withScript: string, without: string) => (isScripted ? withScript : without);

  test.describe(isScripted ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: isScripted });

    test("of two concurrent edits, the second person is warned, sees the first version, and keeps what was typed", async ({
      page,
      site,
      browser,
    }) => {
      const path = `/staff/content/plan/${own("mwanzo", "nguvu")}`;
      await signInStaff(page, site, "owner", { name: "Akinyi" });
      await open(page, path, isScripted);
      const other = await colleague(browser, site, "Wanjiru", isScripted);
      await open(other, path, isScripted);
      await other.getByLabel("Price, KES").fill("4100");
      await other.getByLabel("Tier label").fill("Everybody");
      await button(other, "Publish").click();
      await expect(other.locator("main").getByText("Every visitor sees it now.")).toBeVisible();
      await other.context().close();

      await page.getByLabel("Price, KES").fill("4200");
      await page.getByLabel("Tier label").fill("Early birds");
      await button(page, "Publish").click();
      const summary = page.getByRole("alert");
      await expect(summary).toContainText(/Wanjiru has changed this in the meantime.*Wanjiru published it/);
      const opening = page.waitForEvent("popup");
      await summary.getByRole("link", { name: "See their version" }).click();
      const theirs = await opening;
      await expect(theirs.getByRole("region", { name: "Version 2, on the site" })).toContainText(/After.*4,100/);
      await theirs.close();
      await expect(page.getByLabel("Price, KES")).toHaveValue("4200");
      await page.getByLabel("Price, KES").fill("4100");
      await button(page, "Publish").click();
      await expect(page.locator("main").getByText("Every visitor sees it now.")).toBeVisible();
      const { live } = await stored(site, "plan", own("mwanzo", "nguvu"));
      expect(live).toMatchObject({ price: 4100, tier: "Early birds" });
    });

    test("a double click on Publish is one change", async ({ page, site }) => {
      await signInStaff(page, site, "owner");
      const slug = own("cycling", "meditation");
      const { versions } = await stored(site, "class", slug);
      await open(page, `/staff/content/class/${slug}`, isScripted);
      await page.getByLabel("What happens in the class").fill("Ninety minutes of hills.");
      await button(page, "Publish").dblclick();
      await expect(page.locator("main").getByText("Every visitor sees it now.")).toBeVisible();
      expect((await stored(site, "class", slug)).versions).toBe(versions + 1);
      const acts = await withStore(site.environment, ({ db }) =>
        db.selectFrom("audit_log").select("action").where("type", "=", "class").where("slug", "=", slug).execute(),
      );
      expect(acts.filter(({ action }) => action === "published")).toHaveLength(1);
      // The message is beside the pressed button, however long the page is.
      const undo = page.locator(".notice").getByRole("button", { name: "Undo" });
      await expect(undo).toBeInViewport({ ratio: 1 });
      await undo.click();
      await expect(page.locator("main").getByText("The change is undone.")).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel("What happens in the class")).not.toHaveValue("Ninety minutes of hills.");
    });

    test("restoring an old version makes a draft, and changes nothing on the site", async ({ page, site }) => {
      await signInStaff(page, site, "owner");
      const slug = own("boxing", "karate");
      const first = (await stored(site, "class", slug)).live;
      await open(page, `/staff/content/class/${slug}`, isScripted);
      await page.getByLabel("What happens in the class").fill("Gloves are lent out at the desk.");
      await button(page, "Publish").click();
      await expect(page.locator("main").getByText("Every visitor sees it now.")).toBeVisible();
      const { live } = await stored(site, "class", slug);
      await open(page, `/staff/content/class/${slug}/history`, isScripted);
      await button(page, "Restore version 1 as a draft").click();
      await expect(page.locator("main").getByText("Saved.")).toBeVisible();
      expect(await stored(site, "class", slug)).toMatchObject({ live, draft: first });
      await page.getByRole("link", { name: "Discard the changes" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discard the changes");
      await page.getByRole("button", { name: "Discard the changes" }).click();
      await expect(page.locator("main").getByText("The changes are discarded.")).toBeVisible();
      expect(await stored(site, "class", slug)).toMatchObject({ live, draft: undefined });
    });

    test("a scheduled change blocks publishing until it is kept for later; resumed, it becomes the draft", async ({
      page,
      site,
    }) => {
      await signInStaff(page, site, "owner");
      const slug = own("power-lifting", "workout");
      const text = page.getByLabel("What happens in the class");
      await open(page, `/staff/content/class/${slug}`, isScripted);
      await text.fill("From January: two bars more.");
      await page.getByLabel("Publish on (optional)").fill("2020-01-06");
      await button(page, "Publish").click();
      await expect(page.getByRole("alert")).toContainText("That date has passed");
      await expect(text).toHaveValue("From January: two bars more.");
      await page.getByLabel("Publish on (optional)").fill("2031-01-06");
      await page.getByLabel("At what time, in Nairobi").fill("06:00");
      await button(page, "Publish").click();
      await expect(page.locator("main").getByText(/changes Mon 6 Jan 2031, 6:00am, Nairobi time/)).toBeVisible();
      await expect(text).not.toHaveValue("From January: two bars more.");
      const { live } = await stored(site, "class", slug);

      const title = page.getByLabel("Title");
      const corrected = `${live.title}!`;
      await title.fill(corrected);
      await button(page, "Publish").click();
      const summary = page.getByRole("alert");
      await expect(summary).toContainText("Until then, nothing else can be published");
      await expect(title).toHaveValue(corrected);
      const opening = page.waitForEvent("popup");
      await summary.getByRole("link", { name: "See that change" }).click();
      const change = await opening;
      await expect(change.locator("main")).toContainText(
        /What happens in the class.*Then.*From January: two bars more\./,
      );
      await button(change, "Cancel and keep it for later").click();
      await expect(
        change.locator("main").getByText("The change is kept for later.", { exact: false }).first(),
      ).toBeVisible();
      await change.close();
      await button(page, "Publish").click();
      await expect(page.locator("main").getByText("Every visitor sees it now.")).toBeVisible();
      expect((await stored(site, "class", slug)).live).toMatchObject({ summary: live.summary, title: corrected });
      await expect(text).not.toHaveValue("From January: two bars more.");

      await page.getByRole("link", { name: "See, change or cancel it" }).click();
      await button(page, "Put it in the form").click();
      await expect(text).toHaveValue("From January: two bars more.");
      await expect(title).toHaveValue(corrected);
      const schedules = await withStore(site.environment, ({ db }) =>
        db.selectFrom("entry_schedules").select("slug").where("slug", "=", slug).execute(),
      );
      expect(schedules).toEqual([]);
    });

    test("an entry is unpublished on a future day", async ({ page, site }) => {
      await signInStaff(page, site, "owner");
      const slug = own("bingwa", "nguvu");
      await open(page, `/staff/content/plan/${slug}/remove`, isScripted);
      await page.getByRole("link", { name: "Unpublish on a later date" }).click();
      await expect(page.getByText("It will be unpublished at that time.")).toBeVisible();
      await page.getByLabel("Day").fill("2031-01-06");
      await button(page, "Unpublish on this date").click();
      await expect(page.locator("main").getByText(/is unpublished Mon 6 Jan 2031, 6:00am, Nairobi time/)).toBeVisible();
      await button(page, "Cancel the schedule").click();
      await expect(page.locator("main").getByText("The schedule is cancelled.")).toBeVisible();
    });

    test("a draft may be incomplete; publishing it is refused with links to the fields, and keeps everything typed", async ({
      page,
      site,
    }) => {
      await signInStaff(page, site, "owner");
      const title = own("Rowing", "Rope Skipping");
      await open(page, "/staff/content/class/new", isScripted);
      await page.getByLabel("Title").fill(title);
      await button(page, "Save draft").last().click();
      await expect(page.locator("main").getByText("Saved.")).toBeVisible();
      await expect(page.locator("main").getByText("Not on the site", { exact: true })).toBeVisible();
      await page.getByLabel("What happens in the class").fill("Ten\nrounds");
      await page.getByLabel(/^Day/).selectOption("Friday");
      await button(page, "Publish").click();
      const summary = page.getByRole("alert");
      await expect(summary).toContainText("Not published");
      await expect(page).toHaveTitle(/^Error: /);
      await expect(page.getByLabel("Title")).toHaveValue(title);
      await expect(page.getByLabel("What happens in the class")).toHaveValue("Ten\nrounds");
      await expect(page.getByLabel(/^Day/)).toHaveValue("friday");
      await summary.getByRole("link", { name: /^Trainer: / }).click();
      await expect(page.getByLabel("Trainer")).toBeFocused();
      expect(await stored(site, "class", page.url().match(/class\/([\w-]+)/)?.[1] ?? "")).toMatchObject({
        live: undefined,
        versions: 0,
      });
    });

    test("list rows are added, moved and removed", async ({ page, site }) => {
      await signInStaff(page, site, "owner");
      await open(page, "/staff/content/plan/bingwa", isScripted);
      const rows = () =>
        page
          .getByRole("group", { name: "Included" })
          .getByRole("textbox")
          .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
      const [first = "", second = "", ...others] = (await rows()).filter(Boolean);
      await page.getByLabel("Price, KES").fill("7777");
      const included = page.getByRole("group", { name: "Included" });
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
      expect((await stored(site, "plan", "bingwa")).live.inclusions).toEqual([first, second, ...others]);
    });

    test("a preview is shown only to staff who may edit the entry", async ({ page, site, browser }) => {
      await signInStaff(page, site, "owner");
      const slug = own("kilele", "mawimbi");
      const name = own("Kilele Draft", "Mawimbi Draft");
      await open(page, `/staff/content/partner/${slug}`, isScripted);
      await page.getByLabel("Name").fill(name);
      await button(page, "Preview").click();
      await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible();
      await expect(page.frameLocator("iframe[title$='on a phone']").getByText(name).first()).toBeAttached();
      const visitor = await browser.newContext({ baseURL: site.url });
      const desk = await colleague(browser, site, "Moraa", true);
      await withStore(site.environment, ({ db }) =>
        db.updateTable("staff").set({ role: "desk" }).where("name", "=", "Moraa").execute(),
      );
      for (const path of [`/?preview=partner/${slug}`, `/_.data?preview=partner/${slug}`]) {
        const asked = async (by: Page["request"]) => (await by.get(path)).text();
        expect(await asked(page.request), path).toContain(name);
        expect(await asked(visitor.request), path).not.toContain(name);
        expect(await asked(desk.request), path).not.toContain(name);
      }
      await desk.context().close();
      await visitor.close();
    });

    test("a session that ends while somebody is writing loses nothing", async ({ page, site }) => {
      const { signInId, member } = await signInStaff(page, site, "owner");
      const slug = own("crossfit", "running");
      await open(page, `/staff/content/class/${slug}`, isScripted);
      const written = "Two lines,\nwritten while the session ended.";
      await page.getByLabel("What happens in the class").fill(written);
      await withStore(site.environment, ({ db }) => db.deleteFrom("sessions").where("id", "=", signInId).execute());
      await button(page, "Save draft").last().click();
      await expect(page.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Sign in, in a new tab" })).toHaveAttribute(
        "href",
        `/staff/content/class/${slug}`,
      );
      await button(page, "Send again").click();
      await expect(page.getByRole("alert")).toContainText("You aren’t signed in yet");
      // As the other tab does.
      const { cookie } = await withStore(site.environment, (store) => addSession(store, member.id, true));
      const [key = "", value = ""] = cookie.split("=");
      await page.context().addCookies([{ name: key, value, url: site.url }]);
      await button(page, "Send again").click();
      await expect(page.locator("main").getByText("Saved.")).toBeVisible();
      await expect(page.getByLabel("What happens in the class")).toHaveValue(written);
      expect((await stored(site, "class", slug)).draft.summary).toBe(written);
    });
  });
}

test("saving is confirmed where somebody is writing, and keeps what is written meanwhile", async ({ page, site }) => {
  await signInStaff(page, site, "owner");
  await open(page, "/staff/content/class/yoga", true);
  const title = page.getByLabel("Title");
  await page.route(/\/yoga\.data/, async (route) => {
    await pause(400);
    await route.continue();
  });
  await title.fill("Yoga at dawn");
  await page.evaluate(() => scrollTo(0, 120));
  const scrolled = await page.evaluate(() => scrollY);
  await title.press("Enter");
  await expect(page.locator("main").getByText("Saving…")).toBeVisible();
  await title.press("End");
  await title.pressSequentially(" and dusk");
  await expect(page.locator("main").getByText("Saved. Your later changes are not saved yet.")).toBeVisible();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Yoga at dawn and dusk");
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  expect((await stored(site, "class", "yoga")).draft.title).toBe("Yoga at dawn");
  await title.press("Enter");
  await expect.poll(async () => (await stored(site, "class", "yoga")).draft.title).toBe("Yoga at dawn and dusk");
});

test("leaving unsaved changes asks first, and the bar shows that they are unsaved", async ({ page, site }) => {
  await signInStaff(page, site, "owner");
  await open(page, "/staff/content/question/new", true);
  const asked: string[] = [];
  let isLeaving = false;
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await (isLeaving ? dialog.accept() : dialog.dismiss());
  });
  const back = page.locator(".back");
  await page.getByLabel("Question").fill("Is there a sauna?");
  await expect(page.locator("main").getByText("Your changes are not saved yet.")).toBeVisible();
  await back.click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  await button(page, "Publish").click();
  await expect(page.getByRole("alert")).toContainText("Not published");
  await expect(page.locator("main").getByText("Your changes are not saved yet.")).toBeVisible();
  await back.click();
  await expect.poll(() => asked).toEqual(["confirm", "confirm"]);
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
  await expect.poll(() => asked.length).toBe(3);
  await expect(page.getByRole("link", { name: "Is there a sauna?" })).toBeVisible();
});

test("the buttons of a list row keep the focus and announce what moved", async ({ page, site }) => {
  await signInStaff(page, site, "owner");
  await open(page, "/staff/content/class/boxing", true);
  const list = page.getByRole("group", { name: "What to bring" });
  const values = () =>
    list.getByRole("textbox").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const [first = "", second = "", third = "", ...others] = await values();
  const focused = page.locator(":focus");
  const said = page.getByRole("status");
  await list.getByRole("button", { name: "Item 3 up" }).focus();
  await page.keyboard.press("Enter");
  await expect(said).toContainText(`${third} is now second of three.`);
  expect(await values()).toEqual([first, third, second, ...others]);
  await expect(focused).toHaveAccessibleName("Item 2 up");
  await page.keyboard.press("Enter");
  await expect(said).toContainText(`${third} is now first of three.`);
  // Its own button can no longer be clicked.
  await expect(focused).toHaveAccessibleName("Item 1 down");
  await page.keyboard.press("Enter");
  await expect(focused).toHaveAccessibleName("Item 2 down");
  await page.keyboard.press("Enter");
  await expect(said).toContainText(`${third} is now third of three.`);
  await expect(focused).toHaveAccessibleName("Item 3 up");
  await list.getByRole("button", { name: "Item 3 remove" }).focus();
  await page.keyboard.press("Enter");
  await expect(said).toContainText(`${third} is removed.`);
  await expect(focused).toHaveAccessibleName("Item 2 remove");
  await list.getByRole("textbox").last().fill("A rope");
  await list.getByRole("button", { name: "Add" }).focus();
  await page.keyboard.press("Enter");
  await expect(focused).toHaveAttribute("name", "bring.3");
  await page.keyboard.type("A mat");
  expect((await values()).slice(-2)).toEqual(["A rope", "A mat"]);
});

test("the bar covers neither the end of a form nor the focused element", async ({ page, site }) => {
  await signInStaff(page, site, "owner");
  /** The elements covered by the bar, of all in the page or only the focused one. */
  const covered = (selector: string) =>
    page.evaluate((of) => {
      const top = document.querySelector(".bar")?.getBoundingClientRect().top ?? 0;
      return [...document.querySelectorAll<HTMLElement>(of)]
        .filter((one) => one.closest(".bar") === null && one.clientWidth > 1 && one.clientHeight > 1)
        .filter((one) => {
          const { bottom, left, width } = one.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, bottom - 3);
          return bottom > top || (bottom > 3 && hit?.closest(".bar, .bottom-bar"));
        })
        .map((one) => one.outerHTML.slice(0, 80));
    }, selector);
  const paths = ["class/new", "plan/new", "gallery-picture/new", "testimonial/new", "trainer/new", "class/boxing"];
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of paths) {
      await page.goto(`/staff/content/${path}`);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const all = "main :is(h2, label, dd, a, button, input, select, textarea)";
      expect(await covered(all), `${path} at ${width}`).toEqual([]);
    }
  }
  // The second height is what a phone's keyboard leaves.
  for (const height of [844, 420]) {
    await page.setViewportSize({ width: 390, height });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator(".bar").getByRole("link", { name: "Back to Classes" })).toBeInViewport({ ratio: 1 });
    await page.locator(".back").focus();
    let isInBar = false;
    while (!isInBar) {
      await page.keyboard.press("Tab");
      expect(await covered(":focus")).toEqual([]);
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

test("a row is moved by its handle, and Escape puts it back", async ({ page, site }) => {
  await signInStaff(page, site, "owner");
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/staff/content/perk", true);
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
