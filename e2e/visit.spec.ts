/** A visit without an account, with JavaScript on. */
import { expect, hydrated, test } from "./fixtures.ts";

const DESKTOP = { width: 1440, height: 900 };

test("an unknown address is a 404 with a helpful page in the same layout", async ({ request }) => {
  for (const path of ["/nowhere", "/schedule/someday", "/gallery/page-9", "/classes/chess"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    const html = await response.text();
    expect(html.match(/<h1/g), path).toHaveLength(1);
    expect(/<main.*<\/main>/s.exec(html)?.[0], path).toMatch(/<a [^>]*href="\/classes"/);
    expect(html, path).toContain("</footer>");
  }
  expect((await request.get("/gallery", { maxRedirects: 0 })).headers().location).toBe("/gallery/page-1");
});

test("a link button opens the page at its top, and going back restores the scroll position", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto("/");
  await hydrated(page);
  const link = page.locator("main").getByRole("link", { name: /take a tour/i });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(100);
  await link.click();
  await expect(page).toHaveURL("/classes");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place - 60);
});

test.describe("classes", () => {
  // Scrolling back to the top is smooth.
  test.use({ reducedMotion: "no-preference" });

  const COLLAPSED = ["Cycling", "Meditation", "Boxing", "Karate", "Power Lifting", "Workout", "Crossfit", "Running"];
  const MORE = ["Body Building", "Mma", "Yoga", "Fitness"];

  test("Classes shows eight, then twelve, then eight, with trainer, day, time and a way to join", async ({ page }) => {
    await page.goto("/classes");
    await hydrated(page);
    const titles = () => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
    const plain = async () => (await titles()).map((title) => title.toLowerCase());
    expect(await plain()).toEqual(COLLAPSED.map((title) => title.toLowerCase()));
    await page.getByRole("link", { name: "show more" }).click();
    await expect.poll(plain).toEqual([...COLLAPSED, ...MORE].map((title) => title.toLowerCase()));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const joins = page.getByRole("main").getByRole("link", { name: /join now/i });
    await expect(joins).toHaveCount(12);
    for (const link of await joins.all())
      expect(await link.getAttribute("href")).toMatch(/^\/contact(\?class=[a-z-]+)?$/);
    const text = await page.getByRole("main").innerText();
    expect(text.match(/(mon|tues|wednes|thurs|fri|satur|sun)day/gi)?.length).toBeGreaterThanOrEqual(12);
    await page.getByRole("link", { name: "show less" }).click();
    await expect.poll(plain).toEqual(COLLAPSED.map((title) => title.toLowerCase()));
  });
});

const WEEK: Record<string, string[]> = {
  monday: ["Fitness", "Running", "Cycling", "Body Building"],
  tuesday: ["Boxing", "Crossfit", "Yoga"],
  wednesday: ["Cycling", "Fitness", "Running", "Body Building"],
  thursday: ["Fitness", "Running", "Body Building"],
  friday: ["Crossfit", "Meditation", "Workout", "Karate"],
  saturday: ["Power Lifting", "Yoga", "Boxing"],
  sunday: ["Fitness", "Running", "Cycling", "Body Building"],
};
/** The number of classes per day: three days have none at 6:00pm. */
const TIMES: Record<number, readonly string[]> = {
  3: ["9:00am-10:00am", "4:00pm-5:00pm", "10:00pm-11:00pm"],
  4: ["9:00am-10:00am", "4:00pm-5:00pm", "6:00pm-7:00pm", "10:00pm-11:00pm"],
};

/** Runs in the browser, which reads documents without showing them. */
function readDays(documents: (readonly [day: string, html: string])[]) {
  return documents.map(([day, html]) => {
    const main = new DOMParser().parseFromString(html, "text/html").querySelector("main");
    const rows = [...(main?.querySelectorAll("tr, [role=row]") ?? [])].filter((row) => row.querySelector("a"));
    return {
      day,
      current: [...(main?.querySelectorAll('[aria-current="page"]') ?? [])].map(({ textContent }) => textContent),
      rows: rows.map((row) => ({
        text: (row.textContent ?? "").replace(/\s+/g, ""),
        joins: [...row.querySelectorAll("a")]
          .filter(({ textContent }) => /join now/i.test(textContent ?? ""))
          .map((link) => link.getAttribute("href")),
      })),
    };
  });
}

