/** Every page of the console on a database of any size, for tests and benchmarks of all pages. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { wordsOf } from "../../app/enquiries/search.server.ts";
import { DESK_STATES } from "../../app/enquiries/states.ts";
import { doorNumber } from "../../app/people/door-numbers.server.ts";
import { indexWords, WORDS_VERSION } from "../../app/people/person-words.ts";
import type { Db, Services } from "../../app/platform/services.ts";
import { addDays, comingDate, dateInNairobi } from "../../app/time/dates.server.ts";
import { seeds } from "../../seed/content.ts";
import { slots } from "../../seed/weekly-slots.ts";
import { insertRows } from "./insert-rows.ts";
import { consoleRoutes } from "./route-paths.ts";

/** Ids and slugs in the addresses of the console. */
export type ConsoleContent = Awaited<ReturnType<typeof findContent>>;

const DAY_MS = 24 * 60 * 60_000;

/** The numbers of rows that `fillConsole` adds; other tables grow in proportion. */
export type ConsoleSize = {
  entries: number;
  enquiries: number;
  people?: number;
  pictures?: number;
  log?: number;
  /** People and passes per person; a quarter of the people has a current pass. */
  records?: number;
  passesEach?: number;
  /** Payments over three years; each sale has one. */
  payments?: number;
};

/** The share of the entries of each type; other types keep the seeded entries. */
const SHARES: Readonly<Record<string, number>> = {
  "gallery-picture": 0.479,
  testimonial: 0.15,
  class: 0.1,
  trainer: 0.05,
  question: 0.05,
};

/** With a thousand entries this makes 28 weekly slots a day, including the seed's. */
const SLOTS_SHARE = 0.171;

const NAMES = ["Wanjiru", "Otieno", "Akinyi", "Mwangi", "Njeri", "Kamau", "Zawadi", "Barasa", "Chebet", "Hassan"];

/** An id that sorts by the row's number. */
const numbered = (prefix: string, index: number) => `${prefix}-${String(index).padStart(6, "0")}`;

/**
 * Fills the database of a site that has started once with entries, their versions, drafts and schedules, with enquiries,
 * their notes and replies, and in proportion visitors, sessions, mail, pictures and the log.
 */
export async function fillConsole(
  { db, now }: Pick<Services, "db" | "now">,
  {
    entries,
    enquiries,
    people = Math.ceil(enquiries / 10),
    pictures = Math.ceil(entries / 4),
    log: acts = enquiries,
    records = people,
    passesEach = 6,
    payments = records,
  }: ConsoleSize,
) {
  const at = (index: number) => new Date(now().getTime() - (index + 1) * 600_000).toISOString();
  await fillEntries(db, entries, at);
  await fillWeeklySlots(db, Math.round(entries * SLOTS_SHARE));
  await fillEnquiries(db, enquiries, at);
  const person = await fillPeople(db, people, at);
  await fillPictures(db, pictures, at);
  await fillMembers(db, { records, passesEach }, dateInNairobi(now()), at);
  await fillSales(db, payments, records, now());
  await fillImports(db, Math.min(records, 1000), at);
  const log = Array.from({ length: acts }, (_, index) => ({
    ...{ id: randomUUID(), at: at(index), who_id: person, who_name: NAMES[index % 10] ?? "", act_id: randomUUID() },
    ...{ action: "published", type: "class", slug: numbered("class", index % 100), label: "Boxing", details: "{}" },
  }));
  await insertRows(db, "audit_log", log);
  await db.updateTable("content_version").set({ version: sql`version + 1` }).execute();
  return findContent({ db });
}

