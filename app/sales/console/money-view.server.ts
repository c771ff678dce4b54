/** Money in the console: its page, the sales of a person, and what is due today. */
import { href } from "react-router";
import { areSalesOn } from "../../members/coverage.server.ts";
import type { Services } from "../../platform/services.ts";
import { wholeNumberIn } from "../../platform/text.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import {
  addDays,
  clockTime,
  dateInNairobi,
  dayAndDate,
  isCalendarDate,
  shortMoment,
  shortRelativeDay,
} from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { findOpenDrawer, listDrawers } from "../drawer.server.ts";
import { findInLedger, LEDGER_PAGE_ROWS, type LedgerRow, owedSales, receiptsOfDay } from "../ledger.server.ts";
import { type Sale, salesOfPerson, sellerNames } from "../sale-rows.server.ts";
import type { Seller } from "../sell.server.ts";
import { namesOfSales, saleState, shortPaymentWords, soldWords } from "../words.server.ts";
import { differenceWords } from "./drawer-view.server.ts";
import { salePath } from "./sale-forms.ts";

type Row = { to: string; title: string; about: string; state?: { mark: string; words: string } };

type Shown = {
  rows: Row[];
  areSentences?: boolean;
  empty: string;
  pager?: { back?: Link; note?: string; more?: Link } | undefined;
};

type Link = { to: string; label: string };

const addressOf = (query: Record<string, string>) => `${href("/staff/money")}?${new URLSearchParams(query)}`;

const DRAWERS_SHOWN = 60;

export async function readMoney(services: Services, { isOwner }: Seller, query: URLSearchParams) {
  const { db, now } = services;
  const today = dateInNairobi(now());
  const typed = (query.get("q") ?? "").trim().slice(0, 100);
  const show =
    typed !== ""
      ? "search"
      : (["owed", "drawers", ...(isOwner ? ["sheet"] : [])].find((name) => name === query.get("show")) ?? "day");
  const typedDay = query.get("day") ?? "";
  const day = isCalendarDate(typedDay) && typedDay < today ? typedDay : today;
  const owed = await owedSales(db);
  const drawer = await findOpenDrawer(db);
  const sellerOf = await sellerNames(db);
  const view =
    show === "search"
      ? await searchView(services, typed)
      : show === "owed"
        ? await owedView(services, owed)
        : show === "drawers"
          ? await drawersView(services)
          : show === "sheet"
            ? { rows: [], empty: "The spreadsheet has a row for each payment, for your accountant." }
            : await dayView(services, day, wholeNumberIn(query.get("before")));
  const tab = (name: string, label: string, to: string, count?: number) => ({
    ...{ to, label, isCurrent: name === show },
    ...(count !== undefined && { count }),
  });
  return {
    search: typed,
    drawer: {
      isOpen: drawer !== undefined,
      status:
        drawer === undefined
          ? "The drawer is closed."
          : `The drawer was opened ${shortMoment(new Date(drawer.opened_at), now())}, by ${sellerOf(drawer.opened_by_id)}.`,
    },
    tabs: [
      tab("day", day === today ? "Today" : dayAndDate(day), href("/staff/money")),
      tab("owed", "Owed", addressOf({ show: "owed" }), owed.count),
      tab("drawers", "Drawers", addressOf({ show: "drawers" })),
      // For the owner alone: the spreadsheet of a day reveals the expected sum.
      ...(isOwner ? [tab("sheet", "Export", addressOf({ show: "sheet" }))] : []),
    ],
    ...view,
    period: show === "sheet" ? { from: `${today.slice(0, "2026-11".length)}-01`, to: today } : undefined,
  };
}

async function dayView({ db, now }: Services, day: string, before: number | undefined): Promise<Shown> {
  const { rows, hasMore } = await receiptsOfDay(db, day, before);
  const today = dateInNairobi(now());
  const nameOf = await namesOfSales(
    db,
    rows.map(({ sale }) => sale),
  );
  const sellerOf = await sellerNames(db);
  const last = rows.at(-1)?.receipt.number;
  return {
    rows: rows.map((row) => bookRow(row, nameOf, sellerOf, today)),
    empty: day === today ? "Nothing sold today." : "Nothing was sold on this day.",
    pager: {
      back: hasMore
        ? { label: "More of this day", to: addressOf({ day, before: String(last) }) }
        : { label: "The day before", to: addressOf({ day: addDays(day, -1) }) },
      ...(day < today && { more: { label: "The day after", to: addressOf({ day: addDays(day, 1) }) } }),
    },
  };
}

function bookRow(
  { receipt, sale }: LedgerRow,
  nameOf: (id: string) => string,
  sellerOf: (id: string) => string,
  today: string,
): Row {
  const paid = sale.payments.filter(({ receipt_id: id }) => id === receipt.id);
  return {
    to: `${salePath(sale.row.id)}#${receipt.id}`,
    title: `${nameOf(sale.row.person_id)}: ${soldWords(sale)}`,
    about: [
      clockTime(new Date(receipt.at)),
      ...paid.map(shortPaymentWords),
      ...[receipt.id, `by ${sellerOf(receipt.by_id)}`],
    ].join(", "),
    state: saleState(sale, (date) => shortRelativeDay(date, today)),
  };
}

