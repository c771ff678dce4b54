import { describe, expect, test } from "vitest";
import { quickHash } from "../../test/support/staff.ts";
import { hashPassword, PasswordsBusyError, verifyPassword } from "./password.server.ts";

/** Checked in the same queue as others. */
const QUICK = quickHash("kettle-bell-at-dawn");

describe("a password's hash", () => {
  test("is Argon2id with 19 MiB and two passes as in the reference implementation, and differs each time; anything else throws", async () => {
    const [first, second] = [await hashPassword("kettle-bell-at-dawn"), await hashPassword("kettle-bell-at-dawn")];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword(first, "kettle-bell-at-dawn")).toBe(true);
    expect(await verifyPassword(first, "kettle-bell-at-dusk")).toBe(false);
    // The argon2 command of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
    const stored = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await verifyPassword(stored, "password")).toBe(true);
    expect(await verifyPassword(stored, "differentpassword")).toBe(false);
    // A letter may be typed as two characters.
    expect(await verifyPassword(await hashPassword("caf\u00e9 at dawn"), "cafe\u0301 at dawn")).toBe(true);
    await expect(verifyPassword("plain", "plain")).rejects.toThrow("not an Argon2id hash");
  });

  test("is computed for two at once with sixteen queued; the nineteenth is refused as busy", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 19 }, () => verifyPassword(QUICK, "x")));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.map((outcome) => outcome.reason)).toEqual([expect.any(PasswordsBusyError)]);
    expect(await verifyPassword(QUICK, "and the queue is open again")).toBe(false);
  });
});