test("the schedule lists a day's classes in their slots, with a way to join, and tabs", async ({ page, request }) => {
  const read = async (day: string) => [day, await (await request.get(`/schedule/${day}`)).text()] as const;
  const days = await page.evaluate(readDays, await Promise.all(Object.keys(WEEK).map(read)));
  for (const { day, current, rows } of days) {
    const classes = WEEK[day] ?? [];
    expect(current, day).toEqual([expect.stringMatching(new RegExp(day, "i"))]);
    expect(rows, day).toHaveLength(classes.length);
    for (const [index, { text, joins }] of rows.entries()) {
      expect(text.toLowerCase(), day).toContain(classes[index]?.replace(" ", "").toLowerCase());
      expect(text, day).toContain(TIMES[classes.length]?.[index]);
      expect(joins, day).toEqual([expect.stringMatching(/^\/contact/)]);
    }
  }
  await page.goto("/schedule/monday");
  const current = page.getByRole("main").locator('[aria-current="page"]');
  await expect(current).toHaveCSS("background-color", "rgb(232, 17, 45)");
  await hydrated(page);
  const friday = page.getByRole("main").getByRole("link", { name: /friday/i });
  await friday.click();
  // The Friday of the shown week, which isn't always the next Friday.
  await expect(page).toHaveURL(/\/schedule\/friday(\?date=[\d-]+)?$/);
  await expect(page.getByRole("main")).toContainText(/karate/i);
});

test("the calendar page links to the timetable's calendar, and dates to theirs", async ({ page, request }) => {
  // With a share menu, the link to WhatsApp is not followed.
  await page.addInitScript(() => {
    const share = async ({ url }: ShareData) => document.body.setAttribute("data-shared", url ?? "");
    Object.defineProperty(navigator, "share", { value: share });
  });
  await page.goto("/classes/boxing");
  await hydrated(page);
  const click = (link: HTMLElement) => link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  expect(await page.getByRole("link", { name: "Share with a friend" }).evaluate(click)).toBe(false);
  await expect(page.locator("body")).toHaveAttribute("data-shared", /\/classes\/boxing$/);
  await page.getByRole("link", { name: "Add to calendar" }).click();
  await expect(page).toHaveURL("/schedule/calendar?class=boxing");
  await expect(page.getByRole("heading", { level: 2, name: "Boxing" })).toBeVisible();
  const feed = page.getByRole("link", { name: "Follow in my calendar" });
  await expect(feed).toHaveAttribute("href", /^webcal:\/\/localhost:\d+\/schedule\.ics$/);
  await expect(page.getByText("every 4 to 24 hours")).toBeVisible();
  const linkOf = (name: RegExp) => page.getByRole("link", { name }).first().getAttribute("href");
  const response = await request.get((await linkOf(/^Calendar file ?: Boxing/)) ?? "");
  expect(response.headers()["content-disposition"]).toMatch(/^attachment; filename="boxing-\d{4}-\d{2}-\d{2}\.ics"$/);
  expect(new URL((await linkOf(/^Google Calendar ?: Boxing/)) ?? "").searchParams.get("text")).toBe("Boxing");
});

