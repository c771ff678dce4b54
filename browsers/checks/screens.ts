/** Every screen as a whole. */
import { SCREENS } from "../../e2e/fixtures.ts";
import type { Check } from "../check.ts";
import { expect } from "../page.ts";
import { signUp } from "./visitors.ts";

/** The layout and pictures of each screen; `e2e/screens.spec.ts` checks the documents. */
const screens = [...SCREENS.map(({ path }) => path), "/nowhere", "/account"].map(
  (path): Check => ({
    name: `screen ${path}`,
    run: async (visit) => {
      const { page } = visit;
      if (path === "/nowhere") visit.expectStatus(404);
      if (path === "/account") await signUp(visit);
      await page.open(path);
      await page.scrollThrough();
      const room = await page.sidewaysRoom();
      expect(room <= 0, `the screen slides sideways by ${room} px`);
      const { broken, pictures } = await page.evaluate<{ broken: string[]; pictures: number }>(`(() => {
        const shown = [...document.images].filter((image) => image.checkVisibility());
        const broken = shown.filter((image) => image.complete && image.naturalWidth === 0);
        return { broken: broken.map((image) => image.currentSrc), pictures: shown.length };
      })()`);
      expect(broken.length === 0, `pictures without content: ${broken.join(", ")}`);
      return `${pictures} pictures`;
    },
  }),
);

export const screenChecks: readonly Check[] = [
  ...screens,
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
