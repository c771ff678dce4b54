/** The outbox while a mail server accepts no mail: one connection, and a pause of the whole worker. */
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mailError } from "../../test/support/mail-server.ts";
import { type MailSite, openMailSite } from "../../test/support/mail-site.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MINUTE_MS } from "./durations.ts";
import { MAIL_PRIORITY, type NewMail } from "./outbox.server.ts";
import { transact } from "./transact.server.ts";

describe.each(ENGINES)("a mail server that accepts no mail, on %s", (kind) => {
  let site: MailSite;
  beforeEach(async () => {
    site = await openMailSite(kind);
  });
  afterEach(() => site.close());

  const enqueue = (subject: string, mail: Partial<NewMail> = {}) =>
    transact(site.services, ({ queueMail }) =>
      queueMail({ to: "zawadi@example.com", subject, text: "Habari\n", ...mail } as NewMail),
    );
  const enqueueBulk = async (count: number) => {
    for (let number = 1; number <= count; number += 1) {
      await enqueue(`closed ${number}`, { to: `person-${number}@example.com`, priority: MAIL_PRIORITY.bulk });
    }
  };
  const unsent = () => site.services.db.selectFrom("outbox").selectAll().where("sent_at", "is", null).execute();
  const eventsOf = (...events: string[]) => site.logged.filter(({ event }) => events.includes(String(event)));
  const subjects = async () =>
    Promise.all(site.server().received.map(async (mail) => (await PostalMime.parse(mail)).subject));

  test("sixty mails make one connection and one login", async () => {
    await enqueueBulk(60);
    await site.startServer(() => null, 0, { login: () => null });
    await site.sendMail();
    expect(await unsent()).toEqual([]);
    expect([site.server().connections(), site.server().logins()]).toEqual([1, 1]);
  });

  test("a connection that the server closed between two mails is reopened", async () => {
    await enqueue("first");
    await site.startServer(() => null);
    await site.sendMail();
    const port = Number(new URL(site.server().url).port);
    await site.server().close();
    await site.startServer(() => null, port);
    await enqueue("second");
    await site.sendMail();
    expect(await subjects()).toEqual(["second"]);
    expect(eventsOf("mail-failed", "mail-paused")).toEqual([]);
  });

  test("a mail delayed by its own address doesn't delay others", async () => {
    await enqueue("greylisted", { to: "slow@example.com" });
    await enqueue("full", { to: "full@example.com" });
    await enqueue("other");
    const answers: Record<string, Error> = {
      "slow@example.com": mailError(450, "4.2.0 Greylisted"),
      "full@example.com": mailError(452, "4.2.2 The mailbox is full"),
    };
    await site.startServer(() => null, 0, { recipient: (address) => answers[address] ?? null });
    await site.sendMail();
    expect(await subjects()).toEqual(["other"]);
    expect(eventsOf("mail-paused")).toEqual([]);
  });

  test("a mail that the server never accepts delays others by one pause at most", async () => {
    await enqueue("poison");
    await enqueueBulk(5);
    await site.startServer((_, mail) => (mail.includes("poison") ? mailError(451, "4.3.0 Error") : null));
    for (let minute = 0; minute < 15; minute += 1) {
      await site.sendMail();
      site.passTime(MINUTE_MS);
    }
    expect((await unsent()).map(({ subject }) => subject)).toEqual(["poison"]);
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
      await enqueueBulk(30);
      await site.startServer((attempt) => (attempt > 20 ? refuse("data") : null), 0, answers);
      const port = Number(new URL(site.server().url).port);
      if (fails === "port") await site.server().close();
      await site.sendMail();
      expect(eventsOf("mail-paused")).toMatchObject([{ level: 40 }]);
      const counts = () => [site.server().connections(), site.server().attempts()];
      const before = counts();
      await enqueue("new password");
      await site.sendMail();
      expect(counts()).toEqual(before);
      expect((await unsent()).filter(({ attempts }) => attempts > 0)).toHaveLength(1);

      // Asked once each: after 5, 15 and 60 seconds, then every five minutes.
      for (const seconds of [5, 15, 60, 300, 300, 300]) {
        site.passTime(seconds * 1000);
        await site.sendMail();
        await site.sendMail();
      }
      expect(eventsOf("mail-paused", "mail-failed")).toHaveLength(1);
      if (fails === "data") expect(site.server().attempts()).toBe(20 + 7);
      if (fails.endsWith("login")) expect(site.server().logins()).toBe(7);

      isDown = false;
      if (fails === "port") await site.startServer(() => null, port, answers);
      await enqueue("newer password");
      const sentBefore = (await subjects()).length;
      site.passTime(5 * MINUTE_MS);
      await site.sendMail();
      expect(await unsent()).toEqual([]);
      const sent = (await subjects()).slice(sentBefore);
      expect(sent.slice(0, 2).toSorted()).toEqual(["new password", "newer password"]);
      expect(eventsOf("mail-resumed")).toHaveLength(1);
    },
  );
});