/** Finds content for the addresses of the console. @param prefersDrafts of each type an entry with a draft, which has more forms */
export async function findContent({ db }: Pick<Services, "db">, { prefersDrafts = false } = {}) {
  const idOf = async (query: { executeTakeFirst: () => Promise<{ id: string } | undefined> }) =>
    (await query.executeTakeFirst())?.id ?? "none";
  const entries = await db.selectFrom("entries").select(["type", "slug"]).orderBy("position", "desc").execute();
  const drafts = prefersDrafts ? await db.selectFrom("entry_drafts").select(["type", "slug"]).execute() : [];
  const passes = db.selectFrom("pass_days").select(["pass_id", "person_id"]);
  const pass = await passes.orderBy("last_day", "desc").orderBy("person_id").executeTakeFirst();
  const others = db.selectFrom("staff").select("user_id as id").where("role", "<>", "owner");
  const closed = db.selectFrom("drawers").select("id").where("closed_at", "is not", null);
  return {
    enquiry: await idOf(db.selectFrom("enquiries").select("id").orderBy("received_at", "desc")),
    person: await idOf(others.orderBy("added_at")),
    picture: await idOf(db.selectFrom("pictures").select("hash as id").orderBy("hash")),
    list: await idOf(db.selectFrom("imports").select("id").orderBy("id")),
    sale: await idOf(db.selectFrom("sales").select("id").orderBy("id", "desc")),
    receipt: await idOf(db.selectFrom("receipts").select("id").orderBy("id", "desc")),
    drawer: await idOf(closed.orderBy("id", "desc")),
    member: pass?.person_id ?? "none",
    pass: pass?.pass_id ?? "none",
    slot: slots[0]?.slug ?? "none",
    // The last pair of a type counts: its first entry, or one of its drafts.
    slugs: new Map([...entries, ...drafts].map(({ type, slug }) => [type, slug])),
  };
}

async function fillEntries(db: Db, count: number, at: (index: number) => string): Promise<void> {
  for (const [name, share] of Object.entries(SHARES)) {
    const seed = seeds.get(name) ?? [];
    const rows = Array.from({ length: Math.round(count * share) }, (_, index) => {
      const { slug: _slug, ...values } = seed[index % seed.length] ?? { slug: "" };
      return { type: name, slug: numbered(name, index), body: JSON.stringify(values) };
    });
    const live = rows.map((row, index) => {
      return { ...row, position: index + 100, version: 3, updated_at: at(index), updated_by: NAMES[index % 10] ?? "" };
    });
    await insertRows(db, "entries", live);
    const made = { made_at: at(0), made_by_id: "user-1", made_by: "Wanjiru" };
    const versions = rows.flatMap((row) => [1, 2, 3].map((number) => ({ ...row, ...made, number, how: "published" })));
    await insertRows(db, "entry_versions", versions);
    const drafts = rows
      .filter((_, index) => index % 10 === 0)
      .map((row, index) => ({
        ...{ ...row, based_on: 3, revision: index + 1, updated_at: at(index) },
        ...{ updated_by_id: "user-1", updated_by: "Wanjiru" },
      }));
    await insertRows(db, "entry_drafts", drafts);
    const schedules = drafts
      .filter((_, index) => index % 2 === 0)
      .map(({ type, slug, body }) => ({
        ...{ type, slug, body, action: "publish", based_on: 3, due_at: "2036-11-21T05:00:00.000Z", ...made },
      }));
    await insertRows(db, "entry_schedules", schedules);
  }
}

/** Fills in weekly slots with twenty changes each. */
async function fillWeeklySlots(db: Db, count: number): Promise<void> {
  const periods = Array.from({ length: count }, (_, index) => {
    const { day = "monday", time, trainer = "" } = slots[index % slots.length] ?? {};
    // Not the seed's class at that time, as regions of a page need different names.
    const { gymClass = "" } = slots[(index + 1) % slots.length] ?? {};
    const columns = { day, time_from: time?.from ?? "", time_to: time?.to ?? "" };
    const what = { class_slug: gymClass, trainer_slug: trainer };
    return { slot: numbered("slot", index), first_day: "", last_day: null, ...columns, ...what };
  });
  await insertRows(db, "weekly_slots", periods);
  const changes = periods.flatMap(({ slot }) =>
    Array.from({ length: 20 }, (_, number) => ({
      ...{ id: numbered(slot, number), slot, act_id: numbered(`act-${slot}`, number), what: "changed" },
      ...{ label: "Boxing", made_at: "2026-11-01T05:00:00.000Z", made_by_id: "user-1", made_by: "Wanjiru" },
      before: "[]",
    })),
  );
  await insertRows(db, "weekly_slot_changes", changes);
}

