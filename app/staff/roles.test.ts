import { expect, test } from "vitest";
import { catalogue } from "../content-types/catalogue.ts";
import { type Action, can, ownTrainer, type Role, type Subject } from "./roles.ts";

const OTHERS = ["timetable", "bookings", "members", "sales", "figures", "enquiries", "pictures", "people", "activity"];

/** Owner's guide, "Inviting the desk and the trainers". */
test.each<[Role, Action, string]>([
  ["desk", "publish", "place-picture gallery-picture timetable pictures"],
  ["desk", "see", "place-picture gallery-picture timetable bookings members sales enquiries pictures"],
  ["desk", "edit", "place-picture gallery-picture timetable bookings members sales enquiries pictures"],
  ["trainer", "edit", "bookings"],
  ["trainer", "see", "timetable bookings"],
])("the role of %s may %s: %s", (role, action, subjects) => {
  const all = [...Object.values(catalogue).map(({ name }) => name), ...OTHERS] as Subject[];
  expect(all.filter((subject) => can(role, action, subject)).join(" ")).toBe(subjects);
});

test.each<[string, Role, string | null, string | undefined]>([
  ["their own classes", "trainer", "brian-otieno", "brian-otieno"],
  // No class has this trainer.
  ["no class, without a link to a trainer of the site", "trainer", null, ""],
  ["the whole timetable, as the desk", "desk", null, undefined],
  ["the whole timetable, as an owner", "owner", null, undefined],
])("somebody in the console sees %s", (_, role, trainerSlug, own) => {
  expect(ownTrainer({ id: "u", name: "Brian", email: "brian@x.example", role, trainerSlug })).toBe(own);
});
