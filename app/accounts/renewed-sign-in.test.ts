/** Renewal of sign-ins in use: which responses renew them, how long the old token works, and when they end anyway. */
import { beforeEach, describe, expect, test } from "vitest";
import { type App, createApp } from "../../host/app.ts";
import { loads } from "../../test/support/route-fixtures.tsx";
import { addSession } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { cookieOf, enter, visitorOf } from "../../test/support/visitors.ts";
import { seedNewTypes } from "../cms/entries.server.ts";
import { catalogue } from "../content-types/catalogue.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { DAY_MS, MINUTE_MS } from "../platform/durations.ts";
import { signOutEverywhere } from "./account-settings.server.ts";
import { rotateSignIn } from "./rotated-sign-in.server.ts";

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

  test("stays valid for months, with a new token each day of use and one row", async () => {
    for (let visit = 0; visit < 4; visit += 1) {
      expect(await renewedBy(OWN_PAGE)).toBe("");
      site.passTime(25 * DAY_MS);
      const { status, setCookie } = await get(OWN_PAGE);
      expect(status).toBe(200);
      expect(setCookie).toEqual([expect.stringMatching(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)]);
      expect(cookieOf(setCookie)).not.toBe(cookie);
      cookie = cookieOf(setCookie);
    }
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

  test("stays valid when several responses with a new token are lost", async () => {
    for (let visit = 0; visit < 3; visit += 1) {
      site.passTime(7 * DAY_MS);
      expect(await renewedBy(OWN_PAGE)).not.toBe("");
    }
    site.passTime(7 * DAY_MS);
    cookie = await renewedBy(OWN_PAGE);
    site.passTime(7 * DAY_MS);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  if (kind === "postgres") return;

  test("is not renewed by shared pages or by forms", async () => {
    site.passTime(2 * DAY_MS);
    expect((await get(SHARED_PAGE)).setCookie).toEqual([]);
    expect((await get(`${SHARED_PAGE}.data`)).setCookie).toEqual([]);
    const headers = { Cookie: cookie, Origin: "http://localhost" };
    const post = new Request(requestOf(cookie), { method: "POST", headers });
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

  test("ends after 30 days for the test account", async () => {
    const { cookie: shared } = await enter(site.services, TEST_ACCOUNT);
    site.passTime(29 * DAY_MS);
    expect((await get(OWN_PAGE, shared)).setCookie).toEqual([]);
    site.passTime(2 * DAY_MS);
    expect(await isSignedIn(shared)).toBe(false);
  });

  test("ends a year after it was created, however often it is used", async () => {
    let days = 0;
    while (await isSignedIn(cookie)) {
      site.passTime(10 * DAY_MS);
      days += 10;
      const { setCookie } = await get(OWN_PAGE);
      if (setCookie.length > 0) cookie = cookieOf(setCookie);
    }
    expect(days).toBe(370);
  });
});
