import { expect, test } from "vitest";
import { stateOfInbox } from "./todays-enquiries.tsx";

test.each([
  ["nobody has written", [], 0, "empty"],
  ["only advertisements came", ["spam"], 0, "empty"],
  ["one is held apart", ["suspect"], 0, "held-apart"],
  ["one is held apart and others have an answer", ["suspect", "answered"], 0, "held-apart"],
  ["an answer could not be sent", ["answered"], 1, "not-sent"],
  ["all have an answer", ["answered", "joined", "spam"], 0, "answered"],
] as const)("everybody has an answer only when everybody has: %s", (_, states, failed, state) => {
  expect(stateOfInbox(states, failed)).toBe(state);
});