async function fillEnquiries(db: Db, count: number, at: (index: number) => string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    received_at: at(index),
    name: `${NAMES[index % 10]} ${NAMES[Math.floor(index / 10) % 10]}`,
    email: `visitor-${index}@example.com`,
    phone: index % 3 === 0 ? `+2547${String(10_000_000 + index)}` : "",
    class: index % 2 === 0 ? "boxing" : "",
    comment: "When does the course for beginners start, and what do I bring?",
    suspect: index % 20 === 0 ? 1 : 0,
    state: index % 20 === 0 ? "suspect" : index < 40 ? "new" : (DESK_STATES[index % DESK_STATES.length] ?? "new"),
    words_version: WORDS_VERSION,
  }));
  await insertRows(db, "enquiries", rows);
  const terms = rows.flatMap((row) => wordsOf(row).map((term) => ({ word: term, enquiry_id: row.id })));
  await insertRows(db, "enquiry_words", terms);
  const by = { by_id: "user-1", by_name: "Wanjiru" };
  const some = rows.filter((_, index) => index % 5 === 0);
  const notes = some.map(({ id, received_at }) => {
    return { id: randomUUID(), enquiry_id: id, at: received_at, ...by, text: "Called." };
  });
  await insertRows(db, "enquiry_notes", notes);
  const mails = some.map((row, index) => ({
    ...{ id: randomUUID(), created_at: row.received_at, message_id: `<${index}@nguvu.example>`, recipient: row.email },
    ...{ reply_to: "", subject: "Your question", body_text: "Karibu!", enquiry_id: row.id },
    ...{ due_at: row.received_at, sent_at: row.received_at },
  }));
  await insertRows(db, "outbox", mails);
  const replies = mails.map(({ id, created_at, enquiry_id }) => ({
    ...{ id: randomUUID(), enquiry_id, at: created_at, ...by, channel: "mail", text: "Karibu!", mail_id: id },
  }));
  await insertRows(db, "enquiry_replies", replies);
}

/** @returns the account of a member of staff */
async function fillPeople(db: Db, count: number, at: (index: number) => string): Promise<string> {
  const users = Array.from({ length: count }, (_, index) => ({
    ...{ id: randomUUID(), name: "", email: `member-${index}@example.com`, emailVerified: 0, image: null },
    ...{ createdAt: at(index), updatedAt: at(index) },
  }));
  await insertRows(db, "users", users);
  const expiresAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const sessions = users.map(({ id, createdAt, updatedAt }) => ({
    ...{ id: randomUUID(), userId: id, token: randomUUID(), expiresAt, createdAt, updatedAt },
  }));
  await insertRows(db, "sessions", sessions);
  const staff = users.slice(0, 12).map(({ id }, index) => ({
    ...{ user_id: id, name: NAMES[index % 10] ?? "", role: "desk", added_at: at(0), added_by: "Wanjiru" },
  }));
  await db.insertInto("staff").values(staff).execute();
  return users[0]?.id ?? "none";
}

/** Switches members on, and adds people with consecutive passes of thirty days. */
async function fillMembers(
  db: Db,
  { records: count, passesEach }: { records: number; passesEach: number },
  today: string,
  at: (index: number) => string,
): Promise<void> {
  const body = JSON.stringify({ isOn: "on", sales: "on", owing: "on a day that the desk sets" });
  await db.updateTable("entries").set({ body }).where("type", "=", "membership").execute();
  const made = { made_by_id: "user-1", made_by: "Wanjiru" };
  // The last people were erased.
  const current = Math.max(2, Math.floor(count * 0.9));
  const members = Array.from({ length: count }, (_, index) => {
    const name = `${NAMES[index % 10]} ${NAMES[Math.floor(index / 10) % 10]} ${index}`;
    const phone = `+2547${String(20_000_000 + index)}`;
    return {
      ...{ id: numbered("member", index), name, plain_name: name.toLowerCase(), phone, email: "", is_child: 0 },
      ...{ heard_of: "", erased_at: index < current ? null : at(0), version: 1, made_at: at(index), ...made },
    };
  });
  await insertRows(db, "people", members);
  const entries = members.flatMap(({ id, name, phone }) =>
    indexWords({ name, phone, email: "" }).map((term) => ({ word: term, person_id: id })),
  );
  await insertRows(db, "person_words", entries);
  const doors = members.map(({ id }, index) => ({ number: doorNumber(index), person_id: id, given_at: at(index) }));
  await insertRows(db, "door_numbers", doors);
  const length = { unit: "days", count: 30 };
  const terms = JSON.stringify({ length, visits: null, floor: true, classes: "all", hours: null });
  const passes = members.flatMap(({ id }, index) =>
    Array.from({ length: passesEach }, (_, number) => {
      const since = index % 4 === 0 ? (index / 4) % 30 : 40 + ((index * 37) % 3000);
      const firstDay = addDays(today, 30 * (number - passesEach + 1) - since);
      return {
        ...{ id: `${id}-${number}`, person_id: id, plan_slug: "mwanzo", plan_name: "Mwanzo", terms, price_kes: 39 },
        ...{ days: 30, grace_days: 3, first_day: firstDay, paid_how: "cash" },
        ...{ paid_note: "", given_at: at(index), given_by_id: "user-1", given_by: "Wanjiru" },
      };
    }),
  );
  await insertRows(db, "passes", passes);
  const days = passes.map(({ id, person_id, first_day }) => ({
    ...{ pass_id: id, person_id, first_day, last_day: addDays(first_day, 29), grace_day: addDays(first_day, 32) },
    ...{ freezes: "[]", visits_used: 0, days_cut: 0 },
  }));
  await insertRows(db, "pass_days", days);
  const merged = members.slice(0, Math.ceil(count / 10)).map(({ id }) => ({ id: `merged-${id}`, person_id: id }));
  await insertRows(db, "merged_people", merged);
}

