import { describe, expect, it, test } from "vitest";
import { classes } from "../../seed/classes.ts";
import { settingsType } from "../content-types/settings.ts";
import { enquiryNotification } from "./enquiries.server.ts";
import { chosenClass, enquirySchema, offeredClasses } from "./enquiry.ts";
import { wordsOf } from "./search.server.ts";

const schema = enquirySchema(["boxing", "body-building"]);
const GOOD = {
  name: "Zawadi Mumo",
  email: "zawadi@example.com",
  phone: "",
  class: "boxing",
  comment: "Mornings?\nOr evenings?",
};

function problems(form: Record<string, unknown>): Record<string, string> {
  const outcome = schema.safeParse(form);
  return Object.fromEntries((outcome.error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]));
}

describe("an enquiry", () => {
  test("is stored trimmed, with the line breaks of its comment, and its number in international format", () => {
    expect(schema.parse({ ...GOOD, name: "  Zawadi Mumo ", email: " zawadi@example.com" })).toEqual(GOOD);
    expect(schema.parse({ ...GOOD, phone: " 0712 345 678 " }).phone).toBe("+254712345678");
    expect(schema.parse({ ...GOOD, phone: "020 234 5678" }).phone).toBe("+254202345678");
  });

  test("loses characters in its name and address that reverse the text around them", () => {
    const copied = { ...GOOD, name: "\u202eZawadi\u202c \u2067Mumo\u2069", email: "\u202azawadi@example.com\u202c" };
    expect(schema.parse(copied)).toEqual(GOOD);
    expect(problems({ ...GOOD, name: "\u202e\u202c " })).toEqual({ name: "name-missing" });
    // Direction marks, joiners and letters of every script are kept.
    const arabic = "\u0632\u0648\u0627\u062f\u064a\u200f";
    for (const name of [arabic, "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645", "👩\u200d🚒"])
      expect(schema.parse({ ...GOOD, name }).name).toBe(name);
  });

  test("has a name of at most 100 characters and a comment of at most 4,000", () => {
    expect(problems({ ...GOOD, name: "n".repeat(100), comment: "c".repeat(4000) })).toEqual({});
    const tooLong = { name: "too-long", comment: "too-long" };
    expect(problems({ ...GOOD, name: "n".repeat(101), comment: "c".repeat(4001) })).toEqual(tooLong);
  });

  test.each([
    ["no address", { email: "" }, "email"],
    ["a header in the name", { name: "Zawadi\nBcc: all@example.com" }, "name"],
    ["a null byte in the name", { name: "Za\u0000wadi" }, "name"],
    ["a null byte in the comment", { comment: "a\u0000b" }, "comment"],
    ["half a character in the comment", { comment: "a\ud800b" }, "comment"],
    ["a list for a name", { name: ["Zawadi"] }, "name"],
  ])("with %s is refused at the field", (_, change, field) => {
    expect(Object.keys(problems({ ...GOOD, ...change }))).toEqual([field]);
  });

  test("reaches the desk with all fields, and replies go to the visitor", () => {
    const form = { ...GOOD, class: "body-building" };
    const mail = enquiryNotification(form, new Date("2026-11-21T05:00:00.000Z"), { classTitle: "Body Building" });
    expect(mail.replyTo).toBe("zawadi@example.com");
    expect(mail.subject).toBe("Enquiry from Zawadi Mumo");
    for (const part of ["Body Building", "Mornings?\nOr evenings?", "Saturday", "8:00"])
      expect(mail.text).toContain(part);
    expect(enquiryNotification({ ...GOOD, class: "", comment: "" }, new Date()).text).toContain("none chosen");
    expect(mail.text).not.toContain("Phone");
    expect(enquiryNotification(form, new Date()).text).toContain("Class:   body-building\n");
    const { text } = enquiryNotification({ ...GOOD, phone: "+254712345678" }, new Date());
    expect(text).toContain("Phone:   +254712345678\n         https://wa.me/254712345678\n");
    expect(enquiryNotification({ ...GOOD, phone: "020 234 5678" }, new Date()).text).not.toContain("wa.me");
  });
});

const titles = (chosen: string) =>
  offeredClasses(classes, settingsType.fields.contactClasses.fallback ?? [], chosen).map(({ label }) => label);

const NINE = ["Body Building", "Boxing", "Running", "Fitness", "Yoga", "Workout", "Karate", "Meditation", "Cycling"];

describe("the contact form's selector", () => {
  it("offers the nine classes of the specification in their order, and the class that the visitor comes from", () => {
    expect(titles("boxing")).toEqual(NINE);
    expect(titles("crossfit")).toEqual([...NINE, "Crossfit"]);
  });

  it("leaves out a class that doesn't exist, and ignores a value that is not a class", () => {
    const fewer = classes.filter(({ slug }) => slug !== "boxing");
    expect(offeredClasses(fewer, ["boxing", "yoga"], "").map(({ value }) => value)).toEqual(["yoga"]);
    expect(chosenClass(classes, "power-lifting")).toBe("power-lifting");
    for (const slug of [null, "", "chess", "__proto__"]) expect(chosenClass(classes, slug)).toBe("");
  });
});

test("an enquiry is found by the number in its comment, and by no word of it", () => {
  const enquiry = { name: "", email: "", phone: "", comment: "Call 0733 123 456, please" };
  expect(wordsOf(enquiry).filter((term) => /^(0733123456|call|please)$/.test(term))).toEqual(["0733123456"]);
});
