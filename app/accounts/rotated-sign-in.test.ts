import { describe, expect, test } from "vitest";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { AMANI, cookieOf, enter, visitWith } from "../../test/support/visitors.ts";
import { findRotatedSignIn, formDigest, rotateSignIn } from "./rotated-sign-in.server.ts";
import { findVisitor } from "./sign-up-and-in.server.ts";

const FORM = "the digest of a form";
const clearNothing = async () => {};

describe.each(ENGINES)("a session past the second step on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const rotate = (request: Request, form = FORM) => rotateSignIn(site.services, request, form, clearNothing);
  const findAgain = (request: Request, form = FORM) => findRotatedSignIn(site.services, request, form);

  test("has a new token in the same kind of cookie, and the old one is invalid", async () => {
    const { setCookie, visit } = await enter(site.services);
    const { request } = visit;
    const rotated = await rotate(request);
    expect(rotated).toHaveLength(1);
    const attributes = (lines: readonly string[] | undefined) =>
      lines?.[0]?.replace(/=[^;]+/, "=…").replace(/Max-Age=\d+/, "Max-Age=…");
    expect(attributes(rotated)).toBe(attributes(setCookie));
    expect(Number(/Max-Age=(\d+)/.exec(rotated?.[0] ?? "")?.[1])).toBeGreaterThan(30 * 24 * 60 * 60 - 60);
    expect(await findVisitor(site.services, visitWith(rotated).request)).toMatchObject({ email: AMANI.email });
    expect(await findVisitor(site.services, request)).toBeNull();
    expect(await site.rows("sessions")).toMatchObject([{ secondStepAt: expect.anything() }]);
  });

  test("is the same when the form is sent twice, one after the other or at once, and not a minute later", async () => {
    const { request } = (await enter(site.services)).visit;
    // A second later, the cookie lasts a second less.
    const cookieAfter = async () => cookieOf((await rotate(request)) ?? []);
    const [first, second] = await Promise.all([cookieAfter(), cookieAfter()]);
    expect([first, second]).toEqual([expect.stringMatching(/=./), first]);
    expect(await cookieAfter()).toBe(first);
    expect(await findAgain(request)).toBeDefined();
    site.passTime(61_000);
    expect(await rotate(request)).toBeUndefined();
    expect(await findAgain(request)).toBeUndefined();
  });

  test("is found by the old token only for the same form, within ten attempts", async () => {
    const { request } = (await enter(site.services)).visit;
    await rotate(request);
    expect(await rotate(request, "another form")).toBeUndefined();
    expect(await findAgain(request, "another form")).toBeUndefined();
    expect(await findAgain(request)).toMatchObject({ id: expect.any(String) });
    const tries = await Promise.all(Array.from({ length: 20 }, (_, index) => findAgain(request, `guess ${index}`)));
    expect(tries.filter(Boolean)).toEqual([]);
    expect(await findAgain(request)).toBeUndefined();
  });

  test("clears what belongs to the old token in the same transaction, or isn't rotated", async () => {
    const { request } = (await enter(site.services)).visit;
    const failing = rotateSignIn(site.services, request, FORM, async () => {
      throw new Error("the database went away");
    });
    await expect(failing).rejects.toThrow("went away");
    expect(await findVisitor(site.services, request)).not.toBeNull();
    const cleared: string[] = [];
    const clearPending = async (_: unknown, signInId: string) => void cleared.push(signInId);
    for (let time = 0; time < 2; time += 1)
      expect(await rotateSignIn(site.services, request, FORM, clearPending)).toHaveLength(1);
    expect(cleared).toEqual((await site.rows("sessions")).map(({ id }) => id));
  });

  if (kind === "postgres") return;

  test("identifies a form by its method, its path with the query, and its body", async () => {
    const digest = (method: string, path: string, body: string) => {
      const url = new URL(path, "http://localhost");
      return formDigest(site.services, new Request(url, { method, body }), url);
    };
    const form = ["POST", "/staff/second-step?next=/staff/more", "code=123456&passkey="] as const;
    expect(await digest(...form)).toBe(await digest(...form));
    const others = [
      digest("PUT", form[1], form[2]),
      digest("POST", "/staff/second-step", form[2]),
      digest("POST", form[1], "code=123457&passkey="),
      digest("POST", `${form[1]}x`, form[2].slice(1)),
    ];
    expect(new Set([await digest(...form), ...(await Promise.all(others))]).size).toBe(5);
    expect(await digest(...form)).not.toContain("123456");
  });

  test("needs a session: an unsigned, forged or expired one is refused", async () => {
    const { request } = (await enter(site.services)).visit;
    expect(await rotate(visitWith(["nguvu.session=abc.def"]).request)).toBeUndefined();
    expect(await rotate(visitWith().request)).toBeUndefined();
    site.passTime(31 * 24 * 60 * 60_000);
    expect(await rotate(request)).toBeUndefined();
  });
});
