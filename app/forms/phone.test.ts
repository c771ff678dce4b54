import { describe, expect, test } from "vitest";
import { seeds } from "../../seed/content.ts";
import { settingsType } from "../content-types/settings.ts";
import {
  callAddress,
  isInternationalPhone,
  normalizePhone,
  problemOfPhone,
  readPhone,
  whatsAppAddress,
} from "./phone.ts";
import { chatAddress, questionAddress } from "./whatsapp.ts";

describe("a phone number", () => {
  test.each([
    "0712345678",
    "0712 345 678",
    "712345678",
    "254712345678",
    "+254 712-345-678",
    "00254712345678",
    "(0712) 345.678",
  ])("%s is the Kenyan mobile number +254712345678", (typed) => {
    expect(readPhone(typed)).toBeDefined();
    expect(normalizePhone(typed)).toBe("+254712345678");
    expect(whatsAppAddress(normalizePhone(typed))).toBe("https://wa.me/254712345678");
  });

  test.each(["0110 123 456", "+254 110 123456"])("%s is a mobile number with the newer prefix", (typed) => {
    expect(normalizePhone(typed)).toBe("+254110123456");
  });

  test.each(["020 2345678", "+44 20 7946 0958", "0800 723 253", "+1 (555) 010-9999", "071234567", "07123456789"])(
    "%s stays as it was typed",
    (typed) => {
      expect(readPhone(typed)).toBeDefined();
      expect(normalizePhone(typed)).toBe(typed);
      expect(whatsAppAddress(typed)).toBeUndefined();
    },
  );

  test.each(["1234", "call me", "0712 345 678 or 0733", "+", "123456789012345678", "=1+1+1+1+1", "07\t12 345 678x"])(
    "%j is none",
    (typed) => {
      expect(readPhone(typed)).toBeUndefined();
    },
  );
});

test.each([
  ["0712\u00a0345\u00a0678", "+254712345678"],
  ["0712–345–678", "+254712345678"],
  ["\u202a+254 712 345 678\u202c", "+254712345678"],
  [" 020 234 5678 ", "020 234 5678"],
  ["020 / 23 - 45 . 678 (the desk’s)", undefined],
  [`020 ${" ".repeat(40)}234`, undefined],
])("%j is read as %s, as it may be copied from a phone or a page", (typed, read) => {
  expect(readPhone(typed)).toBe(read);
});

test("a number of the gym’s may be written as people write it, and is called from anywhere", () => {
  expect(problemOfPhone("0712 345 678")).toBeUndefined();
  expect(callAddress("0712 345 678")).toBe("tel:+254712345678");
  const { slug: _slug, ...settings } = seeds.get("settings")?.[0] ?? { slug: "" };
  const typed = { ...settings, phone: "0712 345 678", whatsApp: "0712 345 678" };
  expect(settingsType.check(typed)).toMatchObject({ ok: true, values: { whatsApp: "+254712345678" } });
});

test.each([
  ["+254 20 2345678", true],
  ["+44 20 7946 0958", true],
  ["020 2345678", false],
  ["+", false],
  ["abc", false],
])("%s can be reached from anywhere: %s", (number, expected) => {
  expect(isInternationalPhone(number)).toBe(expected);
  expect(problemOfPhone(number) === undefined).toBe(expected);
});

test("the gym's number has to be reachable when it is published; one that was stored before is still read", () => {
  const { slug: _slug, ...settings } = seeds.get("settings")?.[0] ?? { slug: "" };
  expect(settingsType.check({ ...settings, phone: "abc" })).toMatchObject({
    ok: false,
    problems: [{ field: "phone" }],
  });
  expect(settingsType.read({ ...settings, phone: "abc" })).toMatchObject({ ok: true, values: { phone: "abc" } });
});

describe("a link into WhatsApp", () => {
  test("has the digits of the number and the text, whatever is in them", () => {
    expect(chatAddress("+254 20 2345678", "9:00am & “Yoga”?\n#1")).toBe(
      "https://wa.me/254202345678?text=9%3A00am%20%26%20%E2%80%9CYoga%E2%80%9D%3F%0A%231",
    );
  });

  test("without a number leaves it to the visitor whom to send the text to", () => {
    expect(chatAddress(undefined, "Come along")).toBe("https://wa.me/?text=Come%20along");
  });

  test("begins a question for the gym", () => {
    const text = (about?: string) => new URL(questionAddress("+254712345678", about)).searchParams.get("text");
    expect(text("Boxing")).toBe("Hello! I have a question about Boxing.");
    expect(text()).toBe("Hello! I have a question.");
  });
});
