import { describe, expect, test } from "vitest";
import { readPhone } from "../forms/read-phone.ts";
import {
  type ComparedPerson,
  isSameName,
  isSimilarName,
  nameWords,
  type SamePerson,
  samePerson,
} from "./person-name.ts";

/** Names, and other spellings by people and phones. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  "Ng'ang'a Kamau": [
    ...[..."’`ʼ´′＇ʻ"].map((mark) => `Ng${mark}ang${mark}a Kamau`),
    ...["Nganga Kamau", "Ng ang a Kamau", "NG'ANG'A KAMAU", "  Kamau,  Ng'ang'a "],
    ...["Kamau\u00a0Ng’ang’a", "Ng\u200b'ang'a\u200e Kamau"],
  ],
  "Wang'ombe Njeri": ["Wangombe Njeri", "NJERI WANG’OMBE", "Wang ombe Njeri"],
  "Patrick O'Brien": ["Patrick OBrien", "O’Brien, Patrick", "Patrick O Brien"],
  "Mary-Anne Otieno": ["Mary Anne Otieno", "OTIENO MARYANNE", "Mary‑Anne Otieno"],
  "Renée Müller": ["Renee Muller", "RENÉE MÜLLER", "Rene\u0301e Mu\u0308ller"],
  "Søren Weiß": ["Soren Weiss", "SØREN WEISS"],
  "Łukasz Đorđe": ["Lukasz Dorde"],
  "Ærø Œuvrard": ["Aero Oeuvrard"],
  "Işık Dağ": ["Isik Dag"],
  "J.K. Otieno": ["JK Otieno", "j. k. otieno"],
  王小明: ["王小明 "],
};

describe.each(Object.entries(SPELLINGS))("%s", (name, spellings) => {
  test.each(spellings)("can be written %j", (other) => {
    expect([isSameName(name, other), isSameName(other, name)]).toEqual([true, true]);
    expect([isSimilarName(name, other), isSimilarName(other, name)]).toEqual([true, true]);
  });

  test.each([name, ...spellings])("is normalized once and for all: %j", (each) => {
    const folded = nameWords(each);
    expect(nameWords(folded.join(" "))).toEqual(folded);
    expect(isSameName(each, folded.toSorted().join(" "))).toBe(true);
  });

  test("differs from every other name", () => {
    const others = Object.keys(SPELLINGS).filter((other) => other !== name);
    expect(others.filter((other) => isSameName(name, other))).toEqual([]);
  });
});

test.each([
  ["Ng'ang'a Kamau", "anga kamau ng"],
  ["Ng'ang'a Kamau", "Ng'ang'a"],
  ["Ng'ang'a Kamau", "Ng'ang'a Kamau Mwangi"],
  ["Ng'ang'a Kamau", "Ng'ang'a K."],
  ["Kamau Kamau", "Kamau"],
  ["Kamau", ""],
  ["", ""],
  ["!?", "!?"],
])("%j is not %j", (a, b) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([false, false]);
});

test.each([
  ["Ng'ang'a K.", "Ng’ang’a Kamau", true],
  ["N. K.", "Ng'ang'a Kamau", true],
  ["K.", "Ng'ang'a Kamau", true],
  ["Mary-Anne", "Maryanne Otieno", true],
  ["Wanjiru Kamau", "Ng'ang'a Kamau", true],
  ["W. Otieno", "Wanjiru Kamau", false],
  ["K. K.", "Kamau Otieno", false],
  ["Wanjiru Otieno", "Ng'ang'a Kamau", false],
  ["K. Otieno", "K. Kamau", false],
  ["", "Kamau", false],
  ["K. Kamau", "K. Kibe", true],
  ["K. Kamau", "U. Kibe", false],
  ["K. Kamau", "O. Kibe", false],
])("%j may be %j: %s", (a, b, expected) => {
  expect([isSimilarName(a, b), isSimilarName(b, a)]).toEqual([expected, expected]);
});

const KAMAU = of("Ng'ang'a Kamau", "0712 000 007");

function of(name: string, ...typed: string[]): ComparedPerson {
  return { name, phones: typed.map((phone) => readPhone(phone) ?? "") };
}

/** Pili's number has changed. */
const PILI = of("Pili Salim", "0733 005 501", "0712 005 501");

test.each<[SamePerson, string, string[]]>([
  // A shared number, and one word of the name in common.
  ["ask", "0712000007", ["Ng'ang'a K.", "Nganga", "N. Kamau", "N. K."]],
  // Families share phones, and a family's name is a word in common.
  ["ask", "0712000007", ["Wanjiru Kamau"]],
  ["other", "0712000007", ["Wanjiru Otieno", "W. Otieno", ""]],
  // A different number.
  ["ask", "0733000007", ["Ng'ang'a Kamau"]],
  ["other", "0733000007", ["Ng'ang'a K.", "Wanjiru Otieno"]],
  ["ask", "+25471200007", ["Ng'ang'a Kamau"]],
])("the answer is `%s` for %s with the names %j", (expected, phone, names) => {
  expect(names.filter((name) => both(KAMAU, of(name, phone)) !== expected)).toEqual([]);
});

// The spellings of names and numbers are in the tests of their readers.
test.each<[ComparedPerson, ComparedPerson, SamePerson]>([
  [KAMAU, of("kamau, NGANGA", "+254 (0)712 000 007"), "same"],
  [of("Tom Fisher", "+44 7700 900123"), of("FISHER, Tom", "0044 7700 900123"), "same"],
  [{ ...KAMAU, mail: "one@gym.example" }, { ...KAMAU, mail: "other@gym.example" }, "same"],
  [PILI, of("Pili Salim", "0712005501"), "same"],
  [PILI, of("Asha Salim", "0712005501"), "ask"],
  [PILI, of("Juma Hassan", "0712005501"), "other"],
  // Without a number, nobody is `same`.
  [of("Kamau Nganga"), KAMAU, "ask"],
  [of("Kamau Nganga"), of("Ng'ang'a Kamau"), "ask"],
  [of("Kamau"), KAMAU, "other"],
  [of("Kamau Nganga", ""), of("Ng'ang'a Kamau", ""), "ask"],
])("of %j and %j, the answer is `%s`", (a, b, expected) => {
  expect(both(a, b)).toBe(expected);
});

test.each<[string, string, SamePerson]>([
  ["Ng'ang'a Kamau", "NGANGA@gym.example ", "ask"],
  ["Ng'ang'a K.", "nganga@gym.example", "ask"],
  ["Ng'ang'a K.", " NGANGA@gym.example ", "ask"],
  ["Wanjiru Otieno", "nganga@gym.example", "other"],
  ["Ng'ang'a K.", "another@gym.example", "other"],
  ["Ng'ang'a K.", "", "other"],
])("an email address alone makes nobody `same`: %s with %s is %s", (name, mail, expected) => {
  expect(both({ ...KAMAU, mail: "nganga@gym.example" }, { name, phones: [], mail })).toBe(expected);
});

/** The answer, which must not depend on the order. */
function both(a: ComparedPerson, b: ComparedPerson): SamePerson {
  const answer = samePerson(a, b);
  expect(samePerson(b, a)).toBe(answer);
  return answer;
}
