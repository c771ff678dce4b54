/** Each route decides whether its page is cached: a new route that isn't public has to be on this list. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { filesBelow } from "../test/rules/source-imports.ts";
import { ROOT } from "../tools/spawn.ts";
import { expect, test } from "./fixtures.ts";

/** Routes, by their ids, that depend on the visitor or on the time, or that have no page. */
const PERSONAL = [
  "account-address",
  "account-address-link",
  "account-bookings",
  "account-data",
  "account-delete",
  "account-details",
  "account-layout",
  "account-password",
  "account",
  "booking-cancel",
  "booking-move",
  "booking",
  "card",
  "confirm-address",
  "confirm-new-address",
  "gallery",
  "join",
  "mails-off",
  "membership",
  "own-receipt",
  "personal-feed",
  "receipts",
  "removed-feed",
  "reset-password",
  "saved-classes",
  "schedule-today",
  "sign-ins",
  "sign-out",
  // The frame of the site.
  "site-layout",
  // The frame of the days, which are public themselves.
  "schedule",
];

test("every route is public or listed as personal", async () => {
  const files = filesBelow("app").filter((file) => /\.route\.tsx?$/.test(file) && !/\/(console|desk)\//.test(file));
  const personal: string[] = [];
  for (const file of files) {
    const isPublic = (await readFile(join(ROOT, file), "utf8")).includes("publicPage");
    if (!isPublic) personal.push(basename(file).replace(/\.route\.tsx?$/, ""));
  }
  expect(personal.toSorted()).toEqual(PERSONAL.toSorted());
});
