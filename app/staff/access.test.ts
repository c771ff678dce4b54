import { describe, expect, test } from "vitest";
import { consoleAccess, hasFreshSecondStep, isSecondStepRequired, type SecondStepState } from "./access.server.ts";

const NOW = new Date("2026-11-22T09:00:00.000Z");
const ago = (minutes: number, milliseconds = 0) =>
  new Date(NOW.getTime() - minutes * 60_000 + milliseconds).toISOString();

const PASSED = { hasFactor: true, isRequired: true, secondStepAt: ago(60), consoleUsedAt: ago(0) };

describe("a session may use the console", () => {
  test.each<[string, Partial<SecondStepState>, string]>([
    ["after the second step", {}, "allowed"],
    ["until just before twelve hours", { secondStepAt: ago(720, 1) }, "allowed"],
    ["not after twelve hours", { secondStepAt: ago(720) }, "second-step"],
    ["until just before an hour without use", { consoleUsedAt: ago(60, 1) }, "allowed"],
    ["not after an hour without use", { consoleUsedAt: ago(60) }, "second-step"],
    ["not an hour after a second step it never used", { consoleUsedAt: null }, "second-step"],
    ["not with the password alone", { secondStepAt: null, consoleUsedAt: null }, "second-step"],
    ["not with the password alone where it is optional", { isRequired: false, secondStepAt: null }, "second-step"],
    ["without a second step only to set it up", { hasFactor: false, secondStepAt: null }, "set-up"],
    ["not with a second step whose factor was reset", { hasFactor: false }, "set-up"],
    [
      "without a second step where it is optional",
      { hasFactor: false, isRequired: false, secondStepAt: null },
      "allowed",
    ],
  ])("%s", (_, change, access) => {
    expect(consoleAccess({ ...PASSED, ...change }, NOW)).toBe(access);
  });
});

describe("what is sensitive", () => {
  test.each<[string, Partial<SecondStepState>, boolean]>([
    ["needs a second step of the last ten minutes", { secondStepAt: ago(10, 1) }, true],
    ["is closed ten minutes after it", { secondStepAt: ago(10) }, false],
    ["is closed before it", { secondStepAt: null }, false],
    ["is closed to who must have one and has none", { hasFactor: false, secondStepAt: null }, false],
    ["is open to who has none and needs none", { hasFactor: false, isRequired: false, secondStepAt: null }, true],
  ])("%s", (_, change, isFresh) => {
    expect(hasFreshSecondStep({ ...PASSED, ...change }, NOW)).toBe(isFresh);
  });
});

test("owner and desk must have a second step once the site has an address", () => {
  const required = (publicUrl: string | undefined) =>
    (["owner", "desk", "trainer"] as const).filter((role) => isSecondStepRequired(role, publicUrl));
  expect(required("https://nguvu.example")).toEqual(["owner", "desk"]);
  expect(required(undefined)).toEqual([]);
});
