import { describe, expect, test } from "vitest";
import { localPhone } from "../forms/phone.ts";
import { findPhone } from "../forms/read-phone.ts";
import { searchTerms } from "../people/person-words.ts";
import { wordsOf } from "./search.server.ts";

const ENQUIRY = { name: "Zoë Wanjikũ", email: "zoe.w@example.co.ke", phone: "", comment: "" };

/** Whether a search finds an enquiry: each term is the beginning of one of its words. */
function finds(typed: string, enquiry: Partial<typeof ENQUIRY> = {}): boolean {
  const indexed = wordsOf({ ...ENQUIRY, ...enquiry });
  const terms = searchTerms(typed);
  return terms.length > 0 && terms.every((term) => indexed.some((indexedTerm) => indexedTerm.startsWith(term)));
}

describe("an enquiry is found", () => {
  test.each([
    ["wanjiku", {}],
    ["ZOE", {}],
    ["anjik", {}],
    ["ku oë", {}],
    ["zoë wan", {}],
    ["zoe.w@example.co.ke", {}],
    ["0712 345 678", { phone: "+254712345678" }],
    ["0712 34", { phone: "+254712345678" }],
    ["+254 712", { phone: "+254712345678" }],
    ["00254712345678", { phone: "+254712345678" }],
    ["5 678", { phone: "+254712345678" }],
    ["712345", { phone: "+254712345678" }],
    ["0733-123-456", { comment: "Call 0733 123 456, please" }],
    ["020 123 4567", { phone: "020 1234567" }],
    ["王小", { name: "王小明" }],
    ["user12345", { email: "user12345@example.com" }],
    ["amina-2-71036832@example.com", { email: "amina-2-71036832@example.com" }],
    [`${"n".repeat(59)}\u{10330}\u{10331}`, { name: `${"n".repeat(59)}\u{10330}\u{10331}` }],
  ])("by %s", (typed, enquiry) => expect(finds(typed, enquiry)).toBe(true));

  test.each(["anjikux", "oe.w@example.co.ke kamau", "zoe kamau", "0799", "—", ""])("not by %j", (typed) =>
    expect(finds(typed)).toBe(false),
  );
});

test("a search has at most six terms, and stored words have at most sixty characters", () => {
  expect(searchTerms("a b c d e f g h")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(wordsOf({ ...ENQUIRY, name: "n".repeat(100) })[0]).toHaveLength(60);
});

test.each([
  ["My number is 0722 418 306, call me", "+254722418306"],
  ["WhatsApp +254 722-418-306", "+254722418306"],
  ["00254722418306", "+254722418306"],
  ["Order 0722418306123", undefined],
  ["I weigh 722418306", undefined],
  ["At 7 or 8", undefined],
])("the number in %j is %j", (text, phone) => expect(findPhone(text)).toBe(phone));

test("a Kenyan mobile number is shown in local format, any other as stored", () => {
  expect(["+254722418306", "020 123 456", ""].map(localPhone)).toEqual(["0722 418 306", "020 123 456", ""]);
});
