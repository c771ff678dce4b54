import { describe, expect, test } from "vitest";
import { addMembers } from "../../../test/bookings/booking-gym.ts";
import { PASSWORD } from "../../../test/support/http-client.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { addStaffMember, type SignedInStaff } from "../../../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { newestInMails, visitWith } from "../../../test/support/visitors.ts";
import { changePassword } from "../../accounts/account-settings.server.ts";
import { requestPasswordReset } from "../../accounts/password-reset.server.ts";
import { signInPathFor } from "../../accounts/return-to.ts";
import { formDigest, rotateSignIn } from "../../accounts/rotated-sign-in.server.ts";
import * as account from "../../accounts/views/account.route.tsx";
import * as accountAddress from "../../accounts/views/account-address.route.tsx";
import * as accountData from "../../accounts/views/account-data.route.ts";
import * as accountDelete from "../../accounts/views/account-delete.route.tsx";
import * as accountPassword from "../../accounts/views/account-password.route.tsx";
import * as login from "../../accounts/views/login.route.tsx";
import * as resetPassword from "../../accounts/views/reset-password.route.tsx";
import { creationOptions } from "../passkeys.server.ts";
import { listPeople, resetSecondStep } from "../people.server.ts";
import { checkAppCode, findOrStartSetup } from "../second-step.server.ts";
import { consoleSignInContext, nextInConsole } from "../staff-guard.server.ts";
import { totpCode, totpStep } from "../totp.server.ts";
import * as factors from "./factors.route.tsx";
import * as secondStep from "./second-step.route.tsx";
import * as secondStepLayout from "./second-step-layout.route.ts";
import * as setUp from "./set-up.route.tsx";

const NEW_PASSWORD = "rope-climb-at-noon";
const REFUSED = { status: 403, form: { errors: { form: expect.stringContaining("Please verify again") } } };

