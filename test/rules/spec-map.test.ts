/** Checks docs/spec-map.md: every file and every test that it names exists. */
import { existsSync, readFileSync } from "node:fs";
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
