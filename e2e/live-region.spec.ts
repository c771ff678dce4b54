/** The live region announces a form's outcome at once, the focus stays near it, and a click gets visible feedback. */
import type { Locator, Page } from "@playwright/test";
import { addDays, dateInNairobi } from "../app/time/dates.server.ts";
import { addStaffMember } from "../test/support/staff.ts";
import { type CrowdedSite, expect, hydrated, openAs, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Opens a path with a session, and waits for hydration. */
async function open(page: Page, { site }: CrowdedSite, cookie: string, path: string): Promise<void> {
  await openAs(page, site, cookie, path);
  await hydrated(page);
}

/** Presses by keyboard, with Enter. */
async function press(locator: Locator): Promise<void> {
  await locator.focus();
  await locator.press("Enter");
}

async function expectSaid(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator("p.sr-only[role=status]")).toContainText(text);
}

/** Expects the focused element to be a visible part of the content. */
async function expectFocusInView(page: Page): Promise<void> {
  const where = await page.evaluate(() => {
    const { activeElement } = document;
    const { top, bottom } = activeElement?.getBoundingClientRect() ?? new DOMRect();
    const isInView = bottom > 0 && top < innerHeight;
    const isInMain = activeElement?.closest("main") !== null;
    return isInMain && isInView ? "in view" : `${activeElement?.localName} ${Math.round(top)} to ${Math.round(bottom)}`;
  });
  expect(where).toBe("in view");
}

const button = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name });

test("a booking is announced, and the focus stays in view", async ({ page, crowded }) => {
  await open(page, crowded, crowded.gym.memberCookie, crowded.gym.bookingPaths[0] ?? "");
  await press(button(page, /Book/));
  await expectSaid(page, "You have a place");
  await expectFocusInView(page);
});

test("each change on My bookings is announced, and the focus stays in view", async ({ page, crowded }) => {
  await open(page, crowded, crowded.gym.memberCookie, "/account/bookings");
  const reminders = page.getByRole("switch", { name: "Send me reminders" });
  await press(reminders);
  await expectSaid(page, "Reminders are off");
  await expect(reminders).toBeFocused();
  await expectFocusInView(page);
  await press(reminders);
  await expectSaid(page, "Reminders are on");
  await press(button(page, "Create calendar address"));
  await expectSaid(page, "address");
  await expectFocusInView(page);
  await press(button(page, "New address"));
  await expect(button(page, "New address")).toBeFocused();
});

test("a link of the console announces its page, whose content gets the focus", async ({ page, crowded }) => {
  await open(page, crowded, crowded.gym.ownerCookie, "/staff/more");
  const link = page.getByRole("main").getByRole("link", { name: "Team" });
  await press(link);
  await expectSaid(page, "Team");
  await expectFocusInView(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Invite" })).toBeFocused();
});

test("a note and a question about a text are announced, and the focus stays in view", async ({ page, crowded }) => {
  await open(page, crowded, crowded.gym.ownerCookie, `/staff/enquiries/${crowded.gym.content.enquiry}`);
  await page.getByRole("textbox", { name: /note/i }).fill("Called, no answer.");
  await press(button(page, "Add note"));
  await expectSaid(page, "Add note: done");
  await expect(page.getByRole("textbox", { name: /note/i })).toHaveValue("");
  await expectFocusInView(page);
  await page.getByLabel(/reply/i).first().fill("Karibu, come on Monday.");
  await press(button(page, /^Use the text “/));
  await expectSaid(page, "You have written your own reply");
  await press(button(page, "Keep mine"));
  await expectSaid(page, "Keep mine: done");
  await expectFocusInView(page);
});

test("the new place of a moved entry is announced, and the focus stays in view", async ({ page, crowded }) => {
  await open(page, crowded, crowded.gym.ownerCookie, "/staff/content/class");
  const up = page.locator("#entry-boxing").getByRole("button", { name: "Boxing up" });
  await press(up);
  await expectSaid(page, "Boxing is now second of ");
  await expect(up).toBeFocused();
  await press(up);
  await expectSaid(page, "Boxing is now first of ");
  await expectFocusInView(page);
});

test("the effects of a closed day are announced, and the button keeps the focus", async ({ page, crowded }) => {
  await open(page, crowded, crowded.gym.ownerCookie, "/staff/timetable/closures");
  await page.getByLabel("First day").fill(addDays(dateInNairobi(crowded.site.services.now()), 2));
  await page.getByLabel("Note").fill("The water is off.");
  const look = button(page, "Preview");
  await press(look);
  await expectSaid(page, "are cancelled.");
  await expect(look).toBeFocused();
  await expect(look).toBeInViewport({ ratio: 1 });
});

test("the code's field has the focus when the second step opens", async ({ page, crowded }) => {
  const { cookie } = await addStaffMember(crowded.site.services, "owner", { secondStep: "waiting" });
  await open(page, crowded, cookie, "/staff/second-step");
  await expect(page.getByLabel("Code")).toBeFocused();
});

/** Clicks on a slow connection. @returns after how many frames the button was marked, before the response */
async function framesUntilMarked(page: Page, button: Locator): Promise<number> {
  const response = Promise.withResolvers<void>();
  await page.route("**", async (route) => {
    if (route.request().method() === "POST") await response.promise;
    await route.continue();
  });
  const frames = await button.evaluate(
    (pressed: HTMLElement) =>
      new Promise<number>((resolve) => {
        let count = 0;
        const next = () => {
          if (pressed.hasAttribute("data-sending") || count > 60) resolve(count);
          else requestAnimationFrame(next);
          count += 1;
        };
        pressed.click();
        next();
      }),
  );
  // Going back shows the page as it was left.
  await page.evaluate(() => dispatchEvent(new Event("pageshow")));
  await expect(page.locator("[data-sending]")).toHaveCount(0);
  response.resolve();
  await page.unrouteAll({ behavior: "wait" });
  return frames;
}

/** A tenth of a second at 60 frames a second. */
const SIX_FRAMES = 6;

test("a press gets visible feedback on a slow connection", async ({ page, crowded }) => {
  const { ownerCookie, memberCookie } = crowded.gym;
  for (const [cookie, path, name] of [
    [ownerCookie, "/staff/people/invite", "Send the invitation"],
    [ownerCookie, "/staff/content/class", / down$/],
    [memberCookie, "/account/password", "Change password"],
  ] as const) {
    await test.step(path, async () => {
      await open(page, crowded, cookie, path);
      expect(await framesUntilMarked(page, button(page, name).first())).toBeLessThanOrEqual(SIX_FRAMES);
      await expect(page.locator("[data-sending]")).toHaveCount(0);
    });
  }
});
