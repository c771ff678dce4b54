import { describe, expect, test } from "vitest";
import { MIN_PASSWORD_LENGTH } from "./credentials.ts";
import { findPasswordProblem } from "./password-policy.server.ts";
import { readEmail } from "./sign-up-and-in.server.ts";

describe("an email address", () => {
  test.each([
    ["only one part", "amani", "amani@", "@nguvu.example"],
    ["blanks", "a b@nguvu.example", "amani\t@nguvu.example"],
    ["control characters", "a@b.example\r\nBcc: c@d.example", "a\u0000@b.ke"],
    ["characters that reverse text", "\u202aamani@nguvu.example\u202c", "\u202e\u202c"],
  ])("with %s is refused", (_, ...addresses) => {
    for (const typed of addresses) expect(readEmail(typed), typed).toEqual({ code: "email-malformed" });
  });

  test("is stored trimmed and in lower case, and has 1 to 254 characters", () => {
    expect(readEmail("  Amani@Nguvu.Example\n")).toEqual({ code: "done", email: "amani@nguvu.example" });
    const domain = `${"nguvu.".repeat(40)}ke`;
    expect(readEmail(`${"a".repeat(254 - 1 - domain.length)}@${domain}`)).toMatchObject({ code: "done" });
    expect(readEmail(`${"a".repeat(255 - 1 - domain.length)}@${domain}`)).toEqual({ code: "email-malformed" });
    expect(readEmail(" ")).toEqual({ code: "email-missing" });
  });
});

describe("a new password", () => {
  const problemsOf = (passwords: readonly string[]) =>
    Promise.all(passwords.map((password) => findPasswordProblem(password, "amani@nguvu.example")));

  test.each([
    ["password-missing", ""],
    ["password-short", "v7#kQ2z"],
    ["password-long", `${"uzito-mwepesi ".repeat(9)}abc`],
    // From the published list, without any of the words below.
    ["password-common", "password", "Password1", "12345678", "11111111", "asdf1234", "qwertyuiop", "iloveyou"],
    ["password-common", "marlboro", "gbpltw147", "arsenal123"],
    ["password-word", "P@ssw0rd!", "pa55word2026", "i love you", "Nairobi2026", "karibusana", "hakunamatata!"],
    ["password-word", "Safaricom1", "wanjiku1999", "nguvufitness", "Dragon2026!", "kilima njaro 95"],
    ["password-word", "p a s s w o r d 1 2 3"],
    ["password-pattern", "abcabcabc", "987654321", "9ol0p3edc", "ab ab ab ab ab ab "],
    ["password-address", "amani2026", "amani@nguvu.example"],
  ] as const)("is refused with the reason: %s for %j", async (problem, ...passwords) => {
    expect(await problemsOf(passwords)).toEqual(passwords.map(() => problem));
  });

  test.each([
    "correct horse battery staple",
    "kettle-bell-at-dawn",
    "k9#e1n2y8a4qq",
    "Mti mkuu ukigwa",
    // A long phrase of several words, although they make a common password without the spaces.
    "kilima njaro 5895",
    "hakuna-matata-2026",
    // From 8 to 128 characters of any kind.
    "v7#kQ2z!",
    "🥊🏋️‍♀️ tatu mbili!",
    "  leading spaces are hers  ",
    "x1".repeat(20) + "uzito-mwepesi".repeat(7).slice(0, 88),
  ])("as rare as %j is taken", async (password) => {
    expect(await problemsOf([password])).toEqual([undefined]);
  });

  test("the 3,000 most common passwords that are long enough are refused (ASVS 6.2.4)", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    const common = dictionary["passwords-common"].filter((password) => password.length >= MIN_PASSWORD_LENGTH);
    expect(common.length).toBeGreaterThan(3000);
    expect(common.slice(0, 3)).toEqual(["password", "12345678", "123456789"]);
    expect(new Set(await problemsOf(common.slice(0, 3000)))).toEqual(new Set(["password-common"]));
  });
});
