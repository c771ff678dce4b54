/** Responses to the forms of accounts: status, redirect, cookies, and the message at its field. */

import { beforeEach, describe, expect, test } from "vitest";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { AMANI, enter, visitorOf, visitWith } from "../../../test/support/visitors.ts";
import { seedNewTypes } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { TEST_ACCOUNT } from "../../platform/config.ts";
import { findVisitor } from "../sign-up-and-in.server.ts";
import type { Visitor } from "../visitor-context.ts";
import * as accountData from "./account-data.route.ts";
import * as accountDelete from "./account-delete.route.tsx";
import * as accountDetails from "./account-details.route.tsx";
import { middleware } from "./account-layout.route.ts";
import * as accountPassword from "./account-password.route.tsx";
import * as forgotPassword from "./forgot-password.route.tsx";
import * as login from "./login.route.tsx";
import * as resetPassword from "./reset-password.route.tsx";
import * as savedClasses from "./saved-classes.route.ts";
import * as signOut from "./sign-out.route.ts";
import * as signup from "./signup.route.tsx";

const NEW_PASSWORD = "rope-climb-at-noon";
const LIMITED = "Too many attempts. Please wait a few minutes and try again.";
const BUSY = "We are very busy at the moment. Please try again in a few seconds.";
const NOT_FOR_TEST_ACCOUNT =
  "This is the shared test account, so it can’t be changed. You can do this with an account of your own.";

type Route = { action: unknown };
type Options = { visitor?: Visitor | null; cookie?: string };

// On one engine: sign-up-and-in.test.ts covers both.
const site = openTestSiteBeforeEach("sqlite");
let visitor: Visitor;
let shared: Visitor;
beforeEach(async () => {
  await seedNewTypes(site.services, [classType]);
  visitor = await visitorOf(site.services, (await enter(site.services)).visit);
  shared = { ...visitor, email: TEST_ACCOUNT.email, isTestAccount: true };
});

const post = (route: Route, path: string, fields: Record<string, string>, options: Options = {}) =>
  callRoute(route.action as () => unknown, routeCall(site.services, path, { fields, ...options }));

const signedInBy = (setCookie: string[]) => findVisitor(site.services, visitWith(setCookie).request);

describe("a refused form is returned with an error message at its field", () => {
  test.each([
    [signup, "", "", { email: "Please enter your email address.", password: "Please choose a password." }],
    [signup, AMANI.email, NEW_PASSWORD, { email: expect.stringMatching(/^There is already an account/) }],
    [signup, "b@nguvu.example", "short", { password: "Please choose a password with at least 8 characters." }],
    [login, AMANI.email, "not this one", { form: "Wrong email or password" }],
  ])("signing up or in, %#", async (route, email, password, errors) => {
    const { status, form, setCookie } = await post(route, "/signup", { email, password });
    expect([status, form, setCookie]).toEqual([422, { errors, typed: { email } }, []]);
  });

  test.each([
    ["/reset-password", /^The link for setting a new password is missing here/],
    ["/reset-password?token=x", /^This link has been used, or is older than 30 minutes/],
  ])("a new password at %s", async (path, sentence) => {
    const { status, form } = await post(resetPassword, path, { password: NEW_PASSWORD });
    expect([status, form?.errors.form]).toEqual([410, expect.stringMatching(sentence)]);
    expect((await resetPassword.loader(routeCall(site.services, path) as never)).linkMessage).toBe(form?.errors.form);
  });

  test("a wrong current password, a new one that is too short, and forms of the test account", async () => {
    const wrong = { currentPassword: "This is not your password. Please type the one you sign in with." };
    const short = { password: "Please choose a password with at least 8 characters." };
    const notForAll = { form: NOT_FOR_TEST_ACCOUNT };
    const { password: currentPassword } = TEST_ACCOUNT;
    const refusals: [Visitor, Route, Record<string, string>, number, errors: Record<string, string>][] = [
      [visitor, accountPassword, { currentPassword: "not this one", password: NEW_PASSWORD }, 422, wrong],
      [visitor, accountPassword, { currentPassword: AMANI.password, password: "short" }, 422, short],
      [visitor, accountPassword, {}, 422, { ...wrong, password: "Please choose a password." }],
      [visitor, accountDelete, { currentPassword: "not this one" }, 422, wrong],
      [shared, accountPassword, { currentPassword, password: NEW_PASSWORD }, 403, notForAll],
      [shared, accountDelete, { currentPassword }, 403, notForAll],
      [shared, accountDetails, { name: "Eve", phone: "" }, 403, notForAll],
    ];
    for (const [who, route, fields, status, errors] of refusals)
      expect(await post(route, "/account", fields, { visitor: who })).toMatchObject({ status, form: { errors } });
    const text = { status: 403, text: NOT_FOR_TEST_ACCOUNT };
    expect(await post(signOut, "/sign-out", { where: "everywhere" }, { visitor: shared })).toMatchObject(text);
    const call = routeCall(site.services, "/account/data", { visitor: shared });
    expect(await callRoute(accountData.loader, call)).toMatchObject(text);
  });

  test("too many attempts, and too many passwords at once", async () => {
    const wrong = { email: AMANI.email, password: "not this one" };
    for (let attempt = 0; attempt < 10; attempt += 1) await post(login, "/login", wrong);
    expect(await post(login, "/login", wrong)).toMatchObject({ status: 429, form: { errors: { form: LIMITED } } });
    const others = Array.from({ length: 60 }, (_, number) => ({ ...wrong, email: `nobody-${number}@nguvu.example` }));
    const results = await Promise.all(others.map((fields) => post(login, "/login", fields)));
    const busy = results.find(({ status }) => status === 503);
    expect(busy).toMatchObject({ retryAfter: "10", form: { errors: { form: BUSY } } });
  });

  test.each([
    [signOut, "/sign-out", { where: "there" }, 422, "Sign out here, or everywhere."],
    [savedClasses, "/saved-classes", { class: "chess", do: "save", back: "/" }, 404, "There is no such class."],
    [savedClasses, "/saved-classes", { class: "x".repeat(101), do: "x", back: "/" }, 422, "There is no such class."],
    [signOut, "/sign-out", { where: "", other: "" }, 400, "This form could not be processed, so nothing was done."],
  ])("the buttons' forms, in plain text %#", async (route, path, fields, status, text) => {
    const answer = await post(route, path, fields as Record<string, string>);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)]);
  });
});

