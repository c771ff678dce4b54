import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addStaffMember } from "../../test/staff.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/test-services.ts";
import { findVisitor, signIn, signUp } from "./accounts.server.ts";
import { findRenewedSession, renewSession } from "./renewed-session.server.ts";

const AMANI = { email: "amani@nguvu.example", password: "kettle-bell-at-dawn" };

function requestWith(setCookie: readonly string[]): Request {
  return new Request("http://localhost/", {
    headers: { cookie: setCookie.map((line) => line.split(";")[0]).join("; ") },
  });
}

describe.each(ENGINES)("a session past the second step on %s", (kind) => {
  let site: TestSite;
  beforeEach(async () => {
    site = await openTestSite(kind);
  });
  afterEach(() => site.close());

  async function signedIn(): Promise<{ cookies: string[]; request: Request }> {
    const outcome = await signUp(site.services, AMANI, { request: requestWith([]), clientAddress: "192.0.2.1" });
    if (!outcome.ok) throw new Error(outcome.code);
    return { cookies: outcome.setCookie, request: requestWith(outcome.setCookie) };
  }

  test("has another token, in a cookie like that of a sign-in, and the old one is dead", async () => {
    const { cookies, request } = await signedIn();
    const renewed = await renewSession(site.services, request);
    expect(renewed).toHaveLength(1);
    const attributes = (lines: readonly string[] | undefined) =>
      lines?.[0]?.replace(/=[^;]+/, "=…").replace(/Max-Age=\d+/, "Max-Age=…");
    expect(attributes(renewed)).toBe(attributes(cookies));
    expect(Number(/Max-Age=(\d+)/.exec(renewed?.[0] ?? "")?.[1])).toBeGreaterThan(30 * 24 * 60 * 60 - 60);
    expect(await findVisitor(site.services, requestWith(renewed ?? []))).toMatchObject({ email: AMANI.email });
    expect(await findVisitor(site.services, request)).toBeNull();
    const [session] = await site.services.db.selectFrom("sessions").select("secondStepAt").execute();
    expect(session?.secondStepAt).toBeTruthy();
  });

  test("is the same when the form is sent twice, one after the other or at once, and not a minute later", async () => {
    const { request } = await signedIn();
    const [one, other] = await Promise.all([
      renewSession(site.services, request),
      renewSession(site.services, request),
    ]);
    expect(other).toEqual(one);
    expect(await renewSession(site.services, request)).toEqual(one);
    expect(await findRenewedSession(site.services, request)).toBeDefined();
    site.passTime(61_000);
    expect(await renewSession(site.services, request)).toBeUndefined();
    expect(await findRenewedSession(site.services, request)).toBeUndefined();
  });

  test("can't be had without a session: not signed, made up, or expired", async () => {
    const { request } = await signedIn();
    const forged = new Request("http://localhost/", { headers: { cookie: "nguvu.session=abc.def" } });
    expect(await renewSession(site.services, forged)).toBeUndefined();
    expect(await renewSession(site.services, new Request("http://localhost/"))).toBeUndefined();
    site.passTime(31 * 24 * 60 * 60_000);
    expect(await renewSession(site.services, request)).toBeUndefined();
  });

  test("is not what a password gives: signing in makes a session without the second step", async () => {
    const { member, password } = await addStaffMember(site.services, "owner");
    const visit = { request: requestWith([]), clientAddress: "192.0.2.1" };
    const outcome = await signIn(site.services, { email: member.email, password }, visit);
    expect(outcome.ok).toBe(true);
    const rows = await site.services.db
      .selectFrom("sessions")
      .select(["secondStepAt", "consoleUsedAt"])
      .where("userId", "=", member.id)
      .orderBy("createdAt", "desc")
      .execute();
    expect(rows).toContainEqual({ secondStepAt: null, consoleUsedAt: null });
  });
});
