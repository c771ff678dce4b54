/** Classes, schedule, prices, about, gallery, footer and contact. */
import { newEmail } from "../../e2e/fixtures.ts";
import type { Check } from "../check.ts";
import { button, dialog, expect, expectEqual, field, heading, link, type Page, row, select } from "../page.ts";

const MAIN = { within: "main" };

const COLLAPSED = ["cycling", "meditation", "boxing", "karate", "power lifting", "workout", "crossfit", "running"];
const MORE = ["body building", "mma", "yoga", "fitness"];

const WEEK = {
  monday: ["fitness", "running", "cycling", "body building"],
  tuesday: ["boxing", "crossfit", "yoga"],
  wednesday: ["cycling", "fitness", "running", "body building"],
  thursday: ["fitness", "running", "body building"],
  friday: ["crossfit", "meditation", "workout", "karate"],
  saturday: ["power lifting", "yoga", "boxing"],
  sunday: ["fitness", "running", "cycling", "body building"],
};
/** By their number of classes: three have none at 6:00pm. */
const TIMES: Record<number, readonly string[]> = {
  3: ["9:00am-10:00am", "4:00pm-5:00pm", "10:00pm-11:00pm"],
  4: ["9:00am-10:00am", "4:00pm-5:00pm", "6:00pm-7:00pm", "10:00pm-11:00pm"],
};

const FOOTER = [
  "our classes",
  "fitness classes",
  "aerobics classes",
  "power yoga",
  "learn machines",
  "full-body strength",
  "working hours",
  "monday-friday 7:00am-21:00pm",
  "saturday 7:00am-21:00pm",
  "sunday 7:00am-18:00pm",
];

/** The contact form treats faster submissions as spam. */
const TYPING_MS = 1_700;

async function seeCards(page: Page, titles: readonly string[]): Promise<void> {
  const shown = async () =>
    (await page.visible({ role: "heading", within: "main article" })).map(({ name }) => name.toLowerCase());
  await page.until(
    `${titles.length} cards`,
    async () => String(await shown()) === String(titles),
    async () => (await shown()).join(", "),
  );
}

const schedule: Check[] = Object.entries(WEEK).map(([day, classes]) => ({
  name: `schedule of ${day}`,
  run: async ({ page }) => {
    await page.open(`/schedule/${day}`);
    // The date that is shown is current too.
    const days = await page.visible(link(/^(mon|tues|wednes|thurs|fri|satur|sun)day$/i, MAIN));
    const current = days.filter(({ isCurrent }) => isCurrent);
    expectEqual(current.length, 1, "current days");
    expect(new RegExp(day, "i").test(current[0]?.name ?? ""), `the current day is ${current[0]?.name}`);
    expectEqual(current[0]?.background, "rgb(232, 17, 45)", "its colour");
    // On wide screens the head of the table is a row too.
    const rows = await page.visible(row(/\d:\d\d/, MAIN));
    const lines = rows.map(({ text }) => text.replace(/\s+/g, "").toLowerCase());
    expectEqual(lines.length, classes.length, "rows");
    for (const [index, line] of lines.entries()) {
      expect(line.includes(classes[index]?.replace(" ", "") ?? "?"), `row ${index + 1} is ${line}`);
      expect(line.includes(TIMES[classes.length]?.[index] ?? "?"), `row ${index + 1} is ${line}`);
    }
    const joins = await page.visible(link(/join now/, MAIN));
    // None on what is over today.
    expectEqual(joins.length, lines.filter((line) => line.includes("joinnow")).length, "ways to join");
    for (const { href } of joins) expect(/^\/contact/.test(href ?? ""), `joining leads to ${href}`);
    return classes.join(", ");
  },
}));

const classes: Check[] = [
  {
    name: "classes: eight, then twelve, then eight, at the top each time",
    run: async ({ page }) => {
      await page.open("/classes");
      await seeCards(page, COLLAPSED);
      await page.click(link("show more"));
      await seeCards(page, [...COLLAPSED, ...MORE]);
      await page.seeTop();
      await page.click(link("show less"));
      await seeCards(page, COLLAPSED);
      await page.seeTop();
      return "8, 12, 8 cards";
    },
  },
  {
    name: "classes: every card has a day, a time and a way to join",
    run: async ({ page }) => {
      await page.open("/classes?show=all");
      const joins = await page.visible(link(/join now/, MAIN));
      expectEqual(joins.length, 12, "ways to join");
      for (const { href } of joins) expect(/^\/contact(\?class=[a-z-]+)?$/.test(href ?? ""), `${href}`);
      const days = (await page.text()).match(/(mon|tues|wednes|thurs|fri|satur|sun)day/g)?.length ?? 0;
      expect(days >= 12, `${days} days`);
      await page.click(link("join now: Boxing"));
      await page.seePath("/contact?class=boxing");
      expectEqual((await page.see(select(undefined, MAIN))).value, "boxing", "the chosen class");
      return "12 cards; Boxing is chosen on the form";
    },
  },
];

