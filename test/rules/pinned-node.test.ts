/** The pinned Node: never older than the newest security release that was looked up, but where the registry has no package. */
import { expect, test } from "vitest";
import { textOf } from "./source-imports.ts";

type Versions = Record<string, string>;

const { version, optionalDependencies }: { version: string; optionalDependencies: Versions } = JSON.parse(
  textOf("package.json"),
);
const { lookedUpFor, securityRelease, behind }: { lookedUpFor: string; securityRelease: string; behind: Versions } =
  JSON.parse(textOf("tools/node-releases.json"));

const isOlder = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true }) < 0;

test("each platform has the newest security release of Node, or is listed with what it has", () => {
  const pinned = Object.entries(optionalDependencies).filter(([name]) => name.startsWith("node-"));
  expect(Object.fromEntries(pinned.filter(([, pin]) => isOlder(pin, securityRelease)))).toEqual(behind);
  expect(pinned.length).toBeGreaterThan(Object.keys(behind).length);
});

test("the newest security release was looked up for this version of the site", () => {
  expect(lookedUpFor).toBe(version);
});