/** Adds sales of three years, with a drawer for each day, of which the last is open. */
async function fillSales(db: Db, count: number, records: number, now: Date): Promise<void> {
  const days = 3 * 365;
  const today = dateInNairobi(now);
  const dayOf = (index: number) => addDays(today, -days + 1 + Math.floor((index * days) / Math.max(count, 1)));
  const atOf = (day: string) => (day === today ? now.toISOString() : `${day}T09:00:00.000Z`);
  const drawers = [...new Set([...Array.from({ length: count }, (_, index) => dayOf(index)), today])].map((day) => {
    const opened = { id: `drawer-${day}`, opened_at: atOf(day), opened_by_id: "user-1", opened_kes: 500, note: "" };
    const counted = { counted_kes: 500, expected_kes: 510, difference_kes: -10 };
    const closed = { closed_at: atOf(day), closed_by_id: "user-1", ...counted };
    return day === today ? { ...opened, is_open: 1 } : { ...opened, ...closed, is_open: null };
  });
  await insertRows(db, "drawers", drawers);
  await db.insertInto("sellers").values({ id: "user-1", name: "Wanjiru", last_at: now.toISOString() }).execute();
  const sales = Array.from({ length: count }, (_, index) => {
    const day = dayOf(index);
    const owed = { owed_until: index % 100 === 0 ? day : null, buyer_pin: "" };
    const person_id = numbered("member", index % records);
    return { id: numbered("sale", index), day, by_id: "user-1", person_id, drawer_id: `drawer-${day}`, ...owed };
  });
  const receipts = Object.values(Object.groupBy(sales, ({ day }) => day.slice(0, 4))).flatMap((ofYear = []) =>
    ofYear.map(({ id: sale_id, day, by_id }, index) => {
      const [year, number] = [Number(day.slice(0, 4)), index + 1];
      const id = `${year}-${String(number).padStart(4, "0")}`;
      return { id, year, number, sale_id, kind: "sale", day, by_id, at: atOf(day) };
    }),
  );
  await insertRows(db, "sales", sales);
  await insertRows(db, "receipts", receipts);
  const lines = sales.map(({ id: sale_id, person_id, day }, index) => ({
    ...{ id: `line-${sale_id}`, sale_id, receipt_id: receipts[index]?.id ?? "", kind: "pass", person_id },
    ...{ plan_name: "Mwanzo", first_day: day, last_day: addDays(day, 29), amount_kes: 39, reason: "" },
  }));
  await insertRows(db, "sale_lines", lines);
  const payments = receipts.map(({ id: receipt_id, sale_id, day, at, by_id }, index) => {
    const code = index % 2 === 0 ? null : `UK${10_000_000 + index}`;
    const paid = { way: code === null ? "cash" : "mpesa", amount_kes: sales[index]?.owed_until == null ? 39 : 9 };
    const own = { id: `payment-${sale_id}`, sale_id, receipt_id, drawer_id: `drawer-${day}`, at, day, by_id };
    return { ...own, ...paid, reference: code ?? "", code_key: code };
  });
  await insertRows(db, "payments", payments);
}

