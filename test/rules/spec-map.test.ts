/** Checks docs/spec-map.md and docs/security.md: every file and every test that they name exists. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";

const ROW = /^\| (?!the spec|---)(.+?) \| `([^`]+)` \| `([^`]+)` › (.*?) ?\|$/gm;

const rows = [...readFileSync(join(ROOT, "docs", "spec-map.md"), "utf8").matchAll(ROW)].map(
  ([, sentence = "", code = "", testFile = "", name = ""]) => ({ sentence, code, testFile, name }),
);

describe("the map of the specification", () => {
  it("has a row for each table line", () => {
    const lines = readFileSync(join(ROOT, "docs", "spec-map.md"), "utf8").split("\n");
    expect(rows.length).toBe(lines.filter((line) => /^\| (?!the spec|---)/.test(line)).length);
    expect(rows.length).toBeGreaterThan(60);
  });

  it("names code that exists", () => {
    expect(rows.filter(({ code }) => !existsSync(join(ROOT, code)))).toEqual([]);
  });

  it("names tests that exist, by their title", () => {
    const missing = rows.filter(({ testFile, name }) => {
      const path = join(ROOT, testFile);
      return name === "" || !existsSync(path) || !readFileSync(path, "utf8").includes(name);
    });
    expect(missing).toEqual([]);
  });
});

it("docs/security.md names tests that exist", () => {
  const page = readFileSync(join(ROOT, "docs", "security.md"), "utf8");
  const patterns = new Set([...page.matchAll(/`([^`]+\.(?:test|spec)\.ts)`/g)].map(([, pattern = ""]) => pattern));
  expect(patterns.size).toBeGreaterThan(40);
  expect([...patterns].filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
});
