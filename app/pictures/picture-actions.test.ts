import { describe, expect, it } from "vitest";
import { focusFromForm } from "./focus.ts";
import { type PictureFields, pictureForm, readConsent, readDescription } from "./picture-actions.server.ts";

const NOW = new Date("2026-11-21T22:30:00Z");
const PICTURE = { width: 800, height: 600 };

function fields(values: Partial<PictureFields>): PictureFields {
  const empty = Object.fromEntries(Object.keys(pictureForm.shape).map((name) => [name, ""]));
  return pictureForm.parse({ ...empty, purpose: "site", how: "form", ...values });
}

it.each([
  // Where the picture was touched, in displayed pixels.
  [{ "focus.x": "144", "focus.y": "54", position: "15 15" }, 50, 25],
  [{ "focus.x": "9999", "focus.y": "216" }, 100, 100],
  // Browsers send 0,0 for the keyboard.
  [{ "focus.x": "0", "focus.y": "0", position: "85 15" }, 85, 15],
  // It is one of nine positions, or the previous focus.
  [{ position: "50 85" }, 50, 85],
  [{ position: "1 1" }, 30, 40],
  [{ x: "-3", y: "400" }, 50, 100],
])("the focus of %o is at %i, %i", (typed, x, y) => {
  const previous = { "focus.x": "", "focus.y": "", position: "", x: "30", y: "40" };
  expect(focusFromForm({ ...previous, ...typed }, PICTURE)).toEqual({ x, y });
});

describe("a description from a form", () => {
  it("can be incomplete, has people if it names a person, and refuses an unknown choice", () => {
    const read = (values: Partial<PictureFields>) => readDescription(fields(values), PICTURE, NOW);
    const nothing = { subjects: "undecided", alt: "", isDecorative: false, person: undefined };
    expect(read({})).toMatchObject({ code: "read", description: nothing });
    const alone = { subjects: "nobody", alt: "A row" };
    expect(read({ subjects: "nobody", alt: "A\nrow" })).toMatchObject({ description: alone });
    const withAmina = { subjects: "people", person: { name: "Amina", givenOn: null } };
    expect(read({ subjects: "nobody", name: "Amina" })).toMatchObject({ description: withAmina });
    expect(read({ subjects: "everybody" })).toMatchObject({ code: "subjects-unknown" });
  });

  it.each<[Partial<PictureFields>, string]>([
    [{ given_on: "2026-11-21" }, "name-missing"],
    [{ name: "A", given_on: "21.11.2026" }, "date-unreadable"],
    [{ name: "A", given_on: "2026-02-30" }, "date-unreadable"],
    [{ name: "A", given_on: "2026-11-23" }, "date-ahead"],
    [{ name: "A", purpose: "advertising" }, "purpose-unknown"],
    [{ name: "A", how: "toString" }, "way-unknown"],
    [{ name: "A", child: "yes" }, "guardian-missing"],
  ])("refuses %o", (values, code) => {
    expect(readConsent(fields(values), NOW)).toEqual({ code });
  });

  it("accepts today in Nairobi, which is tomorrow in UTC", () => {
    expect(readConsent(fields({ name: "A", given_on: "2026-11-22" }), NOW)).toMatchObject({ code: "read" });
  });
});
