import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readCsv } from "../../test/support/read-csv.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import type { StaffMember } from "../staff/roles.ts";
import { recordEnquiry } from "./enquiries.server.ts";
import { addNote, assignEnquiry, setEnquiryState } from "./enquiry-changes.server.ts";
import { findDeletion, findEnquiry } from "./enquiry-details.server.ts";
import { exportEnquiries } from "./export.server.ts";
import { listEnquiries } from "./inbox.server.ts";
import { readInboxFilter } from "./inbox-filter.ts";
import { failedReplies, replyByMail, replyByWhatsApp, retryReply } from "./replies.server.ts";
import { deleteEnquiry } from "./retention.server.ts";

const FORM = {
  name: "Zawadi Mwangi",
  email: "zawadi@example.com",
  phone: "+254712345678",
  class: "",
  comment: "Karibu, may I come?",
};
const PERSONAL = /zawadi|mwangi|712345678|karibu|gathoni/i;

describe.each(ENGINES)("the desk on %s", (kind) => {
  let site: TestSite;
  let akinyi: StaffMember;
  let moraa: StaffMember;
  let id: string;

  beforeEach(async () => {
    site = await openTestSite(kind);
    akinyi = (await addStaffMember(site.services, "owner", { name: "Akinyi" })).member;
    moraa = (await addStaffMember(site.services, "desk", { name: "Moraa" })).member;
    await recordEnquiry(site.services, FORM);
    id = (await site.services.db.selectFrom("enquiries").select("id").executeTakeFirstOrThrow()).id;
  });
  afterEach(() => site.close());

  const activity = () => site.services.db.selectFrom("audit_log").selectAll().orderBy("at").execute();
  const read = () => findEnquiry(site.services, id);

  test("setting a state records who and when, and setting it back undoes it", async () => {
    expect(await setEnquiryState(site.services, moraa, id, { seen: "new", to: "answered" })).toEqual({ code: "done" });
    expect(await read()).toMatchObject({ state: "answered", stateBefore: "new", stateBy: "Moraa" });
    expect(await setEnquiryState(site.services, moraa, id, { seen: "answered", to: "new" })).toEqual({ code: "done" });
    expect(await read()).toMatchObject({ state: "new", stateBefore: "answered" });
    expect((await activity()).map(({ details }) => JSON.parse(details))).toEqual([
      { from: "new", to: "answered" },
      { from: "answered", to: "new" },
    ]);
  });

  test("of two concurrent state changes one is made, and the other names who made it; a double click is one change", async () => {
    const second = kind === "postgres" ? await site.secondInstance() : site;
    const outcomes = await Promise.all([
      setEnquiryState(site.services, moraa, id, { seen: "new", to: "answered" }),
      setEnquiryState(second.services, akinyi, id, { seen: "new", to: "joined" }),
    ]);
    expect(outcomes.map(({ code }) => code).sort()).toEqual(["done", "state-changed"]);
    const winner = outcomes[0].code === "done" ? moraa : akinyi;
    expect(outcomes.find(({ code }) => code !== "done")).toMatchObject({ code: "state-changed", by: winner.name });

    const clicks = [1, 2].map(() => setEnquiryState(site.services, winner, id, { seen: "new", to: "spam" }));
    expect(await Promise.all(clicks)).toEqual([{ code: "done" }, { code: "done" }]);
    expect(await activity()).toHaveLength(2);
    if (second !== site) await second.close();
  });

  test("an enquiry is assigned once, and to nobody when the assignee leaves", async () => {
    expect(await assignEnquiry(site.services, moraa, id, { seen: "", to: moraa.id })).toEqual({ code: "done" });
    expect(await assignEnquiry(site.services, moraa, id, { seen: "", to: moraa.id })).toEqual({ code: "done" });
    expect(await assignEnquiry(site.services, akinyi, id, { seen: "", to: akinyi.id })).toEqual({
      code: "assignee-changed",
      to: "Moraa",
    });
    expect(await activity()).toMatchObject([{ action: "enquiry-assigned", slug: id, details: '{"to":"Moraa"}' }]);
    await site.services.db.deleteFrom("staff").where("user_id", "=", moraa.id).execute();
    expect(await read()).toMatchObject({ assignee: null });
  });

  test("a double click adds a note once, and the same note can be added later", async () => {
    const second = kind === "postgres" ? await site.secondInstance() : site;
    await Promise.all([site, second].map(({ services }) => addNote(services, moraa, id, "Called, nobody there")));
    expect((await read())?.notes).toMatchObject([{ by: "Moraa", text: "Called, nobody there" }]);
    site.passTime(61_000);
    await addNote(site.services, moraa, id, "Called, nobody there");
    expect((await read())?.notes).toHaveLength(2);
    if (second !== site) await second.close();
  });

  test("an enquiry with only a phone number is found, exported, answered on WhatsApp, and deleted with its words", async () => {
    const { services } = site;
    await deleteEnquiry(services, moraa, id);
    const form = { ...FORM, email: "" };
    await recordEnquiry(services, form);
    const { enquiries } = await listEnquiries(services, readInboxFilter(new URLSearchParams({ search: "0712345" })));
    expect(enquiries).toMatchObject([{ email: "", phone: FORM.phone }]);
    const newId = enquiries[0]?.id ?? "";
    const sheet = await new Response(
      await exportEnquiries(services, moraa, readInboxFilter(new URLSearchParams())),
    ).text();
    expect(readCsv(sheet)[1]?.slice(1, 4)).toEqual(["Zawadi Mwangi", "", "0712 345 678"]);
    const reply = { text: "Hello Zawadi, yes.", seen: "new", becomes: "answered" as const };
    const mails = () => services.db.selectFrom("outbox").select("recipient").where("enquiry_id", "=", newId).execute();
    expect(await replyByMail(services, moraa, newId, reply, "Nguvu")).toEqual({ code: "no-email" });
    expect(await findEnquiry(services, newId)).toMatchObject({ state: "new", replies: [] });
    expect(await mails()).toEqual([{ recipient: services.config.staffEmail }]);
    expect(await replyByWhatsApp(services, moraa, newId, reply)).toMatchObject({ code: "done" });
    expect(await findEnquiry(services, newId)).toMatchObject({ state: "answered" });
    await deleteEnquiry(services, moraa, newId);
    expect(await mails()).toEqual([]);
    expect(await services.db.selectFrom("enquiry_words").selectAll().execute()).toEqual([]);
    expect(await services.db.selectFrom("enquiry_fingerprints").selectAll().execute()).toEqual([]);
  });

  test("a reply by mail is one mail to the enquirer, whose reply goes to the desk, and sets the state to answered", async () => {
    const reply = { text: "Hello Zawadi, yes.", seen: "new", becomes: "answered" as const };
    await Promise.all([1, 2].map(() => replyByMail(site.services, moraa, id, reply, "Nguvu Fitness")));
    const mails = await site.services.db.selectFrom("outbox").selectAll().where("recipient", "=", FORM.email).execute();
    expect(mails).toMatchObject([
      { reply_to: site.services.config.staffEmail, subject: "Your enquiry at Nguvu Fitness", enquiry_id: id },
    ]);
    expect(mails[0]?.body_text).toBe("Hello Zawadi, yes.\n");
    expect(await read()).toMatchObject({
      state: "answered",
      stateBy: "Moraa",
      assignee: { name: "Moraa" },
      replies: [{ channel: "mail", text: reply.text, mail: { status: "waiting" } }],
    });
    const acts = await activity();
    expect(acts.map(({ action }) => action).sort()).toEqual(["enquiry-reply", "enquiry-state", "enquiry-taken"]);
    expect(new Set(acts.map(({ act_id }) => act_id)).size).toBe(1);
  });

  test("a reply is not sent when a colleague has answered since", async () => {
    await setEnquiryState(site.services, akinyi, id, { seen: "new", to: "answered" });
    const outcome = await replyByMail(
      site.services,
      moraa,
      id,
      { text: "Hello", seen: "new", becomes: "answered" },
      "Nguvu",
    );
    expect(outcome).toMatchObject({ code: "state-changed", by: "Akinyi", state: "answered" });
    expect((await read())?.replies).toEqual([]);
  });

  test("an email that fails is listed until it is sent, and can be tried again at once", async () => {
    await replyByMail(site.services, moraa, id, { text: "Hello", seen: "new", becomes: "answered" }, "Nguvu");
    const mailId = (await read())?.replies[0]?.mail?.id ?? "";
    const update = (values: object) =>
      site.services.db.updateTable("outbox").set(values).where("id", "=", mailId).execute();
    expect(await failedReplies(site.services)).toEqual([]);
    expect(await retryReply(site.services, id, mailId)).toEqual({ code: "mail-not-waiting" });
    await update({ last_error: "552", attempts: 125, due_at: "2099-01-01T00:00:00.000Z" });
    expect(await failedReplies(site.services)).toEqual([
      { enquiryId: id, name: FORM.name, mailId, error: "552", attempts: 125 },
    ]);
    expect((await read())?.replies).toMatchObject([{ mail: { status: "failed", error: "552", attempts: 125 } }]);
    expect(await retryReply(site.services, "another", mailId)).toEqual({ code: "mail-not-waiting" });
    expect(await retryReply(site.services, id, mailId)).toEqual({ code: "done" });
    const row = await site.services.db.selectFrom("outbox").selectAll().where("id", "=", mailId).executeTakeFirst();
    expect(row?.attempts).toBe(0);
    expect(new Date(row?.due_at ?? "") <= site.services.now()).toBe(true);
    await update({ sent_at: site.services.now().toISOString(), last_error: null });
    expect(await failedReplies(site.services)).toEqual([]);
    await site.services.db.deleteFrom("outbox").where("id", "=", mailId).execute();
    expect((await read())?.replies).toMatchObject([{ mail: { status: "sent", at: null } }]);
  });

  test("a deleted enquiry leaves nothing of its sender in notes, replies, words, mails, fingerprints or the log", async () => {
    await addNote(site.services, moraa, id, "Zawadi called from 0712345678");
    await replyByMail(site.services, moraa, id, { text: "Hello Zawadi", seen: "new", becomes: "answered" }, "Nguvu");
    await assignEnquiry(site.services, moraa, id, { seen: "", to: moraa.id });
    expect(await deleteEnquiry(site.services, akinyi, id)).toEqual({ code: "done" });
    expect(await deleteEnquiry(site.services, akinyi, id)).toEqual({ code: "done" });
    const { db } = site.services;
    const tables = ["enquiries", "enquiry_notes", "enquiry_replies", "enquiry_words", "outbox"] as const;
    for (const table of tables) expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await db.selectFrom("enquiry_fingerprints").selectAll().execute()).toEqual([]);
    const acts = await activity();
    expect(acts.filter(({ action }) => action === "enquiry-deleted")).toMatchObject([{ slug: id, who_name: "Akinyi" }]);
    expect(JSON.stringify(acts)).not.toMatch(PERSONAL);
    expect(JSON.stringify(site.logged)).not.toMatch(PERSONAL);
    expect(await findDeletion(site.services, id)).toMatchObject({ by: "Akinyi" });
    expect(await read()).toBeUndefined();
  });

  // Nothing below has a query that differs between the engines.
  if (kind === "postgres") return;

  test("one's own change is no conflict: the previous page may be posted again", async () => {
    await setEnquiryState(site.services, moraa, id, { seen: "new", to: "answered" });
    expect(await setEnquiryState(site.services, moraa, id, { seen: "new", to: "joined" })).toEqual({ code: "done" });
  });

  test("an unknown state and a deleted enquiry change nothing", async () => {
    const unknown = await setEnquiryState(site.services, moraa, id, { seen: "new", to: "lost" });
    expect(unknown).toEqual({ code: "state-unknown" });
    const gone = { code: "enquiry-gone" };
    expect(await setEnquiryState(site.services, moraa, "x", { seen: "new", to: "joined" })).toEqual(gone);
    expect(await addNote(site.services, moraa, "x", "Called")).toEqual(gone);
    expect(await assignEnquiry(site.services, moraa, "x", { seen: "", to: moraa.id })).toEqual(gone);
    expect(
      await replyByMail(site.services, moraa, "x", { text: "Hi", seen: "new", becomes: "answered" }, "Nguvu"),
    ).toEqual(gone);
    expect(await activity()).toEqual([]);
  });

  test("a WhatsApp reply opens the chat with the text and sets the state to answered, but keeps later states", async () => {
    const reply = { text: "Hello Zawadi & all,\nyes?", seen: "new", becomes: "answered" as const };
    expect(await replyByWhatsApp(site.services, moraa, id, reply)).toEqual({
      code: "done",
      address: "https://wa.me/254712345678?text=Hello%20Zawadi%20%26%20all%2C%0Ayes%3F",
    });
    expect(await read()).toMatchObject({ state: "answered", replies: [{ channel: "whatsapp" }] });
    await setEnquiryState(site.services, moraa, id, { seen: "answered", to: "trial-booked" });
    await replyByWhatsApp(site.services, moraa, id, { text: "See you", seen: "trial-booked", becomes: "answered" });
    expect(await read()).toMatchObject({ state: "trial-booked" });
  });

  test("a reply about a booked trial sets the state and keeps the assignee", async () => {
    await assignEnquiry(site.services, moraa, id, { seen: "", to: akinyi.id });
    await replyByMail(site.services, moraa, id, { text: "Yes", seen: "new", becomes: "answered" }, "Nguvu");
    const booked = { text: "On Monday", seen: "answered", becomes: "trial-booked" as const };
    await replyByMail(site.services, moraa, id, booked, "Nguvu");
    expect(await read()).toMatchObject({ state: "trial-booked", assignee: { name: "Akinyi" } });
  });

  test("a number found in the comment opens a chat and is marked; without a number there is no chat", async () => {
    const { db } = site.services;
    await db.updateTable("enquiries").set({ phone: "", comment: "Call 0733 123 456" }).execute();
    expect(await read()).toMatchObject({ localPhone: "0733 123 456", isPhoneFound: true, hasWhatsApp: true });
    const outcome = await replyByWhatsApp(site.services, moraa, id, { text: "Hi", seen: "new", becomes: "answered" });
    expect(outcome).toMatchObject({ address: "https://wa.me/254733123456?text=Hi" });
    await db.updateTable("enquiries").set({ comment: "" }).execute();
    expect(await read()).toMatchObject({ phone: "", hasWhatsApp: false });
    const none = await replyByWhatsApp(site.services, moraa, id, {
      text: "Hello",
      seen: "answered",
      becomes: "answered",
    });
    expect(none).toEqual({ code: "no-whatsapp" });
  });
});
