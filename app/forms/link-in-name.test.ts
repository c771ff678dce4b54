import { expect, test } from "vitest";
import { BOOKING_PROBLEMS, DESK_PROBLEMS } from "../bookings/problems.ts";
import { enquirySchema } from "../enquiries/enquiry.ts";
import { MEMBER_PROBLEMS } from "../members/problems.ts";
import { readContact } from "../people/people.server.ts";
import { staffName } from "../staff/people.server.ts";
import { hasLink } from "./link-in-name.ts";
import { FORM_MESSAGES } from "./messages.ts";

test.each([
  ...[
    "evil.com",
    "pay.co.ke",
    "Claim at EVIL.COM now",
    "www.evil.example/claim KES 5000",
    "www.anything",
    "https://x",
    "HTTP://x/",
  ],
  ...[
    "mailto:me",
    "zawadi@example",
    "@zawadi",
    "t.me/claim",
    "bit.ly/x",
    "evil.com.",
    "(evil.com)",
    "évil.fr",
    "evil．com",
    "evil。com",
  ],
  ...[
    "ｅｖｉｌ.ｃｏｍ",
    "evil.xn--p1ai",
    "x.com",
    "Otieno evil.africa",
    "a.b.co.uk",
    "safaricom.ke",
    "evil.com:8080",
    "1-2.eu",
  ],
])("“%s” has a link", (name) => {
  expect(hasLink(name)).toBe(true);
});

test.each([
  ...[
    "J.P. Otieno",
    "J.P.Otieno",
    "Otieno J.P.",
    "Mary.Wanjiru",
    "St. John",
    "St.John Odhiambo",
    "Dr.Wanjiru",
    "Otieno Jr.",
    "M.A.",
  ],
  ...[
    "Njeri, B.Sc.",
    "Wm. O. Kamau",
    "O'Brien-Were",
    "Amina s/o Otieno",
    "Ngũgĩ wa Thiong’o",
    "Zoë",
    "محمد",
    "李小龍",
    "Com Net",
    "Mr. Ke",
  ],
  ...[
    "Kamau (Nairobi)",
    "www",
    "Awww. Nice",
    "Mama Njoki",
    "A. B. C. Were",
    "J.-P. Otieno",
    "Otieno...",
    "2Pac",
    "Wanjiru & Co.",
  ],
])("“%s” has no link", (name) => {
  expect(hasLink(name)).toBe(false);
});

test("the forms of enquiries, of staff and of bookings refuse a name with a link, with the same message", () => {
  const form = { name: "Otieno evil.com", email: "otieno@example.com", phone: "", class: "", comment: "See evil.com" };
  const outcome = enquirySchema([]).safeParse(form);
  expect(outcome.error?.issues).toMatchObject([{ path: ["name"], message: "name-link" }]);
  expect(staffName().safeParse("www.evil.com").error?.issues).toMatchObject([{ message: "name-link" }]);
  expect(readContact({ name: "evil.com" })).toEqual({ code: "name-link" });
  for (const { sentence } of [
    BOOKING_PROBLEMS["guest-link"],
    DESK_PROBLEMS["name-link"],
    MEMBER_PROBLEMS["name-link"],
  ]) {
    expect(sentence).toBe(FORM_MESSAGES["name-link"]);
  }
});
