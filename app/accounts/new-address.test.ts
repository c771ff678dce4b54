/** A new address for an account: the emails, and when it takes effect. */

import { beforeEach, describe, expect, test } from "vitest";
import { writeDetails } from "../../test/bookings/booking-gym.ts";
import { callRoute, routeCall } from "../../test/support/route-calls.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { AMANI, BARAKA, enter, mailsOf, newestInMails, visitorOf, visitWith } from "../../test/support/visitors.ts";
import { findByWords } from "../people/person-index.server.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { changePassword, deleteAccount, exportAccount } from "./account-settings.server.ts";
import { confirmNewAddress, findNewAddress, requestNewAddress } from "./new-address.server.ts";
import { findLinkProblem, requestPasswordReset } from "./password-reset.server.ts";
import { SIGN_IN_RETENTION } from "./sign-in.server.ts";
import { signIn } from "./sign-up-and-in.server.ts";
import * as accountAddress from "./views/account-address.route.tsx";
import * as accountDetails from "./views/account-details.route.tsx";
import * as confirmRoute from "./views/confirm-new-address.route.tsx";
import type { Visitor } from "./visitor-context.ts";

const NEW = "amani.w@nguvu.example";
const OK = { code: "done" };
const EXPIRED = { code: "address-link-expired" };