/** Adds imports, the first of which has rows. */
async function fillImports(db: Db, count: number, at: (index: number) => string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ line: index + 2, lines: 1 },
    cells: [
      ...[`${NAMES[index % 10]} ${index}`, index % 9 === 0 ? "" : `07${20_000_000 + 2 * index}`],
      ...["Mwanzo", index % 7 === 0 ? "31/01/2028" : ""],
    ],
  }));
  const headings = { line: 1, lines: 1, cells: ["Name", "Phone", "Plan", "Until"] };
  const imports = Array.from({ length: 60 }, (_, index) => ({
    ...{ id: numbered("import", index), made_at: at(index), made_by_id: "user-1", made_by: "Wanjiru" },
    ...{ row_count: count, source: JSON.stringify([headings, ...(index === 0 ? rows : [])]) },
    settings: JSON.stringify({ columns: [], answers: {} }),
  }));
  await insertRows(db, "imports", imports);
}

async function fillPictures(db: Db, count: number, at: (index: number) => string): Promise<void> {
  const pictures = Array.from({ length: count }, (_, index) => ({
    ...{ hash: index.toString(16).padStart(20, "0"), recipe: "00000000", name: `Photo ${index}`, width: 2000 },
    ...{ height: 1500, colour: "#2d0d0c", alt: "The gym", subjects: "people" as const, state: "ready" as const },
    ...{ made_by: "Wanjiru", made_at: at(index) },
  }));
  await insertRows(db, "pictures", pictures);
  const consents = pictures.map(({ hash, made_at }, index) => ({
    ...{ id: randomUUID(), subject_kind: "picture", subject_key: hash, name: NAMES[index % 10] ?? "" },
    ...{ given_on: "2026-11-01", purpose: "site", how: "form", guardian: "", recorded_at: made_at },
    recorded_by: "Wanjiru",
  }));
  await insertRows(db, "consents", consents);
}

/** Updates PostgreSQL's planner statistics; SQLite has none on a real site either. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/** The addresses of an entry's pages, for each of some types. */
function entryPaths(below: string, ...types: string[]) {
  return ({ slugs }: ConsoleContent) => types.map((type) => `/staff/content/${type}/${slugs.get(type)}${below}`);
}

/** A future Monday, as the seed's first slot is on Mondays. */
function comingMonday(): string {
  return comingDate("monday", addDays(dateInNairobi(new Date()), 1));
}

