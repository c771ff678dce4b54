import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { enquire } from "../../test/enquiries/enquire.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { DAY_MS, MINUTE_MS } from "../platform/durations.ts";
import { setGymAddress } from "../platform/gym-mail.server.ts";
import { mailFolder } from "../platform/mail.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { transact } from "../platform/transact.server.ts";
import { FINGERPRINT_RETENTION, recordEnquiry } from "./enquiries.server.ts";
import { addNote, setEnquiryState } from "./enquiry-changes.server.ts";
import { findEnquiry } from "./inbox.server.ts";
import { replyByMail } from "./replies.server.ts";
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

  test("an enquiry is one row and one mail to the gym’s address, and replies to it go to the visitor", async () => {
    await setGymAddress(services, DESK, "front@gym.example");
    await send();
    expect(await rows()).toMatchObject([FORM]);
    const mail = { recipient: "front@gym.example", reply_to: FORM.email, attempts: 0, sent_at: null };
    expect(await mails()).toMatchObject([mail]);
    expect(JSON.stringify(site.logged)).not.toMatch(/zawadi|karibu/i);
  });

  test("fifty concurrent posts of one form, on two instances, are one row and one mail", async () => {
    const second = await site.secondWriter();
    const posts = Array.from({ length: 50 }, (_, index) => recordEnquiry((index % 2 ? site : second).services, FORM));
    await Promise.all(posts);
    expect(await rowsAndMails()).toEqual([1, 1]);
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
    for (let number = 0; number < 12; number += 1) await send({ comment: `Buy ${number}` }, { isSuspect: true });
    expect(await rowsAndMails()).toEqual([12, 10]);
    await send();
    expect(await rowsAndMails()).toEqual([13, 11]);
    site.passTime(61 * 60_000);
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

  if (kind === "postgres") return;

  test("a repeated enquiry is new a day after the first, and after the first was deleted", async () => {
    await send();
    site.passTime(20 * 60 * MINUTE_MS);
    await send();
    expect(await rowsAndMails()).toEqual([1, 2]);
    site.passTime(5 * 60 * MINUTE_MS);
    await send();
    expect(await rowsAndMails()).toEqual([2, 3]);
    await deleteEnquiry(services, DESK, (await rows())[1]?.id ?? "");
    await send();
    expect((await rowsAndMails())[0]).toBe(2);
  });

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

  test("repeated enquiries count towards the hourly limit of mails", async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      for (let number = 0; number < 10; number += 1) await send({ comment: `Buy ${number}` }, { isSuspect: true });
      expect(await rowsAndMails()).toEqual([10, 10]);
      site.passTime(11 * MINUTE_MS);
    }
  });

  test("a different comment or number is a new enquiry, and the same form within ten minutes is a double submit", async () => {
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
  });
});

describe.each(ENGINES)("how long enquiries are stored (%s)", (engine) => {
  const site = openTestSiteBeforeEach(engine);
  const { services } = site;
  const clean = () => applyRetention(services, ...ENQUIRY_RETENTION);
  const names = async () => (await site.rows("enquiries")).map(({ name }) => name).sort();

  test("is two years, for notes, replies and undeliverable mails too", async () => {
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

  test("is thirty days for enquiries marked as spam by the desk, but not for those only suspected", async () => {
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
});
