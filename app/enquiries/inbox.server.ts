/** Lists of enquiries for the desk: the inbox, its counts, and the first page's newest. All are read by an index, page by page. */
import { type ExpressionBuilder, expressionBuilder } from "kysely";
import { listEntries } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { localPhone, whatsAppAddress } from "../forms/phone.ts";
import { findPhone } from "../forms/read-phone.ts";
import { searchTerms } from "../people/person-words.ts";
import { afterKey, cutPage } from "../platform/cursor.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import type { Tables } from "../platform/schema.ts";
import type { Db, Services } from "../platform/services.ts";
import { monthBefore, monthBounds, monthName, monthOf } from "../time/dates.server.ts";
import { type InboxFilter, statesOf } from "./inbox-filter.ts";
import { listReplies } from "./replies.server.ts";
import { isState, STATES, type State } from "./states.ts";

/** The number of months that the inbox offers: the retention period, and the current month. */
const MONTHS = 25;

const INBOX_PAGE = 25;

/** For common words, enquiries are scanned newest first; for rare ones, all matches are sorted. */
const COMMON_FROM = 1000;

/**
 * A page of the inbox, newest first. @param after the key of the previous page @returns the enquiries and the next
 * key
 */
export async function listEnquiries(
  services: Services,
  filter: InboxFilter,
  { after, limit = INBOX_PAGE }: { after?: string | null | undefined; limit?: number } = {},
) {
  const terms = searchTerms(filter.search);
  // Words without a letter or a digit find nothing.
  if (filter.search !== "" && terms.length === 0) return { enquiries: [], next: undefined };
  const states = statesOf(filter.view);
  const common = await commonTerms(services.db, terms);
  const rare = terms.filter((term) => !common.includes(term));
  // The index orders one state, so several are merged here. Matches of rare words are few: the database sorts them.
  const parts = rare.length > 0 ? [states] : states.map((state) => [state]);
  const matches = await Promise.all(
    parts.map((part) =>
      pageQuery(services, { ...filter, terms: rare, common, states: part }, after, limit + 1).execute(),
    ),
  );
  const { page, next } = cutPage(matches.flat().sort(newestFirst), limit, (row) => [row.receivedAt, row.id]);
  return { enquiries: await asListed(services, page), next };
}

async function commonTerms(db: Db, terms: readonly string[]): Promise<string[]> {
  const wordAtThreshold = (term: string) =>
    db
      .selectFrom("enquiry_words")
      .select("word")
      .where((eb) => beginsWith(eb, term))
      .orderBy("word")
      .limit(1)
      .offset(COMMON_FROM - 1);
  const matches = await Promise.all(terms.map((term) => wordAtThreshold(term).execute()));
  return terms.filter((_, index) => matches[index]?.length === 1);
}

