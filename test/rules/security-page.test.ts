/** Checks docs/security.md: every file of tests that it names exists. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";

const NAMED = /`([^`]+\.(?:test|spec)\.ts)`/g;

it("names tests that exist", () => {
  const page = readFileSync(join(ROOT, "docs", "security.md"), "utf8");
  const patterns = new Set([...page.matchAll(NAMED)].map(([, pattern = ""]) => pattern));
  expect(patterns.size).toBeGreaterThan(40);
  expect([...patterns].filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
});
