/** The pinned Node: never older than the newest security release that was looked up, but where the registry has no package. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../tools/spawn.ts";

type Versions = Record<string, string>;

async function readJson<Content>(file: string): Promise<Content> {
  return JSON.parse(await readFile(join(ROOT, file), "utf8"));
}

const { version, optionalDependencies } = await readJson<{ version: string; optionalDependencies: Versions }>(
  "package.json",
);
const { lookedUpFor, securityRelease, behind } = await readJson<{
  lookedUpFor: string;
  securityRelease: string;
  behind: Versions;
}>("tools/node-releases.json");

const isOlder = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true }) < 0;

test("each platform has the newest security release of Node, or is listed with what it has", () => {
  const pinned = Object.entries(optionalDependencies).filter(([name]) => name.startsWith("node-"));
  expect(Object.fromEntries(pinned.filter(([, pin]) => isOlder(pin, securityRelease)))).toEqual(behind);
  expect(pinned.length).toBeGreaterThan(Object.keys(behind).length);
});

test("the newest security release was looked up for this version of the site", () => {
  expect(lookedUpFor).toBe(version);
});
