import { expect, test } from "vitest";
import { seeds } from "../../seed/content.ts";
import { settingsType } from "../content-types/settings.ts";
import { PHONE_PROBLEM } from "./phone.ts";
import { findPhone, nationalDigits, readGymPhone, readKenyanPhone, readPhone } from "./read-phone.ts";

test.each([
  ["+254712000007", "0712000007", "254712000007", "712000007", "+0712 000 007", "00254 712 000 007"],
  // With the country's code and the zero.
  ["+254712000007", "+254 0712 000 007", "+254 (0)712 000 007", "254 0712 000 007", "+254-(0)712-000-007"],
  ["+254712000007", "000254 712 000 007", "00254 (0)712 000 007"],
  // Brackets, full stops and blanks.
  ["+254712000007", "(0712) 000.007", "(+254) 712 000 007", "(712) 000 007", "0712000007.", "07 12 00 00 07"],
  ["+254712000007", `0712${".".repeat(30)}000007`, " 0712\t000 007 "],
  // As copied from pages and messages.
  ["+254712000007", "\u202a+254712000007\u202c", "\u200e0712 000 007\u200f", "+254\u200b712000007", "０712000007"],
  ["+254712000007", "\ufeff0712\u00a0000\u00a0007", "0712\u2011000\u2011007", "0712\u2212000\u2212007"],
  ["+254110123456", "0110 123 456", "+254 110123456", "110123456", "254(0)110-123-456"],
  ["+254100005424", "0100005424"],
  ["+254202345678", "020 234 5678", "0202345678", "+254 20 234 5678", "254202345678"],
  ["+254512211234", "051 221 1234", "+254 51 2211234"],
  ["+254800723253", "0800 723 253"],
  ["+447700900123", "0044 7700 900123", "+44 (0)7700 900123", "+44 07700 900123", "447700900123"],
  ["+447700900123", "000 44 7700 900123"],
  ["+442079460958", "+44 20 7946 0958", "+44 (0)20 7946 0958"],
  ["+12025550128", "+1 (202) 555-0128", "001 202 555 0128", "+1 (0)202 555 0128"],
  ["+255712005431", "255712005431", "+255 0712 005 431", "+255 (0)712 005 431"],
  ["+256772123456", "+256 772 123456", "+256 0772 123456", "256772123456"],
  ["+250788123456", "+250 788 123 456", "+250 (0)788 123 456"],
  ["+971501234567", "+971 50 123 4567", "+971 050 123 4567"],
  ["+4520123456", "+45 20 12 34 56", "+45 (0)20 12 34 56"],
  // Countries where the zero is part of the number.
  ["+390669812345", "+39 06 698 12345", "0039 06 69812345", "+39 (0)6 69812345"],
  ["+2250712345678", "+225 07 12 34 56 78", "2250712345678"],
])("%s is read from %j", (phone = "", ...spellings) => {
  for (const typed of [phone, ...spellings]) expect(readPhone(typed), typed).toBe(phone);
  expect(readGymPhone(phone)).toBe(phone);
});

test.each([
  ["no number", "", "+", "20261127", "27/11/2026"],
  ["too few digits", "1234", "071234567", "+25471234567", "71234567", "5012345", "+44 7700"],
  ["too many digits", "07123456789", "2547123456789", "7123456789", "020 234 56789"],
  ["far too many digits", "123456789012345678", "0".repeat(30), "+44 7700 900123 4567 8901 2345"],
  ["too many signs", `020 ${" ".repeat(40)}234 5678`, `0712${".".repeat(31)}000007`],
  ["other signs", "0712005427x", "O712005411", "020 / 23 - 45 . 678 (the desk’s)"],
  ["two numbers", "0712 345 678 or 0733", "0712\n345 678 9"],
  ["no such country", "+712 000 007", "0971501234567", "+999 123 456 789"],
])("text with %s is not a number", (_, ...texts) => {
  expect(texts.filter((typed) => readPhone(typed) !== undefined)).toEqual([]);
});

test.each([
  ["+254712000007", "0712000007"],
  ["+254202345678", "0202345678"],
  ["+447700900123", "07700900123"],
  ["020 123", undefined],
])("%s is %s in its own country", (phone, digits) => {
  expect(nationalDigits(phone)).toBe(digits);
});

test.each([
  ["ring +254 (0)712 345 678, or mail", "+254712345678"],
  ["ring +254 0712 345 678", "+254712345678"],
  ["here 2024-2025, 0712345678", "+254712345678"],
  ["the gym’s, 020 234 5678", undefined],
  ["254 712 345 678", "+254712345678"],
  ["+254712345678", "+254712345678"],
  ["00254-712-345-678.", "+254712345678"],
  ["ring 0-712 345 678", "+254712345678"],
  ["ring 0112.345.678!", "+254112345678"],
  ["10712345678", undefined],
  ["I weigh 722418306", undefined],
  ["07123456789", undefined],
  ["+0712345678", undefined],
])("the number in %j is %s", (text, phone) => {
  expect(findPhone(text)).toBe(phone);
});

test.each([
  ["+254712345678", "0712345678", "712345678", "254712345678", "+254 712 345 678"],
  ["+254112345678", "0112-345 678"],
  [undefined, "0202345678", "07123456789", "071234567", "0712345678x", "x0712345678"],
  [undefined, "-0712345678", "0712345678-", "0712 - 345678", "0712.345678", "(0712) 345678"],
])("%s has the usual forms %j", (phone, ...spellings) => {
  expect(spellings.map((typed) => readKenyanPhone(typed ?? ""))).toEqual(spellings.map(() => phone));
});

test.each([
  ["+44 20 7946 0958", "+44 20 7946 0958"],
  ["+254 20 234 5678 ", "+254 20 234 5678"],
  ["+44 (0)20 7946 0958", "+442079460958"],
  ["020 234 5678", "+254202345678"],
  ["abc", undefined],
])("%j of the gym is shown as %s", (typed, shown) => {
  expect(readGymPhone(typed)).toBe(shown);
});

test("the gym’s own numbers are stored in international format, or refused and still readable", () => {
  const { slug: _slug, ...settings } = seeds.get("settings")?.[0] ?? { slug: "" };
  const typed = { ...settings, phone: "+254 (0)712 345 678", whatsApp: "+254-712-345-678" };
  const stored = { phone: "+254712345678", whatsApp: "+254712345678" };
  expect(settingsType.check(typed)).toMatchObject({ ok: true, values: stored });
  expect(settingsType.read(typed)).toMatchObject({ ok: true, values: stored });
  const wrong = { ...settings, phone: "abc", whatsApp: "071234567" };
  const problems = ["phone", "whatsApp"].map((field) => ({ field, message: PHONE_PROBLEM }));
  expect(settingsType.check(wrong)).toMatchObject({ ok: false, problems });
  expect(settingsType.read(wrong)).toMatchObject({ ok: true, values: { phone: "abc" } });
});
