/** Addresses of accounts: their confirmation after sign-up, and new ones. */
import { beforeEach, describe, expect, test } from "vitest";
import { writeDetails } from "../../test/bookings/booking-gym.ts";
import { callRoute, routeCall } from "../../test/support/route-calls.ts";
import { ENGINES, openTestSiteBeforeEach, setAttempts } from "../../test/support/test-services.ts";
import { AMANI, BARAKA, enter, mailsOf, newestInMails, visitorOf, visitWith } from "../../test/support/visitors.ts";
import { findByWords } from "../people/person-index.server.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { changePassword, deleteAccount, exportAccount } from "./account-settings.server.ts";
import { confirmAddress, isAddressConfirmed } from "./address-confirmation.server.ts";
import { confirmNewAddress, findNewAddress, requestNewAddress } from "./new-address.server.ts";
import { findLinkProblem, requestPasswordReset } from "./password-reset.server.ts";
import { SIGN_IN_RETENTION } from "./sign-in.server.ts";
import { signIn, signUpOnce } from "./sign-up-and-in.server.ts";
import * as accountAddress from "./views/account-address.route.tsx";
import * as link from "./views/account-address-link.route.tsx";
import * as accountDetails from "./views/account-details.route.tsx";
import * as confirmPage from "./views/confirm-address.route.tsx";
import * as confirmRoute from "./views/confirm-new-address.route.tsx";
import * as signup from "./views/signup.route.tsx";
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
    requestNewAddress(site.services, visitor, { email, currentPassword }, visitWith([], "2001:db8::1"));

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

  test("gets the same response and download if it has an account, whose owner gets an email, and is refused if it gets one", async () => {
    expect(await requestAddress(BARAKA.email)).toEqual(OK);
    const taken = await exportAccount(site.services, visitor);
    site.passTime(1000);
    expect(await requestAddress(NEW)).toEqual(OK);
    const data = (email: string) => ({ data: { newAddress: { email }, mails: [] } });
    expect(await exportAccount(site.services, visitor)).toMatchObject(data(NEW));
    expect(taken).toMatchObject(data(BARAKA.email));
    expect(await requestAddress(TEST_ACCOUNT.email)).toEqual(OK);
    const noticed = { recipient: BARAKA.email, user_id: other.id };
    expect(await mails()).toMatchObject([noticed, { recipient: NEW, user_id: visitor.id }]);
    // Then an account with the requested address is created.
    await requestAddress(NEW);
    await signUpAs({ ...BARAKA, email: NEW });
    expect(await confirmNewAddress(site.services, visitor, await mailedToken())).toEqual({ code: "address-taken" });
    expect((await signIn(site.services, AMANI, visitWith())).code).toBe("done");
  });

  test("is confirmed only by its requester, with the newest link, in time and before a new password", async () => {
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
    site.passTime(61_000);
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

  test("gets up to three links an hour, those for a password included, and one account five", async () => {
    await requestPasswordReset(site.services, NEW, visitWith());
    for (let time = 0; time < 5; time += 1) {
      site.passTime(61_000);
      expect(await requestAddress(NEW)).toEqual(OK);
    }
    expect(await mails()).toHaveLength(2);
    expect(await requestAddress("third@nguvu.example")).toEqual({ code: "limited" });
    await setAttempts(site.services, "forgotten-password/address", 60);
    const typed = { email: "third@nguvu.example", currentPassword: BARAKA.password };
    const beside = visitWith([], "2001:db8::2");
    expect(await requestNewAddress(site.services, other, typed, beside)).toEqual({ code: "limited" });
    await requestNewAddress(site.services, other, { ...typed, email: NEW }, visitWith([], "198.51.100.1"));
    expect(await mails()).toHaveLength(2);
    expect(await requestNewAddress(site.services, other, typed, visitWith([], "198.51.100.1"))).toEqual(OK);
  });

  const post = (route: { action: unknown }, path: string, fields: Record<string, string>) =>
    callRoute(route.action as () => unknown, routeCall(site.services, path, { fields, visitor }));

  test("is changed by forms that keep what was typed, with the password, to another address", async () => {
    expect(await requestAddress(NEW, "not this one")).toEqual({ code: "wrong-password" });
    expect(await requestAddress(AMANI.email)).toEqual({ code: "address-same" });
    expect(await requestAddress("amani")).toEqual({ code: "email-malformed" });
    const shared = { ...visitor, isTestAccount: true };
    const typed = { email: NEW, currentPassword: AMANI.password };
    expect(await requestNewAddress(site.services, shared, typed, visitWith())).toMatchObject({ code: "test-account" });
    expect(await mails()).toEqual([]);
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
    // Bookings use the name and the phone number.
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

const SENT = { status: 303, location: "/account/address/link?sent=1" };

describe.each(ENGINES)("the address of a new account on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  async function signUpWithForm(): Promise<Visitor> {
    expect((await callRoute(signup.action, routeCall(site.services, "/signup", { fields: AMANI }))).status).toBe(303);
    const { id } = await site.services.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    return { id, email: AMANI.email, savedShows: [], isTestAccount: false };
  }

  const mails = () => mailsOf(site.services);
  const mailed = (link: RegExp) => newestInMails(site.services, link);
  const confirmationKey = () => mailed(/\/confirm-address\?key=(\S+)/);

  const isMarked = async (visitor: Visitor) =>
    !(await accountDetails.loader(routeCall(site.services, "/account/details", { visitor }) as never)).isConfirmed;

  const sendAgain = (visitor: Visitor) =>
    callRoute(link.action, routeCall(site.services, "/account/address/link", { fields: {}, visitor }));

  test("is confirmed by the button on the emailed link's page, not by opening the link", async () => {
    const visitor = await signUpWithForm();
    await signUpWithForm();
    const subject = "Welcome to Nguvu Fitness: confirm your address";
    expect(await mails()).toMatchObject([{ recipient: AMANI.email, subject, user_id: visitor.id }]);
    const path = `/confirm-address?key=${await confirmationKey()}`;
    await confirmPage.loader(routeCall(site.services, path) as never);
    expect(await isMarked(visitor)).toBe(true);
    expect((await callRoute(confirmPage.action, routeCall(site.services, path, { fields: {} }))).status).toBe(200);
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
    await setAttempts(site.services, "forgotten-password/address", 60);
    expect(await sendAgain(visitor)).toMatchObject({ status: 429 });
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

  test("can't be confirmed with the account's download, or with a link to its earlier address", async () => {
    const visitor = await signUpWithForm();
    const key = await confirmationKey();
    expect(key).toMatch(/^[\w-]+\.[\w-]{43}$/);
    const outcome = await exportAccount(site.services, visitor);
    expect(JSON.stringify(outcome)).toContain("confirm-address?key=…");
    expect(JSON.stringify(outcome)).not.toContain(key);
    // Nor after a new secret, while the earlier one is accepted.
    const { config } = site.services;
    const changed = { ...config, secret: "another secret for tests, long enough 8d2e1b", otherSecret: config.secret };
    expect(JSON.stringify(await exportAccount({ ...site.services, config: changed }, visitor))).not.toContain(key);
    expect(await confirmAddress({ ...site.services, config: changed }, key)).toBe(true);
    const unmark = () => site.services.db.updateTable("users").set({ emailVerified: 0 }).execute();
    await unmark();
    await requestNewAddress(site.services, visitor, { email: NEW, currentPassword: AMANI.password }, visitWith());
    await confirmNewAddress(site.services, visitor, await mailed(/address\/confirm\?token=(\S+)/));
    expect(await isMarked(visitor)).toBe(false);
    await unmark();
    expect(await confirmAddress(site.services, key)).toBe(false);
    expect(await isAddressConfirmed(site.services, visitor.id)).toBe(false);
  });

  if (kind === "postgres") return;

  test("is neither emailed nor marked for the test account, and others get sixty links an hour at most", async () => {
    const own = await signUpWithForm();
    const visitor = { ...own, email: TEST_ACCOUNT.email, isTestAccount: true };
    site.passTime(61_000);
    expect(await sendAgain(visitor)).toMatchObject({ status: 403 });
    const page = await link.loader(routeCall(site.services, "/account/address/link", { visitor }) as never);
    expect(page).toMatchObject({ isTestAccount: true, isConfirmed: false });
    expect(await mails()).toHaveLength(1);
    await site.services.db.deleteFrom("rate_limits").execute();
    for (let time = 0; time < 60; time += 1) await sendAgain(own);
    expect(await sendAgain(own)).toMatchObject({ status: 429, form: { errors: { form: expect.any(String) } } });
  });
});
