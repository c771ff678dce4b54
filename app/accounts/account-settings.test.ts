import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { ENGINES, openTestSiteBeforeEach, untilLocksAreAwaited } from "../../test/support/test-services.ts";
import { AMANI, enter, enterBy, mailsOf, newestInMails, visitorOf, visitWith } from "../../test/support/visitors.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "../bookings/feed-tokens.server.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { createMailTransport } from "../platform/mail.server.ts";
import { sendDueMail } from "../platform/outbox-worker.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { transact } from "../platform/transact.server.ts";
import type { Visit } from "../request/request-context.ts";
import { changePassword, deleteAccount, exportAccount, signOutEverywhere } from "./account-settings.server.ts";
import { hashPassword } from "./password.server.ts";
import {
  findLinkProblem,
  passwordChangedNotice,
  replacePassword,
  requestPasswordReset,
  resetPassword,
} from "./password-reset.server.ts";
import { saveClass } from "./saved-classes.server.ts";
import { SIGN_IN_RETENTION } from "./sign-in.server.ts";
import { findVisitor, signIn, signUp } from "./sign-up-and-in.server.ts";
import type { Visitor } from "./visitor-context.ts";

const OTHER = { email: "zuri@nguvu.example", password: AMANI.password };
const NEW_PASSWORD = "rope-climb-at-noon";
const OK = { code: "done" };
const EXPIRED = { code: "link-expired" };
const LIMITED = { code: "limited" };
const WRONG_CREDENTIALS = { code: "wrong-credentials" };
const WRONG_PASSWORD = { code: "wrong-password" };