describe("the account of a member of staff", () => {
  const site = openTestSiteBeforeEach("sqlite");
  const [guard = () => undefined] = secondStepLayout.middleware;

  function call({ member, cookie }: SignedInStaff, path: string, fields?: Record<string, string>) {
    const visitor = { id: member.id, email: member.email, savedShows: [], isTestAccount: false };
    return routeCall(site.services, path, { visitor, cookie, ...(fields && { fields }) });
  }

  test("is changed, deleted or downloaded, or gets another factor, only after a fresh second step, if it has a factor", async () => {
    const { services } = site;
    const waiting = await addStaffMember(services, "desk", { secondStep: "waiting" });
    const late = await addStaffMember(services, "trainer");
    const without = await addStaffMember(services, "trainer", { secondStep: "missing" });
    site.passTime(10 * 60_000);
    const fresh = await addStaffMember(services, "trainer");
    const form = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    const again = { status: 302, location: "/staff/second-step?next=/account" };
    const [setUpPath, factorsPath] = ["/staff/second-step/set-up", "/staff/second-step/factors"];
    for (const who of [waiting, late]) {
      expect(await callRoute(accountData.loader, call(who, "/account/data"))).toMatchObject(again);
      const own = await account.loader({ ...call(who, "/account"), params: {}, pattern: "/account" } as never);
      expect(own.secondStepPath).toBe(again.location);
      for (const [page, path, fields] of [
        [accountPassword, "/account/password", form],
        [accountAddress, "/account/address", { currentPassword: PASSWORD, email: "eve@nguvu.example" }],
        [accountDelete, "/account/delete", { currentPassword: PASSWORD }],
      ] as const) {
        expect((await callRoute(page.loader, call(who, path))).location).toBe(`/staff/second-step?next=${path}`);
        expect(await callRoute(page.action, call(who, path, fields))).toMatchObject(REFUSED);
      }
      for (const [work, path, fields] of [
        [setUp.loader, setUpPath, undefined],
        [setUp.action, setUpPath, { code: "123456", passkey: "" }],
        [factors.action, factorsPath, { do: "remove-app", passkeyId: "" }],
      ] as const) {
        const sent = call(who, path, fields);
        await callRoute(guard as never, sent);
        expect(await callRoute(work, sent)).toMatchObject({ location: `/staff/second-step?next=${path}` });
      }
    }
    expect((await callRoute(accountPassword.action, call(fresh, "/account/password", form))).status).toBe(303);
    for (const who of [without, fresh]) {
      const sent = call(who, "/account/delete", { currentPassword: who === fresh ? NEW_PASSWORD : PASSWORD });
      expect(await callRoute(accountData.loader, call(who, "/account/data"))).toMatchObject({ status: 200 });
      const deleted = { status: 303, clearSiteData: '"storage"' };
      expect(await callRoute(accountDelete.action, sent)).toMatchObject(deleted);
    }
    const left = (await listPeople(services)).map(({ id }) => id).toSorted();
    expect(left).toEqual([waiting.member.id, late.member.id].toSorted());
    expect(await site.rows("totp_keys")).toHaveLength(2);
  });

  test("is exported with its staff data but no keys or codes, and leads to the console unless another page was requested", async () => {
    const trainer = await addStaffMember(site.services, "trainer", { name: "Kamau", trainerSlug: "kamau" });
    const { member: other } = await addStaffMember(site.services, "desk");
    await resetSecondStep(site.services, other, other.id);
    const { text } = await callRoute(accountData.loader, call(trainer, "/account/data"));
    const staff = { name: "Kamau", role: "trainer", trainer: "kamau", authenticatorAppSince: expect.any(String) };
    expect(JSON.parse(text).staff).toMatchObject({ ...staff, passkeys: [], recoveryCodesLeft: 0, activity: [] });
    expect(text).not.toContain(trainer.totpKey);
    const { member, cookie } = trainer;
    const leads = async ({ id, email }: { id: string; email: string }) => {
      // A class that the gym doesn't have any more is left out.
      const visitor = { id, email, savedShows: ["chess"], isTestAccount: false };
      const made = routeCall(site.services, "/account", { visitor, cookie });
      return (await account.loader({ ...made, params: {}, pattern: "/account" } as never)).isStaff;
    };
    expect(await leads(member)).toBe(true);
    const [visitor] = await addMembers(site.services, 1);
    expect(await leads(visitor ?? member)).toBe(false);
    const fields = { email: member.email, password: PASSWORD };
    const signIn = async (path: string) =>
      (await callRoute(login.action, routeCall(site.services, path, { fields }))).location;
    expect(await signIn("/login")).toBe("/staff");
    expect(await signIn("/login?next=/classes")).toBe("/classes");
    expect(signInPathFor("http://localhost:3000/staff/people?x=1")).toBe("/login?next=/staff/people%3Fx%3D1");
  });

  test("gets its code attempts reset by a new password, once a day", async () => {
    const { services } = site;
    const desk = await addStaffMember(services, "desk", { secondStep: "waiting" });
    const tryCode = async () => (await checkAppCode(services, desk, "no code")).code;
    const exhaust = async () => {
      for (let guess = 0; guess < 10; guess += 1) await tryCode();
      expect(await tryCode()).toBe("code-limited");
    };
    const resetByMail = async (password: string) => {
      site.passTime(60_000);
      await requestPasswordReset(services, desk.member.email, visitWith());
      const token = await newestInMails(services, /\?token=(\S+)/);
      const call = routeCall(services, `/reset-password?token=${token}`, { fields: { password } });
      expect(await callRoute(resetPassword.action, call)).toMatchObject({ status: 303 });
    };
    await exhaust();
    await resetByMail(NEW_PASSWORD);
    expect(await tryCode()).toBe("code-wrong");
    // Reading the mailbox must not grant ten more guesses per link.
    await exhaust();
    await resetByMail(`${NEW_PASSWORD}, again`);
    expect(await tryCode()).toBe("code-limited");
    site.passTime(24 * 60 * 60_000);
    await exhaust();
    const visitor = { id: desk.member.id, email: desk.member.email, savedShows: [], isTestAccount: false };
    const typed = { currentPassword: `${NEW_PASSWORD}, again`, password: NEW_PASSWORD };
    expect(await changePassword(services, visitor, typed, visitWith())).toEqual({ code: "done" });
    expect(await tryCode()).toBe("code-wrong");
  });

  test("has a second step whose form may be sent twice; the right code discards what was being set up", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    const first = call(desk, "/staff/second-step", { code: "123456" });
    const form = await formDigest(site.services, first.request, first.url);
    await rotateSignIn(site.services, first.request, form, async () => {});
    // This request's visitor was read before the rotation; its session is looked up after it.
    const second = call(desk, "/staff/second-step", { code: "123456" });
    await callRoute(guard as never, second);
    expect(second.context.get(consoleSignInContext)).toMatchObject({ member: { email: desk.member.email } });
    expect(await callRoute(guard as never, call(desk, "/staff/second-step", { code: "654321" }))).toMatchObject({
      status: 404,
    });
    const late = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    await findOrStartSetup(site.services, late.signInId);
    await creationOptions(site.services, late, { origin: "http://localhost", name: "Nguvu" });
    const code = totpCode(late.totpKey, totpStep(site.services.now()));
    const sent = call(late, "/staff/second-step", { code, passkey: "" });
    await callRoute(guard as never, sent);
    expect(await callRoute(secondStep.action, sent)).toMatchObject({ status: 303, location: "/staff" });
    const next = (path: string) => nextInConsole(new URL(`http://localhost/staff/second-step?next=${path}`));
    expect([next("/account"), next("/classes")]).toEqual(["/account", "/staff"]);
    expect([await site.rows("totp_setups"), await site.rows("passkey_challenges")]).toEqual([[], []]);
  });
});
