import { expect, test } from "vitest";
import { enquirySchema } from "../enquiries/enquiry.ts";
import { readContact } from "../people/people.server.ts";
import { staffName } from "../staff/people.server.ts";
import { hasLink } from "./link-in-name.ts";

test.each([
  ["a domain", "evil.com", "x.com", "1-2.eu", "a.b.co.uk", "Otieno evil.africa", "www.anything"],
  ["a domain in capitals, with accents or encoded", "Claim at EVIL.COM now", "évil.fr", "evil.xn--p1ai"],
  ["a full stop of another script", "evil．com", "evil。com"],
  ["signs around a domain", "evil.com.", "(evil.com)"],
  ["a protocol, a path or a port", "https://x", "t.me/claim", "evil.com:8080"],
  ["an email address", "zawadi@example"],
])("a name with %s has a link", (_, ...names) => {
  expect(names.filter((name) => !hasLink(name))).toEqual([]);
});

test.each([
  ["initials", "J.P. Otieno", "J.P.Otieno", "J.-P. Otieno", "Wm. O. Kamau", "A. B. C. Were", "Mary.Wanjiru"],
  ["titles and abbreviations", "St. John", "Otieno Jr.", "M.A.", "Njeri, B.Sc.", "Mr. Ke", "Wanjiru & Co."],
  ["other signs", "Amina s/o Otieno", "Kamau (Nairobi)", "Otieno..."],
  ["letters of other languages", "Ngũgĩ wa Thiong’o", "محمد", "李小龍"],
  ["words that occur in addresses", "Com Net", "www", "Awww. Nice"],
])("a name with %s has no link", (_, ...names) => {
  expect(names.filter(hasLink)).toEqual([]);
});

test("the forms of enquiries, of staff and of bookings refuse a name with a link", () => {
  const form = { name: "Otieno evil.com", email: "otieno@example.com", phone: "", class: "", comment: "See evil.com" };
  expect(enquirySchema([]).safeParse(form).error?.issues).toMatchObject([{ path: ["name"], message: "name-link" }]);
  expect(staffName().safeParse("www.evil.com").error?.issues).toMatchObject([{ message: "name-link" }]);
  expect(readContact({ name: "evil.com" })).toEqual({ code: "name-link" });
});
