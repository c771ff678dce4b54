import { describe, expect, test } from "vitest";
import { type KnownPerson, keysOf, matchKey, PeopleIndex } from "./match.ts";

const PHONE = "+254722000101";

const known = (id: string, name: string, phones: string[], mail = ""): KnownPerson => {
  return { id, name, phones, mail, passes: [] };
};

describe("a row is matched", () => {
  const index = new PeopleIndex([
    known("halima", "Halima Yusuf", [PHONE], "halima@example.com"),
    known("peter", "Peter Were", ["+254722000102", "+254733000102"]),
    known("peter-2", "Were Peter", ["+254722000103"]),
    known("twin", "Lucy Wangui", ["+254722000104"]),
    known("twin-2", "Lucy Wangui", ["+254722000104"]),
  ]);
  const match = (name: string, phones: string[], mail = "") => {
    const { same, like } = index.match({ name, phones, mail });
    return [same?.id, ...like.map(({ id }) => `?${id}`)].filter((id) => id !== undefined).join(" ");
  };
  test.each([
    ["Yusuf Halima", [PHONE], "", "halima"],
    ["Peter Were", ["+254733000102"], "", "peter"],
    ["Peter Were", ["+254700000000"], "", "?peter ?peter-2"],
    ["Halima Y.", [PHONE], "", "?halima"],
    ["Halima Y.", [], " HALIMA@example.com ", "?halima"],
    ["Juma Hassan", [PHONE], "", ""],
    ["Lucy Wangui", ["+254722000104"], "", "?twin ?twin-2"],
    ["Moses Kiprono", ["+254700000000"], "", ""],
  ])("%s with %j and %j: %s", (name, phones, mail, expected) => {
    expect(match(name, phones, mail)).toBe(expected);
  });
});

test("a value that more than twenty people have identifies nobody further", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const people = letters.map((letter, at) => known(String(at), `Halima ${letter}`, [PHONE]));
  const shared = (count: number) => new PeopleIndex(people.slice(0, count));
  const like = (index: PeopleIndex, name: string) => index.match({ name, phones: [PHONE] }).like.length;
  expect([like(shared(19), "Halima"), like(shared(20), "Halima"), like(shared(25), "Halima")]).toEqual([19, 20, 20]);
  // Number and name together still find one of them.
  expect(shared(25).match({ name: "Halima y", phones: [PHONE] }).same?.id).toBe("24");
});

test("people have keys by number and name, number, address and name", () => {
  const keys = keysOf({ name: "Ben Ace", phones: [PHONE], mail: " B@Example.com " });
  expect(keys).toEqual([`${PHONE} abceen`, PHONE, "b@example.com", "abceen"]);
  expect(keysOf({ name: "!", phones: [] })).toEqual([]);
});

test("a match is the same while the person, their passes and people like them are", () => {
  const pass = (latest: number, isListed?: boolean) => ({
    ...{ earliest: latest - 1, latest, isPeriod: true, ...(isListed !== undefined && { isListed }) },
  });
  const same = { ...known("halima", "Halima Yusuf", []), passes: [pass(10), pass(20, true), pass(30, false)] };
  expect(matchKey({ same, like: [] })).toBe("halima 9 10 true 29 30 true");
  expect(matchKey({ like: [known("a", "A", []), known("b", "B", [])] })).toBe(" a b");
  expect(matchKey({ like: [] })).toBe("");
});
