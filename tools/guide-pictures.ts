/**
 * Takes the pictures of the owner's guide and of the README (`npm run guide:pictures`): starts a new site with the sample
 * content, does in a browser what the guide describes, then starts the demo gym, and writes `docs/guide/*.webp`
 * and `docs/readme/*.webp`. The build must exist. All people in the pictures are invented.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { addDays, comingDate, dateInNairobi, dayOfDate } from "../app/time/dates.server.ts";
import { momentOf } from "../demo/gym.ts";
import { makeDemonstration } from "../demo/make-demonstration.ts";
import { listSignIns } from "../demo/people.ts";
import { startSiteProcess } from "../test/support/site-process.ts";
import { findChromium } from "./browser.ts";
import { ROOT } from "./spawn.ts";

const FOLDERS = { guide: join(ROOT, "docs", "guide"), readme: join(ROOT, "docs", "readme") };

const PHONE = { width: 390, height: 744 };
const LAPTOP = { width: 1440, height: 810 };

/** The width of the pictures in pixels; the guide shows them at half of it. */
const WRITTEN_WIDTH = { phone: 640, laptop: 1280 };

/** The pages do not count a form that is sent faster than a person can be. */
const READING_MS = 2000;

/** The guide shows a phone's screen, which can be read on a phone too. */
async function shoot(page: Page, name: string, from?: string): Promise<void> {
  await shootInto(FOLDERS.guide, page, name, "phone", from);
}

async function shootInto(
  folder: string,
  page: Page,
  name: string,
  screen: "phone" | "laptop" = "phone",
  from?: string,
): Promise<void> {
  await page.setViewportSize(screen === "phone" ? PHONE : LAPTOP);
  if (from === undefined) await page.evaluate(() => scrollTo(0, 0));
  else await page.evaluate((selector) => document.querySelector(selector)?.scrollIntoView(), from);
  // Loads lazy pictures.
  await page.waitForLoadState("networkidle");
  await sharp(await page.screenshot({ animations: "disabled", caret: "hide" }))
    .resize({ width: WRITTEN_WIDTH[screen] })
    .webp({ quality: 78, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
  await page.setViewportSize(PHONE);
}

const ENQUIRIES = [
  { name: "Mary Achieng", phone: "", gymClass: "Yoga", comment: "Do you have yoga for beginners on Saturday?" },
  { name: "Joseph Karanja", phone: "0712 345 678", gymClass: "Boxing", comment: "When can I try a class?" },
];

/** Writes to the gym as visitors do. */
async function sendEnquiries(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const { name, phone, gymClass, comment } of ENQUIRIES) {
    await page.goto(`${url}/contact`);
    await page.waitForTimeout(READING_MS);
    await page.locator("input[name=name]").fill(name);
    await page.locator("input[name=email]").fill(`${name.split(" ")[0]?.toLowerCase()}@example.com`);
    await page.locator("input[name=phone]").fill(phone);
    await page.locator("select[name=class]").selectOption({ label: gymClass });
    await page.locator("textarea[name=comment]").fill(comment);
    await page.locator("main form button[type=submit]").first().click();
    await page.locator("main").getByText("Thank you").first().waitFor();
  }
  await page.close();
}

async function becomeOwner(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await shoot(page, "welcome");
  await page.getByLabel("Your name").fill("Akinyi");
  await page.getByLabel("Email").fill("akinyi@example.com");
  await page.getByLabel("Choose a password").fill("strength-of-njoro-77");
  await page.getByRole("button", { name: "Become the owner" }).click();
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("main").getByText("is published").first().waitFor();
}

/** Cancels one class of next week and hands another over, as the week then shows. */
async function decideAboutClasses(page: Page, url: string): Promise<void> {
  const monday = comingDate("monday", addDays(dateInNairobi(new Date()), 1));
  await page.goto(`${url}/staff/timetable/monday-3.${monday}`);
  await page.getByLabel("Who teaches it").selectOption({ label: "Wanjiru Kamau" });
  await page.getByRole("button", { name: "Hand it over" }).click();
  await page.locator("main").getByText("is handed over").first().waitFor();
  await page.goto(`${url}/staff/timetable/monday-1.${monday}`);
  await page.getByLabel("Reason for cancelling").fill("No water at the gym.");
  await shoot(page, "session", '.part:has(input[value="cancel"])');
  await page.getByRole("button", { name: "Cancel the class" }).click();
  await page.locator("main").getByText("is cancelled").first().waitFor();
  await page.goto(`${url}/staff/timetable?week=${monday}`);
  await shoot(page, "timetable");
}

/** Changes a price for a day to come, and another at once. */
async function changePrices(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/staff/content/plan`);
  await page.locator(".name a").first().click();
  await page.getByLabel("Price, KES", { exact: true }).fill("45");
  await shoot(page, "price");
  await page.getByLabel("Publish on").fill(addDays(dateInNairobi(new Date()), 14));
  await shoot(page, "from-a-day", "label[for=field-effectiveFrom]");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("main").getByText("Nairobi time").first().waitFor();
  await page.goto(`${url}/staff/content/plan`);
  await page.locator(".name a").nth(1).click();
  await page.getByLabel("Price, KES", { exact: true }).fill("70");
  await publish(page);
  await page.goto(`${new URL(page.url()).origin}${new URL(page.url()).pathname}/history`);
  await shoot(page, "history");
}

async function uploadPicture(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/staff/pictures`);
  await page.getByLabel("Add a photo").setInputFiles(join(ROOT, "photos", "about.jpg"));
  const button = page.getByRole("button", { name: "Upload" });
  // With JavaScript, the photo is uploaded as soon as it is chosen.
  await Promise.race([page.waitForURL(/pictures\/\w+/), button.click().catch(() => {})]);
  await page.getByRole("heading", { name: "New picture" }).waitFor();
  await shoot(page, "picture");
  await page.getByLabel("What the picture shows").fill("Two trainers talk between the racks.");
  await page.getByLabel("These people").check();
  await page.getByLabel("Name").fill("Joseph Karanja");
  await shoot(page, "consent", "#description");
}

