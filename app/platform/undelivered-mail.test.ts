import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { enquire } from "../../test/enquiries/enquire.ts";
import { mailError } from "../../test/support/mail-server.ts";
import { openMailSiteBeforeEach } from "../../test/support/mail-site.ts";
import { fullScans, recordQueries } from "../../test/support/query-plans.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { changeUndelivered } from "../console/first-page/first-page.server.ts";
import { findEnquiry } from "../enquiries/inbox.server.ts";
import { failedReplies, replyByMail, retryReply } from "../enquiries/replies.server.ts";
import { DAY_MS } from "./durations.ts";
import { gymAddress, readGymMail, sendTestMail, setGymAddress } from "./gym-mail.server.ts";
import type { NewMail } from "./outbox.server.ts";
import { sendDueMail } from "./outbox-worker.server.ts";
import { applyRetention } from "./retention.server.ts";
import {
  findFailedMail,
  listUndelivered,
  removeUndelivered,
  retryUndelivered,
  UNDELIVERED_RETENTION,
} from "./undelivered-mail.server.ts";

const ACTOR = { id: "user-1", name: "Wanjiru" };

describe.each(ENGINES)("email on %s", (kind) => {
  const site = openMailSiteBeforeEach(kind);
  const { services } = site;
  const sendTest = (smtpUrl?: string) =>
    sendTestMail({ ...services, config: { ...services.config, smtpUrl } }, "Nguvu Fitness", randomUUID());

  const markGivenUp = (id: string) => {
    const givenUp = { attempts: 125, last_error: "550", given_up_at: services.now().toISOString() };
    return services.db.updateTable("outbox").set(givenUp).where("id", "=", id).execute();
  };
  /** Queues an email that the worker has given up. */
  async function giveUp(mail: Partial<NewMail> = {}): Promise<string> {
    const [id = ""] = await site.queue(mail);
    await markGivenUp(id);
    site.passTime(1000);
    return id;
  }
  const list = (scope: "desk" | "all" = "all") => listUndelivered(services, scope, 10);
  const stored = async () => (await site.outboxRows()).length;

  test("the gym's own mail goes to the owner's address, and to STAFF_EMAIL without one", async () => {
    expect(await gymAddress(services)).toBe(services.config.staffEmail);
    for (const address of ["front@gym.example", "front@gym.example", "desk@gym.example"]) {
      await setGymAddress(services, ACTOR, address);
      expect(await gymAddress(services)).toBe(address);
    }
    expect(await readGymMail(services)).toMatchObject({ set: "desk@gym.example", server: undefined });
    for (let press = 0; press < 2; press += 1) await setGymAddress(services, ACTOR, "");
    expect(await gymAddress(services)).toBe(services.config.staffEmail);
    const logged = await services.db.selectFrom("audit_log").select("action").execute();
    expect(logged).toEqual(Array(3).fill({ action: "gym-mail-set" }));
  });

  test("a test email reports where it was sent, or the mail server's reply", async () => {
    await setGymAddress(services, ACTOR, "front@gym.example");
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

  test("mail that was given up is listed newest first; for the desk, only mail about enquiries, bookings and members", async () => {
    const [tried = ""] = await site.queue({ subject: "Your password has changed" });
    site.passTime(1000);
    await giveUp({ subject: "Enquiry", enquiryId: "enquiry-1" });
    await giveUp({ subject: "Moved", kind: "booking-moved", text: "Moved to noon" });
    await giveUp({ subject: "Frozen", personId: "person-1" });
    await markGivenUp(tried);
    const all = await list();
    expect(all.mails.map(({ subject }) => subject)).toEqual([
      "Your password has changed",
      "Frozen",
      "Moved",
      "Enquiry",
    ]);
    expect(all.mails[3]).toMatchObject({ to: "zawadi@example.com", error: "550", enquiryId: "enquiry-1" });
    expect((await list("desk")).mails.map(({ subject }) => subject)).toEqual(["Frozen", "Moved", "Enquiry"]);
    expect(await listUndelivered(services, "all", 1)).toMatchObject({ count: 4, mails: [{ id: tried }] });
    // The text may have a link that only its recipient may use.
    const failedOnes = () => findFailedMail(services, ["zawadi@example.com", "amina@example.com"], "booking-");
    await site.queue({ kind: "booking-moved", to: "amina@example.com" }, { kind: "trial-confirmed" });
    await sendDueMail(services, { send: async () => {} });
    const failed = { state: "refused", error: "550", text: "Moved to noon" };
    expect([...(await failedOnes())]).toEqual([["zawadi@example.com", failed]]);
    await site.queue({ kind: "booking-cancelled" });
    await sendDueMail(services, { send: async () => {} });
    expect(await failedOnes()).toEqual(new Map());
  });

  test("mail that was given up is sent when one mail or all are retried, and found through its index", async () => {
    const recorded = recordQueries(services);
    const first = await giveUp({ subject: "first" });
    await giveUp({ subject: "second", kind: "booking-moved" });
    await giveUp({ subject: "third" });
    await findFailedMail(recorded.services, ["zawadi@example.com"], "booking-");
    const sent: string[] = [];
    const send = () => sendDueMail(services, { send: async ({ subject }) => void sent.push(subject) });
    await retryUndelivered(recorded.services, "all", first);
    expect((await site.outboxRows()).map(({ attempts }) => attempts).sort()).toEqual([0, 125, 125]);
    await send();
    expect(sent).toEqual(["first"]);
    await retryUndelivered(recorded.services, "all");
    await send();
    expect(sent.toSorted()).toEqual(["first", "second", "third"]);
    await listUndelivered(recorded.services, "desk", 1);
    await removeUndelivered(recorded.services, ACTOR, "all", first);
    expect(await fullScans(site, recorded.queries.values())).toEqual([]);
  });

  test("mail that was given up can be removed by staff, logged without a name, and is deleted after thirty days; waiting mail stays", async () => {
    const id = await giveUp();
    expect(await removeUndelivered(services, ACTOR, "desk", id)).toBe(false);
    expect(await removeUndelivered(services, ACTOR, "all", id)).toBe(true);
    expect(await removeUndelivered(services, ACTOR, "all", id)).toBe(false);
    expect(await stored()).toBe(0);
    const log = await services.db.selectFrom("audit_log").selectAll().execute();
    expect(log).toMatchObject([{ action: "mail-removed", who_name: "Wanjiru", label: null, details: "{}" }]);
    expect(JSON.stringify(log)).not.toMatch(/zawadi|habari/i);
    await giveUp();
    await site.queue({});
    site.passTime(30 * DAY_MS - 60_000);
    await applyRetention(services, UNDELIVERED_RETENTION);
    expect(await stored()).toBe(2);
    site.passTime(120_000);
    await applyRetention(services, UNDELIVERED_RETENTION);
    expect(await stored()).toBe(1);
    expect((await list()).count).toBe(0);
  });

  if (kind === "postgres") return;

  test("mail that was given up is marked in the enquiry as an undelivered reply", async () => {
    const { member } = await addStaffMember(services, "desk");
    const id = await enquire(services);
    await services.db.deleteFrom("outbox").execute();
    await replyByMail(services, member, id, { text: "Hello", seen: "new", becomes: "answered" }, "Nguvu");
    const mail = async () => (await findEnquiry(services, id))?.replies[0]?.mail;
    const { id: mailId } = await services.db.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
    await markGivenUp(mailId);
    expect(await mail()).toMatchObject({ status: "failed", attempts: 125, isGivenUp: true });
    expect(await failedReplies(services)).toEqual([]);
    expect((await list("desk")).mails).toMatchObject([{ id: mailId, enquiryId: id }]);
    expect(await retryReply(services, id, mailId)).toEqual({ code: "done" });
    expect(await mail()).toMatchObject({ isGivenUp: false });
    await markGivenUp(mailId);
    await removeUndelivered(services, member, "desk", mailId);
    expect(await mail()).toEqual({ id: null, status: "undelivered" });
    site.passTime(1000);
    await replyByMail(services, member, id, { text: "Again", seen: "answered", becomes: "answered" }, "Nguvu");
    await markGivenUp((await mail())?.id ?? "");
    site.passTime(31 * DAY_MS);
    await applyRetention(services, UNDELIVERED_RETENTION);
    expect(await mail()).toEqual({ id: null, status: "undelivered" });
  });

  test("mail that was given up is not listed once it is useless, nor while it is being retried", async () => {
    const id = await giveUp({ discardAfter: new Date(services.now().getTime() + DAY_MS) });
    expect((await list()).count).toBe(1);
    site.passTime(DAY_MS + 1);
    expect((await list()).count).toBe(0);
    expect(await retryUndelivered(services, "all", id)).toBe(false);
    const other = await giveUp();
    const { member } = await addStaffMember(services, "desk");
    expect(await changeUndelivered(services, member, `retry:${other}`)).toBe("mail-gone");
    expect(await retryUndelivered(services, "all", other)).toBe(true);
    expect(await retryUndelivered(services, "all", other)).toBe(false);
    expect((await list()).count).toBe(0);
  });
});