const pages: Check[] = [
  {
    name: "schedule: the tabs turn the day",
    run: async ({ page }) => {
      await page.open("/schedule/monday");
      for (const day of ["friday", "sunday", "tuesday"] as const) {
        await page.click(link(new RegExp(`^${day}|${day}$`), MAIN));
        // The day of the week that is shown, which needn't be the next one of its name.
        await page.seePath(new RegExp(`^/schedule/${day}(\\?date=|$)`));
        await page.seeText(WEEK[day][0] ?? "");
      }
      return "Friday, Sunday, Tuesday";
    },
  },
  ...["/", "/pricing"].map(
    (path): Check => ({
      name: `prices on ${path}`,
      run: async ({ page }) => {
        await page.open(path);
        await page.see(heading("Exclusive Pricing Plan", { within: "#pricing" }));
        const text = await page.text("#pricing");
        for (const price of [39, 65, 100]) expect(new RegExp(`kes ?${price} ?p/m`).test(text), `no price of ${price}`);
        expectEqual(text.match(/beginners/g)?.length, 3, "plans for beginners");
        expectEqual((await page.find(link(/purchase now/, { within: "#pricing" }))).length, 3, "plans");
        await page.click(link(/purchase now/, { within: "#pricing" }));
        await page.seePath("/contact?plan=mwanzo");
        return "39, 65, 100";
      },
    }),
  ),
  {
    name: "about tells who we are, and leads to contact",
    run: async ({ page }) => {
      await page.open("/about");
      await page.seeText("who we are");
      await page.see(heading(/our history/, MAIN));
      await page.click(link(/contact us/, MAIN));
      await page.seePath("/contact");
      return "who we are, our history";
    },
  },
  {
    name: "footer has the gym's lines",
    run: async ({ page }) => {
      await page.open("/pricing");
      const text = await page.text("footer");
      for (const line of FOOTER) expect(text.includes(line), `no “${line}”`);
      return `${FOOTER.length} lines`;
    },
  },
];

const gallery: Check[] = [
  {
    name: "gallery: two pages, arrows and the current page",
    run: async ({ page }) => {
      await page.open("/gallery/page-1");
      const pictures = { role: "image", within: "[data-gallery]" } as const;
      const current = async () => (await page.visible(link(/^page \d$/))).find(({ isCurrent }) => isCurrent)?.name;
      await page.seeCount(pictures, 8);
      expectEqual(await current(), "Page 1", "the current page");
      expectEqual((await page.visible(link("Previous page"))).length, 0, "arrows back");
      await page.click(link("Next page"));
      await page.seePath("/gallery/page-2");
      await page.seeCount(pictures, 4);
      await page.seeTop();
      expectEqual(await current(), "Page 2", "the current page");
      expectEqual((await page.visible(link("Next page"))).length, 0, "arrows on");
      await page.click(link("Previous page"));
      await page.seePath("/gallery/page-1");
      await page.click(link("Page 2"));
      await page.seePath("/gallery/page-2");
      await page.seeTop();
      return "8 and 4 pictures";
    },
  },
  {
    name: "gallery: three, two or one columns",
    run: async ({ page, size }) => {
      await page.open("/gallery/page-1");
      const columns = await page.evaluate<number>(
        `new Set([...document.querySelectorAll("[data-gallery] img")].map((image) => Math.round(image.getBoundingClientRect().left))).size`,
      );
      expectEqual(columns, size.width >= 1024 ? 3 : size.width >= 640 ? 2 : 1, "columns");
      return `${columns} at ${size.width} px`;
    },
  },
  {
    name: "gallery: a picture opens large, turns, and returns the focus",
    in: { script: true },
    run: async ({ page }) => {
      await page.open("/gallery/page-1");
      const first = link(undefined, { within: "[data-gallery]" });
      await page.click(first);
      await page.seeText("1 of 8", "dialog[open]");
      await page.until("a picture in the lightbox", () =>
        page.evaluate(
          `[...document.querySelectorAll("dialog[open] img")].some((image) => image.complete && image.naturalWidth > 0)`,
        ),
      );
      await page.tab.press("ArrowRight");
      await page.seeText("2 of 8", "dialog[open]");
      await page.tab.press("ArrowLeft");
      await page.click(button("Previous picture"));
      await page.seeText("8 of 8", "dialog[open]");
      await page.click(button("Next picture"));
      await page.seeText("1 of 8", "dialog[open]");
      await page.tab.press("Escape");
      await page.seeGone(dialog());
      await page.until("focus on the picture", async () => (await page.find(first))[0]?.isFocused);
      await page.click(first);
      await page.click(button("Close"));
      await page.seeGone(dialog());
      return "by keys and by buttons, past both ends";
    },
  },
  {
    name: "gallery: without JavaScript a picture leads to its file",
    in: { script: false },
    run: async ({ page }) => {
      await page.open("/gallery/page-1");
      await page.click(link(undefined, { within: "[data-gallery]" }));
      await page.seePath(/\.(avif|webp|jpe?g)$/);
      const size = await page.evaluate<number[]>("[document.images[0].naturalWidth, document.images[0].naturalHeight]");
      expect((size[0] ?? 0) > 0, "it shows nothing");
      return `${size.join(" × ")} px`;
    },
  },
];