export async function countByState({ db }: Services): Promise<Record<State, number>> {
  const rows = await db
    .selectFrom("enquiries")
    .select(({ fn }) => ["state", fn.countAll().as("count")])
    .groupBy("state")
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  // Object.fromEntries loses the type of the keys, which are the states.
  return Object.fromEntries(STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<State, number>;
}

/** The newest enquiries that nobody has answered, how many there are, and the states that any enquiry has, for the first page. */
export async function newEnquiries(services: Services, limit: number) {
  const filter: InboxFilter = { view: "new", search: "", gymClass: "", time: "", assignee: "" };
  const [{ enquiries }, count, states] = await Promise.all([
    listEnquiries(services, filter, { limit }),
    countNewEnquiries(services),
    statesInUse(services),
  ]);
  return { enquiries, count, states };
}

/** Looks each state up in the index: counting all enquiries would read all of it. */
async function statesInUse({ db }: Services): Promise<State[]> {
  const firstOf = (state: State) => db.selectFrom("enquiries").select("state").where("state", "=", state).limit(1);
  const rows = await Promise.all(STATES.map((state) => firstOf(state).executeTakeFirst()));
  return STATES.filter((_, index) => rows[index] !== undefined);
}

export async function countNewEnquiries({ db }: Services): Promise<number> {
  const { count } = await db
    .selectFrom("enquiries")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("state", "=", "new" satisfies State)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findListedEnquiry(services: Services, id: string): Promise<ListedEnquiry | undefined> {
  const rows = await listedColumns(services.db).where("enquiries.id", "=", id).execute();
  return (await asListed(services, rows))[0];
}

function pageQuery(
  { db, now }: Services,
  filter: Pick<InboxFilter, "gymClass" | "time" | "assignee"> & {
    states: readonly State[];
    terms: readonly string[];
    common?: readonly string[];
  },
  after: string | null | undefined,
  limit: number,
) {
  const { states, terms, common = [], gymClass, assignee } = filter;
  const [firstState] = states;
  let query = listedColumns(db)
    .where(afterKey(["received_at", "enquiries.id"], after))
    .orderBy("received_at", "desc")
    .orderBy("enquiries.id", "desc")
    .limit(limit);
  query =
    states.length === 1 && firstState !== undefined
      ? query.where("state", "=", firstState)
      : query.where("state", "in", states);
  const { exists, ref, selectFrom } = expressionBuilder<Tables, "enquiries">();
  const withTerm = (term: string) =>
    selectFrom("enquiry_words")
      .select("enquiry_id")
      .where((eb) => beginsWith(eb, term));
  for (const term of terms) query = query.where("enquiries.id", "in", withTerm(term));
  for (const term of common) query = query.where(exists(withTerm(term).where("enquiry_id", "=", ref("enquiries.id"))));
  if (gymClass !== "") query = query.where("class", "=", gymClass);
  if (assignee === "nobody") query = query.where("assignee_id", "is", null);
  else if (assignee !== "") query = query.where("assignee_id", "=", assignee);
  const bounds = timeBounds(filter.time, now());
  if (bounds !== undefined) query = query.where("received_at", ">=", bounds.from.toISOString());
  if (bounds?.to !== undefined) query = query.where("received_at", "<", bounds.to.toISOString());
  return query;
}

/** Words with this beginning are one range of the index: nothing sorts after U+10FFFF. */
function beginsWith(eb: ExpressionBuilder<Tables, "enquiry_words">, term: string) {
  return eb.and([eb("word", ">=", term), eb("word", "<", `${term}\u{10FFFF}`)]);
}

function listedColumns(db: Db) {
  return db
    .selectFrom("enquiries")
    .leftJoin("staff", "staff.user_id", "enquiries.assignee_id")
    .select(["enquiries.id", "received_at as receivedAt", "enquiries.name", "email", "phone", "class", "comment"])
    .select(["state", "state_before as stateBefore", "state_at as stateAt", "state_by as stateBy"])
    .select(["assignee_id", "staff.name as assignee_name"]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof listedColumns>["execute"]>>[number];

function newestFirst(a: ListedRow, b: ListedRow): number {
  const [keyA, keyB] = [a.receivedAt + a.id, b.receivedAt + b.id];
  return keyA < keyB ? 1 : keyA > keyB ? -1 : 0;
}

/** An enquiry as lists show it. Changes that were never made and a missing assignee are null. */
export type ListedEnquiry = Awaited<ReturnType<typeof asListed>>[number];

async function asListed(services: Services, rows: readonly ListedRow[]) {
  const classes = new Map((await listEntries(services, classType)).map(({ slug, title }) => [slug, title]));
  return rows.map(({ assignee_id, assignee_name, class: gymClass, ...row }) => {
    const foundPhone = row.phone === "" ? findPhone(row.comment) : undefined;
    return {
      ...row,
      gymClass,
      // The number given, or one found in the comment, where it may be somebody else's; empty when there is neither.
      phone: foundPhone ?? row.phone,
      isPhoneFound: foundPhone !== undefined,
      // The slug of a deleted class; empty when no class was chosen.
      classTitle: classes.get(gymClass) ?? gymClass,
      state: storedState(row.state),
      // To undo the last change.
      stateBefore: row.stateBefore === null ? null : storedState(row.stateBefore),
      assignee: assignee_id === null || assignee_name === null ? null : { id: assignee_id, name: assignee_name },
    };
  });
}

/** Reads a stored state. @throws for a state that this version of the site doesn't know */
export function storedState(text: string): State {
  if (!isState(text)) throw new Error(`The state "${text}" of an enquiry is unknown`);
  return text;
}

/** The bounds of a filter's time; undefined for any time. */
function timeBounds(time: string, now: Date): { from: Date; to: Date | undefined } | undefined {
  if (time === "") return undefined;
  const days = /^(\d+)d$/.exec(time)?.[1];
  if (days === undefined) return monthBounds(time);
  return { from: new Date(now.getTime() - Number(days) * DAY_MS), to: undefined };
}

export function monthsToChoose(now: Date): (readonly [month: string, name: string])[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = monthBefore(monthOf(now), index);
    return [month, monthName(month)];
  });
}

export type EnquiryDetails = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

export async function findEnquiry(services: Services, id: string) {
  const [listed, notes, replies] = await Promise.all([
    findListedEnquiry(services, id),
    services.db
      .selectFrom("enquiry_notes")
      .select(["id", "at", "by_name as by", "text"])
      .where("enquiry_id", "=", id)
      .orderBy("at", "desc")
      .execute(),
    listReplies(services, id),
  ]);
  if (listed === undefined) return undefined;
  const hasWhatsApp = whatsAppAddress(listed.phone) !== undefined;
  return { ...listed, localPhone: localPhone(listed.phone), hasWhatsApp, notes, replies };
}

export async function findDeletion({ db }: Services, id: string): Promise<{ by: string; at: string } | undefined> {
  return db
    .selectFrom("audit_log")
    .select(["who_name as by", "at"])
    .where("type", "=", "enquiry")
    .where("slug", "=", id)
    .where("action", "=", "enquiry-deleted")
    .executeTakeFirst();
}
