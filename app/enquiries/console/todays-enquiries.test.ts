import { expect, test } from "vitest";
import { STATES, type State } from "../states.ts";
import { stateOfInbox } from "./todays-enquiries.tsx";

const counts = (some: Partial<Record<State, number>>) =>
  // Object.fromEntries loses the type of the keys, which are the states.
  Object.fromEntries(STATES.map((state) => [state, some[state] ?? 0])) as Record<State, number>;

test.each([
  ["nobody has written", {}, 0, "empty"],
  ["only advertisements came", { spam: 3 }, 0, "empty"],
  ["one is held apart", { suspect: 1 }, 0, "held-apart"],
  ["one is held apart and others have an answer", { suspect: 1, answered: 4 }, 0, "held-apart"],
  ["an answer could not be sent", { answered: 4 }, 1, "not-sent"],
  ["all have an answer", { answered: 4, joined: 1, spam: 2 }, 0, "answered"],
] as const)("everybody has an answer only when everybody has: %s", (_, some, failed, state) => {
  expect(stateOfInbox(counts(some), failed)).toBe(state);
});
