import { beforeEach, describe, expect, test } from "vitest";
import { seedGym, setPlaces } from "../../../test/bookings/booking-gym.ts";
import { publishValues } from "../../../test/content/content-changes.ts";
import { enquire } from "../../../test/enquiries/enquire.ts";
import { makePerson } from "../../../test/members/members-gym.ts";
import { readCsv } from "../../../test/support/read-csv.ts";
import { callRoute, staffCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { findEntry } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import type { StaffMember } from "../../staff/roles.ts";
import { hasGap } from "../messages.ts";
import { loader as csvLoader } from "./enquiries-csv.route.ts";
import { action, loader } from "./enquiry.route.tsx";
import { action as inboxAction, loader as inboxLoader } from "./inbox.route.tsx";

const site = openTestSiteBeforeEach("sqlite");
const { services } = site;
let desk: StaffMember;
let id: string;

beforeEach(async () => {
  desk = (await addStaffMember(services, "desk", { name: "Moraa" })).member;
  id = await enquire(services);
});

const call = (path: string, fields?: Record<string, string>, member = desk) =>
  staffCall(services, member, path, { params: { id: path.split(/[/?]/)[3] ?? "" }, fields });

const post = (fields: Record<string, string>) => callRoute(action, call(`/staff/enquiries/${id}`, fields));

describe("a form of an enquiry's page", () => {
  test.each([
    [{ do: "note", note: " " }, 422, { note: "Enter the note first." }],
    [{ do: "mail", text: "On … at …. Bye", seen: "new" }, 422, { text: expect.stringMatching(/still has a gap/) }],
    [{ do: "mail", text: "", seen: "new" }, 422, { text: "Enter the reply first." }],
    [{ do: "whatsapp", text: "Hello", seen: "new" }, 422, { text: expect.stringMatching(/no mobile number/) }],
    [{ do: "with:somebody", seen: "" }, 422, { form: expect.stringMatching(/choose somebody else/) }],
    [{ do: "trial", seen: "new", session: "" }, 422, { session: expect.stringMatching(/choose a date/) }],
    [{ do: "trial", seen: "new", session: "none" }, 409, { session: expect.stringMatching(/Nothing was booked/) }],
    [{ do: "retry:x" }, 422, { form: expect.stringMatching(/no longer waiting/) }],
    [{ do: "explode" }, 400, { form: expect.stringMatching(/could not be processed/) }],
  ])("with %j is returned with an error message, and changes nothing", async (fields, status, errors) => {
    const result = await post(fields as Record<string, string>);
    expect([result.status, result.form?.errors]).toEqual([status, errors]);
    expect(await site.rows("audit_log")).toEqual([]);
  });

  test.each(["state:joined", "with:", "keep", "ask-delete", "mail"])("keeps typed text after %s", async (button) => {
    const typed = { seen: "new", kind: "first", text: "My own words", note: "Half a" };
    const text = button === "mail" ? "" : "My own words";
    const kept = { status: 200, form: { typed: { text, note: "Half a" } } };
    expect(await post({ do: button, ...typed })).toMatchObject(kept);
  });

  test("asks before another text replaces a written reply, fills it in otherwise, and is redirected when it is the prepared one", async () => {
    const own = { seen: "new", kind: "first", text: "My own words", note: "" };
    const outcome = await post({ do: "text:trial", ...own });
    expect(outcome.form?.typed).toMatchObject({ text: "My own words", kind: "first", instead: "trial" });
    const filledIn = { text: "", note: "", kind: "trial", filled: expect.any(String) };
    expect((await post({ do: "text-anyway:trial", ...own })).form?.typed).toEqual(filledIn);
    expect((await post({ do: "text:trial", ...own, text: "" })).form?.typed).toEqual(filledIn);
    await addStaffMember(services, "trainer", { name: "Kamau" });
    const page = await loader(call(`/staff/enquiries/${id}`) as never);
    expect(JSON.stringify(page.data)).not.toContain("Kamau");
    const { first } = (page.data as { texts: { first: string } }).texts;
    const text = first.replaceAll("\n", "\r\n");
    const result = await post({ do: "state:joined", seen: "new", kind: "first", text, note: "" });
    expect(result).toMatchObject({ status: 303, location: `/staff/enquiries/${id}` });
  });

  test("sets the state and the assignee when it confirms a trial by email", async () => {
    const sent = await post({ do: "mail", seen: "new", kind: "trial", text: "You are booked for Monday.", note: "" });
    expect(sent.location).toBe(`/staff/enquiries/${id}#replies`);
    expect(await site.rows("enquiries")).toMatchObject([{ state: "trial-booked", assignee_id: desk.id }]);
  });

  test("stores the typed note when WhatsApp replaces the page", async () => {
    await services.db.updateTable("enquiries").set({ phone: "+254712345678" }).execute();
    const fields = { do: "whatsapp", seen: "new", kind: "first", text: "Karibu", note: "Prefers mornings" };
    expect((await post(fields)).location).toMatch(/^https:\/\/wa\.me\/254712345678/);
    expect(await site.rows("enquiry_notes")).toMatchObject([{ text: "Prefers mornings" }]);
  });

  test("keeps what was typed when a colleague has changed the enquiry, and names the colleague", async () => {
    const { member } = await addStaffMember(services, "owner", { name: "Akinyi" });
    await callRoute(action, call(`/staff/enquiries/${id}`, { do: "state:joined", seen: "new" }, member));
    const inTheMeantime = /^In the meantime Akinyi set this enquiry to “Joined” \(\d+:\d\d[ap]m\)/;
    const form = { typed: { text: "My own words" }, errors: { form: expect.stringMatching(inTheMeantime) } };
    expect(await post({ do: "mail", text: "My own words", seen: "new" })).toMatchObject({ status: 409, form });
  });

  test("is returned when the enquiry has been deleted, and the page shows who deleted it", async () => {
    expect((await post({ do: "delete" })).location).toBe("/staff/enquiries?deleted=1");
    const { status, form } = await post({ do: "note", note: "Called" });
    expect([status, form?.typed.note]).toEqual([410, "Called"]);
    const page = await callRoute(loader, call(`/staff/enquiries/${id}`));
    expect([page.status, page.form]).toEqual([404, { enquiry: null, deletion: expect.stringMatching(/^Moraa, /) }]);
  });
});

describe("the trial of an enquiry", () => {
  type Page = { texts: { trial: string }; trial: { booked: object | null; classes: { dates: { id: string }[] }[] } };
  const read = async () => (await loader(call(`/staff/enquiries/${id}`) as never)).data as unknown as Page;
  const firstDate = async () => (await read()).trial.classes[0]?.dates[0]?.id ?? "";

  beforeEach(async () => {
    await seedGym(services);
    await setPlaces(services, "boxing", { places: 1, price: 800 });
    await services.db.updateTable("enquiries").set({ class: "boxing" }).execute();
  });

  test("fills in a reply with the date, the time, the price and what to bring to that class", async () => {
    const dates = [{ free: "1 place free" }, {}, {}];
    expect((await read()).trial.classes).toMatchObject([{ title: "Boxing", dates }]);
    const form = { do: "trial", seen: "new", kind: "first", session: await firstDate() };
    expect(await post(form)).toMatchObject({ status: 200, form: { typed: { kind: "trial", text: "" } } });
    const own = { text: "My own words", note: "Half a" };
    expect(await post({ ...form, ...own })).toMatchObject({ form: { typed: { ...own, instead: "trial" } } });
    const { texts, trial } = await read();
    expect(trial.booked).toMatchObject({ text: expect.stringMatching(/^Boxing, \w+day \d+ \w+, \d+:\d\d[ap]m$/) });
    expect(texts.trial).toMatch(
      /trial of Boxing on \w+day \d+ \w+ at \d+:\d\d[ap]m\. It is KES 800, payable at the desk\./,
    );
    expect(texts.trial).toContain("What to bring:\n- Hand wraps, or a pair from the desk\n");
    expect(hasGap(texts.trial)).toBe(false);
    const { slug, ...values } = (await findEntry(services, classType, "boxing")) ?? { slug: "" };
    await publishValues(services, classType, slug, { ...values, bring: [] });
    expect((await read()).texts.trial).not.toMatch(/bring/);
  });

  test("asks who it is, offers matching people, and books for the chosen one", async () => {
    const known = await makePerson(services, { name: "Zawadi Mumo", phone: "0712 345 678" });
    await services.db.updateTable("enquiries").set({ name: "Zawadi M.", phone: "0712 345 678" }).execute();
    const fields = { do: "trial", seen: "new", kind: "first", note: "Half a", session: await firstDate() };
    const errors = { session: expect.stringMatching(/^There is already a record like/) };
    const people = [{ id: known, name: "Zawadi Mumo", contact: expect.stringMatching(/^0712 345 678/) }];
    const form = { errors, typed: { note: "Half a", session: fields.session }, choice: { people } };
    expect(await post({ ...fields, person: "" })).toMatchObject({ status: 422, form });
    expect(await site.rows("bookings")).toEqual([]);
    expect((await post({ ...fields, person: known })).status).toBe(200);
    expect(await site.rows("bookings")).toHaveLength(1);
  });
});

describe("the inbox", () => {
  test.each([
    [{ id: "x", seen: "new", to: "answered" }, 410],
    [{ id: "", seen: "", to: "lost" }, 422],
    [{ id: "", seen: "", to: "", more: "" }, 400],
  ])("returns %j with an error message", async (fields, status) => {
    const result = await callRoute(inboxAction, call("/staff/enquiries", fields as Record<string, string>));
    expect(result.status).toBe(status);
    expect(result.form?.errors.form).toMatch(/\.$/);
  });

  test("exports a CSV file that no cache stores; a HEAD request makes no export", async () => {
    const made = call("/staff/enquiries.csv?time=2026-11");
    const request = new Request(made.request.url, { method: "HEAD" });
    const { headers, body } = await csvLoader({ ...made, request } as never);
    expect(body).toBeNull();
    expect(Object.fromEntries(headers)).toEqual({
      "cache-control": "private, no-store",
      "content-disposition": 'attachment; filename="enquiries-2026-11.csv"',
      "content-type": "text/csv; charset=utf-8",
    });
    expect(await site.rows("audit_log")).toEqual([]);
  });

  describe("with more enquiries than are in memory at once", () => {
    const path = "/staff/enquiries.csv?state=all";
    const ask = (member = desk) => csvLoader(call(path, undefined, member) as never);
    const askAgain = () => callRoute(csvLoader, call(path));

    beforeEach(async () => {
      const { db } = services;
      const { id: _, ...enquiry } = await db.selectFrom("enquiries").selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: 600 }, (_, number) => ({ ...enquiry, id: `e-${number}` }));
      for (const part of [rows.slice(0, 300), rows.slice(300)]) await db.insertInto("enquiries").values(part).execute();
    });

    test("exports one file at a time per person, and refuses a second request", async () => {
      const first = await ask();
      const location = "/staff/enquiries?state=all&exporting=1";
      expect(await askAgain()).toMatchObject({ status: 303, location });
      expect(await inboxLoader(call(location) as never)).toMatchObject({ isExporting: true });
      const { member } = await addStaffMember(services, "owner", { name: "Akinyi" });
      const others = await ask(member);
      expect([others.status, readCsv(await others.text()).length]).toEqual([200, 602]);
      expect(readCsv(await first.text())).toHaveLength(602);
      expect((await askAgain()).status).toBe(200);
      expect(await site.rows("audit_log")).toHaveLength(3);
    });

    test("exports again after an export was cancelled, failed or timed out", async () => {
      await (await ask()).body?.cancel();
      const rename = (from: string, to: string) => services.db.schema.alterTable(from).renameTo(to).execute();
      await rename("audit_log", "away");
      await expect(ask()).rejects.toThrow("no such table");
      await rename("away", "audit_log");
      const broken = await ask();
      await rename("enquiry_words", "words_away");
      await rename("enquiries", "away");
      await expect(broken.text()).rejects.toThrow("no such table");
      await rename("away", "enquiries");
      await rename("words_away", "enquiry_words");
      const late = await ask();
      expect((await askAgain()).status).toBe(303);
      site.passTime(120_000);
      expect((await ask()).status).toBe(200);
      // Its end is not the end of the newer one.
      await late.body?.cancel();
      expect((await askAgain()).status).toBe(303);
    });
  });
});
