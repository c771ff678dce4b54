import { describe, expect, test } from "vitest";
import { TEST_ACCOUNT } from "../platform/test-account.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import { MIN_PASSWORD_LENGTH } from "./credentials.ts";
import { readEmail } from "./email-address.server.ts";
import { ACCOUNT_MESSAGES } from "./messages.ts";
import { findPasswordProblem } from "./password-policy.server.ts";

describe("an e-mail address", () => {
  test("is stored trimmed and in lower case", () => {
    expect(readEmail("  Amani@Nguvu.Example\n")).toEqual({ ok: true, email: "amani@nguvu.example" });
  });

  test.each([
    "amani",
    "amani@",
    "@nguvu.example",
    "a b@nguvu.example",
    "a@b.example\r\nBcc: c@d.example",
    "a\u0000@b.ke",
    "\u202aamani@nguvu.example\u202c",
    "\u202e\u202c",
    "amani\t@nguvu.example",
  ])("like %j is refused", (typed) => {
    expect(readEmail(typed)).toEqual({ ok: false, code: "email-malformed" });
  });

  test("may have 254 characters and no more, and not none", () => {
    const domain = `${"nguvu.".repeat(40)}ke`;
    expect(readEmail(`${"a".repeat(254 - 1 - domain.length)}@${domain}`)).toMatchObject({ ok: true });
    expect(readEmail(`${"a".repeat(255 - 1 - domain.length)}@${domain}`)).toMatchObject({ ok: false });
    expect(readEmail(" ")).toEqual({ ok: false, code: "email-missing" });
  });
});

describe("a new password", () => {
  test("has 8 to 128 characters of any kind", async () => {
    const problem = (password: string) => findPasswordProblem(password, "amani@nguvu.example");
    expect(await problem("")).toBe("password-missing");
    expect(await problem("v7#kQ2z")).toBe("password-short");
    expect(await problem("v7#kQ2z!")).toBeUndefined();
    expect(await problem("🥊🏋️‍♀️ tatu mbili!")).toBeUndefined();
    expect(await problem("x1".repeat(20) + "uzito-mwepesi".repeat(7).slice(0, 88))).toBeUndefined();
    expect(await problem(`${"uzito-mwepesi ".repeat(9)}abc`)).toBe("password-long");
    expect(await problem("  leading spaces are hers  ")).toBeUndefined();
  });

  test.each([
    "password",
    "Password1",
    "P@ssw0rd!",
    "pa55word2026",
    "12345678",
    "987654321",
    "11111111",
    "abcabcabc",
    "qwertyuiop",
    "1q2w3e4r5t",
    "asdf1234",
    "iloveyou",
    "i love you",
    "Nairobi2026",
    "karibusana",
    "hakunamatata!",
    "Safaricom1",
    "wanjiku1999",
    "nguvufitness",
    "arsenal123",
    "amani2026",
    "amani@nguvu.example",
    // Of the published list, with none of the words above in it.
    "marlboro",
    "gbpltw147",
    "Dragon2026!",
  ])("as common as %j is refused", async (password) => {
    expect(await isCommonPassword(password, "amani@nguvu.example")).toBe(true);
  });

  test.each(["correct horse battery staple", "kettle-bell-at-dawn", "v7#kQ2z!", "k9#e1n2y8a4qq", "Mti mkuu ukigwa"])(
    "as rare as %j is taken",
    async (password) => {
      expect(await isCommonPassword(password, "amani@nguvu.example")).toBe(false);
    },
  );

  test("the 3,000 most common passwords that are long enough are refused (ASVS 6.2.4)", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    const common = dictionary["passwords-common"].filter((password) => password.length >= MIN_PASSWORD_LENGTH);
    expect(common.length).toBeGreaterThan(3000);
    expect(common.slice(0, 3)).toEqual(["password", "12345678", "123456789"]);
    const problems = await Promise.all(
      common.slice(0, 3000).map((password) => findPasswordProblem(password, "amani@nguvu.example")),
    );
    expect(new Set(problems)).toEqual(new Set(["password-common"]));
  });

  test("each problem has a message of its own", () => {
    expect(new Set(Object.values(ACCOUNT_MESSAGES)).size).toBe(Object.keys(ACCOUNT_MESSAGES).length);
  });
});

test("the test account is the one the page shows", () => {
  expect(TEST_ACCOUNT).toEqual({ email: "member@nguvu.example", password: "testpassword123" });
});