test("Pricing has three plans at 39, 65 and 100 shillings a month, each with five inclusions", async ({ page }) => {
  for (const path of ["/", "/pricing"]) {
    await page.goto(path);
    const section = page.locator("#pricing");
    await expect(section.getByRole("heading", { name: "Exclusive Pricing Plan" })).toBeVisible();
    await expect(section.getByText("Our prices are community friendly book with us.")).toBeVisible();
    const plans = section.getByRole("listitem").filter({ has: page.getByRole("link", { name: /purchase now/i }) });
    await expect(plans).toHaveCount(3);
    for (const [index, price] of ["39", "65", "100"].entries()) {
      const plan = plans.nth(index);
      await expect(plan).toContainText(new RegExp(`KES\\s*${price}\\s*p/m`));
      await expect(plan).toContainText(/beginners/i);
      await expect(plan.getByRole("listitem")).toHaveCount(5);
      const purchase = plan.getByRole("link", { name: /purchase now/i });
      await expect(purchase).toHaveAttribute("href", /^\/contact\?plan=[a-z]+$/);
    }
  }
});

test("About shows who we are and our history, links to Contact, and has the footer's lines", async ({ page }) => {
  await page.goto("/about");
  const main = page.getByRole("main");
  await expect(main.getByText(/who we are/i).first()).toBeVisible();
  await expect(main.getByRole("heading", { name: /our history/i })).toBeVisible();
  await expect(main.getByRole("link", { name: /contact us/i })).toHaveAttribute("href", "/contact");
  const footer = page.getByRole("contentinfo");
  for (const line of [
    "Our Classes",
    "Fitness Classes",
    "Aerobics Classes",
    "Power Yoga",
    "Learn Machines",
    "Full-body Strength",
    "Working Hours",
    "Monday-Friday 7:00am-21:00pm",
    "Saturday 7:00am-21:00pm",
    "Sunday 7:00am-18:00pm",
  ]) {
    await expect(footer.getByText(line, { exact: true }).first()).toBeVisible();
  }
});

test("the gallery has twelve pictures on two pages, with arrows, in three, two or one columns", async ({ page }) => {
  await page.goto("/gallery/page-1");
  await hydrated(page);
  const pictures = page.getByRole("main").locator("[data-gallery] img");
  const columns = () =>
    pictures.evaluateAll((all) => new Set(all.map((picture) => Math.round(picture.getBoundingClientRect().left))).size);
  for (const [width, count] of [
    [390, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns).toBe(count);
  }
  const pages = page.getByRole("navigation", { name: /pages/i });
  await expect(pictures).toHaveCount(8);
  await expect(pages.locator('[aria-current="page"]')).toHaveText(/1/);
  await expect(pages.getByRole("link", { name: /previous/i })).toHaveCount(0);
  await pages.getByRole("link", { name: /next/i }).click();
  await expect(page).toHaveURL("/gallery/page-2");
  await expect(pictures).toHaveCount(4);
  await expect(pages.locator('[aria-current="page"]')).toHaveText(/2/);
  await expect(pages.getByRole("link", { name: /next/i })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await pages.getByRole("link", { name: /previous/i }).click();
  await expect(page).toHaveURL("/gallery/page-1");
});

test("Contact has the address, the hours, the map and the form, with the class of the link", async ({ page }) => {
  await page.goto("/contact?class=boxing");
  const main = page.getByRole("main");
  await expect(main).toContainText("Ngong Road");
  await expect(main.getByText("Mon to Fri 7:30 am to 1:00 am")).toHaveCount(2);
  await expect(main).toContainText("+254 700 000 000");
  await expect(main.getByRole("heading", { name: /leave us your info/i })).toBeVisible();
  await hydrated(page);
  await expect(main.getByRole("combobox")).toHaveValue("boxing");
  const options = await main.getByRole("combobox").locator("option").allInnerTexts();
  expect(options.map((option) => option.trim())).toEqual([
    "Select Class",
    "Body Building",
    "Boxing",
    "Running",
    "Fitness",
    "Yoga",
    "Workout",
    "Karate",
    "Meditation",
    "Cycling",
  ]);
  expect((await main.locator('iframe[title="map"]').boundingBox())?.height).toBe(45 * 16);
  await page.locator("header").getByRole("link", { name: "Contact" }).click();
  await expect(main.getByRole("combobox")).toHaveValue("");
});
