/** Confirmation of an address: the email at sign-up, the mark “Not confirmed yet”, and its removal. */

import { describe, expect, test } from "vitest";
import { callRoute, routeCall } from "../../test/support/route-calls.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { AMANI, mailsOf, newestInMails, visitWith } from "../../test/support/visitors.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { deleteAccount, exportAccount } from "./account-settings.server.ts";
import { confirmAddress, isAddressConfirmed } from "./address-confirmation.server.ts";
import { confirmNewAddress, requestNewAddress } from "./new-address.server.ts";
import { signUpOnce } from "./sign-up-and-in.server.ts";
import * as link from "./views/account-address-link.route.tsx";
import * as details from "./views/account-details.route.tsx";
import * as confirmRoute from "./views/confirm-address.route.tsx";
import * as signup from "./views/signup.route.tsx";
import type { Visitor } from "./visitor-context.ts";

const SENT = { status: 303, location: "/account/address/link?sent=1" };

describe.each(ENGINES)("the address of a new account on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  /** Signs up with the form. */
  async function signUpWithForm(): Promise<Visitor> {
    const signingUp = await callRoute(signup.action, routeCall(site.services, "/signup", { fields: AMANI }));
    expect(signingUp.status).toBe(303);
    const { id } = await site.services.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    return { id, email: AMANI.email, savedShows: [], isTestAccount: false };
  }

  const mails = () => mailsOf(site.services);
  const mailed = (link: RegExp) => newestInMails(site.services, link);
  const confirmationKey = () => mailed(/\/confirm-address\?key=(\S+)/);

  const isMarked = async (visitor: Visitor) =>
    !(await details.loader(routeCall(site.services, "/account/details", { visitor }) as never)).isConfirmed;

  const sendAgain = (visitor: Visitor) =>
    callRoute(link.action, routeCall(site.services, "/account/address/link", { fields: {}, visitor }));

  test("is confirmed by the button on the emailed link's page, not by opening the link", async () => {
    const visitor = await signUpWithForm();
    await signUpWithForm();
    const subject = "Welcome to Nguvu Fitness: confirm your address";
    expect(await mails()).toMatchObject([{ recipient: AMANI.email, subject, user_id: visitor.id }]);
    const path = `/confirm-address?key=${await confirmationKey()}`;
    await confirmRoute.loader(routeCall(site.services, path) as never);
    expect(await isMarked(visitor)).toBe(true);
    const pressed = await callRoute(confirmRoute.action, routeCall(site.services, path, { fields: {} }));
    expect(pressed.status).toBe(200);
    expect(await isMarked(visitor)).toBe(false);
    expect(JSON.stringify(site.logged)).not.toMatch(/amani|key=/);
  });

  test("gets no email from a sign-up for a booking, whose own email has the link", async () => {
    for (const isNew of [true, false])
      expect(await signUpOnce(site.services, AMANI, visitWith())).toMatchObject({ code: "done", isNew });
    expect(await mails()).toEqual([]);
  });

  test("gets the link again, up to three times an hour, with the same response whether an email is sent or not", async () => {
    const visitor = await signUpWithForm();
    // Less than a minute after the first.
    expect(await sendAgain(visitor)).toMatchObject(SENT);
    expect(await mails()).toHaveLength(1);
    for (const count of [2, 3, 3]) {
      site.passTime(61_000);
      expect(await sendAgain(visitor)).toMatchObject(SENT);
      expect(await mails()).toHaveLength(count);
    }
    site.passTime(60 * 60_000);
    await Promise.all([sendAgain(visitor), sendAgain(visitor)]);
    expect(await mails()).toHaveLength(4);
    await confirmAddress(site.services, await confirmationKey());
    site.passTime(61_000);
    expect(await sendAgain(visitor)).toMatchObject(SENT);
    expect(await mails()).toHaveLength(4);
  });

  test("doesn't get more emails when the account is deleted and created again", async () => {
    for (let time = 0; time < 5; time += 1) {
      const visitor = await signUpWithForm();
      expect((await mails()).length).toBe(time < 3 ? 1 : 0);
      expect((await deleteAccount(site.services, visitor, AMANI.password, visitWith())).code).toBe("done");
      expect(await mails()).toEqual([]);
      site.passTime(61_000);
    }
  });

  test("can't be confirmed with a link to the account's earlier address", async () => {
    const visitor = await signUpWithForm();
    const typed = { email: "amani.w@nguvu.example", currentPassword: AMANI.password };
    await requestNewAddress(site.services, visitor, typed, visitWith());
    const old = await confirmationKey();
    await confirmNewAddress(site.services, visitor, await mailed(/address\/confirm\?token=(\S+)/));
    expect(await isMarked(visitor)).toBe(false);
    await site.services.db.updateTable("users").set({ emailVerified: 0 }).execute();
    expect(await confirmAddress(site.services, old)).toBe(false);
    expect(await isAddressConfirmed(site.services, visitor.id)).toBe(false);
  });

  if (kind === "postgres") return;

  test("can't request more than sixty links an hour from one client address", async () => {
    const visitor = await signUpWithForm();
    await site.services.db.deleteFrom("rate_limits").execute();
    for (let time = 0; time < 60; time += 1) await sendAgain(visitor);
    expect(await sendAgain(visitor)).toMatchObject({ status: 429, form: { errors: { form: expect.any(String) } } });
  });

  test("can't be confirmed with the account's download", async () => {
    const visitor = await signUpWithForm();
    const key = await confirmationKey();
    expect(key).toMatch(/^[\w-]+\.[\w-]{43}$/);
    const outcome = await exportAccount(site.services, visitor);
    expect(JSON.stringify(outcome)).toContain("confirm-address?key=…");
    expect(JSON.stringify(outcome)).not.toContain(key);
    // Nor after a new secret, while the earlier one is accepted.
    const { config } = site.services;
    const changed = { ...config, secret: "another secret for tests, long enough 8d2e1b", otherSecret: config.secret };
    const later = await exportAccount({ ...site.services, config: changed }, visitor);
    expect(JSON.stringify(later)).not.toContain(key);
  });

  test("is neither emailed nor marked for the test account", async () => {
    const visitor = { ...(await signUpWithForm()), email: TEST_ACCOUNT.email, isTestAccount: true };
    site.passTime(61_000);
    expect(await sendAgain(visitor)).toMatchObject({ status: 403 });
    const page = await link.loader(routeCall(site.services, "/account/address/link", { visitor }) as never);
    expect(page).toMatchObject({ isTestAccount: true, isConfirmed: false });
    expect(await mails()).toHaveLength(1);
  });
});
