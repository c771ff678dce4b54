/** A visitor's list of sign-ins: what is stored, what the page shows, and how one is ended. */

import { beforeEach, describe, expect, test } from "vitest";
import { callRoute, routeCall } from "../../test/support/route-calls.ts";
import { addAccount, addSession } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { AMANI, BARAKA, enter, enterBy, visitorOf } from "../../test/support/visitors.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { DAY_MS } from "../platform/durations.ts";
import { countAttempt } from "../platform/rate-limit.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { exportAccount } from "./account-settings.server.ts";
import { MAX_LISTED_SIGN_INS, readSessionToken, sessionCookieName } from "./sign-in.server.ts";
import { findVisitor, signIn, signUp } from "./sign-up-and-in.server.ts";
import * as signIns from "./views/sign-ins.route.tsx";
import type { Visitor } from "./visitor-context.ts";

const PHONE = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36";
const LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

describe.each(ENGINES)("the sign-ins of a visitor on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  let cookie: string;
  let visitor: Visitor;
  beforeEach(async () => {
    await addAccount(site.services, AMANI);
    cookie = await authenticate(signIn, AMANI, PHONE);
    visitor = await visitorOf(site.services, { request: requestOf(cookie) });
  });

  const requestOf = (cookie: string) => routeCall(site.services, "/", { cookie }).request;

  /** Signs up or in. @returns the cookie */
  async function authenticate(how: typeof signUp | typeof signIn, credentials: typeof AMANI, userAgent: string) {
    const request = new Request("http://localhost/", { headers: { "user-agent": userAgent } });
    return (await enterBy(how, site.services, credentials, { request, clientAddress: "192.0.2.1" })).cookie;
  }

  const isSignedIn = async (cookie: string, { services } = site) =>
    (await findVisitor(services, requestOf(cookie))) !== null;

  async function pageOf(cookie: string, whose = visitor) {
    return signIns.loader(routeCall(site.services, "/account/sign-ins", { visitor: whose, cookie }) as never);
  }

  function end(signInId: string, cookie: string, whose = visitor) {
    const options = { fields: { signIn: signInId }, visitor: whose, cookie };
    return callRoute(signIns.action, routeCall(site.services, "/account/sign-ins", options));
  }

  test("are listed with their device and the day of their last use, the current one first, without their tokens", async () => {
    const laptop = await authenticate(signIn, AMANI, LAPTOP);
    await authenticate(signIn, AMANI, "");
    await enter(site.services, BARAKA);
    site.passTime(2 * DAY_MS);
    await visitorOf(site.services, { request: requestOf(laptop) });
    const page = await pageOf(laptop);
    expect(page.signIns.map(({ device, isCurrent, used }) => [device, isCurrent, used])).toEqual([
      ["Firefox on Linux", true, "today"],
      ["Unknown device", false, expect.stringMatching(/^on \w+day /)],
      ["Chrome on Android", false, expect.stringMatching(/^on \w+day /)],
    ]);
    expect(page.signIns[0]?.signedIn).toMatch(/^\w+day\s\d+\s\w+,\s\d+:\d\d[ap]m$/);
    const stored = await site.rows("sessions");
    for (const { token } of stored) expect(JSON.stringify(page)).not.toContain(token);
    // Nothing but the device's name and the day: no address, and nothing that the browser sent.
    const own = stored.filter(({ userId }) => userId === visitor.id);
    expect(own).toMatchObject(Array(3).fill({ ipAddress: "", userAgent: "" }));
    const used = { device: "Firefox on Linux", lastUsedOn: dateInNairobi(site.services.now()) };
    const sessions = expect.arrayContaining([expect.objectContaining(used)]);
    expect(await exportAccount(site.services, visitor)).toMatchObject({ data: { sessions } });
  });

  test("can be ended one by one at once, but not by others; the test account's are not shown", async () => {
    const other = await authenticate(signUp, BARAKA, LAPTOP);
    const first = (await pageOf(cookie)).signIns[0]?.id ?? "";
    const baraka = await visitorOf(site.services, { request: requestOf(other) });
    expect((await pageOf(other, baraka)).signIns[0]?.device).toBe("Firefox on Linux");
    for (const signInId of [first, "", "'", "x".repeat(10_000)])
      expect((await end(signInId, other, baraka)).status).toBe(303);
    const shared = { ...visitor, email: TEST_ACCOUNT.email, isTestAccount: true };
    expect(await pageOf(cookie, shared)).toMatchObject({ isTestAccount: true, signIns: [] });
    expect((await end(first, cookie, shared)).status).toBe(403);
    const second = await site.secondInstance();
    expect([await isSignedIn(cookie), await isSignedIn(cookie, second)]).toEqual([true, true]);
    const laptop = await authenticate(signIn, AMANI, LAPTOP);
    const phone = (await pageOf(laptop)).signIns.find(({ device }) => device === "Chrome on Android")?.id ?? "";
    for (let press = 0; press < 2; press += 1)
      expect(await end(phone, laptop)).toMatchObject({ status: 303, location: "/account/sign-ins?ended=1" });
    const left = [await isSignedIn(cookie), await isSignedIn(cookie, second), await isSignedIn(laptop)];
    expect(left).toEqual([false, false, true]);
    const own = (await pageOf(laptop)).signIns[0]?.id ?? "";
    const done = await end(own, laptop);
    expect(done).toMatchObject({ status: 303, location: "/", clearSiteData: '"storage"' });
    expect(done.setCookie.join()).toMatch(/nguvu\.session=;/);
    expect(await isSignedIn(laptop)).toBe(false);
  });

  test("from an older version are listed with what is known, and only the newest of many, none expired", async () => {
    const { db } = site.services;
    await db.updateTable("sessions").set({ device: null, usedOn: null }).execute();
    expect((await pageOf(cookie)).signIns).toMatchObject([{ device: "Unknown device", used: undefined }]);
    expect((await pageOf(cookie)).listLimit).toBe(0);
    for (let count = 0; count < MAX_LISTED_SIGN_INS; count += 1) await addSession(site.services, visitor.id);
    const page = await pageOf(cookie);
    expect([page.signIns.length, page.listLimit]).toEqual([MAX_LISTED_SIGN_INS, MAX_LISTED_SIGN_INS]);
    expect(page.signIns[0]?.isCurrent).toBe(true);
    site.passTime(31 * DAY_MS);
    expect((await pageOf(cookie)).signIns).toEqual([]);
  });

  if (kind === "postgres") return;

  test("have tokens that the hashed key of a rate limit can't sign", async () => {
    const { services } = site;
    const [, token = ""] = /=([^.]+)\./.exec(cookie) ?? [];
    await countAttempt(services, { name: "test", max: 3, windowMs: DAY_MS }, token);
    const [count] = await services.db.selectFrom("rate_limits").select("key").where("key", "like", "test/%").execute();
    const signature = Buffer.from(count?.key.slice("test/".length) ?? "", "base64url").toString("base64");
    const forged = `${sessionCookieName(services.config)}=${encodeURIComponent(`${token}.${signature}`)}`;
    expect(readSessionToken(services.config, requestOf(cookie))?.token).toBe(token);
    expect(readSessionToken(services.config, requestOf(forged))).toBeUndefined();
  });
});
