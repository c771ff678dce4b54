import { describe, expect, it, test } from "vitest";
import { findTotpStep, makeTotpKey, totpCode, totpStep, totpUri } from "./totp.server.ts";

/** The key of RFC 6238's appendix B, "12345678901234567890", in base32. */
const RFC_KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes", () => {
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [2000000000, "69279037"],
  ])("are those of RFC 6238 at second %i, cut to six digits", (seconds, eightDigits) => {
    expect(totpCode(RFC_KEY, totpStep(new Date(seconds * 1000)))).toBe(eightDigits.slice(2));
  });

  it("are accepted with blanks and hyphens, from the previous to the next step", () => {
    const [seconds, step] = [1111111109, 37037036];
    const at = (later: number) => new Date((seconds + later) * 1000);
    expect(findTotpStep(RFC_KEY, " 081 804 ", at(0))).toBe(step);
    expect(findTotpStep(RFC_KEY, "081-804", at(30))).toBe(step);
    expect(findTotpStep(RFC_KEY, "081804", at(-30))).toBe(step);
    expect(findTotpStep(RFC_KEY, "081804", at(60))).toBeUndefined();
    expect(findTotpStep(RFC_KEY, "081804", at(-60))).toBeUndefined();
  });

  test.each(["", "08180", "0818044", "08180a", "０８１８０４", "081804\u0000", "x".repeat(100_000)])(
    "are six digits of ASCII, and not %.20j",
    (typed) => expect(findTotpStep(RFC_KEY, typed, new Date(1111111109_000))).toBeUndefined(),
  );
});

test("a new key has 160 bits in base32, no two are the same, and the URI for apps has the gym's name and the account", () => {
  expect(makeTotpKey()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpKey()).not.toBe(makeTotpKey());
  expect(totpUri(RFC_KEY, "Nguvu Fitness", "a+b@nguvu.example")).toBe(
    `otpauth://totp/Nguvu%20Fitness:a%2Bb%40nguvu.example?secret=${RFC_KEY}&issuer=Nguvu%20Fitness`,
  );
});