async function owedView(services: Services, { sales, count }: Awaited<ReturnType<typeof owedSales>>): Promise<Shown> {
  return {
    rows: await saleRows(services, sales),
    empty: "Nobody owes anything.",
    ...(count > LEDGER_PAGE_ROWS && { pager: { note: `The first ${LEDGER_PAGE_ROWS} of ${count}` } }),
  };
}

async function searchView(services: Services, typed: string): Promise<Shown> {
  return {
    rows: await saleRows(services, await findInLedger(services.db, typed)),
    empty: "No sale has this code or receipt. A code has ten letters and digits, a receipt a number such as 2026-0431.",
  };
}

/** Sales as rows of a list. @param ofPerson omits the name of this person, on their own page */
async function saleRows({ db, now }: Services, sales: readonly Sale[], ofPerson?: string): Promise<Row[]> {
  const today = dateInNairobi(now());
  const nameOf = await namesOfSales(db, sales);
  return sales.map((sale) => ({
    to: salePath(sale.row.id),
    title: sale.row.person_id === ofPerson ? soldWords(sale) : `${nameOf(sale.row.person_id)}: ${soldWords(sale)}`,
    about: [`Sold ${shortRelativeDay(sale.row.day, today)}`, ...sale.payments.map(shortPaymentWords)].join(", "),
    state: saleState(sale, (date) => shortRelativeDay(date, today)),
  }));
}

async function drawersView({ db, now }: Services): Promise<Shown> {
  const drawers = await listDrawers(db, DRAWERS_SHOWN);
  const sellerOf = await sellerNames(db);
  return {
    rows: drawers.map((drawer) => ({
      to: href("/staff/money/drawers/:drawer", { drawer: drawer.id }),
      title: `Closed ${shortMoment(new Date(drawer.closed_at ?? ""), now())}`,
      about: [`${moneyText(drawer.counted_kes ?? 0)} counted by ${sellerOf(drawer.closed_by_id)}`, drawer.note]
        .filter((text) => text !== "")
        .join(", "),
      state: differenceWords(drawer.difference_kes),
    })),
    areSentences: true,
    empty: "No drawer has been closed yet.",
  };
}

const SALES_SHOWN = 12;

export type SalesOfPersonView = NonNullable<Awaited<ReturnType<typeof readSalesOfPerson>>>;

/** @returns undefined if sales are off, or the role may not see money */
export async function readSalesOfPerson(services: Services, { role }: StaffMember, personId: string) {
  if (!can(role, "see", "sales") || !(await areSalesOn(services))) return undefined;
  const sales = await salesOfPerson(services.db, personId, SALES_SHOWN);
  const owed = sales
    .filter(({ row, balance }) => row.person_id === personId && balance > 0)
    .reduce((sum, { balance }) => sum + balance, 0);
  return {
    owed: owed > 0 ? `Owes ${moneyText(owed)}` : undefined,
    rows: await saleRows(services, sales, personId),
    mayGive: can(role, "publish", "sales"),
  };
}

const DEBTS_SHOWN = 5;

/** Money on Today: due debts, and a drawer left open since yesterday. @returns undefined if sales are off, or the role may not edit sales */
export async function readTodaysMoney(services: Services, { role }: StaffMember) {
  if (!can(role, "edit", "sales") || !(await areSalesOn(services))) return undefined;
  const { db, now } = services;
  const today = dateInNairobi(now());
  const { sales, count } = await owedSales(db, { until: today });
  const drawer = await findOpenDrawer(db);
  const nameOf = await namesOfSales(db, sales);
  const owed = sales.slice(0, DEBTS_SHOWN).map((sale) => ({
    ...{ kind: "owed" as const, to: salePath(sale.row.id), title: nameOf(sale.row.person_id) },
    text: `${moneyText(sale.balance)} for ${soldWords(sale)}`,
    more: `, due ${shortRelativeDay(sale.row.owed_until ?? today, today)}`,
  }));
  const rest = {
    ...{ kind: "owed" as const, to: `${href("/staff/money")}?show=owed`, title: `${count - DEBTS_SHOWN} more` },
    ...{ text: "on the list of what is owed", more: "" },
  };
  const openDay = drawer && dateInNairobi(new Date(drawer.opened_at));
  const leftOpen = {
    ...{ kind: "drawer" as const, to: href("/staff/money/drawer"), title: "Cash drawer" },
    ...{ text: `open since ${shortRelativeDay(openDay ?? today, today)}`, more: ": count it and close it" },
  };
  return [
    ...(openDay !== undefined && openDay < today ? [leftOpen] : []),
    ...owed,
    ...(count > DEBTS_SHOWN ? [rest] : []),
  ];
}
