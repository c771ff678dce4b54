/** Checks docs/spec-map.md and docs/security.md: every file and every test that they name exists. */
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../tools/spawn.ts";
import { textOf } from "./source-imports.ts";

const ROW = /^\| (?!the spec|---)(.+?) \| `([^`]+)` \| `([^`]+)` › (.*?) ?\|$/gm;

const map = textOf("docs/spec-map.md");
const rows = [...map.matchAll(ROW)].map(([, sentence = "", code = "", testFile = "", name = ""]) => {
  return { sentence, code, testFile, name };
});

describe("the map of the specification", () => {
  it("has a row for each table line", () => {
    expect(rows.length).toBe(map.match(/^\| (?!the spec|---)/gm)?.length);
    expect(rows.length).toBeGreaterThan(60);
  });

  it("names code that exists", () => {
    expect(rows.filter(({ code }) => !existsSync(join(ROOT, code)))).toEqual([]);
  });

  it("names tests that exist, by their title", () => {
    const missing = rows.filter(({ testFile, name }) => {
      return name === "" || !existsSync(join(ROOT, testFile)) || !textOf(testFile).includes(name);
    });
    expect(missing).toEqual([]);
  });
});

it("docs/security.md names tests that exist", () => {
  const patterns = new Set(
    [...textOf("docs/security.md").matchAll(/`([^`]+\.(?:test|spec)\.ts)`/g)].map(([, pattern = ""]) => pattern),
  );
  expect(patterns.size).toBeGreaterThan(40);
  expect([...patterns].filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
});