describe.each(ENGINES)("an account's settings on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  let visit: Visit;
  let visitor: Visitor;
  beforeEach(async () => {
    ({ visit } = await enter(site.services));
    visitor = await visitorOf(site.services, visit);
  });

  const anotherBrowser = async (password = AMANI.password) =>
    (await enterBy(signIn, site.services, { email: AMANI.email, password })).visit;

  const mails = () => mailsOf(site.services);
  const requestLink = (email = AMANI.email, from = visitWith()) => requestPasswordReset(site.services, email, from);
  const mailedToken = () => newestInMails(site.services, /\?token=(\S+)/);
  const newToken = async () => {
    await requestLink();
    return mailedToken();
  };
  const reset = (token: string, password = NEW_PASSWORD) => resetPassword(site.services, token, password);
  const linkProblem = (token: string) => findLinkProblem(site.services, token);
  const change = (currentPassword: string, password: string, from = visit) =>
    changePassword(site.services, visitor, { currentPassword, password }, from);
  const leave = (password: string) => deleteAccount(site.services, visitor, password, visit);
  const visitorAt = ({ request }: Visit) => findVisitor(site.services, request);

  test("an emailed link sets a new password once, ends all sessions and emails a notice", async () => {
    // It also unlocks an account with too many attempts.
    const guess = () => signIn(site.services, { ...AMANI, password: "a guess" }, visitWith());
    for (let attempt = 0; attempt < 10; attempt += 1) await guess();
    expect(await guess()).toEqual(LIMITED);
    expect(await requestLink(" Amani@nguvu.example")).toEqual(OK);
    const token = await mailedToken();
    expect(await linkProblem(token)).toBeUndefined();
    expect(JSON.stringify(await site.rows("password_resets"))).not.toContain(token);
    expect(await reset(token, "short")).toMatchObject({ code: "password-short" });
    expect(await reset(token, AMANI.email)).toEqual({ code: "password-address" });
    expect(await reset(token)).toMatchObject(OK);
    expect(await exportAccount(site.services, visitor)).toMatchObject({ data: { addressConfirmed: true } });
    expect(await visitorAt(visit)).toBeNull();
    expect(await reset(token, "another-new-word")).toMatchObject(EXPIRED);
    expect(await signIn(site.services, AMANI, visitWith())).toEqual(WRONG_CREDENTIALS);
    await anotherBrowser(NEW_PASSWORD);
    expect((await mails()).map((mail) => [mail.recipient, mail.subject])).toEqual([
      [AMANI.email, "Choose a new password for Nguvu Fitness"],
      [AMANI.email, "Your password at Nguvu Fitness has changed"],
    ]);
    expect(JSON.stringify(site.logged)).not.toMatch(/amani|token=/);
    // Nor can a used link be used to guess the password.
    for (let guess = 0; guess < 9; guess += 1) expect(await reset(token, `a guess ${guess}`)).toMatchObject(EXPIRED);
    expect(await reset(token)).toMatchObject(LIMITED);
  });

  test("a link used five times at once sets one password, and only one of two simultaneous changes takes effect", async () => {
    const token = await newToken();
    const passwords = Array.from({ length: 5 }, (_, index) => `${NEW_PASSWORD}-${index}`);
    const outcomes = await Promise.all(passwords.map((password) => reset(token, password)));
    const [set = "", ...others] = passwords.filter((_, index) => outcomes[index]?.code === "done");
    expect(others).toEqual([]);
    const own = await anotherBrowser(set);
    const changes = ["a first long walk", "a second long walk"].map((password) => change(set, password, own));
    expect((await Promise.all(changes)).map(({ code }) => code).sort()).toEqual(["done", "wrong-password"]);
  });

  test("a form sent twice, at once or in turn, takes effect once and succeeds both times", async () => {
    const sendThrice = async (send: () => Promise<{ code: string }>) => {
      expect([...(await Promise.all([send(), send()])), await send()]).toMatchObject([OK, OK, OK]);
      return (await mails()).length;
    };
    expect(await sendThrice(() => requestLink())).toBe(1);
    const token = await mailedToken();
    expect(await sendThrice(() => reset(token))).toBe(2);
    const own = await anotherBrowser(NEW_PASSWORD);
    expect(await sendThrice(() => change(NEW_PASSWORD, AMANI.password, own))).toBe(3);
    await anotherBrowser();
    // Later it no longer counts as the same form.
    site.passTime(11 * 60_000);
    expect(await reset(token)).toMatchObject(EXPIRED);
    expect(await change(NEW_PASSWORD, AMANI.password, own)).toMatchObject(WRONG_PASSWORD);
  });

  test("a link works for half an hour, and a newer one revokes it", async () => {
    const first = await newToken();
    site.passTime(60_000);
    const second = await newToken();
    expect(await reset(first)).toMatchObject(EXPIRED);
    site.passTime(29 * 60_000);
    expect(await linkProblem(second)).toBeUndefined();
    site.passTime(2 * 60_000);
    expect(await linkProblem(second)).toBe("link-expired");
    expect(await reset(second)).toMatchObject(EXPIRED);
    await applyRetention(site.services, ...SIGN_IN_RETENTION);
    expect(await site.rows("password_resets")).toEqual([]);
    expect(await site.rows("sessions")).toHaveLength(1);
  });

  test("known, unknown and rate-limited addresses get the same response, and the test account no link", async () => {
    await enter(site.services, TEST_ACCOUNT);
    for (const email of ["no@nguvu.example", TEST_ACCOUNT.email]) expect(await requestLink(email)).toEqual(OK);
    expect(await mails()).toEqual([]);
    for (let request = 0; request < 5; request += 1) {
      site.passTime(60_000);
      expect(await requestLink()).toEqual(OK);
    }
    expect(await mails()).toHaveLength(3);
    expect(await requestLink("amani")).toEqual({ code: "email-malformed" });
    // A network address can request sixty links an hour, without limiting others.
    const ask = (address: string) => requestLink("nobody@nguvu.example", visitWith([], address));
    for (let request = 0; request < 60; request += 1) expect(await ask("2001:db8::2")).toEqual(OK);
    expect([await ask("2001:db8::3"), await ask("192.0.2.3")]).toEqual([LIMITED, OK]);
  });

  test("changing the password needs the current one and signs the other browsers out, as signing out everywhere does", async () => {
    const other = await anotherBrowser();
    expect(await change("not this one", NEW_PASSWORD)).toEqual(WRONG_PASSWORD);
    expect(await change(AMANI.password, "password1")).toMatchObject({ code: "password-common" });
    expect(await change(AMANI.password, AMANI.email)).toEqual({ code: "password-address" });
    const token = await newToken();
    expect(await change(AMANI.password, NEW_PASSWORD)).toEqual(OK);
    expect(await linkProblem(token)).toBe("link-expired");
    expect(await visitorAt(other)).toBeNull();
    expect(await visitorAt(visit)).not.toBeNull();
    const notice = { recipient: AMANI.email, subject: expect.stringContaining("changed") };
    expect((await mails()).at(-1)).toMatchObject(notice);
    // Signing out everywhere ends every session of the visitor and no others.
    const next = await anotherBrowser(NEW_PASSWORD);
    await enter(site.services, TEST_ACCOUNT);
    const setCookie = expect.arrayContaining([expect.stringContaining("Max-Age=0")]);
    expect(await signOutEverywhere(site.services, visitor, visit.request)).toMatchObject({ code: "done", setCookie });
    for (const each of [visit, next]) expect(await visitorAt(each)).toBeNull();
    expect(await site.rows("sessions")).toHaveLength(1);
  });

  test("changing or resetting the password, or signing out everywhere, revokes the calendar address", async () => {
    const withFeed = async (act: () => Promise<{ code: string }>) => {
      await makeFeed(site.services, visitor.id);
      const { token = "" } = (await findFeed(site.services, visitor.id)) ?? {};
      expect((await bookingsOfFeed(site.services, token))?.bookings).toEqual([]);
      expect((await act()).code).toBe("done");
      expect(await findFeed(site.services, visitor.id)).toBeUndefined();
      expect(await bookingsOfFeed(site.services, token)).toBeUndefined();
    };
    await withFeed(() => change(AMANI.password, NEW_PASSWORD));
    expect((await mails()).at(-1)?.body_text).toContain("http://localhost:3000/account/bookings");
    const token = await newToken();
    await withFeed(() => reset(token, AMANI.password));
    await withFeed(() => signOutEverywhere(site.services, visitor, visit.request));
    // A refused change revokes nothing.
    await makeFeed(site.services, visitor.id);
    await change("not this one", NEW_PASSWORD);
    expect(await findFeed(site.services, visitor.id)).toBeDefined();
  });

  test("the download has all stored data of the visitor, and no secrets", async () => {
    await enter(site.services, OTHER);
    await requestLink(OTHER.email);
    await saveClass(site.services, visitor.id, "boxing");
    await requestLink();
    site.passTime(1000);
    await change(AMANI.password, NEW_PASSWORD);
    const sentAt = site.services.now().toISOString();
    await site.services.db.updateTable("outbox").set({ sent_at: sentAt }).where("expires_at", "is", null).execute();
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    const lastUsedOn = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const text = expect.stringMatching(/^Hello,\n/);
    expect(await exportAccount(site.services, visitor)).toEqual({
      code: "done",
      data: {
        email: AMANI.email,
        createdAt: moment,
        addressConfirmed: false,
        newAddress: null,
        bookings: { name: null, phone: null, reminders: null, calendarSince: null, list: [] },
        savedClasses: ["boxing"],
        sessions: [{ signedInAt: moment, endsAt: moment, device: null, lastUsedOn }],
        mails: [
          { subject: "Choose a new password for Nguvu Fitness", text: null, writtenAt: moment, sentAt: null },
          { subject: "Your password at Nguvu Fitness has changed", text, writtenAt: moment, sentAt },
        ],
      },
    });
  });

  test("deleting the account needs the password and leaves nothing of it, its emails and their files", async () => {
    await enter(site.services, OTHER);
    for (const { email } of [AMANI, OTHER]) await requestLink(email);
    await transact(site.services, ({ queueMail }) => queueMail({ to: AMANI.email, subject: "", text: "" }));
    await sendDueMail(site.services, createMailTransport(site.services.config, site.services.log));
    const files = () => readdir(join(site.services.config.dataDir, "mail"));
    expect(await files()).toHaveLength(3);
    expect(await leave("not this one")).toEqual(WRONG_PASSWORD);
    expect(await leave(AMANI.password)).toMatchObject(OK);
    for (const table of ["users", "accounts", "sessions", "password_resets"] as const) {
      const rows = await site.rows(table);
      expect([rows.length, JSON.stringify(rows).includes(visitor.id)], table).toEqual([1, false]);
    }
    expect(await visitorAt(visit)).toBeNull();
    expect((await signUp(site.services, AMANI, visitWith())).code).toBe("done");
    expect((await files()).sort()).toEqual((await mails()).map(({ id }) => `${id}.eml`).sort());
    // A visitor's address may be the desk's too, and an email to the desk isn't about an account.
    const stored = (await mails()).map((mail) => [mail.recipient, mail.user_id !== null]);
    // In any order: they may have been written in the same millisecond.
    expect(stored.toSorted()).toEqual([
      [AMANI.email, false],
      [OTHER.email, true],
    ]);
  });

  test.runIf(kind === "postgres")("a password that changes while it is being checked signs nobody in", async () => {
    const { services } = site;
    const [hash, notice] = [await hashPassword(NEW_PASSWORD), await passwordChangedNotice(services)];
    const [{ id: currentSignIn } = expect.unreachable()] = await site.rows("sessions");
    const { late } = await transact(services, async (change) => {
      await sql`lock table sessions in exclusive mode`.execute(change.transaction);
      const late = signIn(services, AMANI, visitWith());
      // It has checked the password, and waits to store the sign-in.
      await untilLocksAreAwaited(services, 1);
      await replacePassword(change, { user: visitor, hash, notice, currentSignIn });
      return { late };
    });
    expect(await late).toEqual(WRONG_CREDENTIALS);
    expect(await site.rows("sessions")).toMatchObject([{ id: currentSignIn }]);
  });

  if (kind === "postgres") return;

  test("an open browser can't be used to guess the password", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await leave("a guess");
    const guesses = site.logged.filter(({ event }) => event === "password-refused");
    expect(guesses).toHaveLength(10);
    expect(guesses[0]).toMatchObject({ account: expect.any(String), client: expect.any(String) });
    expect(await leave(AMANI.password)).toMatchObject(LIMITED);
    site.passTime(15 * 60_000);
    // A guess at the current password checks the new one as well, so it counts twice.
    for (let attempt = 0; attempt < 5; attempt += 1) await change("a guess", NEW_PASSWORD);
    expect(await leave(AMANI.password)).toMatchObject(LIMITED);
    site.passTime(15 * 60_000);
    // The right password clears the count.
    for (let attempt = 0; attempt < 9; attempt += 1) await leave("a guess");
    expect(await change(AMANI.password, NEW_PASSWORD)).toEqual(OK);
    for (let attempt = 0; attempt < 2; attempt += 1) expect(await leave("a guess")).toEqual(WRONG_PASSWORD);
  });
});