describe.each(ENGINES)("a new address on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  let visitor: Visitor;
  let other: Visitor;
  beforeEach(async () => {
    visitor = await signUpAs(AMANI);
    other = await signUpAs(BARAKA);
  });

  const signUpAs = async (credentials: typeof AMANI) =>
    visitorOf(site.services, (await enter(site.services, credentials)).visit);

  const requestAddress = (email: string, currentPassword = AMANI.password) =>
    requestNewAddress(site.services, visitor, { email, currentPassword }, visitWith());

  const mails = () => mailsOf(site.services);
  const mailedToken = () => newestInMails(site.services, /\/confirm\?token=(\S+)/);

  test("takes effect with the link emailed to it, and the old address gets a notice", async () => {
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    const reset = await newestInMails(site.services, /reset-password\?token=(\S+)/);
    expect(await findLinkProblem(site.services, reset)).toBeUndefined();
    site.passTime(1000);
    expect(await requestAddress(` ${NEW.toUpperCase()}`)).toEqual(OK);
    const token = await mailedToken();
    expect(await findNewAddress(site.services, visitor, token)).toEqual({ code: "done", email: NEW });
    expect(JSON.stringify(await site.rows("new_addresses"))).not.toContain(token);
    expect((await signIn(site.services, AMANI, visitWith())).code).toBe("done");
    const { id: personId } = await writeDetails(site.services, visitor.id, { name: "Amani", phone: "" });
    site.passTime(1000);
    // Twice, as by a double click.
    for (let press = 0; press < 2; press += 1)
      expect(await confirmNewAddress(site.services, visitor, token)).toEqual(OK);
    expect((await signIn(site.services, AMANI, visitWith())).code).not.toBe("done");
    expect((await signIn(site.services, { ...AMANI, email: NEW }, visitWith())).code).toBe("done");
    const data = { email: NEW, addressConfirmed: true, newAddress: null };
    expect(await exportAccount(site.services, visitor)).toMatchObject({ data });
    // The desk finds the person by the new address.
    expect(await findByWords(site.services.db, NEW, { limit: 2 })).toEqual([personId]);
    expect(await findLinkProblem(site.services, reset)).toBe("link-expired");
    expect((await mails()).slice(1).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [NEW, "Confirm your new address for Nguvu Fitness"],
      [AMANI.email, "The address of your account at Nguvu Fitness has changed"],
    ]);
    expect(JSON.stringify(site.logged)).not.toMatch(/amani|token=/);
  });

  test("gets the same response and download if it already has an account, whose owner gets an email", async () => {
    expect(await requestAddress(BARAKA.email)).toEqual(OK);
    const taken = await exportAccount(site.services, visitor);
    site.passTime(61_000);
    expect(await requestAddress(NEW)).toEqual(OK);
    const data = (email: string) => ({ data: { newAddress: { email }, mails: [] } });
    expect(await exportAccount(site.services, visitor)).toMatchObject(data(NEW));
    expect(taken).toMatchObject(data(BARAKA.email));
    expect(await requestAddress(TEST_ACCOUNT.email)).toEqual(OK);
    const noticed = { recipient: BARAKA.email, user_id: other.id };
    expect(await mails()).toMatchObject([noticed, { recipient: NEW, user_id: visitor.id }]);
  });

  test("is refused if somebody has created an account with it since", async () => {
    await requestAddress(NEW);
    await signUpAs({ ...BARAKA, email: NEW });
    const token = await mailedToken();
    expect(await confirmNewAddress(site.services, visitor, token)).toEqual({ code: "address-taken" });
    expect((await signIn(site.services, AMANI, visitWith())).code).toBe("done");
  });

  test("is confirmed only by its requester, within half an hour, with the newest link", async () => {
    await requestAddress(NEW);
    const first = await mailedToken();
    expect(await confirmNewAddress(site.services, other, first)).toEqual(EXPIRED);
    expect(await findNewAddress(site.services, other, first)).toEqual(EXPIRED);
    expect(await requestAddress(NEW)).toEqual(OK);
    expect(await mails()).toHaveLength(1);
    site.passTime(61_000);
    await requestAddress(NEW);
    expect(await confirmNewAddress(site.services, visitor, first)).toEqual(EXPIRED);
    const second = await mailedToken();
    site.passTime(31 * 60_000);
    expect(await findNewAddress(site.services, visitor, second)).toEqual(EXPIRED);
    expect(await confirmNewAddress(site.services, visitor, second)).toEqual(EXPIRED);
    expect(await confirmNewAddress(site.services, visitor, "")).toMatchObject({ code: "address-link-missing" });
    await applyRetention(site.services, ...SIGN_IN_RETENTION);
    expect(await site.services.db.selectFrom("new_addresses").selectAll().execute()).toEqual([]);
  });

  test("can't be confirmed after a new password, and is deleted with the account", async () => {
    await requestAddress(NEW);
    const token = await mailedToken();
    const typed = { currentPassword: AMANI.password, password: "another-long-walk" };
    expect(await changePassword(site.services, visitor, typed, visitWith())).toEqual(OK);
    expect(await confirmNewAddress(site.services, visitor, token)).toEqual(EXPIRED);
    expect((await deleteAccount(site.services, visitor, typed.password, visitWith())).code).toBe("done");
    expect(await site.services.db.selectFrom("new_addresses").selectAll().execute()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  if (kind === "postgres") return;

  test("needs the password, and has to differ from the current address", async () => {
    expect(await requestAddress(NEW, "not this one")).toEqual({ code: "wrong-password" });
    expect(await requestAddress(AMANI.email)).toEqual({ code: "address-same" });
    expect(await requestAddress("amani")).toEqual({ code: "email-malformed" });
    const shared = { ...visitor, isTestAccount: true };
    const typed = { email: NEW, currentPassword: AMANI.password };
    expect(await requestNewAddress(site.services, shared, typed, visitWith())).toMatchObject({ code: "test-account" });
    expect(await mails()).toEqual([]);
  });

  test("gets up to three links an hour, and one account five", async () => {
    for (let time = 0; time < 5; time += 1) {
      site.passTime(61_000);
      expect(await requestAddress(NEW)).toEqual(OK);
    }
    expect(await mails()).toHaveLength(3);
    expect(await requestAddress("third@nguvu.example")).toEqual({ code: "limited" });
    // As if sixty links had been requested from this network.
    const ofNetwork = site.services.db.updateTable("rate_limits").set({ count: 60 });
    await ofNetwork.where("key", "like", "forgotten-password/address/%").execute();
    const typed = { email: "third@nguvu.example", currentPassword: BARAKA.password };
    expect(await requestNewAddress(site.services, other, typed, visitWith())).toEqual({ code: "limited" });
    expect(await requestNewAddress(site.services, other, typed, visitWith([], "198.51.100.1"))).toEqual(OK);
  });

  const post = (route: { action: unknown }, path: string, fields: Record<string, string>) =>
    callRoute(route.action as () => unknown, routeCall(site.services, path, { fields, visitor }));

  test("is changed by forms that keep what was typed", async () => {
    const wrong = await post(accountAddress, "/account/address", { email: NEW, currentPassword: "not this one" });
    const errors = { currentPassword: expect.stringContaining("not your password") };
    expect(wrong).toMatchObject({ status: 422, form: { errors, typed: { email: NEW } } });
    const fields = { email: NEW, currentPassword: AMANI.password };
    const sent = { status: 303, location: "/account/address?sent=1" };
    expect(await post(accountAddress, "/account/address", fields)).toMatchObject(sent);
    const path = `/account/address/confirm?token=${await mailedToken()}`;
    // Opening the link changes nothing.
    const opened = await confirmRoute.loader(routeCall(site.services, path, { visitor }) as never);
    expect(opened).toMatchObject({ isDone: false, email: NEW, linkMessage: undefined });
    const confirmed = await post(confirmRoute, path, {});
    expect([confirmed.status, confirmed.location]).toEqual([303, "/account/address/confirm?done=1"]);
    expect(await post(confirmRoute, "/account/address/confirm?token=x", {})).toMatchObject({ status: 410 });
  });

  test("is shown beside the name and phone number that bookings use", async () => {
    const save = (name: string, phone: string) => post(accountDetails, "/account/details", { name, phone });
    const page = () => accountDetails.loader(routeCall(site.services, "/account/details", { visitor }) as never);
    const refused = { status: 422, form: { typed: { phone: "0712 345 678" } } };
    expect(await save(" ", "0712 345 678")).toMatchObject(refused);
    expect(await site.rows("people")).toEqual([]);
    expect(await save("Amani  W", "0712 345 678")).toMatchObject({ status: 303 });
    const phone = expect.stringMatching(/./);
    expect(await page()).toMatchObject({ name: "Amani W", email: AMANI.email, isSaved: false, phone });
    await save("Amani W", "");
    expect((await page()).phone).toBe("");
  });
});
