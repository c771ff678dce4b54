import { describe, expect, it, onTestFinished } from "vitest";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSite } from "../../test/support/test-services.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { recordEnquiry } from "./enquiries.server.ts";
import { addNote, setEnquiryState } from "./enquiry-changes.server.ts";
import { replyByMail } from "./replies.server.ts";
import { ENQUIRY_RETENTION } from "./retention.server.ts";

const FORM = { name: "Zawadi", email: "a@example.com", phone: "", class: "", comment: "" };
const DAY_MS = 24 * 60 * 60_000;

describe.each(ENGINES)("how long enquiries are stored (%s)", (engine) => {
  it("is 24 months", async () => {
    const site = await openTestSite(engine);
    onTestFinished(site.close);
    for (const [name, moment] of [
      ["Old", "2024-01-31T08:00:00Z"],
      ["New", "2024-02-02T08:00:00Z"],
    ] as const) {
      const then = { ...site.services, now: () => new Date(moment) };
      await recordEnquiry(then, { name, email: "a@example.com", phone: "", class: "", comment: "" });
    }
    await applyRetention({ ...site.services, now: () => new Date("2026-02-01T08:00:00Z") }, ...ENQUIRY_RETENTION);
    const stored = await site.services.db.selectFrom("enquiries").select("name").execute();
    expect(stored).toEqual([{ name: "New" }]);
  });

  it("is the same for notes, replies and undeliverable mails", async () => {
    const site = await openTestSite(engine);
    onTestFinished(site.close);
    const { services } = site;
    const { member } = await addStaffMember(services, "desk");
    await recordEnquiry(services, FORM);
    const { id } = await services.db.selectFrom("enquiries").select("id").executeTakeFirstOrThrow();
    await addNote(services, member, id, "Called");
    await replyByMail(services, member, id, { text: "Hello", seen: "new", becomes: "answered" }, "Nguvu");
    const left = async () => {
      const tables = ["enquiry_notes", "enquiry_replies", "enquiry_words", "outbox"] as const;
      const rows = await Promise.all(tables.map((table) => services.db.selectFrom(table).selectAll().execute()));
      return rows.map(({ length }) => length);
    };
    site.passTime(729 * DAY_MS);
    await applyRetention(services, ...ENQUIRY_RETENTION);
    expect(await left()).toEqual([1, 1, 8, 2]);
    site.passTime(3 * DAY_MS);
    await applyRetention(services, ...ENQUIRY_RETENTION);
    expect(await left()).toEqual([0, 0, 0, 0]);
  });

  it("is thirty days for enquiries marked as spam by the desk, but not for those only suspected", async () => {
    const site = await openTestSite(engine);
    onTestFinished(site.close);
    const { services } = site;
    const { member } = await addStaffMember(services, "desk");
    await recordEnquiry(services, { ...FORM, name: "Marked" });
    await recordEnquiry(services, { ...FORM, name: "Suspect" }, { isSuspect: true });
    const names = async () =>
      (await services.db.selectFrom("enquiries").select("name").orderBy("name").execute()).map(({ name }) => name);
    const { id } = await services.db
      .selectFrom("enquiries")
      .select("id")
      .where("name", "=", "Marked")
      .executeTakeFirstOrThrow();
    site.passTime(40 * DAY_MS);
    await setEnquiryState(services, member, id, { seen: "new", to: "spam" });
    site.passTime(29 * DAY_MS);
    await applyRetention(services, ...ENQUIRY_RETENTION);
    expect(await names()).toEqual(["Marked", "Suspect"]);
    site.passTime(2 * DAY_MS);
    await applyRetention(services, ...ENQUIRY_RETENTION);
    expect(await names()).toEqual(["Suspect"]);
  });
});
