/** Each route decides whether its page is cached: a new screen has to be on one of these lists. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../tools/spawn.ts";
import { expect, SCREENS, test } from "./fixtures.ts";

/** Routes that depend on the visitor or on the time, or that have no page. */
const PERSONAL = [
  "account-bookings.tsx",
  "account-data.ts",
  "account-delete.tsx",
  "account-layout.ts",
  "account-password.tsx",
  "account.tsx",
  "booking-cancel.tsx",
  "booking.tsx",
  "confirm-address.tsx",
  "gallery.ts",
  "personal-feed.ts",
  "reminders-off.tsx",
  "reset-password.tsx",
  "saved-classes.ts",
  "schedule-today.ts",
  "sign-out.ts",
  // The frames of the site and of the console.
  "site-layout.tsx",
  "staff-sign-in.tsx",
  "staff-layout.tsx",
  "staff-second-step.ts",
  // The frame of the days, which are public themselves.
  "schedule.tsx",
];

test("every route is public or personal on purpose", async () => {
  const folder = join(ROOT, "app", "routes");
  const files = (await readdir(folder)).filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));
  const personal: string[] = [];
  for (const file of files) {
    if (!(await readFile(join(folder, file), "utf8")).includes("publicPage")) personal.push(file);
  }
  expect(personal.toSorted()).toEqual(PERSONAL.toSorted());
});

test("every public screen is cached, and the second response equals the first", async ({ request }) => {
  for (const { path } of SCREENS) {
    const first = (await request.get(path)).headers();
    expect(first["cache-control"], path).toContain("public");
    expect((await request.get(path)).headers().etag, path).toBe(first.etag);
  }
});