const contact: Check[] = [
  {
    name: "contact has the address, the hours, the class of the link and the map",
    run: async ({ page, hasScript }) => {
      await page.open("/contact?class=boxing");
      const text = await page.text();
      for (const line of ["ngong road", "+254 700 000 000", "leave us your info"]) {
        expect(text.includes(line), `no “${line}”`);
      }
      expectEqual(text.match(/mon to fri 7:30 am to 1:00 am/g)?.length, 2, "lines of hours");
      expectEqual((await page.see(select(undefined, MAIN))).value, "boxing", "the chosen class");
      const [height, source] = await page.evaluate<[number, string | null]>(
        `(() => { const map = document.querySelector('iframe[title="map"]'); return [map.getBoundingClientRect().height, map.getAttribute("src")]; })()`,
      );
      expectEqual(height, 720, "the map's height");
      // The frame has no address where the map's server can't be reached; the link below stands in its place.
      const isMap = hasScript && (source ?? "").startsWith("https://www.openstreetmap.org/");
      expect(source === null || isMap, `the map is ${source}`);
      const links = await page.visible(link(/map|directions/, MAIN));
      expect(
        links.some(({ href }) => href?.startsWith("https://www.openstreetmap.org/")),
        "no link to the map",
      );
      return `boxing; a map of ${height} px`;
    },
  },
  {
    name: "contact: what is wrong is said at the field, and what was typed stays",
    run: async ({ page, expectStatus }) => {
      expectStatus(422);
      await page.open("/contact?class=boxing");
      await page.fill(field("Comment"), "Habari");
      await page.fill(field("Email Address"), "not an address");
      await page.click({ role: "button", within: "main form" });
      await page.until("an error at the name", async () => (await page.see(field("Full Name"))).isInvalid);
      const email = await page.see(field("Email Address"));
      expect(email.description !== "", "nothing is said about the email address");
      expectEqual(email.value, "not an address", "the email address");
      expectEqual((await page.see(field("Comment"))).value, "Habari", "the comment");
      expectEqual((await page.see(select(undefined, MAIN))).value, "boxing", "the chosen class");
      await page.until(
        "focus on the first wrong field",
        async () => (await page.find(field("Full Name")))[0]?.isFocused,
      );
      return email.description;
    },
  },
  {
    name: "contact: an enquiry sent twice is thanked for and reaches the desk once",
    run: async (visit) => {
      const { page, site, shootPage } = visit;
      const email = newEmail();
      await page.open("/contact");
      const openedAt = Date.now();
      await page.fill(field("Full Name"), "Njeri Wambui");
      await page.fill(field("Email Address"), email);
      await page.choose(select(undefined, MAIN), "karate");
      await page.fill(field("Comment"), "Is there a class for beginners?");
      await page.until("the time to type", async () => Date.now() - openedAt > TYPING_MS);
      await page.click({ role: "button", within: "main form" }, { count: 2, gapMs: 50 });
      await page.seeText(/thank/, "[data-outcome]");
      await page.expectNoSidewaysScroll("the thanks");
      const mails = async () => (await site.mailsTo("desk@nguvu.example")).filter(({ text }) => text?.includes(email));
      await page.until(
        "an email to the desk",
        async () => (await mails()).length === 1,
        async () => (await mails()).length,
      );
      const [mail] = await mails();
      expect(mail?.text?.includes("Is there a class for beginners?") ?? false, "the mail lacks the comment");
      await shootPage("contact-thanks");
      return "thanks, and one mail";
    },
  },
];

export const publicPageChecks: readonly Check[] = [...classes, ...schedule, ...pages, ...gallery, ...contact];
