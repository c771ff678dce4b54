/** Forced colours: what the console and the timetable otherwise show by colour alone is still visible. */
import type { Locator } from "@playwright/test";
import { expect, laidOut, openAs, test } from "./fixtures.ts";

test.use({ contextOptions: { forcedColors: "active" }, colorScheme: "dark" });

const styleOf = (locator: Locator, property: string, pseudo?: string) =>
  locator
    .first()
    .evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name), [
      property,
      pseudo,
    ] as const);

test("in forced colours the current page, the edges of bars and the squares of states can be seen", async ({
  page,
  crowded: { site, gym },
}) => {
  const open = async (path: string) => {
    await openAs(page, site, gym.ownerCookie, path);
    await laidOut(page);
  };
  for (const [path, current] of [
    ["/staff/enquiries", ".rail [aria-current]"],
    ["/staff/enquiries", ".tabs [aria-current]"],
    [`/staff/enquiries/${gym.content.enquiry}`, '[aria-pressed="true"]'],
  ] as const) {
    await open(path);
    const ground = await styleOf(page.locator("main"), "background-color");
    expect(await styleOf(page.locator(current), "background-color"), `${path} ${current}`).not.toBe(ground);
    expect(await styleOf(page.locator(".rail"), "border-right-style")).toBe("solid");
  }
  await open("/staff/content/class/boxing");
  expect(await styleOf(page.locator(".bar"), "border-top-style")).toBe("solid");
  // A square in the text colour on the page's background.
  expect(await styleOf(page.locator(".state.on"), "background-color", "::before")).toBe(
    await styleOf(page.locator("main"), "color"),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await open("/staff");
  expect(await styleOf(page.locator(".bottom-bar"), "border-top-style")).toBe("solid");
  expect(await styleOf(page.locator(".bottom-bar [aria-current]"), "background-color")).not.toBe(
    await styleOf(page.locator(".bottom-bar"), "background-color"),
  );
});
