/** States of an email (queued, sent, refused), and the warning about stuck mail. */
import { describe, expect, test } from "vitest";
import { mailError } from "../../test/support/mail-server.ts";
import { openMailSiteBeforeEach } from "../../test/support/mail-site.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { DAY_MS, MINUTE_MS } from "./durations.ts";
import { mailState } from "./mail-messages.ts";
import { findStuckMail } from "./stuck-mail.server.ts";

describe.each(ENGINES)("mail on %s", (kind) => {
  const site = openMailSiteBeforeEach(kind);
  const { queue, rows } = site;
  const states = async () => (await rows()).map(mailState);
  const stuckLines = () => site.logLines("mail-stuck");
  /** Runs the worker every minute. */
  async function run(minutes = 0): Promise<void> {
    await site.sendMail();
    for (let minute = 0; minute < minutes; minute += 1) {
      site.passTime(MINUTE_MS);
      await site.sendMail();
    }
  }

  test("is queued until the server has accepted or refused it", async () => {
    await queue(...["a-known", "b-unknown", "c-full"].map((name) => ({ to: `${name}@example.com` })));
    expect(await states()).toEqual(["queued", "queued", "queued"]);
    const answers: Record<string, Error> = {
      "b-unknown@example.com": mailError(550, "5.1.1 No such user"),
      "c-full@example.com": mailError(452, "4.2.2 Full"),
    };
    await site.startServer(() => null, 0, { recipient: (address) => answers[address] ?? null });
    await run();
    expect(await states()).toEqual(["sent", "refused", "queued"]);
  });

  test("does not count as refused if the server refuses the sender", async () => {
    await queue({ to: "zawadi@example.com" });
    await site.startServer(() => null, 0, { sender: () => mailError(550, "5.1.0 Sender refused") });
    await run();
    expect(await rows()).toMatchObject([{ last_error: "ESENDER", given_up_at: null }]);
    expect(await states()).toEqual(["queued"]);
  });

  test.each([
    ["refuses every login", { login: () => mailError(454, "4.7.0 Too many") }, "454 4.7.0", "454 4.7.0 Too many"],
    [
      "refuses every mail",
      { recipient: (to: string) => mailError(554, `5.7.1 <${to}> No`) },
      "554 5.7.1",
      "554 5.7.1 <…> No",
    ],
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
      await run(180);
      const stuck = await findStuckMail(site.services);
      expect(stuck).toMatchObject({ count: 2, error, answer });
      expect(Date.parse(stuck?.since ?? "") - Date.parse(since)).toBeLessThan(MINUTE_MS);
      expect(stuckLines()).toMatchObject([{ level: 50, waiting: 2, code: error }]);
      expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|otieno/);

      await site.server().close();
      await site.startServer();
      await run(60);
      expect(await findStuckMail(site.services)).toBeUndefined();
      expect(stuckLines()).toHaveLength(1);
      expect(site.logLines("mail-resumed")).toHaveLength(1);
    },
  );

  test("is not stuck if it waits for one full mailbox, or was only just queued", async () => {
    await queue({ to: "full@example.com" });
    await site.startServer(() => null, 0, { recipient: () => mailError(452, "4.2.2 Full") });
    await run(60);
    await queue({ to: "new@example.com" });
    expect(await findStuckMail(site.services)).toBeUndefined();
    await queue({ to: "late@example.com", discardAfter: new Date(site.services.now().getTime() + MINUTE_MS) });
    await site.services.db.deleteFrom("outbox").where("recipient", "=", "new@example.com").execute();
    site.passTime(DAY_MS);
    expect(await findStuckMail(site.services)).toBeUndefined();
  });

  test("is found through indexes when it is stuck", async () => {
    await queue({ to: "zawadi@example.com" });
    site.passTime(DAY_MS);
    const { services, queries } = recordQueries(site.services);
    await site.startServer(() => null, 0, { login: () => mailError(454) });
    await run();
    expect((await findStuckMail(services))?.count).toBe(1);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });

  // Nothing below has a query that differs between the engines.
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
    const [mail] = await rows();
    expect(mail?.last_error).toBe(code);
    expect([mail?.given_up_at === null, mail?.attempts]).toEqual(tries ? [false, tries] : [true, 5]);
  });
});
