/** Renewal of sign-ins in use: which responses renew them, how long the old token works, and when they end anyway. */
import { beforeEach, describe, expect, test } from "vitest";
import { type App, createApp } from "../../host/app.ts";
import { loads } from "../../test/support/route-fixtures.tsx";
import { addSession } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { AMANI, cookieOf, enter, visitorOf, visitWith } from "../../test/support/visitors.ts";
import { seedNewTypes } from "../cms/entries.server.ts";
import { catalogue } from "../content-types/catalogue.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { DAY_MS, MINUTE_MS } from "../platform/durations.ts";
import { signOutEverywhere } from "./account-settings.server.ts";
import { findRotatedSignIn, formDigest, rotateSignIn } from "./rotated-sign-in.server.ts";
import { findVisitor } from "./sign-up-and-in.server.ts";

/** A page that is rendered for one visitor. */
const OWN_PAGE = "/account/lists/2026-strength";
/** A page that all signed-in visitors share. */
const SHARED_PAGE = "/classes/boxing";

describe.each(ENGINES)("a sign-in in use on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  let app: App;
  let userId: string;
  let cookie: string;
  beforeEach(async () => {
    await seedNewTypes(site.services, Object.values(catalogue));
    app = createApp(site.services);
    ({ userId, cookie } = await enter(site.services));
    loads.clear();
  });

  const requestOf = (sent: string, path = OWN_PAGE) =>
    new Request(`http://localhost${path}`, { headers: { Cookie: sent } });

  async function get(path: string, sent = cookie, instance = app) {
    const response = await instance.fetch(requestOf(sent, path), { peerAddress: "192.0.2.1" });
    await response.text();
    return { status: response.status, setCookie: response.headers.getSetCookie() };
  }

  const renewedBy = async (path: string, sent = cookie) => cookieOf((await get(path, sent)).setCookie);
  const isSignedIn = async (sent: string) => (await get(OWN_PAGE, sent)).status === 200;

  test("stays valid for months, with a new token each day of use and one row, also when several responses are lost", async () => {
    for (let visit = 0; visit < 4; visit += 1) {
      expect(await renewedBy(OWN_PAGE)).toBe("");
      site.passTime(25 * DAY_MS);
      const { status, setCookie } = await get(OWN_PAGE);
      expect(status).toBe(200);
      expect(setCookie).toEqual([expect.stringMatching(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)]);
      expect(cookieOf(setCookie)).not.toBe(cookie);
      cookie = cookieOf(setCookie);
    }
    for (let visit = 0; visit < 3; visit += 1) {
      site.passTime(7 * DAY_MS);
      expect(await renewedBy(OWN_PAGE)).not.toBe("");
    }
    site.passTime(7 * DAY_MS);
    cookie = await renewedBy(OWN_PAGE);
    site.passTime(7 * DAY_MS);
    expect(await isSignedIn(cookie)).toBe(true);
    expect(await site.rows("sessions")).toHaveLength(1);
    site.passTime(31 * DAY_MS);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test("works with the old token for requests under way, on each instance, until a minute after the new one is used", async () => {
    const second = await site.secondInstance();
    const otherApp = createApp(second.services);
    site.passTime(2 * DAY_MS);
    second.passTime(2 * DAY_MS);
    const responses = await Promise.all([get(OWN_PAGE), get(OWN_PAGE, cookie, otherApp), get(OWN_PAGE)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [renewed, ...more] = responses.flatMap(({ setCookie }) => setCookie);
    expect(more).toEqual([]);
    const next = cookieOf([renewed ?? ""]);
    expect((await get(OWN_PAGE, cookie, otherApp)).status).toBe(200);
    expect([await isSignedIn(next), await isSignedIn(cookie)]).toEqual([true, true]);
    site.passTime(2 * MINUTE_MS);
    expect([await isSignedIn(next), await isSignedIn(cookie)]).toEqual([true, false]);
  });

  if (kind === "postgres") return;

  test("is not renewed by shared pages, by files that browsers store, or by forms", async () => {
    site.passTime(2 * DAY_MS);
    for (const path of [SHARED_PAGE, `${SHARED_PAGE}.data`, `${OWN_PAGE}/file`])
      expect(await get(path), path).toEqual({ status: 200, setCookie: [] });
    const headers = { Cookie: cookie, Origin: "http://localhost" };
    const post = new Request(requestOf(cookie, `${OWN_PAGE}?index`), { method: "POST", headers });
    const response = await app.fetch(post, { peerAddress: "192.0.2.1" });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await renewedBy(`${OWN_PAGE}.data`)).not.toBe("");
    // The page and its data loaded once each.
    expect(loads.get("class")).toBe(2);
    expect((await get(SHARED_PAGE)).setCookie).toEqual([]);
    expect(loads.get("class")).toBe(2);
  });

  test("has no valid old tokens after the second step of signing in or after signing out everywhere", async () => {
    const { cookie: other } = await addSession(site.services, userId);
    site.passTime(2 * DAY_MS);
    const renewed = await renewedBy(OWN_PAGE);
    await rotateSignIn(site.services, requestOf(cookie), "the digest of a form", async () => {});
    expect([await isSignedIn(cookie), await isSignedIn(renewed)]).toEqual([false, false]);
    const renewedOther = await renewedBy(OWN_PAGE, other);
    const visitor = await visitorOf(site.services, { request: requestOf(renewedOther) });
    await signOutEverywhere(site.services, visitor, requestOf(renewedOther));
    expect([await isSignedIn(other), await isSignedIn(renewedOther)]).toEqual([false, false]);
  });

  test("gets a token signed with the current secret within 30 days, so that the old secret can be removed", async () => {
    const { config } = site.services;
    const changed = { ...config, secret: "another secret for tests, long enough 8d2e1b", otherSecret: config.secret };
    app = createApp({ ...site.services, config: changed });
    site.passTime(29 * DAY_MS);
    cookie = await renewedBy(OWN_PAGE);
    app = createApp({ ...site.services, config: { ...changed, otherSecret: undefined } });
    site.passTime(2 * DAY_MS);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test("ends a year after it was created, however often it is used, and after 30 days for the test account", async () => {
    let days = 0;
    while (await isSignedIn(cookie)) {
      site.passTime(10 * DAY_MS);
      days += 10;
      const { setCookie } = await get(OWN_PAGE);
      if (setCookie.length > 0) cookie = cookieOf(setCookie);
    }
    expect(days).toBe(370);
    const { cookie: shared } = await enter(site.services, TEST_ACCOUNT);
    site.passTime(29 * DAY_MS);
    expect((await get(OWN_PAGE, shared)).setCookie).toEqual([]);
    site.passTime(2 * DAY_MS);
    expect(await isSignedIn(shared)).toBe(false);
  });
});

const FORM = "the digest of a form";

describe.each(ENGINES)("a session past the second step on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const rotate = (request: Request, form = FORM) => rotateSignIn(site.services, request, form, async () => {});
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
    // An unsigned, forged or expired session is refused.
    site.passTime(31 * DAY_MS);
    for (const cookies of [rotated, [], ["nguvu.session=abc.def"]])
      expect(await rotate(visitWith(cookies).request)).toBeUndefined();
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
});
