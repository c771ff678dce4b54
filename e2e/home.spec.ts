/** The home page: complete, and on a phone short enough to reach the prices on metered data. */
import { expect, hydrated, test } from "./fixtures.ts";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** When every section was complete, the page was 15,400 px long, and a visitor gave up before the prices. */
const MAX_HOME_PX = 10_000;

test("Home shows what the specification names", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto("/");

  await test.step("has the sections, texts, links and classes that the specification names, in its order", async () => {
    const main = page.getByRole("main");
    const text = await main.innerText();
    const landmarks = [
      /find your energy/i,
      /progression/i,
      /martial arts/i,
      /free fitness training/i,
      /need a fitness trainer\?/i,
      /team of expert coaches/i,
      /top-notch/i,
      /data-gallery-strip/,
      /weight \(kg\)/i,
      /exclusive pricing plan/i,
    ];
    const html = await main.innerHTML();
    const places = landmarks.map((landmark) => html.search(landmark));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));

    for (const words of [
      "we will give you strength and health",
      "keep yourself",
      "fit & perfect",
      "workout",
      "nutritions",
      "professional trainers",
      "modern equipments",
      "fancy gym machines",
      "modern gym equipments",
      "gym bag equipments",
      "fresh bottle water",
      "gym trainers",
      "expert team of coaches helps you succeed in any goal, personalized guidance and motivation provided!",
      "yoga trainer",
      "crossfit trainer",
      "personal trainer",
      "testimonials",
      "pricing chart",
      "free hand",
      "gym fitness",
      "weight loss",
    ]) {
      expect(text.toLowerCase(), words).toContain(words);
    }
    for (const anchor of ["team", "pricing", "bmi"]) await expect(page.locator(`#${anchor}`)).toHaveCount(1);

    for (const link of await main.getByRole("link", { name: /our classes/i }).all()) {
      await expect(link).toHaveAttribute("href", "/classes");
    }
    expect(await main.getByRole("link", { name: /our classes/i }).count()).toBeGreaterThanOrEqual(2);
    await expect(main.getByRole("link", { name: /take a tour/i })).toHaveAttribute("href", "/classes");
    const purchases = await main.getByRole("link", { name: /purchase now/i }).all();
    expect(purchases.length).toBeGreaterThanOrEqual(4);
    for (const link of purchases) await expect(link).toHaveAttribute("href", /^\/contact(\?plan=[a-z]+)?$/);

    for (const [title, day, time] of [
      ["Cycling", "Wednesday", "9:00am-10:00am"],
      ["Karate", "Friday", "10:00am-11:00am"],
      ["Power", "Saturday", "9:00am-10:00am"],
      ["Meditation", "Friday", "1:00pm-2:00pm"],
      ["Martial Arts", "Sunday", "6:00pm-7:00pm"],
      ["Workout", "Monday", "4:00pm-5:00pm"],
    ]) {
      expect(text).toMatch(new RegExp(`${title}[\\s\\S]{0,80}${day}[\\s\\S]{0,20}${time}`, "i"));
    }
  });

  await test.step("shows trainers grey, and in colour on focus", async () => {
    const team = page.locator("#team");
    const picture = team.locator("img").first();
    const filter = () =>
      picture.evaluate((element) => {
        for (let at: Element | null = element; at !== null && at.id !== "team"; at = at.parentElement) {
          const value = getComputedStyle(at).filter;
          if (value.includes("grayscale")) return value;
        }
        return "none";
      });
    expect(await filter()).toContain("grayscale(1)");
    const facebook = team.getByRole("link", { name: /facebook/i });
    await facebook.first().focus();
    await expect.poll(filter).not.toContain("grayscale(1)");
    for (const name of [/facebook/i, /twitter|^x/i, /instagram/i, /e-?mail/i]) {
      await expect(team.getByRole("link", { name })).toHaveCount(3);
    }
  });

  await test.step("hides the gallery strip on very small screens only", async () => {
    const strip = page.locator("[data-gallery-strip]");
    await expect(strip.locator("img")).toHaveCount(5);
    await expect(strip).toBeVisible();
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(strip).toBeHidden();
  });
});

test("Home calculates the body mass index in view", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const section = page.locator("section", { has: page.getByLabel("Weight (kg)") });
  await section.getByRole("button", { name: "Calculate" }).click();
  await expect(section.getByRole("alert")).toHaveText("Please enter a valid weight and height");
  await expect(section.getByLabel("Weight (kg)")).toBeFocused();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await section.getByLabel("Weight (kg)").fill("95");
  await section.getByLabel("Height (cm)").fill("175");
  await section.getByRole("button", { name: "Calculate" }).click();
  await expect(section.getByText("31.0", { exact: true })).toBeVisible();
  await expect(section.getByRole("status")).toContainText("Overweight");
  await expect(section.getByRole("alert")).toHaveCount(0);
  await section.getByLabel("Weight (kg)").fill("-4");
  await section.getByRole("button", { name: "Calculate" }).click();
  await expect(section.getByRole("alert")).toBeVisible();
  expect(requests.filter((url) => url.includes("weight"))).toEqual([]);
});

test.describe("on a phone, without JavaScript", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true, hasScript: false });

  test("Home is at most 10,000 px long, its prices fit on one screen, and its trainers scroll", async ({ page }) => {
    await page.goto("/");
    const { height, width } = (await page.locator("html").boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
    expect(height).toBeLessThanOrEqual(MAX_HOME_PX);
    expect(width).toBe(PHONE.width);
    const plans = page.getByRole("list").filter({ has: page.getByRole("heading", { name: "Mwanzo" }) });
    expect((await plans.boundingBox())?.height).toBeLessThanOrEqual(PHONE.height);
    const first = plans.getByRole("listitem").first();
    const inclusion = first.getByText("Personal Trainer");
    await expect(inclusion).toBeHidden();
    await first.getByText("What you get").click();
    await expect(inclusion).toBeVisible();
    await expect(page.getByText("Swipe to meet all 3")).toBeVisible();
    const last = page.getByRole("heading", { name: "Wanjiru Kamau" });
    await expect(last).not.toBeInViewport();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  });
});
