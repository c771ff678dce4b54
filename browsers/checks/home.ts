/** The testimonials of the home page. */
import type { Check } from "../check.ts";
import { button, type Page } from "../page.ts";

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
];
