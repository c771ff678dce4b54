/** The home page. */
import type { Check } from "../check.ts";
import { alert, button, expect, expectEqual, field, type Page } from "../page.ts";

const MEASURES = [
  ["70", "175", "22.9", "normal"],
  ["50", "170", "17.3", "underweight"],
  ["95", "175", "31.0", "overweight"],
] as const;

const MEMBERS = ["Kevin Mwangi", "Otieno Odhiambo", "David Kiprono"] as const;

/** The member whose quote is in view. */
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
    name: "BMI is calculated in view",
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
      await page.open("/");
      await page.fill(field("Weight (kg)"), MEASURES[0][0]);
      await page.fill(field("Height (cm)"), MEASURES[0][1]);
      await page.click(calculate);
      await page.seeText(MEASURES[0][2], "#bmi [role=status]");
      const room = () =>
        page.evaluate<number>(
          "innerHeight - document.querySelector('#bmi [role=status]').getBoundingClientRect().bottom",
        );
      await page.until("the result inside the window", async () => (await room()) >= 0, room);
      return MEASURES.map(([, , index, category]) => `${index} ${category}`).join(", ");
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
      return "grey, then coloured";
    },
  },
];
