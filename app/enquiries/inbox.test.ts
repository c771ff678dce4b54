import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fullScans, planOf, recordQueries } from "../../test/support/query-plans.ts";
import { readCsv } from "../../test/support/read-csv.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSite, type TestSite } from "../../test/support/test-services.ts";
import { monthBefore, monthOf } from "../time/dates.server.ts";
import { exportEnquiries } from "./export.server.ts";
import { countByState, listEnquiries, newEnquiries } from "./inbox.server.ts";
import { type InboxFilter, readInboxFilter } from "./inbox-filter.ts";
import { failedReplies, replyByMail } from "./replies.server.ts";
import { indexEnquiries } from "./search.server.ts";
import { DESK_STATES, STATES } from "./states.ts";

const ENQUIRIES = 3000;
const MINUTE_MS = 60_000;
const FIRST_NAMES = ["Wanjiku", "Peter", "Fatuma", "Brian", "Grace", "Daniel", "Mercy", "Abdi", "Lucy", "Zoë"];
const CLASSES = ["boxing", "yoga", "", "running"];

/** Spreads the enquiries over seven months, up to a minute ago. */
const SPACING_MS = 100 * MINUTE_MS;

function enquiry(number: number, now: number) {
  const name = FIRST_NAMES[number % FIRST_NAMES.length];
  const states = [...DESK_STATES, "suspect"];
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    // Two at each moment, so that the id decides.
    received_at: new Date(now - MINUTE_MS - Math.floor(number / 2) * 2 * SPACING_MS).toISOString(),
    name: `${name} Number${number}`,
    email: `person${number}@gmail.com`,
    phone: number % 3 === 0 ? `+2547${String(number).padStart(8, "0")}` : "",
    class: CLASSES[number % CLASSES.length] ?? "",
    comment: `Question ${number}. ${"May I come once before I join? ".repeat(number % 20)}`,
    suspect: 0,
    state: states[number % states.length] ?? "new",
  };
}

const filterOf = (query: string): InboxFilter => readInboxFilter(new URLSearchParams(query));

