/** Interactions of visitors: saved classes, testimonials, the gallery. Rules of the server have tests of their own. */
import { newEmail } from "../../e2e/fixtures.ts";
import type { Check, Visit } from "../check.ts";
import { button, dialog, expectEqual, field, link, type Page } from "../page.ts";

const MAIN = { within: "main" };
const SAVED = button(/^saved/, MAIN);

/** Creates an account, which is then signed in. */
export async function signUp({ page }: Pick<Visit, "page">): Promise<void> {
  await page.open("/signup");
  await page.fill(field("Email"), newEmail());
  await page.fill(field("Password"), "a long walk to Karura");
  await page.click(button("Sign Up", MAIN));
  await page.seePath("/#home");
}

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

export const visitorChecks: readonly Check[] = [
  {
    name: "the browser's cache never shows saved classes to others",
    run: async (visit) => {
      const { page, browser } = visit;
      await signUp(visit);
      const cookies = await browser.cookies();
      await page.open("/classes");
      await page.click(button("Save Cycling", MAIN));
      await page.seeCount(SAVED, 1);
      for (let round = 0; round < 2; round += 1) {
        await browser.setCookies([]);
        await page.open("/classes");
        await page.see(link("Save Cycling", MAIN));
        expectEqual((await page.find(SAVED)).length, 0, "saved classes when signed out");
        await browser.setCookies(cookies);
        await page.open("/classes");
        await page.seeCount(SAVED, 1);
      }
      return "shown and not shown, twice";
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
];
