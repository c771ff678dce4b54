/** The outbox while a mail server accepts no mail: one connection, and a pause of the whole worker. */
import { describe, expect, test } from "vitest";
import { mailError } from "../../test/support/mail-server.ts";
import { openMailSiteBeforeEach } from "../../test/support/mail-site.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MINUTE_MS } from "./durations.ts";
import { MAIL_PRIORITY } from "./outbox.server.ts";

describe.each(ENGINES)("a mail server that accepts no mail, on %s", (kind) => {
  const site = openMailSiteBeforeEach(kind);
  const bulkMails = (count: number) =>
    Array.from({ length: count }, (_, number) => ({
      subject: `closed ${number}`,
      to: `person-${number}@example.com`,
      priority: MAIL_PRIORITY.bulk,
    }));
  const subjects = async () => (await site.received()).map(({ subject }) => subject);

  test("sixty mails make one connection and one login", async () => {
    await site.queue(...bulkMails(60));
    await site.startServer(() => null, 0, { login: () => null });
    await site.sendMail();
    expect(await site.unsent()).toEqual([]);
    expect([site.server().connections(), site.server().logins()]).toEqual([1, 1]);
  });

  test("a connection that the server closed between two mails is reopened", async () => {
    await site.queue({ subject: "first" });
    await site.startServer();
    await site.sendMail();
    const port = Number(new URL(site.server().url).port);
    await site.server().close();
    await site.startServer(() => null, port);
    await site.queue({ subject: "second" });
    await site.sendMail();
    expect(await subjects()).toEqual(["second"]);
    expect(site.logLines("mail-failed", "mail-paused")).toEqual([]);
  });

  test("a mail delayed by its own address doesn't delay others", async () => {
    await site.queue({ subject: "greylisted", to: "slow@example.com" });
    await site.queue({ subject: "full", to: "full@example.com" });
    await site.queue({ subject: "other" });
    const answers: Record<string, Error> = {
      "slow@example.com": mailError(450, "4.2.0 Greylisted"),
      "full@example.com": mailError(452, "4.2.2 The mailbox is full"),
    };
    await site.startServer(() => null, 0, { recipient: (address) => answers[address] ?? null });
    await site.sendMail();
    expect(await subjects()).toEqual(["other"]);
    expect(site.logLines("mail-paused")).toEqual([]);
  });

  test("a mail that the server never accepts delays others by one pause at most", async () => {
    await site.queue({ subject: "poison" });
    await site.queue(...bulkMails(5));
    await site.startServer((_, mail) => (mail.includes("poison") ? mailError(451, "4.3.0 Error") : null));
    for (let minute = 0; minute < 15; minute += 1) {
      await site.sendMail();
      site.passTime(MINUTE_MS);
    }
    expect((await site.unsent()).map(({ subject }) => subject)).toEqual(["poison"]);
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

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
      const refusal =
        fails === "wrong login"
          ? mailError(535, "5.7.8 No")
          : mailError(fails === "greeting" ? 421 : 454, "4.7.0 Too many");
      const refuse = (...names: string[]) => (isDown && names.includes(fails) ? refusal : null);
      const answers = {
        greeting: () => refuse("greeting"),
        login: () => refuse("login", "wrong login"),
        sender: () => refuse("sender"),
      };
      await site.queue(...bulkMails(30));
      await site.startServer((attempt) => (attempt > 20 ? refuse("data") : null), 0, answers);
      const port = Number(new URL(site.server().url).port);
      if (fails === "port") await site.server().close();
      await site.sendMail();
      expect(site.logLines("mail-paused")).toMatchObject([{ level: 40 }]);
      const counts = () => [site.server().connections(), site.server().attempts()];
      const before = counts();
      await site.queue({ subject: "new password" });
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
      await site.queue({ subject: "newer password" });
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