describe.each(ENGINES)("the inbox with three thousand enquiries on %s", (kind) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite(kind);
    const now = site.services.now().getTime();
    for (let first = 0; first < ENQUIRIES; first += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => enquiry(first + index, now));
      await site.services.db.insertInto("enquiries").values(rows).execute();
    }
    await indexEnquiries(site.services);
    if (kind === "postgres") await sql`analyze`.execute(site.services.db);
  }, 120_000);
  afterAll(() => site.close());

  const list = (query: string, after?: string) => listEnquiries(site.services, filterOf(query), { after });
  const namesOf = async (query: string) => (await list(query)).enquiries.map(({ name }) => name);

  test("every enquiry is found by its words, even one stored by an older version", async () => {
    for (const typed of ["number2979", "zoe+person2979@gmail.com", "0700 002 979"])
      expect(await namesOf(`search=${typed}`)).toEqual(["Zoë Number2979"]);
    expect(await namesOf("search=nobody")).toEqual([]);
    expect((await list("search=number297")).enquiries).toHaveLength(10);
  });

  test.each(["state=new", "state=all&time=30d", "search=person1"])("pages of %s are newest first", async (query) => {
    const keys: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 6; page += 1) {
      const { enquiries, next } = await list(query, after);
      keys.push(...enquiries.map(({ receivedAt, id }) => receivedAt + id));
      if (next === undefined) break;
      after = next;
    }
    expect(keys.length).toBeGreaterThan(25);
    expect(keys).toEqual([...new Set(keys)].sort().reverse());
  });

  test("a filter narrows by state, class, time and assignee, and unreadable parts of it are ignored", async () => {
    const { member } = await addStaffMember(site.services, "desk");
    const id = enquiry(8, 0).id;
    await site.services.db.updateTable("enquiries").set({ assignee_id: member.id }).where("id", "=", id).execute();
    expect((await list(`with=${member.id}&state=all`)).enquiries).toMatchObject([{ id, assignee: { id: member.id } }]);
    const yoga = (await list("state=joined&class=yoga&time=30d&with=nobody")).enquiries;
    expect(yoga.length).toBeGreaterThan(5);
    const monthAgo = site.services.now().getTime() - 30 * 24 * 60 * MINUTE_MS;
    for (const enquiry of yoga) {
      expect(enquiry).toMatchObject({ state: "joined", classTitle: "yoga", assignee: null });
      expect(new Date(enquiry.receivedAt).getTime()).toBeGreaterThan(monthAgo);
    }
    const month = monthBefore(monthOf(site.services.now()), 2);
    const ofMonth = (await list(`state=all&time=${month}`)).enquiries;
    expect(new Set(ofMonth.map(({ receivedAt }) => monthOf(new Date(receivedAt))))).toEqual(new Set([month]));
    expect((await list("state=suspect")).enquiries[0]?.state).toBe("suspect");
    expect((await list("state=all")).enquiries.map(({ state }) => state)).not.toContain("suspect");
    expect(filterOf("state=lost&time=1999-13&search=%20")).toEqual(filterOf(""));
    expect((await list("class=no-such-class&with=nobody-here")).enquiries).toEqual([]);
  });

  test("enquiries are counted by state", async () => {
    const counts = await countByState(site.services);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(ENQUIRIES);
    const { enquiries, count, states } = await newEnquiries(site.services, 3);
    expect([enquiries.length, count]).toEqual([3, counts.new]);
    expect(states).toEqual(STATES.filter((state) => counts[state] > 0));
  });

  test("no query reads a table without an index", async () => {
    const { member } = await addStaffMember(site.services, "desk");
    const reply = { text: "Hello", seen: "answered", becomes: "answered" as const };
    await replyByMail(site.services, member, enquiry(8, 0).id, reply, "Nguvu");
    await site.services.db.updateTable("outbox").set({ last_error: "552" }).execute();
    const { services, queries } = recordQueries(site.services);
    for (const query of ["state=new&class=boxing&time=30d&with=somebody", "search=wanjiku+gmail+0712"]) {
      await listEnquiries(services, filterOf(query), { after: "2026-01-01T00:00:00.000Z_x" });
    }
    expect(await failedReplies(services)).toHaveLength(1);
    expect(await fullScans(site, queries.values())).toEqual([]);
  });

  test("a word in all enquiries is not looked up in each of them", async () => {
    const { services, queries } = recordQueries(site.services);
    const { enquiries } = await listEnquiries(services, filterOf("search=gmail"), {});
    expect(enquiries).toHaveLength(25);
    for (const query of queries.values()) {
      expect((await planOf(site, query)).join("\n"), query.sql).not.toMatch(/TEMP B-TREE|\bSort\b/);
    }
    expect(await namesOf("search=gmail+number2979")).toEqual(["Zoë Number2979"]);
  });

  test("an export has all rows of its filter as CSV, and is logged without the search", async () => {
    const { member } = await addStaffMember(site.services, "owner");
    const exportAs = async (query: string) =>
      new Response(await exportEnquiries(site.services, member, filterOf(query))).arrayBuffer();
    const read = (bytes: ArrayBuffer) => readCsv(new TextDecoder().decode(bytes));
    const [heads, ...rows] = read(await exportAs("state=all"));
    expect(heads?.slice(0, 4)).toEqual(["Received (Nairobi)", "Name", "Email", "Phone"]);
    expect(rows).toHaveLength(ENQUIRIES - (await countByState(site.services)).suspect);
    const changed = { state_at: "2026-11-20T06:00:00.000Z", state_by: "Akinyi", assignee_id: member.id };
    await site.services.db.updateTable("enquiries").set(changed).where("name", "=", "Zoë Number2979").execute();
    const bytes = await exportAs("search=number2979");
    expect([...new Uint8Array(bytes, 0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [row] = read(bytes).slice(1);
    const typed = ["Zoë Number2979", "person2979@gmail.com", "0700 002 979", "running"];
    expect(row?.slice(1, 6)).toEqual([...typed, expect.stringMatching(/^Question 2979/)]);
    expect(row?.slice(7)).toEqual(["2026-11-20 09:00", "Akinyi", member.name]);
    expect(row?.[0]).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d$/);
    const log = (await site.rows("audit_log")).filter(({ action }) => action === "enquiries-exported");
    expect(log).toHaveLength(2);
    expect(JSON.stringify(log)).not.toMatch(/2979/);
  });

  test("an export lets other requests run after each batch", async () => {
    const { member } = await addStaffMember(site.services, "owner");
    let turns = 0;
    let isMade = false;
    const other = () => {
      turns += 1;
      if (!isMade) setImmediate(other);
    };
    setImmediate(other);
    await new Response(await exportEnquiries(site.services, member, filterOf("state=all"))).text();
    isMade = true;
    expect(turns).toBeGreaterThan(ENQUIRIES / 500);
  });
});
