import { describe, expect, test } from "vitest";
import { longText } from "./fields.ts";
import { fillMarkedText, fillPlainText, problemOfMarkedText } from "./marked-text.ts";

const NAMES = ["classes", "lowest price", "phone"];
const FACTS = {
  classes: "twelve",
  "lowest price": undefined,
  phone: { text: "+254 700 000 000", to: "tel:+254700000000" },
  "about the class": "",
};

describe("a marked text", () => {
  test.each([
    "Plain words, with [brackets] and (parentheses).",
    "All {classes} are on the [classes page](/classes), and the [schedule](/schedule/monday) says when.",
    "{Classes} from {lowest price}. Call {phone}.",
    "[Home](/), [all](/classes?show=all), [trainers](/#team).",
  ])("%s is valid", (text) => {
    expect(problemOfMarkedText(text, NAMES)).toBeUndefined();
  });

  test.each([
    ["can’t fill in {clases}", "All {clases} of them"],
    ["can’t fill in {__proto__}", "{__proto__}"],
    ["can’t fill in {}", "{}"],
    ["page of this site", "[a](https://example.com)", "[a](//example.com)", "[a](/\\example.com)"],
    ["page of this site", "[a](javascript:alert)", "[a](classes)", "[a]()"],
    ["no text", "[ ](/classes)"],
    ["plain words in the brackets", "[all {classes}](/classes)", "[our classes](/the classes)"],
    ["is unmatched", "{classes", "classes}", "{{classes}}"],
  ])("is refused with the reason: %s", (reason, ...texts) => {
    for (const text of texts) expect(problemOfMarkedText(text, NAMES), text).toContain(reason);
  });

  test("explains the syntax of a field with placeholders, and a field without accepts every character", () => {
    const field = longText("Answer", { placeholders: NAMES, help: "Short." });
    expect(field.help).toMatch(/^Short\. Write links like .*\{classes\}, \{lowest price\}, \{phone\}/);
    expect(field.limits.placeholders).toEqual(NAMES);
    expect(field.schema.safeParse("All {classes}.").success).toBe(true);
    const message = "The site can’t fill in {clases}. You can use {classes}, {lowest price}, {phone}.";
    expect(field.schema.safeParse("All {clases}.").error?.issues).toMatchObject([{ message }]);
    expect(longText("Words").schema.safeParse("{clases} [a](https://example.com)").success).toBe(true);
  });
});

test("filling in inserts facts and links, as labels in plain text; without a fact's value there is no text", () => {
  const parts = ["Twelve are on the ", { text: "classes page", to: "/classes" }, ". Call ", FACTS.phone, "."];
  expect(fillMarkedText("{Classes} are on the [classes page](/classes). Call {phone}.", FACTS)).toEqual(parts);
  expect(fillMarkedText("What you wrote {about the class} has come.", FACTS)).toEqual(["What you wrote has come."]);
  expect(fillMarkedText("From {lowest price}.", FACTS)).toBeUndefined();
  expect(fillPlainText("From {lowest price}.", FACTS)).toBeUndefined();
  expect(fillMarkedText("{toString}", FACTS)).toBeUndefined();
  expect(fillPlainText("See [all](/classes), call {phone}", FACTS)).toBe("See all, call +254 700 000 000");
  expect(fillMarkedText("<b>{classes}</b>", FACTS)).toEqual(["<b>twelve</b>"]);
});
