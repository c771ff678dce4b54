/** States of an email, the warning about stuck mail, and the pause of the worker while a mail server accepts no mail. */
import { describe, expect, test } from "vitest";
import { mailError } from "../../test/support/mail-server.ts";
import { openMailSiteBeforeEach } from "../../test/support/mail-site.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import { mailState } from "./mail-messages.ts";
import { MAIL_PRIORITY } from "./outbox.server.ts";
import { findStuckMail } from "./undelivered-mail.server.ts";

describe.each(ENGINES)("mail on %s", (kind) => {
  const site = openMailSiteBeforeEach(kind);
  const { services, outboxRows, queue } = site;
  const states = async () => (await outboxRows()).map(mailState);
  const stuckLines = () => site.logLines("mail-stuck");
  async function run(minutes = 0): Promise<void> {
    await site.sendMail();
    for (let minute = 0; minute < minutes; minute += 1) {
      site.passTime(MINUTE_MS);
      await site.sendMail();
    }
  }

  const refuseRelaying = (to: string) => mailError(554, `5.7.1 <${to}> No ${to}`);
  const bulkMails = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      subject: `closed ${number}`,
      to: `person-${number}@example.com`,
      priority: MAIL_PRIORITY.bulk,
    }));
  const subjects = async () => (await site.received()).map(({ subject }) => subject);

  test("is queued until the server has accepted or refused it, and doesn't delay mail to others", async () => {
    const addresses = ["b-unknown", "c-full", "d-slow", "a-known"].map((name) => `${name}@example.com`);
    await queue(...addresses.map((to) => ({ to })));
    expect(await states()).toEqual(["queued", "queued", "queued", "queued"]);
    const full = mailError(452, "4.2.2 Full");
    const errors = [mailError(550, "5.1.1 No such user"), full, mailError(450, "4.2.0 Greylisted")];
    await site.startServer(() => null, 0, { recipient: (address) => errors[addresses.indexOf(address)] ?? null });
    await run();
    expect(await states()).toEqual(["sent", "refused", "queued", "queued"]);
    expect(site.logLines("mail-paused")).toEqual([]);
  });

  test.each([
    ["queued", "ESENDER", mailError(550, "5.1.0 Sender refused"), 1],
    ["refused", "552 5.3.4", mailError(552, "5.3.4 Too large"), 0],
  ])("is %s after the reply to its sender, logged as %s", async (state, code, answer, pauses) => {
    await queue({ to: "zawadi@example.com" });
    await site.startServer(() => null, 0, { sender: () => answer });
    await run();
    expect(await outboxRows()).toMatchObject([{ last_error: code, given_up_at: null }]);
    expect(await states()).toEqual([state]);
    expect(site.logLines("mail-paused")).toHaveLength(pauses);
  });

  test.each([
    ["refuses every login", { login: () => mailError(454, "4.7.0 Too many") }, "454 4.7.0", "454 4.7.0 Too many"],
    ["refuses every mail", { recipient: refuseRelaying }, "554 5.7.1", "554 5.7.1 <…> No …"],
  ])(
    "is reported as stuck after 15 minutes, in a single log line, when the server %s",
    async (_, answers, error, answer) => {
      await queue({ to: "before@example.com" });
      await site.startServer();
      await run();
      await site.server().close();
      site.passTime(3 * 60 * MINUTE_MS);
      const since = site.services.now().toISOString();
      await queue({ to: "zawadi@example.com" }, { to: "otieno@example.com" });
      await site.startServer(() => null, 0, answers);
      await run(14);
      expect(await findStuckMail(site.services)).toBeUndefined();
      expect(stuckLines()).toEqual([]);
      await run(10);
      const stuck = await findStuckMail(site.services);
      expect(stuck).toMatchObject({ count: 2, error, answer });
      expect(Date.parse(stuck?.since ?? "") - Date.parse(since)).toBeLessThan(MINUTE_MS);
      expect(stuckLines()).toMatchObject([{ level: 50, waiting: 2, code: error }]);
      expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|otieno/);

      await site.server().close();
      await site.startServer();
      site.passTime(HOUR_MS);
      await run();
      expect(await findStuckMail(site.services)).toBeUndefined();
      expect(stuckLines()).toHaveLength(1);
      expect(site.logLines("mail-resumed")).toHaveLength(1);
    },
  );

  test("is not stuck if it waits for one full mailbox, or was only just queued", async () => {
    await queue({ to: "full@example.com" });
    await site.startServer(() => null, 0, { recipient: () => mailError(452, "4.2.2 Full") });
    await run(20);
    await queue({ to: "new@example.com" });
    expect(await findStuckMail(services)).toBeUndefined();
    const soon = new Date(services.now().getTime() + MINUTE_MS);
    await queue({ to: "late@example.com", discardAfter: soon }, { to: "link@example.com", expiresAt: soon });
    await services.db.deleteFrom("outbox").where("recipient", "=", "new@example.com").execute();
    site.passTime(DAY_MS);
    expect(await findStuckMail(services)).toBeUndefined();
  });

  test("sixty mails make one connection and one login, and a connection that the server closed is reopened", async () => {
    await queue(...bulkMails(60));
    await site.startServer(() => null, 0, { login: () => null });
    await site.sendMail();
    expect(await site.unsent()).toEqual([]);
    expect([site.server().connections(), site.server().logins()]).toEqual([1, 1]);
    const port = Number(new URL(site.server().url).port);
    await site.server().close();
    await site.startServer(() => null, port);
    await queue({ subject: "second" });
    await site.sendMail();
    expect(await subjects()).toEqual(["second"]);
    expect(site.logLines("mail-failed", "mail-paused")).toEqual([]);
  });

  test("a mail that the server never accepts delays others by one pause at most", async () => {
    await queue({ subject: "poison" });
    await queue(...bulkMails(5));
    await site.startServer((_, mail) => (mail.includes("poison") ? mailError(451, "4.3.0 Error") : null));
    await run(15);
    expect((await site.unsent()).map(({ subject }) => subject)).toEqual(["poison"]);
    expect(await findStuckMail(services), "others were sent").toBeUndefined();
  });

  if (kind === "postgres") return;

  test.each([
    ["550 5.1.1", mailError(550, "5.1.1 No such user"), 3],
    ["553 5.1.3", mailError(553, "5.1.3 Bad address"), 3],
    // Sender refusals, policy refusals, and replies without an enhanced status code, as while a server is being set up.
    ["550 5.1.8", mailError(550, "5.1.8 Bad sender"), undefined],
    ["550 5.7.1", mailError(550, "5.7.1 Relaying denied"), undefined],
    ["550", mailError(550, "relay not permitted"), undefined],
  ])("refused with %s is given up after three attempts only if the address is unknown", async (code, answer, tries) => {
    await queue({ to: "zawadi@example.com" });
    await site.startServer(() => null, 0, { recipient: () => answer });
    await run(10);
    const [mail] = await outboxRows();
    expect(mail?.last_error).toBe(code);
    expect([mail?.given_up_at === null, mail?.attempts]).toEqual(tries ? [false, tries] : [true, 5]);
  });

  test.each([
    ["says 454 after twenty mails", "data"],
    ["says 421 at its greeting", "greeting"],
    ["says 454 at the login", "login"],
    ["refuses the login for good", "wrong login"],
    ["says 454 to the sender", "sender"],
    ["can't be reached", "port"],
  ])(
    "a server that %s is asked by one mail at a time, and gets password mails first when it takes mail again",
    async (_, fails) => {
      let isDown = true;
      const busy = mailError(fails === "greeting" ? 421 : 454, "4.7.0 Too many");
      const refusal = fails === "wrong login" ? mailError(535, "5.7.8 No") : busy;
      const refuse = (...names: string[]) => (isDown && names.includes(fails) ? refusal : null);
      const answers = {
        greeting: () => refuse("greeting"),
        login: () => refuse("login", "wrong login"),
        sender: () => refuse("sender"),
      };
      await queue(...bulkMails(30));
      await site.startServer((attempt) => (attempt > 20 ? refuse("data") : null), 0, answers);
      const port = Number(new URL(site.server().url).port);
      if (fails === "port") await site.server().close();
      await site.sendMail();
      expect(site.logLines("mail-paused")).toMatchObject([{ level: 40 }]);
      const counts = () => [site.server().connections(), site.server().attempts()];
      const before = counts();
      await queue({ subject: "new password" });
      await site.sendMail();
      expect(counts()).toEqual(before);
      expect((await site.unsent()).filter(({ attempts }) => attempts > 0)).toHaveLength(1);

      // Asked once each: after 5, 15 and 60 seconds, then every five minutes.
      for (const seconds of [5, 15, 60, 300, 300, 300]) {
        site.passTime(seconds * 1000);
        await site.sendMail();
        await site.sendMail();
      }
      expect(site.logLines("mail-paused", "mail-failed")).toHaveLength(1);
      if (fails === "data") expect(site.server().attempts()).toBe(20 + 7);
      if (fails.endsWith("login")) expect(site.server().logins()).toBe(7);

      isDown = false;
      if (fails === "port") await site.startServer(() => null, port, answers);
      await queue({ subject: "newer password" });
      const sentBefore = (await subjects()).length;
      site.passTime(5 * MINUTE_MS);
      await site.sendMail();
      expect(await site.unsent()).toEqual([]);
      const sent = (await subjects()).slice(sentBefore);
      expect(sent.slice(0, 2).toSorted()).toEqual(["new password", "newer password"]);
      expect(site.logLines("mail-resumed")).toHaveLength(1);
    },
  );
});