async function takePictures(url: string, link: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium() });
  try {
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, locale: "en-KE" });
    const page = await context.newPage();
    await becomeOwner(page, link);
    await sendEnquiries(browser, url);
    await page.goto(`${url}/staff/second-step/set-up`);
    await shoot(page, "second-step", "h2");
    for (const [name, path] of [
      ["today", "/staff"],
      ["enquiries", "/staff/enquiries"],
      ["content", "/staff/content"],
      ["classes", "/staff/content/class"],
    ] as const) {
      await page.goto(`${url}${path}`);
      await shoot(page, name);
    }
    await decideAboutClasses(page, url);
    await page.goto(`${url}/staff/enquiries`);
    await page.getByRole("link", { name: "Joseph Karanja" }).click();
    await page.getByRole("button", { name: "WhatsApp" }).waitFor();
    await shoot(page, "enquiry");
    await changePrices(page, url);
    await uploadPicture(page, url);
    await page.goto(`${url}/staff/people/invite`);
    await page.getByLabel("Email").fill("desk@example.com");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.locator("main").getByText("desk@example.com is invited.").waitFor();
    await page.goto(`${url}/staff/people`);
    await shoot(page, "people");
    await page.goto(`${url}/staff/activity`);
    await shoot(page, "activity");
  } finally {
    await browser.close();
  }
}

/** The time of day of the pictures of the demo gym: before its evening. */
const EVENING = "17:20";

/** The pictures of the demo gym: those about the desk in the guide, and the README's. */
async function takePicturesOfLife(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium() });
  const signIn = async (who: string, deviceScaleFactor = 2) => {
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor, locale: "en-KE" });
    const page = await context.newPage();
    const account = listSignIns().find((one) => one.who === who);
    await page.goto(`${url}/login`);
    await page.getByLabel("Email", { exact: true }).fill(account?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(account?.password ?? "");
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL((address) => address.pathname !== "/login");
    return page;
  };
  try {
    const visitor = await browser.newPage({ viewport: LAPTOP, reducedMotion: "reduce" });
    await visitor.goto(url);
    await shootInto(FOLDERS.readme, visitor, "home", "laptop");
    const member = await signIn("Member");
    await member.goto(`${url}/schedule/${dayOfDate(addDays(dateInNairobi(new Date()), 2))}`);
    await member
      .getByRole("main")
      .getByRole("link", { name: /^Book ?:/ })
      .first()
      .click();
    await member.getByRole("button", { name: /^Book/ }).click();
    await member.getByRole("heading", { level: 1, name: "You have a place" }).waitFor();
    await shootInto(FOLDERS.readme, member, "booking");
    const desk = await signIn("Desk");
    await desk.goto(`${url}/staff/day`);
    for (const folder of Object.values(FOLDERS)) await shootInto(folder, desk, "day");
    await desk.goto(`${url}/staff/day/to-tell`);
    await desk.locator("summary").first().click();
    await shoot(desk, "to-tell");
    await desk.goto(`${url}/staff/search?q=nj`);
    await shoot(desk, "search");
    const owner = await signIn("Owner");
    await owner.goto(`${url}/staff`);
    await shootInto(FOLDERS.readme, owner, "today");
  } finally {
    await browser.close();
  }
}

/** Starts a site on a temporary data folder. */
async function withSite(
  prepare: (dataDir: string) => Promise<void>,
  environment: Record<string, string>,
  act: (url: string, dataDir: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "nguvu-guide-"));
  const dataDir = join(folder, "data");
  await prepare(dataDir);
  const site = await startSiteProcess({ DATA_DIR: dataDir, ...environment });
  try {
    await act(site.url, dataDir);
  } finally {
    site.signal("SIGTERM");
    await site.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

await withSite(
  async () => {},
  {},
  async (url, dataDir) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "bin", "staff.ts"), "owner-link"], {
      env,
    });
    const { pathname, search } = new URL(stdout.split("\n", 1)[0] ?? "");
    await takePictures(url, `${url}${pathname}${search}`);
  },
);
const evening = momentOf(dateInNairobi(new Date()), EVENING);
await withSite(
  (dataDir) => makeDemonstration(dataDir, evening),
  {
    NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, "test", "support", "clock.mjs")).href}`,
    TEST_CLOCK_OFFSET_MS: String(evening.getTime() - Date.now()),
  },
  takePicturesOfLife,
);
