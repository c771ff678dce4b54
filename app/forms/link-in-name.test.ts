import { expect, test } from "vitest";
import { BOOKING_PROBLEMS, DESK_PROBLEMS } from "../bookings/problems.ts";
import { enquirySchema } from "../enquiries/enquiry.ts";
import { MEMBER_PROBLEMS } from "../members/problems.ts";
import { readContact } from "../people/people.server.ts";
import { staffName } from "../staff/people.server.ts";
import { hasLink } from "./link-in-name.ts";
import { FORM_MESSAGES } from "./problems.ts";

test.each([
  "evil.com",
  "Claim at EVIL.COM now",
  "www.anything",
  "https://x",
  "zawadi@example",
  "t.me/claim",
  "evil.com.",
  "(evil.com)",
  "évil.fr",
  "evil．com",
  "evil。com",
  "evil.xn--p1ai",
  "x.com",
  "Otieno evil.africa",
  "a.b.co.uk",
  "evil.com:8080",
  "1-2.eu",
])("“%s” has a link", (name) => {
  expect(hasLink(name)).toBe(true);
});

test.each([
  "J.P. Otieno",
  "J.P.Otieno",
  "Mary.Wanjiru",
  "St. John",
  "Otieno Jr.",
  "M.A.",
  "Njeri, B.Sc.",
  "Wm. O. Kamau",
  "Amina s/o Otieno",
  "Ngũgĩ wa Thiong’o",
  "محمد",
  "李小龍",
  "Com Net",
  "Mr. Ke",
  "Kamau (Nairobi)",
  "www",
  "Awww. Nice",
  "A. B. C. Were",
  "J.-P. Otieno",
  "Otieno...",
  "Wanjiru & Co.",
])("“%s” has no link", (name) => {
  expect(hasLink(name)).toBe(false);
});

test("the forms of enquiries, of staff and of bookings refuse a name with a link, with the same message", () => {
  const form = { name: "Otieno evil.com", email: "otieno@example.com", phone: "", class: "", comment: "See evil.com" };
  const outcome = enquirySchema([]).safeParse(form);
  expect(outcome.error?.issues).toMatchObject([{ path: ["name"], message: "name-link" }]);
  expect(staffName().safeParse("www.evil.com").error?.issues).toMatchObject([{ message: "name-link" }]);
  expect(readContact({ name: "evil.com" })).toEqual({ code: "name-link" });
  for (const problems of [BOOKING_PROBLEMS["guest-link"], DESK_PROBLEMS["name-link"], MEMBER_PROBLEMS["name-link"]])
    expect(problems.sentence).toBe(FORM_MESSAGES["name-link"]);
});
