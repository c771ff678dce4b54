/** The gym's own emails, and test emails with and without a mail server. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { mailError } from "../../test/support/mail-server.ts";
import { openMailSiteBeforeEach } from "../../test/support/mail-site.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { gymAddress, readGymMail, sendTestMail, setGymAddress } from "./gym-mail.server.ts";

const OWNER = { id: "o1", name: "Wanjiru" };

describe.each(ENGINES)("the gym's own mail on %s", (kind) => {
  const site = openMailSiteBeforeEach(kind);
  const { services } = site;
  const sendTest = (smtpUrl?: string) => {
    return sendTestMail({ ...services, config: { ...services.config, smtpUrl } }, "Nguvu Fitness", randomUUID());
  };

  test("goes to the owner's address, and to STAFF_EMAIL without one", async () => {
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
    await setGymAddress(services, OWNER, "front@gym.example");
    const written = await sendTest();
    if (written.code !== "written") throw new Error(written.code);
    expect(await readFile(written.file, "utf8")).toMatch(/^To: front@gym\.example\r$/m);

    await site.startServer((attempt) => (attempt === 1 ? null : mailError(550)));
    const server = expect.stringMatching(/^127/);
    expect(await sendTest(site.server().url)).toMatchObject({ code: "sent", to: "front@gym.example", server });
    expect(site.server().received).toHaveLength(1);
    const failure = { code: "550", reply: "550 not now" };
    expect(await sendTest(site.server().url)).toMatchObject({ code: "failed", failure });
    // Not through the outbox, which would retry it.
    expect(await services.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });
});
