import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addSession, addStaffMember, type SignedInStaff } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { mailsOf } from "../../test/support/visitors.ts";
import { readMailText } from "../platform/outbox.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { consoleAccess, findConsoleSignIn, noteConsoleUse } from "./access.server.ts";
import { countRecoveryCodes, deleteShownCodes, findShownCodes, SHOWN_CODE_RETENTION } from "./recovery-codes.server.ts";
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

  const signInOf = ({ member, signInId }: SignedInStaff) => ({ member, signInId });

  /** Another session of the same person. */
  const otherSession = async ({ member }: SignedInStaff) => ({
    member,
    ...(await addSession(site.services, member.id)),
  });

  /** The code that an app with this key shows, so many steps from now. */
  const codeOf = (key: string, steps = 0) => totpCode(key, totpStep(site.services.now()) + steps);

  /** A wrong code. */
  function wrongCode(key: string): string {
    const right = [-1, 0, 1].map((step) => codeOf(key, step));
    return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
  }

  const mails = async () => (await mailsOf(site.services)).map((mail) => readMailText(site.services, mail) ?? "");

  async function accessOf(signInId: string) {
    const session = await findConsoleSignIn(site.services, signInId);
    return session && consoleAccess(session.state, site.services.now());
  }

  test("an app code works once, for one session; the same form sent twice succeeds twice", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    const other = await otherSession(desk);
    const code = codeOf(desk.totpKey);
    expect(await checkAppCode(site.services, signInOf(desk), code)).toEqual(OK);
    expect(await checkAppCode(site.services, signInOf(desk), code)).toEqual(OK);
    expect(await checkAppCode(site.services, other, code)).toEqual({ code: "code-used" });
    site.passTime(90_000);
    expect(await checkAppCode(site.services, signInOf(desk), code)).toEqual({ code: "code-wrong" });
  });

  test("a code older than the last used code no longer works, in any session", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    expect(await checkAppCode(site.services, signInOf(desk), codeOf(desk.totpKey, 1))).toEqual(OK);
    const outcome = await checkAppCode(site.services, signInOf(desk), codeOf(desk.totpKey));
    expect(outcome).toEqual({ code: "code-used" });
  });

  test("lets in only one of ten sessions that use a code at once", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    const sessions = await Promise.all(Array.from({ length: 10 }, () => addSession(site.services, desk.member.id)));
    const code = codeOf(desk.totpKey);
    const outcomes = await Promise.all(
      sessions.map(({ signInId }) => checkAppCode(site.services, { member: desk.member, signInId }, code)),
    );
    expect(outcomes.filter(({ code }) => code === "done")).toHaveLength(1);
  });

  /** Enters wrong codes until attempts are limited. */
  async function exhaust(check: typeof checkAppCode, session: ReturnType<typeof signInOf>, wrong: string) {
    const tries = await Promise.all(Array.from({ length: 11 }, () => check(site.services, session, wrong)));
    expect(tries).toContainEqual({ code: "code-limited" });
  }

  describe("setting up an app", () => {
    test("shows the same key again, only to that session, for an hour", async () => {
      const owner = await addStaffMember(site.services, "owner", { secondStep: "missing" });
      const key = await findOrStartSetup(site.services, owner.signInId);
      expect(await findOrStartSetup(site.services, owner.signInId)).toBe(key);
      const other = await addSession(site.services, owner.member.id);
      expect(await findOrStartSetup(site.services, other.signInId)).not.toBe(key);
      site.passTime(60 * MINUTE_MS);
      expect(await findOrStartSetup(site.services, owner.signInId)).not.toBe(key);
    });

    test("is completed by a correct code, twice by the same form, and adds ten recovery codes and an email", async () => {
      const owner = await addStaffMember(site.services, "owner", { secondStep: "missing" });
      expect(await accessOf(owner.signInId)).toBe("set-up");
      const session = signInOf(owner);
      const key = await findOrStartSetup(site.services, owner.signInId);
      const wrong = await confirmSetup(site.services, session, wrongCode(key));
      expect(wrong).toEqual({ code: "code-wrong" });
      expect(await confirmSetup(site.services, session, codeOf(key))).toEqual(OK);
      expect(await confirmSetup(site.services, session, codeOf(key))).toEqual(OK);
      expect(await accessOf(owner.signInId)).toBe("second-step");
      expect(await countRecoveryCodes(site.services, owner.member.id)).toBe(10);
      expect(await mails()).toEqual([expect.stringContaining("An authenticator app was set up for your account.")]);
      // The code that confirmed it is used up.
      const again = await checkAppCode(site.services, await otherSession(owner), codeOf(key));
      expect(again).toEqual({ code: "code-used" });
    });

    test("is refused without a key of that session", async () => {
      const owner = await addStaffMember(site.services, "owner", { secondStep: "missing" });
      await findOrStartSetup(site.services, owner.signInId);
      const outcome = await confirmSetup(site.services, await otherSession(owner), "123456");
      expect(outcome).toEqual({ code: "setup-expired" });
    });

    test("again replaces the first app, ends the other sessions' second step, and keeps the recovery codes", async () => {
      const desk = await addStaffMember(site.services, "desk");
      const other = await addSession(site.services, desk.member.id, true);
      await renewRecoveryCodes(site.services, signInOf(desk));
      const key = await findOrStartSetup(site.services, desk.signInId);
      expect(await accessOf(other.signInId)).toBe("allowed");
      expect(await confirmSetup(site.services, signInOf(desk), codeOf(key))).toEqual(OK);
      expect(await accessOf(other.signInId)).toBe("second-step");
      expect(await accessOf(desk.signInId)).toBe("allowed");
      const old = await checkAppCode(site.services, signInOf(desk), codeOf(desk.totpKey));
      expect(old.code).not.toBe("done");
      expect(await checkAppCode(site.services, signInOf(desk), codeOf(key, 1))).toEqual(OK);
      expect(await countRecoveryCodes(site.services, desk.member.id)).toBe(10);
    });

    test("can't be undone when the role requires a factor and it is the only one", async () => {
      const desk = await addStaffMember(site.services, "desk");
      expect(await removeFactor(site.services, signInOf(desk), "app", true)).toEqual({
        code: "last-factor",
      });
      expect(await accessOf(desk.signInId)).toBe("allowed");
      expect(await removeFactor(site.services, signInOf(desk), "app", false)).toEqual(OK);
      expect(await removeFactor(site.services, signInOf(desk), "app", false)).toEqual(OK);
      expect(await accessOf(desk.signInId)).toBe("set-up");
    });
  });

  describe("recovery codes", () => {
    async function withCodes(): Promise<{ desk: SignedInStaff; codes: string[] }> {
      const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
      await renewRecoveryCodes(site.services, signInOf(desk));
      const codes = await findShownCodes(site.services, desk.signInId);
      return { desk, codes: codes ?? [] };
    }

    test("are ten, and each works once, in any case and spacing; the same form sent twice succeeds twice", async () => {
      const { desk, codes } = await withCodes();
      expect(codes).toHaveLength(10);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/);
      const [first = "", second = ""] = codes;
      const typed = ` ${first.toLowerCase().replace("-", " ")} `;
      expect(await checkRecoveryCode(site.services, signInOf(desk), typed)).toEqual(OK);
      expect(await checkRecoveryCode(site.services, signInOf(desk), first)).toEqual(OK);
      const other = await otherSession(desk);
      expect(await checkRecoveryCode(site.services, other, first)).toEqual({ code: "recovery-code-wrong" });
      expect(await checkRecoveryCode(site.services, other, second)).toEqual(OK);
      expect(await countRecoveryCodes(site.services, desk.member.id)).toBe(8);
      site.passTime(MINUTE_MS);
      expect(await checkRecoveryCode(site.services, signInOf(desk), first)).toEqual({
        code: "recovery-code-wrong",
      });
      expect(await mails()).toContainEqual(expect.stringContaining("8 of them are left"));
    });

    test("work for their owner only, and stop working when new ones are created", async () => {
      const { desk, codes } = await withCodes();
      const owner = await addStaffMember(site.services, "owner", { secondStep: "waiting" });
      const [code = ""] = codes;
      expect(await checkRecoveryCode(site.services, signInOf(owner), code)).toMatchObject({
        code: "recovery-code-wrong",
      });
      await renewRecoveryCodes(site.services, signInOf(desk));
      expect(await checkRecoveryCode(site.services, signInOf(desk), code)).toMatchObject({
        code: "recovery-code-wrong",
      });
    });

    test("are shown to the session that made them, until they are confirmed as saved or a quarter of an hour has passed", async () => {
      const { desk, codes } = await withCodes();
      expect(await findShownCodes(site.services, desk.signInId)).toEqual(codes);
      const other = await addSession(site.services, desk.member.id);
      expect(await findShownCodes(site.services, other.signInId)).toBeUndefined();
      await deleteShownCodes(site.services, desk.signInId);
      expect(await findShownCodes(site.services, desk.signInId)).toBeUndefined();
      await renewRecoveryCodes(site.services, signInOf(desk));
      site.passTime(15 * MINUTE_MS);
      expect(await findShownCodes(site.services, desk.signInId)).toBeUndefined();
      await applyRetention(site.services, SHOWN_CODE_RETENTION);
      expect(await site.services.db.selectFrom("shown_recovery_codes").selectAll().execute()).toEqual([]);
      expect(await countRecoveryCodes(site.services, desk.member.id)).toBe(10);
    });

    test("are not readable in the database, and neither are keys", async () => {
      const { desk, codes } = await withCodes();
      const tables = ["recovery_codes", "shown_recovery_codes", "totp_keys", "totp_setups", "outbox"] as const;
      const rows = await Promise.all(tables.map((table) => site.services.db.selectFrom(table).selectAll().execute()));
      const stored = JSON.stringify(rows);
      expect(stored).not.toContain(desk.totpKey);
      for (const code of codes) expect(stored).not.toContain(code);
    });
  });

  test("a session's use is stored once a minute", async () => {
    const desk = await addStaffMember(site.services, "desk");
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
    site.passTime(60 * MINUTE_MS);
    expect(await accessOf(desk.signInId)).toBe("second-step");
  });

  test("a failure to store a session's use doesn't fail the page", async () => {
    const { services } = site;
    const desk = await addStaffMember(services, "desk");
    const session = await findConsoleSignIn(services, desk.signInId);
    if (session === undefined) throw new Error("There is no such session");
    const stale = { ...session, state: { ...session.state, consoleUsedAt: null } };
    await services.db.connection().execute(async (db) => {
      const setReadOnly = (isOn: boolean) =>
        sql.raw(kind === "sqlite" ? `pragma query_only = ${isOn}` : `set default_transaction_read_only = ${isOn}`);
      await setReadOnly(true).execute(db);
      await noteConsoleUse({ ...services, db }, stale);
      await setReadOnly(false).execute(db);
    });
    expect(services.databaseState.isWriteRefused()).toBe(true);
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("after ten guesses even the correct code is refused for a quarter of an hour, in any session", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    const wrong = wrongCode(desk.totpKey);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => checkAppCode(site.services, signInOf(desk), wrong)),
    );
    const codes = guesses.map((outcome) => (outcome.code === "done" ? "" : outcome.code));
    expect(codes.filter((code) => code === "code-wrong")).toHaveLength(10);
    expect(codes.filter((code) => code === "code-limited")).toHaveLength(40);
    const limited = { code: "code-limited" };
    expect(await checkAppCode(site.services, await otherSession(desk), codeOf(desk.totpKey))).toEqual(limited);
    site.passTime(15 * MINUTE_MS);
    expect(await checkAppCode(site.services, signInOf(desk), codeOf(desk.totpKey))).toEqual(OK);
  });

  test("fifty guesses a day are the limit, even with pauses", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    const codes: string[] = [];
    for (let guess = 0; guess < 60; guess += 1) {
      if (guess % 10 === 0) site.passTime(16 * MINUTE_MS);
      const outcome = await checkAppCode(site.services, signInOf(desk), wrongCode(desk.totpKey));
      codes.push(outcome.code === "done" ? "ok" : outcome.code);
    }
    expect(codes.filter((code) => code === "code-wrong")).toHaveLength(50);
    expect(codes.at(-1)).toBe("code-limited");
  });

  test("guessing app codes doesn't lock recovery codes, or the other way round", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    await renewRecoveryCodes(site.services, signInOf(desk));
    const [first = "", second = ""] = (await findShownCodes(site.services, desk.signInId)) ?? [];
    await exhaust(checkAppCode, signInOf(desk), wrongCode(desk.totpKey));
    expect(await checkRecoveryCode(site.services, signInOf(desk), first)).toEqual(OK);
    // A correct code resets both limits.
    expect(await checkAppCode(site.services, signInOf(desk), codeOf(desk.totpKey))).toEqual(OK);
    await exhaust(checkRecoveryCode, signInOf(desk), "K7QM-4RXD");
    expect(await checkRecoveryCode(site.services, signInOf(desk), second)).toMatchObject({ code: "code-limited" });
    expect(await checkAppCode(site.services, signInOf(desk), codeOf(desk.totpKey, 1))).toEqual(OK);
  });

  test("guesses while setting up an app are counted only for that session", async () => {
    const owner = await addStaffMember(site.services, "owner", { secondStep: "missing" });
    const other = await otherSession(owner);
    const key = await findOrStartSetup(site.services, other.signInId);
    await exhaust(confirmSetup as typeof checkAppCode, other, wrongCode(key));
    const own = await findOrStartSetup(site.services, owner.signInId);
    expect(await confirmSetup(site.services, signInOf(owner), codeOf(own))).toEqual(OK);
  });

  test("blanks, words and empty text are refused as codes", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    const codesOf = async (typed: string) => {
      const outcomes = [checkAppCode, checkRecoveryCode].map((check) => check(site.services, signInOf(desk), typed));
      return (await Promise.all(outcomes)).map((outcome) => outcome.code !== "done" && outcome.code);
    };
    expect(await codesOf("  ")).toEqual(["code-missing", "code-missing"]);
    expect(await codesOf("'; drop table staff; --")).toEqual(["code-wrong", "recovery-code-wrong"]);
    expect(await codesOf("ß".repeat(50_000))).toEqual(["code-wrong", "recovery-code-wrong"]);
  });

  test("a changed SECRET is reported, and lets nobody in", async () => {
    const desk = await addStaffMember(site.services, "desk", { secondStep: "waiting" });
    const config = { ...site.services.config, secret: "another secret that is long enough 88ad1" };
    const outcome = await checkAppCode({ ...site.services, config }, signInOf(desk), codeOf(desk.totpKey));
    expect(outcome).toEqual({ code: "key-unreadable" });
  });
});