/** The addresses of routes below `/staff` that have other parameters, or several states worth testing, by the route's path. */
const PAGES: Readonly<Record<string, (content: ConsoleContent) => string[]>> = {
  "/staff/search": () => ["/staff/search", "/staff/search?q=boxing", "/staff/search?q=zzz", "/staff/search?q=member"],
  "/staff/timetable": () => ["/staff/timetable", `/staff/timetable?week=${comingMonday()}`],
  "/staff/timetable/rows/new": ({ slot }) => [`/staff/timetable/rows/new?from=${slot}`],
  "/staff/day": () => ["/staff/day", `/staff/day?date=${comingMonday()}`],
  "/staff/day/people": () => ["/staff/day/people?who=wanjiru"],
  "/staff/content/:type": () => [
    ...Object.keys(catalogue).map((type) => `/staff/content/${type}`),
    "/staff/content/gallery-picture?after=e:150:gallery-picture-000050",
  ],
  "/staff/content/:type/new": () => ["class", "plan"].map((type) => `/staff/content/${type}/new`),
  "/staff/content/:type/:slug": entryPaths("", "class", "trainer", "plan", "home", "settings", "testimonial"),
  "/staff/content/testimonial/:slug/consent": entryPaths("/consent", "testimonial"),
  "/staff/content/:type/:slug/history": entryPaths("/history", "class", "trainer"),
  "/staff/content/:type/:slug/schedule": entryPaths("/schedule", "class"),
  "/staff/content/:type/:slug/preview": entryPaths("/preview", "class", "gallery-picture"),
  "/staff/content/:type/:slug/picture/:field": entryPaths("/picture/photo", "class"),
  "/staff/content/:type/:slug/focus/:field": entryPaths("/focus/photo", "class"),
  "/staff/content/:type/:slug/remove": entryPaths("/remove", "class", "trainer"),
  "/staff/content/:type/:slug/discard": entryPaths("/discard", "class"),
  "/staff/members": () => [
    "/staff/members",
    ...["running", "new", "ending", "grace", "frozen", "over", "ended", "never"].map(
      (state) => `/staff/members?state=${state}`,
    ),
    "/staff/members?q=wanj",
    "/staff/members?q=0720000001",
  ],
  "/staff/members/new": ({ enquiry }) => ["/staff/members/new", `/staff/members/new?enquiry=${enquiry}`],
  "/staff/members/import": ({ list }) => [
    "/staff/members/import",
    `/staff/members/import?import=${list}`,
    `/staff/members/import?import=${list}&show=review&page=1`,
  ],
  "/staff/members/:person": ({ member }) => [`/staff/members/${member}`, `/staff/members/${member}?done=given`],
  "/staff/members/:person/freeze": ({ member, pass }) => [`/staff/members/${member}/freeze?pass=${pass}`],
  "/staff/members/:person/merge": ({ member }) => [
    `/staff/members/${member}/merge`,
    `/staff/members/${member}/merge?q=wanj`,
    `/staff/members/${member}/merge?with=${numbered("member", 1)}`,
  ],
  "/staff/members/:person/end": ({ member, pass }) => [`/staff/members/${member}/end?pass=${pass}`],
  "/staff/sell": () => ["/staff/sell", "/staff/sell?q=wanj"],
  "/staff/sell/:people": ({ member }) => [`/staff/sell/${member}`, `/staff/sell/${member}~${numbered("member", 1)}`],
  "/staff/sell/:people/more": ({ member }) => [`/staff/sell/${member}/more?q=wanj`],
  "/staff/money": ({ receipt }) => [
    ...["/staff/money", "/staff/money?show=owed", "/staff/money?show=drawers", "/staff/money?show=sheet"],
    ...["/staff/money?q=UK10000001", `/staff/money?q=${receipt}`],
    `/staff/money?day=${addDays(dateInNairobi(new Date()), -400)}`,
  ],
  "/staff/money/payments.csv": () => ["/staff/money/payments.csv?from=2026-01-01&to=2026-01-31"],
  "/staff/people/:person": ({ person }) => [`/staff/people/${person}`],
  "/staff/activity": () => ["/staff/activity", "/staff/activity?type=class"],
  "/staff/enquiries": () => [
    "/staff/enquiries",
    ...["all", "answered", "suspect"].map((state) => `/staff/enquiries?state=${state}`),
    "/staff/enquiries?search=wanjiru",
    "/staff/enquiries?search=wanjiru+otieno&class=boxing&time=30d",
    "/staff/enquiries?search=0710000000",
    "/staff/enquiries?time=7d",
  ],
  "/staff/enquiries.csv": () => ["/staff/enquiries.csv?time=7d"],
  "/staff/pictures/:hash/:kind": ({ picture }) => [`/staff/pictures/${picture}/thumbnail`],
  // It returns 404, without reading anything.
  "/staff/*": () => [],
};

/** Files, and the preview, which frames pages of the site. */
const NO_SCREEN = /\.(?:csv|txt|webp)|\/thumbnail$|\/preview$|\/day\/people/;

/** The addresses of all screens of the console. */
export function consoleScreens(content: ConsoleContent): string[] {
  return consolePaths(content).filter((path) => !NO_SCREEN.test(path));
}

/** The addresses of all pages of the console. @throws for a route with an unknown parameter */
export function consolePaths(content: ConsoleContent): string[] {
  const { member, slot, list, drawer, sale, receipt, enquiry, picture } = content;
  const parameters: Record<string, string> = {
    ...{ person: member, slug: slot, session: `${slot}.${comingMonday()}`, import: list, drawer, sale, receipt },
    ...{ id: enquiry, hash: picture, picture: "today.webp" },
  };
  return consoleRoutes().flatMap(({ path: route }) => {
    const path = route.replaceAll(/:(\w+)/g, (parameter, name: string) => parameters[name] ?? parameter);
    const addresses = PAGES[route]?.(content) ?? [path];
    if (addresses.some((address) => /[:*]/.test(address.split("?")[0] ?? "")))
      throw new Error(`test/support/console-pages.ts needs an address of ${route}`);
    return addresses;
  });
}
