/** The home page. */
import type { Check } from "../check.ts";
import { alert, button, expect, expectEqual, field, link, type Page } from "../page.ts";

const ORDER = [
  "find your energy",
  "progression",
  "martial arts",
  "free fitness training",
  "need a fitness trainer?",
  "team of expert coaches",
  "top-notch",
  "weight (kg)",
  "exclusive pricing plan",
];

const MEASURES = [
  ["70", "175", "22.9", "normal"],
  ["50", "170", "17.3", "underweight"],
  ["95", "175", "31.0", "overweight"],
] as const;

const MEMBERS = ["Kevin Mwangi", "Otieno Odhiambo", "David Kiprono"] as const;

/** Whose quote lies within the row's frame. */
function memberView(page: Page): Promise<string | undefined> {
  return page.evaluate<string | undefined>(`(() => {
    const row = document.querySelector('[aria-label="What members say"]');
    const frame = row.getBoundingClientRect();
    const shown = [...row.children].find((item) => Math.abs(item.getBoundingClientRect().left - frame.left) < 2);
    return ${JSON.stringify(MEMBERS)}.find((name) => shown?.textContent.includes(name));
  })()`);
}

async function seeMember(page: Page, name: string): Promise<void> {
  await page.until(
    `the quote of ${name}`,
    async () => (await memberView(page)) === name,
    async () => (await memberView(page)) ?? "a place between two quotes",
  );
}

export const homeChecks: readonly Check[] = [
  {
    name: "home has its sections in order",
    run: async ({ page }) => {
      await page.open("/");
      const text = await page.text();
      const places = ORDER.map((landmark) => text.indexOf(landmark));
      expect(!places.includes(-1), `not there: ${ORDER.filter((_, index) => places[index] === -1).join(", ")}`);
      expectEqual(
        [...places].sort((one, other) => one - other),
        places,
        "places",
      );
      return `${ORDER.length} sections`;
    },
  },
  {
    name: "home's buttons lead where they say",
    run: async ({ page }) => {
      await page.open("/");
      for (const [name, to] of [
        [/our classes/, "/classes"],
        [/take a tour/, "/classes"],
        [/join with us/, "/contact"],
        // The banner's, and a plan's.
        [/^purchase now$/, "/contact"],
        [/^purchase now: mwanzo$/, "/contact?plan=mwanzo"],
      ] as const) {
        for (const { href } of await page.find(link(name, { within: "main" }))) expectEqual(href, to, String(name));
        await page.click(link(name, { within: "main" }));
        await page.seePath(to);
        await page.seeTop();
        await page.open("/");
      }
      return "our classes, take a tour, join with us, purchase now";
    },
  },
  {
    name: "BMI is calculated",
    run: async ({ page, hasScript, site }) => {
      await page.open("/");
      site.takeResponses();
      const calculate = button("Calculate", { within: "#bmi" });
      await page.click(calculate);
      await page.see(alert("Please enter a valid weight and height"));
      for (const [weight, height, index, category] of MEASURES) {
        await page.fill(field("Weight (kg)"), weight);
        await page.fill(field("Height (cm)"), height);
        await page.click(calculate);
        await page.seeText(index, "#bmi [role=status]");
        await page.seeText(category, "#bmi [role=status]");
        await page.seeGone(alert());
        expectEqual((await page.see(field("Weight (kg)"))).value, weight, "the weight");
      }
      await page.fill(field("Weight (kg)"), "-4");
      await page.click(calculate);
      await page.see(alert("Please enter a valid weight and height"));
      const sent = site.takeResponses().filter(({ path }) => path.includes("weight"));
      if (hasScript) expectEqual(sent, [], "requests with a weight");
      return MEASURES.map(([, , index, category]) => `${index} ${category}`).join(", ");
    },
  },
  {
    name: "BMI's result is in sight after it was calculated",
    run: async ({ page }) => {
      await page.open("/");
      await page.fill(field("Weight (kg)"), "70");
      await page.fill(field("Height (cm)"), "175");
      await page.click(button("Calculate", { within: "#bmi" }));
      await page.seeText("22.9", "#bmi [role=status]");
      const room = () =>
        page.evaluate<number>(
          "innerHeight - document.querySelector('#bmi [role=status]').getBoundingClientRect().bottom",
        );
      await page.until("the result inside the window", async () => (await room()) >= 0, room);
      return `${Math.round(await room())} px above the window's lower edge`;
    },
  },
  {
    name: "testimonials turn by the arrows",
    in: { script: true },
    run: async ({ page }) => {
      await page.open("/");
      await seeMember(page, MEMBERS[0]);
      for (const [name, member] of [
        ["Next testimonial", MEMBERS[1]],
        ["Previous testimonial", MEMBERS[0]],
        ["Previous testimonial", MEMBERS[2]],
        ["Next testimonial", MEMBERS[0]],
      ] as const) {
        await page.click(button(name));
        await seeMember(page, member);
      }
      return "forward, back, past both ends";
    },
  },
  {
    name: "two quick presses turn the testimonials by two",
    in: { script: true },
    run: async ({ page }) => {
      for (const gapMs of [60, 120, 220]) {
        await page.open("/");
        await page.click(button("Next testimonial"), { count: 2, gapMs });
        try {
          await seeMember(page, MEMBERS[2]);
        } catch (error) {
          throw new Error(`${gapMs} ms apart: ${error instanceof Error ? error.message : error}`);
        }
      }
      return "60, 120 and 220 ms apart";
    },
  },
  {
    name: "testimonials can all be read without JavaScript",
    in: { script: false },
    run: async ({ page }) => {
      await page.open("/");
      for (const member of MEMBERS) await page.seeText(member);
      expectEqual((await page.visible(button(/testimonial/))).length, 0, "arrows, which need script");
      await page.evaluate(`(() => {
        const row = document.querySelector('[aria-label="What members say"]');
        row.scrollIntoView({ block: "center", behavior: "instant" });
        row.scrollTo({ left: 1e6, behavior: "instant" });
      })()`);
      await seeMember(page, MEMBERS[2]);
      return MEMBERS.join(", ");
    },
  },
  {
    name: "trainers are grey, and in colour on focus",
    run: async ({ page }) => {
      await page.open("/");
      const filter = () =>
        page.evaluate<string>(`(() => {
          for (let at = document.querySelector("#team img"); at !== null && at.id !== "team"; at = at.parentElement) {
            const { filter } = getComputedStyle(at);
            if (filter.includes("grayscale")) return filter;
          }
          return "none";
        })()`);
      expect((await filter()).includes("grayscale(1)"), `the filter is ${await filter()}`);
      await page.evaluate(`document.querySelector('#team img').closest('li').querySelector('a').focus()`);
      await page.until("colour", async () => !(await filter()).includes("grayscale(1)"), filter);
      for (const name of [/facebook/, /twitter|\bx\b/, /instagram/, /e-?mail/]) {
        expectEqual((await page.find(link(name, { within: "#team" }))).length, 3, `links ${name}`);
      }
      return "grey, then coloured; four links each";
    },
  },
  {
    name: "gallery strip of five is hidden on very small screens only",
    run: async ({ page, size }) => {
      await page.open("/");
      const isShown = () => page.evaluate<boolean>("document.querySelector('[data-gallery-strip]').checkVisibility()");
      expectEqual((await page.find({ role: "image", within: "[data-gallery-strip]" })).length, 5, "pictures");
      if (size.width > 500) expect(await isShown(), "it is hidden");
      await page.tab.resize({ width: 360, height: 640 });
      await page.until("no strip at 360 px", async () => !(await isShown()));
      return "five pictures; none at 360 px";
    },
  },
];
