import { beforeEach, describe, expect, test } from "vitest";
import { makeAuthenticator } from "../../test/support/authenticator.ts";
import { insertRows } from "../../test/support/insert-rows.ts";
import { routeCall } from "../../test/support/route-calls.ts";
import { addRecoveryCode, addSession, addStaffMember, type SignedInStaff } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach, race } from "../../test/support/test-services.ts";
import { findConsoleSignIn } from "./access.server.ts";
import * as factors from "./console/factors.route.tsx";
import {
  addPasskey,
  checkPasskey,
  countPasskeysElsewhere,
  creationOptions,
  listPasskeys,
  requestOptions,
} from "./passkeys.server.ts";
import { countRecoveryCodes } from "./recovery-codes.server.ts";
import { removeFactor } from "./second-step.server.ts";
import { staffContext } from "./staff-guard.server.ts";

const SITE = { origin: "https://nguvu.example", name: "Nguvu Fitness" };
const FAILED = { code: "passkey-failed" };

describe.each(ENGINES)("passkeys on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind, { publicUrl: SITE.origin });
  let desk: SignedInStaff;
  beforeEach(async () => {
    desk = await addStaffMember(site.services, "desk", { secondStep: "missing" });
    await addRecoveryCode(site.services, desk.member.id);
  });

  const toCreate = async (who = desk) => (await creationOptions(site.services, who, SITE)).challenge;
  const toUse = async (who = desk) => (await requestOptions(site.services, who, SITE))?.challenge ?? "";
  const add = (sent: string, who = desk) => addPasskey(site.services, who, SITE, sent);
  const check = (sent: string, who = desk) => checkPasskey(site.services, who, SITE, sent);

  test("can be created and used, and count as a factor", async () => {
    const authenticator = makeAuthenticator();
    expect(await requestOptions(site.services, desk, SITE)).toBeUndefined();
    expect(await add(authenticator.create({ challenge: await toCreate() }))).toEqual({ code: "done" });
    expect((await findConsoleSignIn(site.services, desk.signInId))?.state.hasFactor).toBe(true);
    expect(await site.rows("outbox")).toMatchObject([{ recipient: desk.member.email }]);
    expect(await listPasskeys(site.services, desk.member.id)).toMatchObject([{ name: "In this phone or computer" }]);
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual({ code: "done" });
    const [passkey] = await listPasskeys(site.services, desk.member.id);
    expect(passkey?.lastUsedAt).toBeTruthy();
    const id = passkey?.id ?? "";
    expect(await removeFactor(site.services, desk, { passkey: id }, true)).toEqual({ code: "last-factor" });
    await add(makeAuthenticator().create({ challenge: await toCreate() }));
    expect(await removeFactor(site.services, desk, { passkey: id }, false)).toEqual({ code: "done" });
    expect(await listPasskeys(site.services, desk.member.id)).toHaveLength(1);
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual(FAILED);
  });

  test("work for their own account only, and a copied one is detected by its counter", async () => {
    const authenticator = makeAuthenticator();
    expect(await add(authenticator.create({ challenge: await toCreate() }))).toEqual({ code: "done" });
    const other = await addStaffMember(site.services, "owner", { secondStep: "missing" });
    const made = makeAuthenticator().create({ challenge: await toCreate(other) });
    expect(await add(made, other)).toEqual({ code: "done" });
    const codes = [desk, other].map(({ member }) => countRecoveryCodes(site.services, member.id));
    expect(await Promise.all(codes)).toEqual([1, 10]);
    expect(await add(authenticator.create({ challenge: await toCreate(other) }), other)).toEqual(FAILED);
    expect(await check(authenticator.use({ challenge: await toUse(other) }), other)).toEqual(FAILED);
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual({ code: "done" });
    authenticator.rewind();
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual(FAILED);
  });

  test("can't be removed at the same moment as the app when one factor is required", async () => {
    const member = await addStaffMember(site.services, "desk");
    await addRecoveryCode(site.services, member.member.id);
    await add(makeAuthenticator().create({ challenge: await toCreate(member) }), member);
    const [passkey] = await listPasskeys(site.services, member.member.id);
    const other = await addSession(site.services, member.member.id, true);
    const outcomes = await race(site.services, "totp_setups", () => [
      removeFactor(site.services, member, "app", true),
      removeFactor(site.services, member, { passkey: passkey?.id ?? "" }, true),
    ]);
    expect(outcomes.filter(({ code }) => code === "done")).toHaveLength(1);
    expect((await findConsoleSignIn(site.services, member.signInId))?.state.hasFactor).toBe(true);
    // Other browsers, such as a stolen phone's, verify again.
    expect((await findConsoleSignIn(site.services, other.signInId))?.state.secondStepAt).toBeNull();
  });

  test("can't be malformed, and are ten at most", async () => {
    await add(makeAuthenticator().create({ challenge: await toCreate() }));
    const passkey = { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: "x" } };
    for (const sent of ["", "null", "[]", "{", '{"id":1}', JSON.stringify(passkey)]) {
      await toUse();
      expect(await check(sent), sent).toEqual(FAILED);
      await toCreate();
      expect(await add(sent), sent).toEqual(FAILED);
    }
    const row = { user_id: desk.member.id, public_key: "", counter: 0, transports: "[]", name: "", added_at: "2026" };
    const others = Array.from({ length: 8 }, (_, index) => ({ ...row, id: `passkey-${index}` }));
    await insertRows(site.services.db, "passkeys", others);
    for (const code of ["done", "passkeys-full"])
      expect(await add(makeAuthenticator().create({ challenge: await toCreate() }))).toEqual({ code });
  });

  test("are shown as belonging to another address, and not requested from browsers", async () => {
    const authenticator = makeAuthenticator();
    await add(authenticator.create({ challenge: await toCreate() }));
    expect(await countPasskeysElsewhere(site.services)).toEqual({});
    const moved = { ...site.services, config: { ...site.services.config, publicUrl: "https://gym.example" } };
    expect(await countPasskeysElsewhere(moved)).toEqual({ "nguvu.example": 1 });
    const newSite = { ...SITE, origin: "https://gym.example" };
    expect(await requestOptions(moved, desk, newSite)).toBeUndefined();
    expect((await creationOptions(moved, desk, newSite)).excludeCredentials).toEqual([]);
    const call = routeCall(moved, "https://gym.example/staff/second-step/factors");
    call.context.set(staffContext, desk.member);
    expect((await factors.loader(call as never)).passkeys).toMatchObject([{ otherHost: "nguvu.example" }]);
    // A passkey without a stored host is requested, and gets it once it is used.
    await site.services.db.updateTable("passkeys").set({ rp_id: null }).execute();
    expect(await check(authenticator.use({ challenge: await toUse() }))).toEqual({ code: "done" });
    expect(await listPasskeys(site.services, desk.member.id)).toMatchObject([{ host: "nguvu.example" }]);
  });

  if (kind === "postgres") return;

  test("need the person's finger, face or PIN, this site, and this session's challenge of their kind, once", async () => {
    const authenticator = makeAuthenticator();
    expect(await add(authenticator.create({ challenge: await toCreate(), verified: false }))).toEqual(FAILED);
    const elsewhere = authenticator.create({ challenge: await toCreate(), origin: "https://nguvu.evil" });
    expect(await add(elsewhere)).toEqual(FAILED);
    const made = authenticator.create({ challenge: await toCreate() });
    expect(await add(made)).toEqual({ code: "done" });
    expect(await add(made)).toEqual(FAILED);
    expect(await check(authenticator.use({ challenge: await toUse(), verified: false }))).toEqual(FAILED);
    expect(await check(authenticator.use({ challenge: await toUse(), origin: "https://nguvu.evil" }))).toEqual(FAILED);
    const used = authenticator.use({ challenge: await toUse() });
    expect(await check(used)).toEqual({ code: "done" });
    expect(await check(used)).toEqual(FAILED);
    const late = authenticator.use({ challenge: await toUse() });
    site.passTime(10 * 60_000);
    expect(await check(late)).toEqual(FAILED);
    const [second, toUseOne] = [makeAuthenticator(), await toUse()];
    expect(await add(second.create({ challenge: toUseOne }))).toEqual(FAILED);
    expect(await toUse()).toBe(toUseOne);
    expect(await add(second.create({ challenge: await toCreate() }))).toEqual({ code: "done" });
    const toMakeOne = await toCreate();
    expect(toMakeOne).not.toBe(toUseOne);
    expect(await check(second.use({ challenge: toMakeOne }))).toEqual(FAILED);
    expect(await check(second.use({ challenge: toUseOne }))).toEqual(FAILED);
    expect(await check(second.use({ challenge: await toUse() }))).toEqual({ code: "done" });
  });
});
