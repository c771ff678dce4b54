import { expect, test } from "vitest";
import { ownTrainer, type Role } from "./roles.ts";

test.each<[string, Role, string | null, string | undefined]>([
  ["their own classes", "trainer", "brian-otieno", "brian-otieno"],
  // No class has this trainer.
  ["no class, without a link to a trainer of the site", "trainer", null, ""],
  ["the whole timetable, as the desk", "desk", null, undefined],
  ["the whole timetable, as an owner", "owner", null, undefined],
])("somebody in the console sees %s", (_, role, trainerSlug, own) => {
  expect(ownTrainer({ id: "u", name: "Brian", email: "brian@x.example", role, trainerSlug })).toBe(own);
});
