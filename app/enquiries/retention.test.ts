import { describe, expect, it } from "vitest";
import { enquire } from "../../test/enquiries/enquire.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { recordEnquiry } from "./enquiries.server.ts";
import { addNote, setEnquiryState } from "./enquiry-changes.server.ts";
import { replyByMail } from "./replies.server.ts";
import { ENQUIRY_RETENTION } from "./retention.server.ts";

const DAY_MS = 24 * 60 * 60_000;

describe.each(ENGINES)("how long enquiries are stored (%s)", (engine) => {
  const site = openTestSiteBeforeEach(engine);
  const clean = () => applyRetention(site.services, ...ENQUIRY_RETENTION);
  const names = async () =>
    (await site.services.db.selectFrom("enquiries").select("name").orderBy("name").execute()).map(({ name }) => name);

  it("is two years, for notes, replies and undeliverable mails too", async () => {
    const { services } = site;
    const { member } = await addStaffMember(services, "desk");
    const id = await enquire(services, { comment: "" });
    await addNote(services, member, id, "Called");
    await replyByMail(services, member, id, { text: "Hello", seen: "new", becomes: "answered" }, "Nguvu");
    const left = async () => {
      const tables = ["enquiries", "enquiry_notes", "enquiry_replies", "enquiry_words", "outbox"] as const;
      const rows = await Promise.all(tables.map((table) => services.db.selectFrom(table).selectAll().execute()));
      return rows.map(({ length }) => length);
    };
    site.passTime(729 * DAY_MS);
    await enquire(services, { name: "New" });
    await clean();
    expect((await left()).slice(0, 3)).toEqual([2, 1, 1]);
    site.passTime(3 * DAY_MS);
    await clean();
    expect(await names()).toEqual(["New"]);
    expect((await left()).slice(1)).toEqual([0, 0, expect.any(Number), 1]);
    const words = await services.db.selectFrom("enquiry_words").selectAll().where("enquiry_id", "=", id).execute();
    expect(words).toEqual([]);
  });

  it("is thirty days for enquiries marked as spam by the desk, but not for those only suspected", async () => {
    const { services } = site;
    const { member } = await addStaffMember(services, "desk");
    const id = await enquire(services, { name: "Marked" });
    await recordEnquiry(
      services,
      { name: "Suspect", email: "a@example.com", phone: "", class: "", comment: "" },
      { isSuspect: true },
    );
    site.passTime(40 * DAY_MS);
    await setEnquiryState(services, member, id, { seen: "new", to: "spam" });
    site.passTime(29 * DAY_MS);
    await clean();
    expect(await names()).toEqual(["Marked", "Suspect"]);
    site.passTime(2 * DAY_MS);
    await clean();
    expect(await names()).toEqual(["Suspect"]);
  });
});
