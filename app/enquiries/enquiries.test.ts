import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { enquire } from "../../test/enquiries/enquire.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach, race, type TestSite } from "../../test/support/test-services.ts";
import { DAY_MS, MINUTE_MS } from "../platform/durations.ts";
import { setGymAddress } from "../platform/gym-mail.server.ts";
import { mailFolder } from "../platform/mail.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { transact } from "../platform/transact.server.ts";
import type { StaffMember } from "../staff/roles.ts";
import { FINGERPRINT_RETENTION, recordEnquiry } from "./enquiries.server.ts";
import { addNote, assignEnquiry, setEnquiryState } from "./enquiry-changes.server.ts";
import { findDeletion, findEnquiry } from "./inbox.server.ts";
import { failedReplies, replyByMail, replyByWhatsApp, retryReply } from "./replies.server.ts";
import { deleteEnquiry, ENQUIRY_RETENTION } from "./retention.server.ts";
import type { State } from "./states.ts";

const FORM = { name: "Zawadi", email: "zawadi@example.com", phone: "", class: "boxing", comment: "Karibu" };
const DESK = { id: "d1", name: "Akinyi" };

describe.each(ENGINES)("enquiries on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  const send = (change: Partial<typeof FORM> = {}, options?: { isSuspect: boolean }) =>
    recordEnquiry(services, { ...FORM, ...change }, options);
  const rows = () => services.db.selectFrom("enquiries").selectAll().orderBy("received_at").execute();
  const mails = () => services.db.selectFrom("outbox").selectAll().orderBy("created_at").execute();
  const rowsAndMails = async () => [(await rows()).length, (await mails()).length];

  test("sixteen concurrent posts of one form, on two instances, are one row and one mail to the gym’s address, and replies to it go to the visitor", async () => {
    await setGymAddress(services, DESK, "front@gym.example");
    const second = await site.secondWriter();
    const eight = ({ services }: TestSite) => Array.from({ length: 8 }, () => recordEnquiry(services, FORM));
    await race(services, "enquiry_fingerprints", () => [...eight(site), ...eight(second)]);
    expect(await rows()).toMatchObject([FORM]);
    const mail = { recipient: "front@gym.example", reply_to: FORM.email, attempts: 0, sent_at: null };
    expect(await mails()).toMatchObject([mail]);
    expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|karibu/i);
  });

  test.each<[string, Partial<typeof FORM>, State, State]>([
    ["that nobody has answered", {}, "new", "new"],
    ["that the desk has closed", {}, "not-now", "new"],
    ["without a comment", { comment: "" }, "answered", "new"],
    ["of somebody who has joined", { comment: "" }, "joined", "new"],
    ["that the desk called spam", {}, "spam", "spam"],
  ])("an enquiry %s gets a note when sent again, and an email unless it is spam", async (_, change, before, after) => {
    await send(change);
    const [{ id = "" } = {}] = await rows();
    await setEnquiryState(services, DESK, id, { seen: "new", to: before });
    site.passTime(11 * MINUTE_MS);
    await send(change);
    // A double submit of the repeated form.
    await send(change);
    const notes = [{ by: FORM.name, text: "Sent the same enquiry again." }];
    expect(await findEnquiry(services, id)).toMatchObject({ state: after, notes });
    expect(await rowsAndMails()).toEqual([1, after === "spam" ? 1 : 2]);
    // A colleague's stale page is refused; "Undo" restores the state before.
    const outcome = await setEnquiryState(services, DESK, id, { seen: before, to: "trial-booked" });
    if (before !== after) {
      expect(outcome).toMatchObject({ code: "state-changed", by: FORM.name });
      expect(await findEnquiry(services, id)).toMatchObject({ stateBefore: before, stateBy: FORM.name });
    }
    const again = after === "spam" ? [] : [{ subject: "Sent again: Enquiry from Zawadi" }];
    expect((await mails()).slice(1)).toMatchObject(again);
  });

  test("the desk's mails are limited per hour, while every enquiry is stored, and suspects have a limit of their own", async () => {
    // Repeated enquiries count too.
    for (let turn = 0; turn < 3; turn += 1) {
      for (let number = 0; number < 12; number += 1) await send({ comment: `Buy ${number}` }, { isSuspect: true });
      expect(await rowsAndMails()).toEqual([12, 10]);
      site.passTime(11 * MINUTE_MS);
    }
    await send();
    expect(await rowsAndMails()).toEqual([13, 11]);
    site.passTime(61 * 60_000);
    const [{ id = "" } = {}] = await rows();
    for (let number = 0; number < 10; number += 1) await addNote(services, DESK, id, `Note ${number}`);
    await send({ comment: "Buy more" }, { isSuspect: true });
    expect(await rowsAndMails()).toEqual([14, 12]);
    for (let number = 0; number < 62; number += 1) await send({ comment: `Question ${number}` });
    expect(await rowsAndMails()).toEqual([14 + 62, 12 + 60]);
  });

  test("when the mail can't be queued the enquiry isn't stored either, and the form can be sent again", async () => {
    const { db } = services;
    await sql`alter table outbox rename to unavailable`.execute(db);
    await expect(send()).rejects.toThrow();
    await sql`alter table unavailable rename to outbox`.execute(db);
    expect(await rowsAndMails()).toEqual([0, 0]);
    await send();
    expect(await rowsAndMails()).toEqual([1, 1]);
  });

  const clean = () => applyRetention(services, ...ENQUIRY_RETENTION);
  const names = async () => (await site.rows("enquiries")).map(({ name }) => name).sort();

  test("enquiries are stored for two years, with notes, replies and undeliverable mails", async () => {
    const { member } = await addStaffMember(services, "desk");
    const id = await enquire(services, { comment: "" });
    await addNote(services, member, id, "Called");
    await replyByMail(services, member, id, { text: "Hello", seen: "new", becomes: "answered" }, "Nguvu");
    const left = async () => {
      const tables = ["enquiries", "enquiry_notes", "enquiry_replies", "outbox"] as const;
      return (await Promise.all(tables.map(site.rows))).map(({ length }) => length);
    };
    const folder = mailFolder(services.config);
    await mkdir(folder, { recursive: true });
    for (const mail of await site.rows("outbox")) await writeFile(join(folder, `${mail.id}.eml`), "Karibu");
    site.passTime(729 * DAY_MS);
    await enquire(services, { name: "New" });
    await clean();
    expect((await left()).slice(0, 3)).toEqual([2, 1, 1]);
    site.passTime(3 * DAY_MS);
    await clean();
    expect(await names()).toEqual(["New"]);
    expect(await left()).toEqual([1, 0, 0, 1]);
    expect(await readdir(folder)).toEqual([]);
    expect((await site.rows("enquiry_words")).filter(({ enquiry_id }) => enquiry_id === id)).toEqual([]);
  });

  test("enquiries that the desk marked as spam are stored for thirty days, those only suspected for longer", async () => {
    const { member } = await addStaffMember(services, "desk");
    const id = await enquire(services, { name: "Marked" });
    await recordEnquiry(services, { ...FORM, name: "Suspect" }, { isSuspect: true });
    site.passTime(40 * DAY_MS);
    await setEnquiryState(services, member, id, { seen: "new", to: "spam" });
    site.passTime(29 * DAY_MS);
    await clean();
    expect(await names()).toEqual(["Marked", "Suspect"]);
    site.passTime(2 * DAY_MS);
    await clean();
    expect(await names()).toEqual(["Suspect"]);
    // An enquiry that the desk has opened again since the clean-up found it.
    const opened = await enquire(services, { name: "Opened" });
    await transact(services, async (change) => ENQUIRY_RETENTION[1]?.remove?.(change, [opened]));
    expect(await names()).toEqual(["Opened", "Suspect"]);
  });

  if (kind === "postgres") return;

  test("a suspected enquiry sent again stays suspected, until a person sends it", async () => {
    const again = async (isSuspect: boolean) => {
      await send({}, { isSuspect });
      site.passTime(11 * MINUTE_MS);
      return (await rows()).map(({ state }) => state);
    };
    expect(await again(true)).toEqual(["suspect"]);
    expect(await mails()).toMatchObject([{ subject: "[Possibly spam] Enquiry from Zawadi" }]);
    expect(await again(true)).toEqual(["suspect"]);
    expect(await again(false)).toEqual(["new"]);
    expect(await rows()).toMatchObject([{ suspect: 0 }]);
    expect(await again(true)).toEqual(["new"]);
  });

  test("another comment or number is a new enquiry, as is the form a day later or after deletion, but not within ten minutes", async () => {
    await send();
    await send({ comment: "Asante" });
    await send({ phone: "+254712345678" });
    expect(await rowsAndMails()).toEqual([3, 3]);
    await send({ email: "Zawadi@Example.com" });
    site.passTime(9 * MINUTE_MS);
    await send();
    expect(await rowsAndMails()).toEqual([3, 3]);
    site.passTime(2 * DAY_MS);
    await applyRetention(services, FINGERPRINT_RETENTION);
    expect(await site.rows("enquiry_fingerprints")).toEqual([]);
    await send();
    site.passTime(20 * 60 * MINUTE_MS);
    await send();
    expect(await rowsAndMails()).toEqual([4, 5]);
    site.passTime(5 * 60 * MINUTE_MS);
    await send();
    expect(await rowsAndMails()).toEqual([5, 6]);
    await deleteEnquiry(services, DESK, (await rows())[4]?.id ?? "");
    await send();
    expect((await rowsAndMails())[0]).toBe(5);
  });
});

