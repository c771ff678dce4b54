import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { insertRows } from "../../test/support/insert-rows.ts";
import {
  addRecoveryCode,
  addSession,
  addStaffMember,
  type SignedInStaff,
  type StaffOptions,
} from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { mailsOf } from "../../test/support/visitors.ts";
import { readMailText } from "../platform/outbox.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { consoleAccess, findConsoleSignIn, noteConsoleUse } from "./access.server.ts";
import { creationOptions } from "./passkeys.server.ts";
import { countRecoveryCodes, deleteShownCodes, findShownCodes, SHOWN_CODE_RETENTION } from "./recovery-codes.server.ts";
import type { Role } from "./roles.ts";
import {
  checkAppCode,
  checkRecoveryCode,
  confirmSetup,
  findOrStartSetup,
  removeFactor,
  renewRecoveryCodes,
} from "./second-step.server.ts";
import { totpCode, totpStep } from "./totp.server.ts";

const MINUTE_MS = 60_000;
const OK = { code: "done" };

describe.each(ENGINES)("the second step on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind, { publicUrl: "https://nguvu.example" });

  type Session = Pick<SignedInStaff, "member" | "signInId">;

  const addStaff = (role: Role, options?: StaffOptions) => addStaffMember(site.services, role, options);
  const enterCode = (session: Session, code: string) => checkAppCode(site.services, session, code);
  const enterRecoveryCode = (session: Session, code: string) => checkRecoveryCode(site.services, session, code);
  const keyFor = ({ signInId }: Pick<Session, "signInId">) => findOrStartSetup(site.services, signInId);
  const confirm = (session: Session, code: string) => confirmSetup(site.services, session, code);
  const remove = (session: Session, isRequired: boolean) => removeFactor(site.services, session, "app", isRequired);
  const renewCodes = (session: Session) => renewRecoveryCodes(site.services, session);
  const countCodes = ({ member }: Session) => countRecoveryCodes(site.services, member.id);
  const shownTo = ({ signInId }: Session) => findShownCodes(site.services, signInId);

  async function otherSession({ member }: SignedInStaff, hasPassed = false): Promise<Session> {
    return { member, ...(await addSession(site.services, member.id, hasPassed)) };
  }

  /** The code that an app with this key shows, so many steps from now. */
  const codeOf = (key: string, steps = 0) => totpCode(key, totpStep(site.services.now()) + steps);

  function wrongCode(key: string): string {
    const right = [-1, 0, 1].map((step) => codeOf(key, step));
    return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
  }

  const mails = async () => (await mailsOf(site.services)).map((mail) => readMailText(site.services, mail) ?? "");

  async function accessOf({ signInId }: Session) {
    const session = await findConsoleSignIn(site.services, signInId);
    return session && consoleAccess(session.state, site.services.now());
  }

  test("an app code works once, for one session, also of ten at once; the same form sent twice succeeds twice", async () => {
    const desk = await addStaff("desk", { secondStep: "waiting" });
    const other = await otherSession(desk);
    const code = codeOf(desk.totpKey);
    expect(await enterCode(desk, code)).toEqual(OK);
    expect(await enterCode(desk, code)).toEqual(OK);
    expect(await enterCode(other, code)).toEqual({ code: "code-used" });
    for (const enter of [enterCode, enterRecoveryCode])
      expect(await enter(other, "  ")).toEqual({ code: "code-missing" });
    site.passTime(90_000);
    expect(await enterCode(desk, code)).toEqual({ code: "code-wrong" });
    // A code older than the last used code no longer works.
    expect(await enterCode(desk, codeOf(desk.totpKey, 1))).toEqual(OK);
    expect(await enterCode(other, codeOf(desk.totpKey))).toEqual({ code: "code-used" });
    site.passTime(90_000);
    const sessions = await Promise.all(Array.from({ length: 10 }, () => otherSession(desk)));
    const outcomes = await Promise.all(sessions.map((session) => enterCode(session, codeOf(desk.totpKey))));
    expect(outcomes.filter(({ code }) => code === "done")).toHaveLength(1);
  });

  /** Enters wrong codes until attempts are limited. */
  async function exhaust(check: typeof checkAppCode, session: Session, wrong: string) {
    const tries = await Promise.all(Array.from({ length: 11 }, () => check(site.services, session, wrong)));
    expect(tries).toContainEqual({ code: "code-limited" });
  }

  describe("setting up an app", () => {
    test("shows the same key again, only to that session, for an hour", async () => {
      const owner = await addStaff("owner", { secondStep: "missing" });
      const key = await keyFor(owner);
      expect(await keyFor(owner)).toBe(key);
      const other = await otherSession(owner);
      expect(await confirm(other, "123456")).toEqual({ code: "setup-expired" });
      expect(await keyFor(other)).not.toBe(key);
      site.passTime(60 * MINUTE_MS);
      expect(await keyFor(owner)).not.toBe(key);
    });

    test("is completed by a correct code, twice by the same form, and adds ten recovery codes and an email", async () => {
      const owner = await addStaff("owner", { secondStep: "missing" });
      expect(await accessOf(owner)).toBe("set-up");
      const key = await keyFor(owner);
      expect(await confirm(owner, wrongCode(key))).toEqual({ code: "code-wrong" });
      for (let time = 0; time < 2; time += 1) expect(await confirm(owner, codeOf(key))).toEqual(OK);
      expect(await accessOf(owner)).toBe("second-step");
      expect(await countCodes(owner)).toBe(10);
      expect(await mails()).toEqual([expect.stringContaining("An authenticator app was set up for your account.")]);
      // The code that confirmed it is used up.
      expect(await enterCode(await otherSession(owner), codeOf(key))).toEqual({ code: "code-used" });
    });

    test("again replaces the first app, ends the other sessions' second step, and keeps the recovery codes", async () => {
      const desk = await addStaff("desk");
      const other = await otherSession(desk, true);
      await addRecoveryCode(site.services, desk.member.id);
      const [key, otherKey] = [await keyFor(desk), await keyFor(other)];
      await creationOptions(site.services, other, { origin: "https://nguvu.example", name: "Nguvu" });
      const unsaved = { session_id: other.signInId, encrypted_codes: "", made_at: site.services.now().toISOString() };
      await insertRows(site.services.db, "shown_recovery_codes", [unsaved]);
      expect(await accessOf(other)).toBe("allowed");
      expect(await confirm(desk, codeOf(key))).toEqual(OK);
      expect(await enterCode(other, codeOf(key))).toEqual({ code: "code-used" });
      expect(await accessOf(other)).toBe("second-step");
      expect((await confirm(other, codeOf(otherKey))).code).not.toBe("done");
      expect([await site.rows("passkey_challenges"), await site.rows("shown_recovery_codes")]).toEqual([[], []]);
      const log = site.services.db.selectFrom("audit_log").select(["action", "who_id"]);
      expect(await log.execute()).toEqual([{ action: "app-added", who_id: desk.member.id }]);
      expect(await accessOf(desk)).toBe("allowed");
      expect((await enterCode(desk, codeOf(desk.totpKey))).code).not.toBe("done");
      expect(await enterCode(desk, codeOf(key, 1))).toEqual(OK);
      expect(await countCodes(desk)).toBe(1);
    });

    test("can't be undone when the role requires a factor and it is the only one", async () => {
      const desk = await addStaff("desk");
      expect(await remove(desk, true)).toEqual({ code: "last-factor" });
      expect(await accessOf(desk)).toBe("allowed");
      for (let time = 0; time < 2; time += 1) expect(await remove(desk, false)).toEqual(OK);
      expect(await accessOf(desk)).toBe("set-up");
      expect(await mails()).toEqual([expect.stringContaining("was switched off")]);
    });
  });

  // Making ten codes takes a third of a second of processor time.
  describe("recovery codes", () => {
    async function withCodes(): Promise<{ desk: SignedInStaff; codes: string[] }> {
      const desk = await addStaff("desk", { secondStep: "waiting" });
      await renewCodes(desk);
      return { desk, codes: (await shownTo(desk)) ?? [] };
    }

    test("are ten, not readable in the database, and each works once, in any case and spacing, also sent twice", async () => {
      const { desk, codes } = await withCodes();
      expect(codes).toHaveLength(10);
      expect(await mails()).toEqual([expect.stringContaining("The old ones no longer work")]);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/);
      const tables = ["recovery_codes", "shown_recovery_codes", "totp_keys", "totp_setups", "outbox"] as const;
      const rows = await Promise.all(tables.map(site.rows));
      for (const secret of [desk.totpKey, ...codes]) expect(JSON.stringify(rows)).not.toContain(secret);
      const [first = "", second = ""] = codes;
      expect(await enterRecoveryCode(desk, ` ${first.toLowerCase().replace("-", " ")} `)).toEqual(OK);
      expect(await enterRecoveryCode(desk, first)).toEqual(OK);
      const other = await otherSession(desk);
      expect(await enterRecoveryCode(other, first)).toEqual({ code: "recovery-code-wrong" });
      expect(await enterRecoveryCode(other, second)).toEqual(OK);
      expect(await countCodes(desk)).toBe(8);
      site.passTime(MINUTE_MS);
      expect(await enterRecoveryCode(desk, first)).toEqual({ code: "recovery-code-wrong" });
      expect(await mails()).toContainEqual(expect.stringContaining("8 of them are left"));
    });

    test("are their owner's, shown to one session until they are saved or for a quarter of an hour, and replaced by new ones", async () => {
      const { desk, codes } = await withCodes();
      const owner = await addStaff("owner", { secondStep: "waiting" });
      expect(await enterRecoveryCode(owner, codes[0] ?? "")).toMatchObject({ code: "recovery-code-wrong" });
      expect(await shownTo(desk)).toEqual(codes);
      expect(await shownTo(await otherSession(desk))).toBeUndefined();
      await renewCodes(desk);
      expect(await enterRecoveryCode(desk, (await shownTo(desk))?.[0] ?? "")).toEqual(OK);
      await deleteShownCodes(site.services, desk.signInId);
      expect(await shownTo(desk)).toBeUndefined();
      await renewCodes(desk);
      expect(await enterRecoveryCode(desk, codes[0] ?? "")).toMatchObject({ code: "recovery-code-wrong" });
      site.passTime(15 * MINUTE_MS);
      expect(await shownTo(desk)).toBeUndefined();
      await applyRetention(site.services, SHOWN_CODE_RETENTION);
      expect(await site.rows("shown_recovery_codes")).toEqual([]);
      expect(await countCodes(desk)).toBe(10);
    });
  });

  test("a session's use is stored once a minute, and a failure to store it doesn't fail the page", async () => {
    const { services } = site;
    const desk = await addStaff("desk");
    const use = async () => {
      const session = await findConsoleSignIn(site.services, desk.signInId);
      if (session !== undefined) await noteConsoleUse(site.services, session);
      return (await findConsoleSignIn(site.services, desk.signInId))?.state.consoleUsedAt;
    };
    const first = await use();
    site.passTime(59_000);
    expect(await use()).toBe(first);
    site.passTime(2000);
    expect(await use()).not.toBe(first);
    const session = (await findConsoleSignIn(services, desk.signInId)) ?? expect.unreachable();
    const stale = { ...session, state: { ...session.state, consoleUsedAt: null } };
    const setting = kind === "sqlite" ? "pragma query_only" : "set default_transaction_read_only";
    await services.db.connection().execute(async (db) => {
      await sql.raw(`${setting} = true`).execute(db);
      await noteConsoleUse({ ...services, db }, stale);
      await sql.raw(`${setting} = false`).execute(db);
    });
    expect(services.databaseState.isWriteRefused()).toBe(true);
  });

  if (kind === "postgres") return;

  test("after ten guesses even the correct code is refused for a quarter of an hour, in any session, and after fifty for the day", async () => {
    const desk = await addStaff("desk", { secondStep: "waiting" });
    const wrong = wrongCode(desk.totpKey);
    const guesses = await Promise.all(Array.from({ length: 50 }, () => enterCode(desk, wrong)));
    const codes = guesses.map(({ code }) => code).toSorted();
    expect(codes).toEqual([...Array(40).fill("code-limited"), ...Array(10).fill("code-wrong")]);
    expect(await enterCode(await otherSession(desk), codeOf(desk.totpKey))).toEqual({ code: "code-limited" });
    site.passTime(15 * MINUTE_MS);
    // The right code clears both counts.
    expect(await enterCode(desk, codeOf(desk.totpKey))).toEqual(OK);
    const paused: string[] = [];
    for (let guess = 0; guess < 60; guess += 1) {
      if (guess % 10 === 0) site.passTime(16 * MINUTE_MS);
      paused.push((await enterCode(desk, wrongCode(desk.totpKey))).code);
    }
    expect(paused.filter((code) => code === "code-wrong")).toHaveLength(50);
    expect(paused.at(-1)).toBe("code-limited");
  });

  test("guessing app codes doesn't lock recovery codes, or the other way round, nor setting up an app in another session", async () => {
    const desk = await addStaff("desk", { secondStep: "waiting" });
    await renewCodes(desk);
    const [first = "", second = ""] = (await shownTo(desk)) ?? [];
    await exhaust(checkAppCode, desk, wrongCode(desk.totpKey));
    expect(await enterRecoveryCode(desk, first)).toEqual(OK);
    // A correct code resets both limits.
    expect(await enterCode(desk, codeOf(desk.totpKey))).toEqual(OK);
    await exhaust(checkRecoveryCode, desk, "K7QM-4RXD");
    expect(await enterRecoveryCode(desk, second)).toMatchObject({ code: "code-limited" });
    expect(await enterCode(desk, codeOf(desk.totpKey, 1))).toEqual(OK);
    const other = await otherSession(desk);
    await exhaust(confirmSetup as typeof checkAppCode, other, wrongCode(await keyFor(other)));
    expect(await confirm(desk, codeOf(await keyFor(desk)))).toEqual(OK);
  });
});
