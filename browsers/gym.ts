/** The database, signed-in people and announcements for checks. */
import type { Services } from "../app/platform/services.ts";
import { openInstance, testConfig } from "../test/support/open-instance.ts";
import { addStaffMember, withStore } from "../test/support/staff.ts";
import type { Visit } from "./check.ts";
import type { Cookie } from "./engine.ts";
import { expect, type Page, status } from "./page.ts";

/** Runs work on the site's database. The site shows the changes within a second. */
export async function onGym<T>({ site }: Visit, work: (services: Services) => Promise<T>): Promise<T> {
  const config = await testConfig({ dataDir: site.environment.DATA_DIR ?? "" });
  const instance = await openInstance(config, "sqlite", async () => {});
  try {
    return await work(instance.services);
  } finally {
    await instance.close();
  }
}

/** Signs an owner in, past the second step. */
export async function signInOwner({ browser, site }: Visit): Promise<void> {
  const { cookie } = await withStore(site.environment, (store) => addStaffMember(store, "owner"));
  await browser.setCookies([cookieIn(cookie)]);
}

/** The cookie of a `Cookie` header. */
export function cookieIn(header: string): Cookie {
  const [name = "", value = ""] = header.split("=");
  return { name, value };
}

/** Expects an announced outcome, and the focus in the content. */
export async function seeAnnounced(page: Page, sentence: RegExp): Promise<void> {
  await page.until(
    `the announcement “${sentence}”`,
    async () => (await page.find(status())).some(({ text }) => sentence.test(text)),
    () => page.text("[role=status]"),
  );
  const hasFocus = await page.evaluate<boolean>("document.activeElement?.closest('main') !== null");
  expect(hasFocus, "the focus is not in the content");
}