describe("an accepted form", () => {
  test.each([
    ["signing up", signup, { email: "baraka@nguvu.example", password: NEW_PASSWORD }],
    ["signing up twice", signup, AMANI],
    ["signing in", login, AMANI],
  ])("of %s signs in, saves the class and leads on", async (_, route, fields) => {
    const result = await post(route, "/login?save=boxing&next=/classes/boxing", fields);
    expect([result.status, result.location, result.setCookie.length]).toEqual([303, "/classes/boxing", 1]);
    expect(await signedInBy(result.setCookie)).toMatchObject({ email: fields.email, savedShows: ["boxing"] });
    expect(result.clearSiteData).toBe('"storage"');
  });

  test("redirects to Home, or to the classes when a class is unknown", async () => {
    const home = await post(login, "/login", AMANI);
    const classes = await post(login, "/login?save=chess", AMANI);
    expect([home.location, classes.location]).toEqual(["/#home", "/classes"]);
    expect((await signedInBy(classes.setCookie))?.savedShows).toEqual([]);
    const remove = await post(savedClasses, "/saved-classes", { class: "chess", do: "remove", back: "/account" });
    expect(remove.location).toBe("/login?next=/account");
    const forgotten = await post(forgotPassword, "/forgot-password?save=boxing", { email: AMANI.email });
    expect(forgotten.location).toBe("/forgot-password?sent=1&save=boxing");
  });

  test("changes the password, signs out and deletes the account", async () => {
    const fields = { currentPassword: AMANI.password, password: NEW_PASSWORD };
    const changed = await post(accountPassword, "/account/password", fields, { visitor });
    expect([changed.status, changed.location]).toEqual([303, "/account/password?changed=1"]);
    for (const [route, path, form] of [
      [signOut, "/sign-out", { where: "everywhere" }],
      [accountDelete, "/account/delete", { currentPassword: NEW_PASSWORD }],
    ] as const) {
      const { status, location, setCookie } = await post(route, path, form, { visitor });
      expect([status, location]).toEqual([303, "/"]);
      expect(setCookie.find((line) => line.startsWith("nguvu.session=;"))).toMatch(/Max-Age=0/i);
    }
    expect(await site.rows("users")).toEqual([]);
  });
});

describe("the pages for signed-in visitors", () => {
  const [guard = () => undefined] = middleware;
  const call = (path: string, fields?: Record<string, string>) => routeCall(site.services, path, fields && { fields });

  test.each([
    ["/account/password?changed=1", undefined, 302, "/login?next=/account/password%3Fchanged%3D1"],
    ["/account/password", { password: "x" }, 302, "/login?next=/account/password"],
    // A repeated deletion.
    ["/account/delete", { currentPassword: "x" }, 303, "/"],
  ])("send others from %s %j to Sign In, and back", async (path, fields, status, location) => {
    expect(await callRoute(guard as never, call(path, fields as Record<string, string>))).toMatchObject({
      status,
      location,
    });
  });

  test.each(["/account", "/account/data"])("leave forms to %s to React Router, which refuses them", async (path) => {
    expect(await guard(call(path, { a: "b" }) as never, undefined as never)).toBeUndefined();
  });
});
