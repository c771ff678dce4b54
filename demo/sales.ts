/** Sales of the demo gym: the drawer of each day, codes, a debt, a lower price, an undone sale and a refund. */
import { randomUUID } from "node:crypto";
import { sellerOf } from "../app/sales/console/sales-request.server.ts";
import {
  closeDrawer,
  findOpenDrawer,
  noteDrawer,
  openDrawer,
  takeCashOut,
  withdrawalsOf,
} from "../app/sales/drawer.server.ts";
import { findSale, salesOfPerson } from "../app/sales/sale-rows.server.ts";
import { expectedCash } from "../app/sales/sales.ts";
import { quoteSale, type SaleForm, sell, takePayment } from "../app/sales/sell.server.ts";
import { refundPayment, undoSale } from "../app/sales/take-back.server.ts";
import type { StaffMember } from "../app/staff/roles.ts";
import { dateInNairobi } from "../app/time/dates.server.ts";
import { randomNumbers } from "../tools/random-numbers.ts";
import { expectDone, type Gym } from "./gym.ts";
import type { People } from "./people.ts";

/** The cash in the drawer in the morning. */
const FLOAT = 2000;

/** Partial payments: who paid, how much, and when the rest is due. */
const PARTS: Readonly<Record<string, { amount: string; due: number }>> = {
  "Collins Barasa": { amount: "4000", due: 2 },
  "Paul Gitau": { amount: "2000", due: -4 },
  "Irene Kagendo": { amount: "1500", due: -1 },
};

/** Members who paid less than the plan costs. */
const LOWER: Readonly<Record<string, { price: string; reason: string }>> = {
  "Winnie Adhiambo": { price: "4100", reason: "a student" },
  "Zawadi Mwende": { price: "9000", reason: "came with a friend" },
};

const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** The ways in which the desk sells a pass. */
export function createTill(gym: Gym) {
  const { services, date } = gym;
  // A separate generator, so that other random values of the gym stay the same.
  const random = randomNumbers(71);
  const newCode = () =>
    `TK${Array.from({ length: 8 }, () => CODE_LETTERS[Math.floor(random() * CODE_LETTERS.length)]).join("")}`;
  const referenceOf = (way: string) =>
    way === "cash" ? "" : way === "mpesa" ? newCode() : String(100_000 + Math.floor(random() * 900_000));

  async function sellPass(by: StaffMember, personId: string, name: string, planSlug: string, way: string) {
    const quote = await quoteSale(services, services.db, [personId], services.now());
    const part = PARTS[name];
    const lower = LOWER[name];
    const form: SaleForm = {
      ...{ formId: randomUUID(), people: [{ id: personId, planSlug }], seen: quote?.seen ?? "", pin: "" },
      ...{ way, reference: referenceOf(way), amount: part?.amount ?? "", until: "" },
      ...{ price: lower?.price ?? "", reason: lower?.reason ?? "" },
    };
    if (part !== undefined && date(part.due) > dateInNairobi(services.now())) form.until = date(part.due);
    return expectDone(sell(services, sellerOf(by), form));
  }

  return { sellPass, newCode };
}

/** The drawer of each day, and later changes of sales. @param recordOf finds a person's record by name */
export function planSales(
  gym: Gym,
  { team }: People,
  { since, recordOf, till }: { since: number; recordOf: (name: string) => string; till: ReturnType<typeof createTill> },
): void {
  const { services, on } = gym;
  const desk = (day: number) => (day % 2 === 0 ? team.joseph : team.mercy);
  for (let day = since; day <= 0; day += 1) {
    on(day, day === since ? "09:40" : "05:45", () =>
      expectDone(openDrawer(services, sellerOf(desk(day)), { formId: randomUUID(), amount: String(FLOAT) })),
    );
    // The gym's own drinking water, each Monday or so.
    if (day % 7 === 0) {
      on(day, "16:05", async () => {
        const form = { formId: randomUUID(), amount: "350", reason: "Drinking water" };
        await expectDone(takeCashOut(services, sellerOf(desk(day)), form));
      });
    }
    // Today's drawer stays open, at whatever time the demo is made.
    if (day < 0) on(day, "21:10", () => close(day));
  }

  async function close(day: number): Promise<void> {
    const drawer = await findOpenDrawer(services.db);
    if (drawer === undefined) throw new Error("Nobody has opened the drawer");
    const payments = services.db
      .selectFrom("payments")
      .select(["way", "amount_kes"])
      .where("drawer_id", "=", drawer.id);
    const cash = expectedCash(drawer.opened_kes, await payments.execute(), await withdrawalsOf(services.db, drawer.id));
    const isWrong = day === -3;
    const form = { drawerId: drawer.id, counted: String(isWrong ? cash - 100 : cash) };
    await expectDone(closeDrawer(services, sellerOf(desk(day)), form));
    const note = { drawerId: drawer.id, note: "Gave 200 back on a note of 500, I think" };
    if (isWrong) await expectDone(noteDrawer(services, sellerOf(desk(day)), note));
  }

  const lastSaleOf = async (name: string) => {
    const [sale] = await salesOfPerson(services.db, recordOf(name), 1);
    if (sale === undefined) throw new Error(`${name} has bought nothing`);
    return sale;
  };
  // The rest comes by M-Pesa.
  on(-4, "17:45", async () => {
    const { row } = await lastSaleOf("Paul Gitau");
    const form = { formId: randomUUID(), way: "mpesa", amount: "", reference: till.newCode() };
    await expectDone(takePayment(services, sellerOf(team.mercy), row.id, form));
  });
  // The wrong plan, and immediately afterwards the right plan.
  on(-2, "18:20", async () => {
    const person = recordOf("Tom Kariuki");
    const { saleId } = await till.sellPass(team.mercy, person, "Tom Kariuki", "bingwa", "cash");
    await expectDone(undoSale(services, sellerOf(team.mercy), saleId, { reason: "Meant the day pass" }));
    if ((await findSale(services.db, saleId))?.balance !== 0) throw new Error("An undone sale leaves something");
    await till.sellPass(team.mercy, person, "Tom Kariuki", "day-pass", "cash");
  });
  // He moves away and gets a partial refund.
  on(-2, "12:50", async () => {
    const { row, payments } = await lastSaleOf("Dennis Kiptoo");
    const form = { formId: randomUUID(), payment: payments[0]?.id ?? "", way: "mpesa", amount: "6000" };
    const why = { reference: till.newCode(), reason: "moves to Mombasa", passes: "stay" };
    await expectDone(refundPayment(services, sellerOf(team.akinyi), row.id, { ...form, ...why }));
  });
}
