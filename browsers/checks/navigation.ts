/** The bar, the menu on phones, the info panel, and navigation between pages. */
import type { Check } from "../check.ts";
import { button, dialog, expect, expectEqual, link } from "../page.ts";

/** Long enough for a press before the script has loaded. */
const SLOW_SCRIPT_MS = 700;

/** Everything but the page's own content. */
const AROUND = "header, dialog, footer, nav, [popover]";

export const navigationChecks: readonly Check[] = [
  {
    name: "menu leads to another page and closes",
    run: async ({ page }) => {
      await page.open("/pricing");
      if ((await page.visible(button("Open menu"))).length > 0) await page.click(button("Open menu"));
      await page.click({ role: "link", href: "/classes", within: AROUND });
      await page.seePath("/classes");
      await page.seeGone(dialog());
      return "Classes";
    },
  },
  {
    name: "menu opens by keyboard, closes by Escape and returns the focus",
    in: { script: true, widths: [390, 744] },
    run: async ({ page }) => {
      await page.open("/");
      await page.evaluate(`document.querySelector('header [popovertarget="site-menu"]').focus()`);
      await page.tab.press("Enter");
      await page.see(button("Close menu"));
      await page.tab.press("Escape");
      await page.seeGone(button("Close menu"));
      await page.until("focus on the menu's button", async () => (await page.find(button("Open menu")))[0]?.isFocused);
      await page.click(button("Open menu"));
      await page.click(button("Close menu"));
      await page.seeGone(dialog());
      return "opened by Enter, closed by Escape and by its button";
    },
  },
  ...(["Open menu", "Open info panel"] as const).map(
    (name): Check => ({
      name: `${name}: the first press counts while the script is slow`,
      in: { script: true, ...(name === "Open menu" ? { widths: [390, 744] } : {}) },
      run: async ({ page, site }) => {
        site.delayScripts(SLOW_SCRIPT_MS);
        await page.openCold("/about");
        await page.click(button(name));
        await page.see(dialog());
        const wasHydrated = await page.evaluate("document.documentElement.dataset.hydrated === 'true'");
        await page.hydrated();
        await page.see(dialog());
        return `open ${wasHydrated ? "once" : "before"} the script was there, and afterwards`;
      },
    }),
  ),
  {
    name: "info panel opens, and by script closes",
    run: async ({ page, size, hasScript }) => {
      await page.open("/pricing");
      await page.click(button("Open info panel"));
      await page.see(button("Close info panel"));
      if (!hasScript) return "it opens";
      await page.until("focus in the panel", () =>
        page.evaluate("document.querySelector('dialog[open]').contains(document.activeElement)"),
      );
      await page.tab.press("Escape");
      await page.seeGone(dialog());
      if (size.width > 500) {
        await page.click(button("Open info panel"));
        await page.see(button("Close info panel"));
        await page.tab.click({ x: 100, y: 500 });
        await page.seeGone(dialog());
      }
      await page.click(button("Open info panel"));
      await page.click(button("Close info panel"));
      await page.seeGone(dialog());
      return "closed by Escape, beside it and by its button";
    },
  },
  {
    name: "bar turns solid after 10 pixels",
    run: async ({ page }) => {
      await page.open("/");
      const background = () =>
        page.evaluate<string>("getComputedStyle(document.querySelector('header')).backgroundColor");
      const isClear = (colour: string) => /, 0\)$|transparent/.test(colour);
      expect(isClear(await background()), `at the top it is ${await background()}`);
      await page.scrollTo(10);
      expect(isClear(await background()), `after 10 pixels it is ${await background()}`);
      await page.scrollTo(40);
      await page.until(
        "a solid bar",
        async () => (await background()) === "rgb(0, 0, 0)",
        () => background(),
      );
      expectEqual(await page.evaluate("document.querySelector('header').getBoundingClientRect().top"), 0, "its place");
      return "clear at 10 px, black at 40 px";
    },
  },
  {
    name: "link lands at the top, and back restores the place",
    run: async ({ page }) => {
      await page.open("/");
      await page.scrollThrough();
      const tour = link(/take a tour/, { within: "main" });
      await page.evaluate(
        `[...document.querySelectorAll("main a")].find((a) => /take a tour/i.test(a.textContent)).scrollIntoView({ block: "center", behavior: "instant" })`,
      );
      const place = await page.scrollTop();
      expect(place > 100, `the link is ${place} px below the top`);
      await page.click(tour);
      await page.seePath("/classes");
      await page.seeScrolled(0);
      await page.tab.back();
      await page.seePath("/");
      await page.seeScrolled(place, 60);
      return `back at ${place} px`;
    },
  },
];