const OPENED = { name: "Zawadi Mwangi", phone: "+254712345678", comment: "Karibu, may I come?" };
const REPLY = { text: "Hello Zawadi, yes.", seen: "new", becomes: "answered" as const };
const PERSONAL = /zawadi|mwangi|712345678|karibu/i;

describe.each(ENGINES)("the desk on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;
  let akinyi: StaffMember;
  let moraa: StaffMember;
  let id: string;

  beforeEach(async () => {
    akinyi = (await addStaffMember(services, "owner", { name: "Akinyi" })).member;
    moraa = (await addStaffMember(services, "desk", { name: "Moraa" })).member;
    id = await enquire(services, OPENED);
  });

  const activity = () => services.db.selectFrom("audit_log").selectAll().orderBy("at").execute();
  const read = () => findEnquiry(services, id);
  const setState = (seen: string, to: string, actor = moraa) => setEnquiryState(services, actor, id, { seen, to });
  const replyOnce = (reply: Parameters<typeof replyByMail>[3] = REPLY) =>
    replyByMail(services, moraa, id, reply, "Nguvu Fitness");

  test("setting a state records who and when, and setting it back undoes it", async () => {
    expect(await setState("new", "answered")).toEqual({ code: "done" });
    expect(await read()).toMatchObject({ state: "answered", stateBefore: "new", stateBy: "Moraa" });
    // The author's own change is no conflict: the previous page may be posted again.
    expect(await setState("new", "joined")).toEqual({ code: "done" });
    expect(await setState("joined", "answered")).toEqual({ code: "done" });
    expect(await read()).toMatchObject({ state: "answered", stateBefore: "joined" });
    const [first, ...others] = (await activity()).map(({ details }) => JSON.parse(details));
    expect([first, others.length]).toEqual([{ from: "new", to: "answered" }, 2]);
  });

  test("of two concurrent state changes one is made, and the other names who made it; a double click is one change", async () => {
    const changes = () => [setState("new", "answered"), setState("new", "joined", akinyi)];
    const outcomes = await race(services, "enquiries", changes);
    expect(outcomes.map(({ code }) => code).sort()).toEqual(["done", "state-changed"]);
    const winner = outcomes[0]?.code === "done" ? moraa : akinyi;
    expect(outcomes.find(({ code }) => code !== "done")).toMatchObject({ code: "state-changed", by: winner.name });

    const clicks = await Promise.all([setState("new", "spam", winner), setState("new", "spam", winner)]);
    expect(clicks).toEqual([{ code: "done" }, { code: "done" }]);
    expect(await activity()).toHaveLength(2);
  });

  test("an enquiry is assigned once, and to nobody when the assignee leaves", async () => {
    const assign = (to: StaffMember) => assignEnquiry(services, to, id, { seen: "", to: to.id });
    expect([await assign(moraa), await assign(moraa)]).toEqual([{ code: "done" }, { code: "done" }]);
    expect(await assign(akinyi)).toEqual({ code: "assignee-changed", to: "Moraa" });
    expect(await activity()).toMatchObject([{ action: "enquiry-assigned", slug: id, details: '{"to":"Moraa"}' }]);
    await services.db.deleteFrom("staff").where("user_id", "=", moraa.id).execute();
    expect(await read()).toMatchObject({ assignee: null });
  });

  test("a double click adds a note once, and the same note can be added later", async () => {
    const note = () => addNote(services, moraa, id, "Called, nobody there");
    await race(services, "enquiry_notes", () => [note(), note()]);
    expect((await read())?.notes).toMatchObject([{ by: "Moraa", text: "Called, nobody there" }]);
    await addNote(services, akinyi, id, "Called, nobody there");
    site.passTime(61_000);
    await note();
    expect((await read())?.notes).toHaveLength(3);
  });

  test("a reply by mail is one mail to the enquirer, whose reply goes to the desk, and sets the state to answered", async () => {
    await setGymAddress(services, akinyi, "front@gym.example");
    await services.db.deleteFrom("audit_log").execute();
    await race(services, "enquiry_replies", () => [replyOnce(), replyOnce()]);
    const mails = services.db.selectFrom("outbox").selectAll().where("recipient", "=", "zawadi@example.com");
    const subject = "Your enquiry at Nguvu Fitness";
    const mail = { reply_to: "front@gym.example", subject, enquiry_id: id, body_text: "Hello Zawadi, yes.\n" };
    expect(await mails.execute()).toMatchObject([mail]);
    const replies = [{ channel: "mail", text: REPLY.text, mail: { status: "waiting" } }];
    const answered = { state: "answered", stateBy: "Moraa", assignee: { name: "Moraa" }, replies };
    expect(await read()).toMatchObject(answered);
    const acts = await activity();
    expect(acts.map(({ action }) => action).sort()).toEqual(["enquiry-reply", "enquiry-state", "enquiry-taken"]);
    expect(new Set(acts.map(({ act_id }) => act_id)).size).toBe(1);
    site.passTime(DAY_MS);
    await replyOnce();
    expect(await mails.execute()).toHaveLength(2);
  });

  test("a reply is not sent when a colleague has answered since; one about a booked trial sets the state and keeps the assignee", async () => {
    await assignEnquiry(services, moraa, id, { seen: "", to: akinyi.id });
    await setState("new", "answered", akinyi);
    expect(await replyOnce()).toMatchObject({ code: "state-changed", by: "Akinyi", state: "answered" });
    expect((await read())?.replies).toEqual([]);
    await replyOnce({ text: "On Monday", seen: "answered", becomes: "trial-booked" });
    expect(await read()).toMatchObject({ state: "trial-booked", assignee: { name: "Akinyi" } });
  });

  test("an email that fails is listed until it is sent, and can be tried again at once", async () => {
    await replyOnce();
    const mailId = (await read())?.replies[0]?.mail?.id ?? "";
    const update = (values: object) => services.db.updateTable("outbox").set(values).where("id", "=", mailId).execute();
    expect(await failedReplies(services)).toEqual([]);
    expect(await retryReply(services, id, mailId)).toEqual({ code: "mail-not-waiting" });
    await update({ last_error: "552", attempts: 125, due_at: "2099-01-01T00:00:00.000Z" });
    const failure = { error: "552", attempts: 125 };
    expect(await failedReplies(services)).toEqual([{ enquiryId: id, name: OPENED.name, mailId, ...failure }]);
    expect((await read())?.replies).toMatchObject([{ mail: { status: "failed", ...failure } }]);
    expect(await retryReply(services, "another", mailId)).toEqual({ code: "mail-not-waiting" });
    expect(await retryReply(services, id, mailId)).toEqual({ code: "done" });
    const row = await services.db.selectFrom("outbox").selectAll().where("id", "=", mailId).executeTakeFirst();
    expect(row?.attempts).toBe(0);
    expect(new Date(row?.due_at ?? "") <= services.now()).toBe(true);
    await update({ last_error: "552", given_up_at: services.now().toISOString() });
    expect(await failedReplies(services)).toEqual([]);
    await update({ sent_at: services.now().toISOString(), last_error: null });
    expect(await failedReplies(services)).toEqual([]);
    await services.db.deleteFrom("outbox").where("id", "=", mailId).execute();
    expect((await read())?.replies).toMatchObject([{ mail: { status: "sent", at: null } }]);
  });

  test("a deleted enquiry leaves nothing of its sender in notes, replies, words, mails, fingerprints or the log", async () => {
    await addNote(services, moraa, id, "Zawadi called from 0712345678");
    await replyOnce();
    await assignEnquiry(services, moraa, id, { seen: "", to: moraa.id });
    expect(await deleteEnquiry(services, akinyi, id)).toEqual({ code: "done" });
    expect(await deleteEnquiry(services, akinyi, id)).toEqual({ code: "done" });
    const own = ["enquiries", "enquiry_notes", "enquiry_replies", "enquiry_words", "enquiry_fingerprints"] as const;
    for (const table of [...own, "outbox"] as const) expect(await site.rows(table), table).toEqual([]);
    const acts = await activity();
    expect(acts.filter(({ action }) => action === "enquiry-deleted")).toMatchObject([{ slug: id, who_name: "Akinyi" }]);
    for (const written of [acts, site.logged]) expect(JSON.stringify(written)).not.toMatch(PERSONAL);
    expect(await findDeletion(services, id)).toMatchObject({ by: "Akinyi" });
    expect(await read()).toBeUndefined();
  });

  if (kind === "postgres") return;

  test("an unknown state, a deleted enquiry, and an email to somebody without an address change nothing", async () => {
    expect(await setState("new", "lost")).toEqual({ code: "state-unknown" });
    const gone = { code: "enquiry-gone" };
    expect(await setEnquiryState(services, moraa, "x", { seen: "new", to: "joined" })).toEqual(gone);
    expect(await addNote(services, moraa, "x", "Called")).toEqual(gone);
    expect(await assignEnquiry(services, moraa, "x", { seen: "", to: moraa.id })).toEqual(gone);
    expect(await replyByMail(services, moraa, "x", REPLY, "Nguvu")).toEqual(gone);
    await services.db.updateTable("enquiries").set({ email: "" }).execute();
    expect(await replyOnce()).toEqual({ code: "no-email" });
    expect(await activity()).toEqual([]);
  });

  test("a WhatsApp reply opens the chat with the text and sets the state to answered, but keeps later states", async () => {
    const reply = { text: "Hello Zawadi & all,\nyes?", seen: "new", becomes: "answered" as const };
    await replyOnce(reply);
    await setState("answered", "not-now");
    const address = "https://wa.me/254712345678?text=Hello%20Zawadi%20%26%20all%2C%0Ayes%3F";
    expect(await replyByWhatsApp(services, moraa, id, reply)).toEqual({ code: "done", address });
    expect(await read()).toMatchObject({ state: "answered", replies: [{}, {}] });
    await setState("answered", "trial-booked");
    await replyByWhatsApp(services, moraa, id, { text: "See you", seen: "trial-booked", becomes: "answered" });
    expect(await read()).toMatchObject({ state: "trial-booked" });
    await setState("trial-booked", "joined");
    await assignEnquiry(services, moraa, id, { seen: moraa.id, to: "" });
    for (const becomes of ["answered", "trial-booked"] as const)
      await replyByWhatsApp(services, moraa, id, { text: `Welcome, ${becomes}`, seen: "joined", becomes });
    expect(await read()).toMatchObject({ state: "joined", assignee: { id: moraa.id } });
  });

  test("a number found in the comment opens a chat and is marked; without a number there is no chat", async () => {
    const { db } = services;
    await db.updateTable("enquiries").set({ phone: "", comment: "Call 0733 123 456" }).execute();
    expect(await read()).toMatchObject({ localPhone: "0733 123 456", isPhoneFound: true, hasWhatsApp: true });
    const outcome = await replyByWhatsApp(services, moraa, id, { ...REPLY, text: "Hi" });
    expect(outcome).toMatchObject({ address: "https://wa.me/254733123456?text=Hi" });
    await db.updateTable("enquiries").set({ comment: "" }).execute();
    expect(await read()).toMatchObject({ phone: "", hasWhatsApp: false });
    expect(await replyByWhatsApp(services, moraa, id, { ...REPLY, seen: "answered" })).toEqual({ code: "no-whatsapp" });
  });
});
