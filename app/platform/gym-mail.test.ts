/** The gym's own emails, and test emails with and without a mail server. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { mailError, startMailServer, type Verdict } from "../../test/support/mail-server.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { gymAddress, readGymMail, sendTestMail, setGymAddress } from "./gym-mail.server.ts";

const OWNER = { id: "o1", name: "Wanjiru" };

describe.each(ENGINES)("the gym's own mail on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  async function testWith(verdict: Verdict) {
    const server = await startMailServer(() => verdict);
    onTestFinished(server.close);
    const { services } = site;
    const outcome = await sendTestMail(
      { ...services, config: { ...services.config, smtpUrl: server.url } },
      "Nguvu Fitness",
      randomUUID(),
    );
    return { outcome, received: server.received };
  }

  test("goes to the owner's address, and to STAFF_EMAIL without one", async () => {
    const { services } = site;
    expect(await gymAddress(services)).toBe(services.config.staffEmail);
    for (const address of ["front@gym.example", "front@gym.example", "desk@gym.example"]) {
      await setGymAddress(services, OWNER, address);
      expect(await gymAddress(services)).toBe(address);
    }
    expect(await readGymMail(services)).toMatchObject({ set: "desk@gym.example", server: undefined });
    await setGymAddress(services, OWNER, "");
    expect(await gymAddress(services)).toBe(services.config.staffEmail);
    const logged = await services.db.selectFrom("audit_log").select("action").execute();
    expect(logged).toEqual(Array(3).fill({ action: "gym-mail-set" }));
  });

  test("a test email reports where it was sent, or the mail server's reply", async () => {
    await setGymAddress(site.services, OWNER, "front@gym.example");
    const written = await sendTestMail(site.services, "Nguvu Fitness", randomUUID());
    if (written.code !== "written") throw new Error(written.code);
    expect(await readFile(written.file, "utf8")).toMatch(/^To: front@gym\.example\r$/m);

    const { outcome, received } = await testWith(null);
    expect(outcome).toMatchObject({ code: "sent", to: "front@gym.example", server: expect.stringMatching(/^127/) });
    expect(received).toHaveLength(1);

    const { outcome: refused } = await testWith(mailError(550));
    expect(refused).toMatchObject({ code: "failed", failure: { code: "550", reply: "550 not now" } });
    // Not through the outbox, which would retry it.
    expect(await site.services.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });
});
