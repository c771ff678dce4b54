import { describe, expect, it } from "vitest";
import { classes } from "../../seed/classes.ts";
import { settingsType } from "../content-types/settings.ts";
import { chosenClass, offeredClasses } from "./enquiry.ts";

const titles = (chosen: string) =>
  offeredClasses(classes, settingsType.fields.contactClasses.fallback ?? [], chosen).map(({ label }) => label);

const NINE = ["Body Building", "Boxing", "Running", "Fitness", "Yoga", "Workout", "Karate", "Meditation", "Cycling"];

describe("the contact form's selector", () => {
  it("offers the nine classes of the specification in their order", () => {
    expect(titles("")).toEqual(NINE);
    expect(titles("boxing")).toEqual(NINE);
  });

  it("also offers the class that the visitor comes from", () => {
    expect(titles("crossfit")).toEqual([...NINE, "Crossfit"]);
  });

  it("leaves out a class that doesn't exist", () => {
    const fewer = classes.filter(({ slug }) => slug !== "boxing");
    expect(offeredClasses(fewer, ["boxing", "yoga"], "").map(({ value }) => value)).toEqual(["yoga"]);
  });

  it("ignores a value that is not a class", () => {
    expect(chosenClass(classes, "power-lifting")).toBe("power-lifting");
    for (const slug of [null, "", "chess", "__proto__"]) expect(chosenClass(classes, slug)).toBe("");
  });
});
