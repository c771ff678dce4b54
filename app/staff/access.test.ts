import { expect, test } from "vitest";
import { consoleAccess, hasFreshSecondStep, isSecondStepRequired, type SecondStepState } from "./access.server.ts";

const NOW = new Date("2026-11-22T09:00:00.000Z");
const ago = (minutes: number, milliseconds = 0) =>
  new Date(NOW.getTime() - minutes * 60_000 + milliseconds).toISOString();

const PASSED = { hasFactor: true, isRequired: true, secondStepAt: ago(60), consoleUsedAt: ago(0) };

test.each<[string, Partial<SecondStepState>, string]>([
  ["after the second step", {}, "allowed"],
  ["until just before twelve hours", { secondStepAt: ago(720, 1) }, "allowed"],
  ["not after twelve hours", { secondStepAt: ago(720) }, "second-step"],
  ["until just before an hour without use", { consoleUsedAt: ago(60, 1) }, "allowed"],
  ["not after an hour without use", { consoleUsedAt: ago(60) }, "second-step"],
  ["not an hour after the second step without any use since", { consoleUsedAt: null }, "second-step"],
  ["not with the password alone", { secondStepAt: null, consoleUsedAt: null }, "second-step"],
  ["not with the password alone, even if optional", { isRequired: false, secondStepAt: null }, "second-step"],
  ["without a required factor, only to set one up", { hasFactor: false, secondStepAt: null }, "set-up"],
  ["not after the factor was reset", { hasFactor: false }, "set-up"],
  ["without a factor when it is optional", { hasFactor: false, isRequired: false, secondStepAt: null }, "allowed"],
])("a session may use the console %s", (_, change, access) => {
  expect(consoleAccess({ ...PASSED, ...change }, NOW)).toBe(access);
});

test.each<[string, Partial<SecondStepState>, boolean]>([
  ["is allowed within ten minutes of the second step", { secondStepAt: ago(10, 1) }, true],
  ["is refused ten minutes after the second step", { secondStepAt: ago(10) }, false],
  ["is refused before the second step", { secondStepAt: null }, false],
  ["is refused without a required factor", { hasFactor: false, secondStepAt: null }, false],
  ["is allowed without a factor when optional", { hasFactor: false, isRequired: false, secondStepAt: null }, true],
])("a sensitive action %s", (_, change, isFresh) => {
  expect(hasFreshSecondStep({ ...PASSED, ...change }, NOW)).toBe(isFresh);
});

test("owners and the desk need a second step once the site has a public address", () => {
  const required = (publicUrl: string | undefined) =>
    (["owner", "desk", "trainer"] as const).filter((role) => isSecondStepRequired(role, publicUrl));
  expect(required("https://nguvu.example")).toEqual(["owner", "desk"]);
  expect(required(undefined)).toEqual([]);
});
