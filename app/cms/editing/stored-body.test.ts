import { expect, test } from "vitest";
import { towelType } from "../../../test/support/sample-types.ts";
import { classType, featuredClassType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { diffValues } from "../console/difference-views.server.ts";
import { formTexts, sameValues, storedValues, withDefaults } from "./stored-body.ts";

test.each(["", "{", "7", "null", '["a"]'])("%j has no values", (body) => {
  expect(storedValues(body)).toEqual({});
});

test("the form shows incomplete and invalid values as typed", () => {
  const photo = { file: "a.jpg", focus: [null, 3] };
  const typed = { title: "Boxing", time: { from: "9:00am" }, day: "someday", photo };
  const texts = Object.fromEntries(formTexts(classType, typed));
  expect(texts).toMatchObject({ title: "Boxing", "time.from": "9:00am", day: "someday", "photo.file": "a.jpg" });
  expect(Object.values(texts).filter((text) => /null|undefined|NaN/.test(text))).toEqual([]);
  expect(formTexts(classType, { photo: "none", time: 7 })).toEqual([["photo", "none"]]);
});

test("values are equal if they are stored alike; a default fills in for a missing value, and is no change", () => {
  expect(sameValues(towelType, { colour: "Red", note: undefined, fringe: 1 }, { colour: "Red" })).toBe(true);
  expect(sameValues(towelType, { colour: "Red" }, { colour: "red" })).toBe(false);
  const texts = Object.fromEntries(formTexts(settingsType, withDefaults(settingsType, {})));
  expect(texts).toMatchObject({ "contactClasses.0": "body-building", "contactClasses.8": "cycling" });
  const { contactClasses } = withDefaults(settingsType, {});
  expect(sameValues(settingsType, {}, { contactClasses })).toBe(true);
  expect(withDefaults(settingsType, { contactClasses: [] })).toMatchObject({ contactClasses: [] });
});

test("missing and invalid values are compared, and the parts of a picture separately", () => {
  expect(diffValues(towelType, { colour: "Red", size: "large" }, { colour: "Red", note: "New" })).toMatchObject([
    { field: "size", before: "large", after: undefined },
    { field: "note", before: undefined, after: "New" },
  ]);
  const photo = { file: "trainer-amina.jpg", alt: "Amina", focus: [50, 20] };
  const differences = diffValues(trainerType, { photo }, { photo: { ...photo, file: "u-1.jpg", focus: [15, 85] } });
  const focus = { before: "50% from the left, 20% from the top", after: "15% from the left, 85% from the top" };
  expect(differences).toMatchObject([
    { field: "photo", label: "Picture", files: { before: "trainer-amina.jpg", after: "u-1.jpg" } },
    { field: "photo", label: "Focus of the picture", ...focus },
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
