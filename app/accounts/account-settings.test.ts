import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { AMANI, enter, enterBy, mailsOf, newestInMails, visitorOf, visitWith } from "../../test/support/visitors.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "../bookings/feed-tokens.server.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { createMailTransport } from "../platform/mail.server.ts";
import { startOutbox } from "../platform/outbox-worker.server.ts";
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

const NEW_PASSWORD = "rope-climb-at-noon";
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
  const mailedToken = () => newestInMails(site.services, /\?token=(\S+)/);

  test("an emailed link sets a new password once, ends all sessions and emails a notice", async () => {
    expect(await requestPasswordReset(site.services, " Amani@nguvu.example", visitWith())).toEqual({ code: "done" });
    const token = await mailedToken();
    expect(await findLinkProblem(site.services, token)).toBeUndefined();
    const stored = await site.services.db.selectFrom("password_resets").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await resetPassword(site.services, token, "short")).toMatchObject({ code: "password-short" });
    expect(await resetPassword(site.services, token, NEW_PASSWORD)).toMatchObject({ code: "done" });
    expect(await exportAccount(site.services, visitor)).toMatchObject({ data: { addressConfirmed: true } });
    expect(await findVisitor(site.services, visit.request)).toBeNull();
    expect(await resetPassword(site.services, token, "another-new-word")).toMatchObject({ code: "link-expired" });
    expect(await signIn(site.services, AMANI, visitWith())).toEqual(WRONG_CREDENTIALS);
    await anotherBrowser(NEW_PASSWORD);
    expect((await mails()).map((mail) => [mail.recipient, mail.subject])).toEqual([
      [AMANI.email, "Choose a new password for Nguvu Fitness"],
      [AMANI.email, "Your password at Nguvu Fitness has changed"],
    ]);
    expect(JSON.stringify(site.logged)).not.toMatch(/amani|token=/);
  });

  test("a link used five times at once sets one password, and only one of two simultaneous changes takes effect", async () => {
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    const token = await mailedToken();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, index) => resetPassword(site.services, token, `${NEW_PASSWORD}-${index}`)),
    );
    expect(outcomes.filter((outcome) => outcome.code === "done")).toHaveLength(1);
    const currentPassword = `${NEW_PASSWORD}-${outcomes.findIndex((outcome) => outcome.code === "done")}`;
    const own = await anotherBrowser(currentPassword);
    const changes = ["a first long walk", "a second long walk"].map((password) =>
      changePassword(site.services, visitor, { currentPassword, password }, own),
    );
    expect((await Promise.all(changes)).map(({ code }) => code).sort()).toEqual(["done", "wrong-password"]);
  });

  test("a form sent twice, at once or in turn, takes effect once and succeeds both times", async () => {
    const twice = <T>(send: () => Promise<T>) => Promise.all([send(), send()]);
    const ok = { code: "done" };
    const ask = () => requestPasswordReset(site.services, AMANI.email, visitWith());
    expect([...(await twice(ask)), await ask()]).toEqual([ok, ok, ok]);
    expect(await mails()).toHaveLength(1);
    const token = await mailedToken();
    const reset = () => resetPassword(site.services, token, NEW_PASSWORD);
    expect([...(await twice(reset)), await reset()]).toMatchObject([ok, ok, ok]);
    expect(await mails()).toHaveLength(2);
    const own = await anotherBrowser(NEW_PASSWORD);
    const typed = { currentPassword: NEW_PASSWORD, password: AMANI.password };
    const change = () => changePassword(site.services, visitor, typed, own);
    expect([...(await twice(change)), await change()]).toEqual([ok, ok, ok]);
    expect(await mails()).toHaveLength(3);
    await anotherBrowser();
    // Later it no longer counts as the same form.
    site.passTime(11 * 60_000);
    expect(await reset()).toMatchObject({ code: "link-expired" });
    expect(await change()).toMatchObject({ code: "wrong-password" });
  });

  test("a link works for half an hour, and a newer one revokes it", async () => {
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    const first = await mailedToken();
    site.passTime(60_000);
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    const second = await mailedToken();
    expect(await resetPassword(site.services, first, NEW_PASSWORD)).toMatchObject({ code: "link-expired" });
    site.passTime(29 * 60_000);
    expect(await findLinkProblem(site.services, second)).toBeUndefined();
    site.passTime(2 * 60_000);
    expect(await findLinkProblem(site.services, second)).toBe("link-expired");
    expect(await resetPassword(site.services, second, NEW_PASSWORD)).toMatchObject({ code: "link-expired" });
    await applyRetention(site.services, ...SIGN_IN_RETENTION);
    expect(await site.services.db.selectFrom("password_resets").selectAll().execute()).toEqual([]);
    expect(await site.services.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
  });

  test("known, unknown and rate-limited addresses get the same response, and the test account no link", async () => {
    await enter(site.services, TEST_ACCOUNT);
    for (const email of ["no@nguvu.example", TEST_ACCOUNT.email]) {
      expect(await requestPasswordReset(site.services, email, visitWith())).toEqual({ code: "done" });
    }
    expect(await mails()).toEqual([]);
    for (let request = 0; request < 5; request += 1) {
      site.passTime(60_000);
      expect(await requestPasswordReset(site.services, AMANI.email, visitWith())).toEqual({ code: "done" });
    }
    expect(await mails()).toHaveLength(3);
    expect(await requestPasswordReset(site.services, "amani", visitWith())).toEqual({ code: "email-malformed" });
  });

  test("changing the password needs the current one and signs the other browsers out", async () => {
    const other = await anotherBrowser();
    const change = (current: string, password: string) =>
      changePassword(site.services, visitor, { currentPassword: current, password }, visit);
    expect(await change("not this one", NEW_PASSWORD)).toEqual(WRONG_PASSWORD);
    expect(await change(AMANI.password, "password1")).toMatchObject({ code: "password-common" });
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    expect(await change(AMANI.password, NEW_PASSWORD)).toEqual({ code: "done" });
    expect(await findLinkProblem(site.services, await mailedToken())).toBe("link-expired");
    expect(await findVisitor(site.services, other.request)).toBeNull();
    expect(await findVisitor(site.services, visit.request)).not.toBeNull();
    const notice = { recipient: AMANI.email, subject: expect.stringContaining("changed") };
    expect((await mails()).at(-1)).toMatchObject(notice);
    await anotherBrowser(NEW_PASSWORD);
  });

  test("signing out everywhere ends every session of the visitor and no others", async () => {
    const other = await anotherBrowser();
    await enter(site.services, TEST_ACCOUNT);
    const setCookie = expect.arrayContaining([expect.stringContaining("Max-Age=0")]);
    const outcome = await signOutEverywhere(site.services, visitor, visit.request);
    expect(outcome).toMatchObject({ code: "done", setCookie });
    for (const { request } of [visit, other]) expect(await findVisitor(site.services, request)).toBeNull();
    expect(await site.services.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
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
    const typed = { currentPassword: AMANI.password, password: NEW_PASSWORD };
    await withFeed(() => changePassword(site.services, visitor, typed, visit));
    expect((await mails()).at(-1)?.body_text).toContain("http://localhost:3000/account/bookings");
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    const token = await mailedToken();
    await withFeed(() => resetPassword(site.services, token, AMANI.password));
    await withFeed(() => signOutEverywhere(site.services, visitor, visit.request));
    // A refused change revokes nothing.
    await makeFeed(site.services, visitor.id);
    await changePassword(site.services, visitor, { ...typed, currentPassword: "not this one" }, visit);
    expect(await findFeed(site.services, visitor.id)).toBeDefined();
  });

  test("the download has all stored data of the visitor, and no secrets", async () => {
    await saveClass(site.services, visitor.id, "boxing");
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    site.passTime(1000);
    await changePassword(site.services, visitor, { currentPassword: AMANI.password, password: NEW_PASSWORD }, visit);
    const sentAt = site.services.now().toISOString();
    await site.services.db.updateTable("outbox").set({ sent_at: sentAt }).where("expires_at", "is", null).execute();
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await exportAccount(site.services, visitor)).toEqual({
      code: "done",
      data: {
        email: AMANI.email,
        createdAt: moment,
        addressConfirmed: false,
        newAddress: null,
        bookings: { name: null, phone: null, reminders: null, calendarSince: null, list: [] },
        savedClasses: ["boxing"],
        sessions: [
          { signedInAt: moment, endsAt: moment, device: null, lastUsedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        ],
        mails: [
          { subject: "Choose a new password for Nguvu Fitness", text: null, writtenAt: moment, sentAt: null },
          {
            ...{ subject: "Your password at Nguvu Fitness has changed", text: expect.stringMatching(/^Hello,\n/) },
            ...{ writtenAt: moment, sentAt },
          },
        ],
      },
    });
  });

  test("deleting the account needs the password and leaves nothing", async () => {
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    expect(await deleteAccount(site.services, visitor, "not this one", visit)).toEqual(WRONG_PASSWORD);
    expect((await deleteAccount(site.services, visitor, AMANI.password, visit)).code).toBe("done");
    for (const table of ["users", "accounts", "sessions", "password_resets", "outbox"] as const) {
      expect(await site.services.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await findVisitor(site.services, visit.request)).toBeNull();
    expect((await signUp(site.services, AMANI, visitWith())).code).toBe("done");
  });

  test("an email about a deleted account is not sent; everybody else's emails are", async () => {
    const other = { email: "zuri@nguvu.example", password: AMANI.password };
    await enter(site.services, other);
    for (const { email } of [AMANI, other]) await requestPasswordReset(site.services, email, visitWith());
    const enquiry = { to: AMANI.email, subject: "", text: "" };
    await transact(site.services, ({ queueMail }) => queueMail(enquiry));
    expect((await deleteAccount(site.services, visitor, AMANI.password, visit)).code).toBe("done");
    // A visitor's address may be the desk's too, and an email to the desk isn't about an account.
    const stored = (await mails()).map((mail) => [mail.recipient, mail.user_id !== null]);
    // In any order: they may have been written in the same millisecond.
    expect(stored.toSorted()).toEqual([
      [AMANI.email, false],
      [other.email, true],
    ]);
  });

  if (kind === "postgres") return;

  test("a used link can't be used to guess the password", async () => {
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    const token = await mailedToken();
    await resetPassword(site.services, token, NEW_PASSWORD);
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await resetPassword(site.services, token, `a guess ${guess}`)).toMatchObject({ code: "link-expired" });
    }
    expect(await resetPassword(site.services, token, NEW_PASSWORD)).toMatchObject({ code: "limited" });
  });

  test("one network address can request sixty links an hour, without limiting others", async () => {
    const ask = (visit: Visit) => requestPasswordReset(site.services, "nobody@nguvu.example", visit);
    for (let request = 0; request < 60; request += 1) expect(await ask(visitWith())).toEqual({ code: "done" });
    expect(await ask(visitWith())).toEqual({ code: "limited" });
    expect(await ask({ ...visitWith(), clientAddress: "192.0.2.2" })).toEqual({ code: "done" });
  });

  test("a new password unlocks an account with too many attempts", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await signIn(site.services, { ...AMANI, password: "a guess" }, visitWith());
    }
    expect(await signIn(site.services, AMANI, visitWith())).toEqual({ code: "limited" });
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    expect(await resetPassword(site.services, await mailedToken(), NEW_PASSWORD)).toMatchObject({ code: "done" });
    await anotherBrowser(NEW_PASSWORD);
  });

  test("an open browser can't be used to guess the password", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await deleteAccount(site.services, visitor, "a guess", visit);
    const guesses = site.logged.filter(({ event }) => event === "password-refused");
    expect(guesses).toHaveLength(10);
    expect(guesses[0]).toMatchObject({ account: expect.any(String), client: expect.any(String) });
    expect(await deleteAccount(site.services, visitor, AMANI.password, visit)).toMatchObject({ code: "limited" });
  });

  test("a password that changes while it is being checked signs nobody in", async () => {
    const hash = await hashPassword(NEW_PASSWORD);
    // The queue of hashes is full: the sign-in has read the old password, and waits while the new one is set.
    const crowd = Promise.all(Array.from({ length: 12 }, () => hashPassword("kettle-bell-at-noon")));
    const late = signIn(site.services, AMANI, visitWith());
    await pause(40);
    const notice = await passwordChangedNotice(site.services);
    await transact(site.services, (change) => replacePassword(change, { user: visitor, hash, notice }));
    expect(await late).toEqual(WRONG_CREDENTIALS);
    expect(await site.services.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    await crowd;
  });

  test("deleting the account removes the files of emails about it, and no others", async () => {
    const folder = join(site.services.config.dataDir, "mail");
    await requestPasswordReset(site.services, AMANI.email, visitWith());
    const enquiry = { to: "desk@nguvu.example", subject: "", text: "" };
    await transact(site.services, ({ queueMail }) => queueMail(enquiry));
    const outbox = startOutbox(site.services, createMailTransport(site.services.config, site.services.log));
    await expect.poll(async () => (await mails()).every(({ sent_at }) => sent_at !== null)).toBe(true);
    await outbox.stop();
    expect(await readdir(folder)).toHaveLength(2);
    expect((await deleteAccount(site.services, visitor, AMANI.password, visit)).code).toBe("done");
    expect(await readdir(folder)).toEqual((await mails()).map(({ id }) => `${id}.eml`));
    expect(await mails()).toHaveLength(1);
  });
});
