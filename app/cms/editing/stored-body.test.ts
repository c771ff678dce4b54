import { expect, test } from "vitest";
import { towelType } from "../../../test/support/sample-types.ts";
import { classType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { formTexts, sameValues, storedValues, withDefaults } from "./stored-body.ts";

test.each(["", "{", "7", "null", '["a"]'])("%j has no values", (body) => {
  expect(storedValues(body)).toEqual({});
});

test("the form shows incomplete and invalid values as typed", () => {
  const typed = {
    title: "Boxing",
    time: { from: "9:00am" },
    day: "someday",
    photo: { file: "a.jpg", focus: [null, 3] },
  };
  const texts = Object.fromEntries(formTexts(classType, typed));
  expect(texts).toMatchObject({ title: "Boxing", "time.from": "9:00am", day: "someday", "photo.file": "a.jpg" });
  expect(Object.values(texts).filter((text) => /null|undefined|NaN/.test(text))).toEqual([]);
  expect(formTexts(classType, { photo: "none", time: 7 })).toEqual([["photo", "none"]]);
});

test("values are equal if they are stored alike", () => {
  expect(sameValues(towelType, { colour: "Red", note: undefined, fringe: 1 }, { colour: "Red" })).toBe(true);
  expect(sameValues(towelType, { colour: "Red" }, { colour: "red" })).toBe(false);
});

test("a default fills in for a missing value, also in the form, and doesn't count as a change", () => {
  const texts = Object.fromEntries(formTexts(settingsType, withDefaults(settingsType, {})));
  expect(texts).toMatchObject({ "contactClasses.0": "body-building", "contactClasses.8": "cycling" });
  const { contactClasses } = withDefaults(settingsType, {});
  expect(sameValues(settingsType, {}, { contactClasses })).toBe(true);
  expect(withDefaults(settingsType, { contactClasses: [] })).toMatchObject({ contactClasses: [] });
});
