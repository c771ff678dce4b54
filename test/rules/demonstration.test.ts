/** The demo gym is made through the functions that the site calls, so that it can hold nothing that the site can't make. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";
import { filesBelow } from "./source-imports.ts";

const files = filesBelow("demo").map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);

it("is looked for where it is made", () => {
  expect(files.length).toBeGreaterThan(5);
});

it.each(files)("is not written into tables by %s", (_file, text) => {
  expect(text).not.toMatch(/schema\.ts"|from "kysely"|insertInto|updateTable|deleteFrom|\bsql`/);
});
