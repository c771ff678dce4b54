import { expect, test } from "vitest";
import { availabilityOf } from "./booking-times.server.ts";

test.each([
  [4, "PPPfF"],
  [3, "PPPF"],
  [1, "PF"],
  [8, "PPPPPPffF"],
  [12, "PPPPPPPPPfffF"],
  [20, "PPPPPPPPPPPPPPPPPfffF"],
])("of %i places few are few of many: with none to all taken %s", (capacity, words) => {
  const letters = { places: "P", few: "f", full: "F" };
  const said = Array.from({ length: capacity + 1 }, (_, taken) => letters[availabilityOf(capacity, taken)]);
  expect(said.join("")).toBe(words);
});
