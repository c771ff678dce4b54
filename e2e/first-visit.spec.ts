/** A first visit, from Home on a phone: at most five presses, with script and without. */
import { setPlaces } from "../test/bookings/booking-gym.ts";
import { PASSWORD } from "../test/support/http-client.ts";
import { countClicks } from "./click-counts.ts";
import { expect, hydrated, newEmail, openSiteBeforeAll, test, withAndWithoutScript } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const site = openSiteBeforeAll();

test("Pricing and Contact’s thanks link to the page, which leads to the desk without classes", async ({ request }) => {
  const read = async (path: string) => (await request.get(site.url + path)).text();
  for (const path of ["/pricing", "/contact?sent=1"])
    expect(/<main.*<\/main>/s.exec(await read(path))?.[0], path).toMatch(/<a [^>]*href="\/first-visit"/);
  const html = await read("/first-visit");
  expect(html).not.toContain("Book your first visit");
  expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>(?:<[^>]*>)*Ask for a first visit/);
});

withAndWithoutScript((hasScript) => {
  test("somebody without an account books the second class on offer, from Home", async ({ page }) => {
    await setPlaces(site.services, "fitness", { places: 9, price: 800 });
    await setPlaces(site.services, "yoga", { places: 9, price: 900 });
    await page.goto(site.url);
    if (hasScript) await hydrated(page);
    const { press, done } = countClicks(page);
    await press(page.getByRole("main").getByRole("link", { name: "Your first visit" }));
    await expect(page.getByRole("heading", { level: 1, name: "Your first visit" })).toBeVisible();
    await expect(page.getByText("What do I bring?")).toBeVisible();
    const choices = page.getByRole("radio");
    await expect(choices.first()).toBeChecked();
    await press(choices.nth(1));
    const session = await choices.nth(1).inputValue();
    await press(page.getByRole("button", { name: "Book your first visit" }));
    await expect(page).toHaveURL(`${site.url}/booking?session=${session}`);
    await page.getByLabel(/Your name/).fill("Amina Njeri");
    await page.getByLabel("Email").fill(newEmail());
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await press(page.getByRole("button", { name: /^Book, KES [89]00 at the desk$/ }));
    await expect(page.getByRole("heading", { level: 1, name: "You have a place" })).toBeVisible();
    done("a first visit, from Home", 5);
  });
});
