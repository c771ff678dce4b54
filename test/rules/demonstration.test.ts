/** The demo gym is made by functions of the site, so it contains only what the site can make. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";
import { filesBelow } from "./source-imports.ts";

const files = filesBelow("demo").map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);

it("has files to check", () => {
  expect(files.length).toBeGreaterThan(5);
});

it.each(files)("is the same each time: %s", (_file, text) => {
  // Random ids of forms are on no page.
  expect(text).not.toMatch(/Math\.random|Date\.now|randomBytes|randomInt/);
});

it.each(files)("writes no rows directly: %s", (_file, text) => {
  expect(text).not.toMatch(/schema\.ts"|from "kysely"|insertInto|updateTable|deleteFrom|\bsql`/);
});
