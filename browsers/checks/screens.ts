/** Every screen as a whole. */
import { SCREENS } from "../../e2e/fixtures.ts";
import { type Check, fileName, type Visit } from "../check.ts";
import { expect, expectEqual, link } from "../page.ts";
import { signUp } from "./accounts.ts";

/** Checks a whole screen. @returns what was seen */
async function checkScreen({ page, shootPage }: Visit, name: string, title: RegExp): Promise<string> {
  await page.scrollThrough();
  const [h1s, footers] = await page.evaluate<[string[], number]>(
    `[[...document.querySelectorAll("h1")].map((h1) => h1.textContent), document.querySelectorAll("footer").length]`,
  );
  expectEqual(h1s.length, 1, "number of main headings");
  const h1 = (h1s[0] ?? "").replace(/\s+/g, " ").trim();
  expect(title.test(h1), `the main heading is “${h1}”`);
  expect(footers > 0, "there is no footer");
  await page.expectNoSidewaysScroll("the screen");
  const { broken, pictures } = await page.evaluate<{ broken: string[]; pictures: number }>(`(() => {
    const shown = [...document.images].filter((image) => image.checkVisibility());
    const broken = shown.filter((image) => image.complete && image.naturalWidth === 0);
    return { broken: broken.map((image) => image.currentSrc), pictures: shown.length };
  })()`);
  expect(broken.length === 0, `pictures without content: ${broken.join(", ")}`);
  await shootPage(name);
  return `“${h1}”, ${pictures} pictures`;
}

const screens: Check[] = SCREENS.map(({ path, heading: title }) => ({
  name: `screen ${path}`,
  run: async (visit) => {
    await visit.page.open(path);
    const documentTitle = await visit.page.evaluate<string>("document.title");
    expect(/\S+.* \| Nguvu Fitness$/.test(documentTitle), `the title is “${documentTitle}”`);
    return checkScreen(visit, path === "/" ? "home" : fileName(path), title);
  },
}));

const others: Check[] = [
  {
    name: "no page at /nowhere",
    run: async (visit) => {
      visit.expectStatus(404);
      await visit.page.open("/nowhere");
      await visit.page.see(link(/classes/, { within: "main" }));
      return checkScreen(visit, "no-page", /\S/);
    },
  },
  {
    name: "screen /account",
    run: async (visit) => {
      await signUp(visit);
      await visit.page.open("/account");
      return checkScreen(visit, "account", /account/i);
    },
  },
  {
    name: "no screen slides sideways once the phone was turned or the window narrowed",
    in: { widths: [390] },
    run: async ({ page }) => {
      const sliding: string[] = [];
      const paths = [...SCREENS.map(({ path }) => path), "/classes?show=all"];
      for (const path of paths) {
        await page.tab.resize({ width: 932, height: 430 });
        await page.openCold(path);
        for (const [width, height] of [
          [430, 932],
          [390, 844],
          [320, 640],
        ] as const) {
          await page.tab.resize({ width, height });
          const room = await page.sidewaysRoom();
          if (room > 0) sliding.push(`${path} by ${room} px at ${width}`);
        }
      }
      expect(sliding.length === 0, sliding.join(", "));
      return `${paths.length} screens at 430, 390 and 320 px`;
    },
  },
];

export const screenChecks: readonly Check[] = [...screens, ...others];
