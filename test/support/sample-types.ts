/** Content types for tests, one of which refers to another. */
import { contentType, type Fields } from "../../app/cms/content-type.ts";
import { list, longText, optional, reference, text, wholeNumber } from "../../app/cms/fields.ts";

export const towelType = contentType("towel", {
  label: "Towel",
  plural: "Towels",
  help: "What one dries oneself with.",
  entries: { kind: "list", max: 6 },
  title: ["colour"],
  summary: ["size"],
  fields: {
    colour: text("Colour", { max: 20 }),
    size: wholeNumber("Size", { min: 1, max: 9 }),
    note: optional(longText("Note", { max: 200 })),
  },
});

export const hookType = contentType("hook", {
  label: "Hook",
  plural: "Hooks",
  help: "Where towels hang.",
  entries: { kind: "list", min: 1 },
  title: ["place"],
  summary: ["towel"],
  fields: {
    place: text("Place", { max: 40 }),
    towel: reference("Towel", "towel"),
    spare: optional(reference("Spare towel", "towel")),
  },
});

export const shelfType = contentType("shelf", {
  label: "Shelf",
  plural: "Shelves",
  help: "The one shelf.",
  entries: { kind: "one", slug: "shelf" },
  title: [],
  summary: [],
  fields: { towels: list("Towels", reference("Towel", "towel"), { min: 1, max: 9 }) },
});

/** A type with these fields, whose entries are a list. */
export const listed = <const F extends Fields>(name: string, fields: F) =>
  contentType(name, { label: name, plural: name, help: "", entries: { kind: "list" }, title: [], summary: [], fields });

export const SAMPLE_TYPES = [towelType, hookType, shelfType];
