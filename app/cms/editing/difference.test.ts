import { expect, test } from "vitest";
import { towelType } from "../../../test/support/sample-types.ts";
import { featuredClassType } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { diffValues } from "./difference.ts";

test("missing and invalid values are compared too", () => {
  expect(diffValues(towelType, { colour: "Red", size: "large" }, { colour: "Red", note: "New" })).toMatchObject([
    { field: "size", before: "large", after: undefined },
    { field: "note", before: undefined, after: "New" },
  ]);
});

test("a picture's file, description and focus are compared separately", () => {
  const photo = { file: "trainer-amina.jpg", alt: "Amina", focus: [50, 20] };
  const differences = diffValues(trainerType, { photo }, { photo: { ...photo, file: "u-1.jpg", focus: [15, 85] } });
  expect(differences).toMatchObject([
    { field: "photo", label: "Picture", files: { before: "trainer-amina.jpg", after: "u-1.jpg" } },
    {
      field: "photo",
      label: "Focus of the picture",
      before: "50% from the left, 20% from the top",
      after: "15% from the left, 85% from the top",
    },
  ]);
  expect(diffValues(trainerType, {}, { photo: { alt: "Amina" } })).toMatchObject([
    { field: "photo", label: "Description of Picture", before: undefined, after: "Amina" },
  ]);
});

test("choices and references have their labels, and incomplete times are shown in part", () => {
  const findTitle = (type: string, slug: string) => (type === "class" && slug === "yoga" ? "Yoga at dawn" : undefined);
  const before = { gymClass: "body-building", day: "monday", time: { from: "6:00am", to: "7:00am" } };
  const after = { gymClass: "yoga", day: "friday", time: { from: "6:30am" } };
  const differences = diffValues(featuredClassType, before, after, findTitle);
  expect(differences.map((difference) => [difference.label, difference.before, difference.after])).toEqual([
    ["Class", "Body building", "Yoga at dawn"],
    ["Day", "Monday", "Friday"],
    ["Time", "6:00am to 7:00am", "6:30am"],
  ]);
});
