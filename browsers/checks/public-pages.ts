/** Interactions of gallery and contact. Content of the server has tests of its own. */
import { newEmail } from "../../e2e/fixtures.ts";
import type { Check } from "../check.ts";
import { button, dialog, expect, field, link } from "../page.ts";

/** The contact form treats faster submissions as spam. */
const TYPING_MS = 1_700;

export const publicPageChecks: readonly Check[] = [
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
    name: "contact: an enquiry sent twice reaches the desk once",
    run: async (visit) => {
      const { page, site, shootPage } = visit;
      const email = newEmail();
      await page.open("/contact");
      const openedAt = Date.now();
      await page.fill(field("Full Name"), "Njeri Wambui");
      await page.fill(field("Email Address"), email);
      await page.fill(field("Comment"), "Is there a class for beginners?");
      await page.until("the time to type", async () => Date.now() - openedAt > TYPING_MS);
      await page.click({ role: "button", within: "main form" }, { count: 2, gapMs: 0 });
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
