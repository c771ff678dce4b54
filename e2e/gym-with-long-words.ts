/** The site of a gym with people, long names and long words, for the tests of a file. */
import type { Page } from "@playwright/test";
import { fillWithLongWords, type GymWithLongWords } from "../test/support/gym-with-long-words.ts";
import { type SiteInProcess, startSiteInProcess } from "../test/support/site-in-process.ts";
import { test } from "./fixtures.ts";

/** Set before the tests run. */
export type OpenedGym = { site: SiteInProcess; gym: GymWithLongWords };

/** Starts the site before the tests of the file, and closes it after them. */
export function openGymWithLongWords(): OpenedGym {
  const opened = {} as OpenedGym;
  test.beforeAll(async () => {
    opened.site = await startSiteInProcess();
    const { services } = opened.site;
    opened.gym = await fillWithLongWords(services);
    const name = `Abdulrahman Sheikh Mohamed Omar wa Gathoni-${"Mwaniki".repeat(3)}`;
    await services.db.updateTable("people").set({ name }).where("id", "=", opened.gym.content.member).execute();
  });
  test.afterAll(() => opened.site.close());
  return opened;
}

/** Opens a path of a site with a session. @param cookie empty for a visitor */
export async function openAs(page: Page, { url }: SiteInProcess, cookie: string, path: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().clearCookies();
  if (cookie !== "") await page.context().addCookies([{ name, value, url }]);
  await page.goto(url + path);
}
