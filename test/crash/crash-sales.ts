/**
 * `npm run crash:sales [-- KILLS [sqlite|postgres]]`: desks sell, take balances and undo sales at two instances on one database, which
 * are killed in turn with SIGKILL at random moments. Every acknowledged change must be stored once and completely, and no other change;
 * receipts have no gap, and each code has one sale.
 */
import { randomUUID } from "node:crypto";
import type { Services } from "../../app/platform/services.ts";
import { transact } from "../../app/platform/transact.server.ts";
import { type Sale, salesById } from "../../app/sales/sale-rows.server.ts";
import { seedGym } from "../bookings/booking-gym.ts";
import type { BookingCall } from "../bookings/booking-processes.ts";
import { makePerson, switchOnMembers } from "../members/members-gym.ts";
import { ensureDrawer, newCode, openSales } from "../sales/sales-gym.ts";
import { type KillTest, pick, runAsCommand, untilKilled } from "./killed-instances.ts";

const PEOPLE = 20;
const PLANS = ["mwanzo", "nguvu", "pack-of-two", "day-pass"];

type Round = {
  people: readonly string[];
  /** Codes and sales that several desks use. */
  codes: readonly string[];
  sales: string[];
  acknowledged: { sales: Set<string>; payments: Set<string>; undone: Set<string> };
};

export const CRASH_SALES: KillTest = {
  now: "2026-11-22T09:00:00.000Z",
  prepare: async (services) => {
    await seedGym(services);
    await switchOnMembers(services);
    await openSales(services);
    await ensureDrawer(services);
    return async (site) => {
      const people: string[] = [];
      for (let index = 0; index < PEOPLE; index += 1) people.push(await makePerson(services));
      const round: Round = {
        ...{ people, codes: [newCode(), newCode(), newCode()], sales: [] },
        acknowledged: { sales: new Set(), payments: new Set(), undone: new Set() },
      };
      const { killed, unanswered } = await untilKilled(site, () => {
        const call = nextCall(round);
        return { call, onReport: ({ code }) => code === "done" && acknowledge(call, round) };
      });
      return { killed, problems: await problemsAfter(services, round, unanswered) };
    };
  },
};

function acknowledge(call: BookingCall, { acknowledged, sales }: Round): void {
  if (call.do === "sell") {
    acknowledged.sales.add(call.saleId);
    acknowledged.payments.add(call.saleId);
    sales.push(call.saleId);
  }
  if (call.do === "take-owed") acknowledged.payments.add(call.paymentId);
  if (call.do === "undo-sale") acknowledged.undone.add(call.saleId);
}

function nextCall({ people, codes, sales }: Round): BookingCall {
  const chance = Math.random();
  if (sales.length > 0 && chance < 0.2) return { do: "take-owed", saleId: pick(sales), paymentId: randomUUID() };
  if (sales.length > 0 && chance < 0.35) return { do: "undo-sale", saleId: pick(sales) };
  const code = chance < 0.5 ? pick(codes) : chance < 0.7 ? newCode() : "";
  const sale = { personId: pick(people), planSlug: pick(PLANS), saleId: randomUUID(), code };
  return { do: "sell", ...sale, amount: chance > 0.85 ? "5" : "" };
}

/** Compares what was acknowledged with what is stored, once the killed instance's transactions have ended. */
async function problemsAfter(
  services: Services,
  { people, acknowledged }: Round,
  unanswered: readonly BookingCall[],
): Promise<string[]> {
  await transact(services, async ({ lock }) => lock("sales"), { lock: "people" });
  const { db } = services;
  // Each kill has new people.
  const rows = await db.selectFrom("sales").select("id").where("person_id", "in", people).execute();
  const ids = rows.map(({ id }) => id);
  const sales = await salesById(db, ids);
  const problems: string[] = [];
  const isInFlight = (what: BookingCall["do"], id: string) =>
    unanswered.some(
      (call) => call.do === what && ("paymentId" in call ? call.paymentId : "saleId" in call ? call.saleId : "") === id,
    );
  for (const id of acknowledged.sales) if (!sales.has(id)) problems.push(`sale ${id} is gone`);
  for (const sale of sales.values()) problems.push(...(await problemsOf(services, sale)));
  for (const id of ids) {
    if (!acknowledged.sales.has(id) && !isInFlight("sell", id)) problems.push(`nobody sent sale ${id}`);
  }
  const payments = [...sales.values()].flatMap((sale) => sale.payments);
  const stored = new Set(payments.map(({ id }) => id));
  for (const id of acknowledged.payments) if (!stored.has(id)) problems.push(`payment ${id} is gone`);
  for (const { id, amount_kes: amount } of payments) {
    const isKnown = acknowledged.payments.has(id) || isInFlight("sell", id) || isInFlight("take-owed", id);
    if (amount > 0 && !isKnown) problems.push(`nobody sent payment ${id}`);
  }
  for (const id of acknowledged.undone) if (sales.get(id)?.isUndone !== true) problems.push(`sale ${id} is not undone`);
  const receipts = await db.selectFrom("receipts").select("number").orderBy("number").execute();
  if (receipts.some(({ number }, index) => number !== index + 1)) problems.push("the receipts have a gap");
  return problems;
}

/** Problems of a sale's passes, payments and receipts, and of its codes unless it is undone. */
async function problemsOf(
  { db }: Services,
  { row, lines, payments, receipts, balance, isUndone }: Sale,
): Promise<string[]> {
  const problems: string[] = [];
  const passes = lines.filter(({ kind }) => kind === "pass");
  if (passes.length !== 1 || passes[0]?.pass_id == null) problems.push(`sale ${row.id} has ${passes.length} passes`);
  const voided = await db
    .selectFrom("pass_acts")
    .select("id")
    .where("pass_id", "=", passes[0]?.pass_id ?? "")
    .where("kind", "=", "void")
    .execute();
  if (voided.length !== Number(isUndone)) problems.push(`the pass of sale ${row.id} is void ${voided.length} times`);
  if (receipts[0]?.kind !== "sale") problems.push(`sale ${row.id} has no receipt`);
  const paid = payments.reduce((sum, { amount_kes: amount }) => sum + amount, 0);
  if (isUndone ? paid !== 0 || balance !== 0 : paid < 1 || balance < 0)
    problems.push(`sale ${row.id} has KES ${paid} paid`);
  if (isUndone !== (receipts.at(-1)?.kind === "undo")) problems.push(`sale ${row.id} has the wrong last receipt`);
  const used = await db.selectFrom("used_codes").select("code_key").where("sale_id", "=", row.id).execute();
  const expected = isUndone ? [] : payments.flatMap(({ code_key: key }) => key ?? []);
  if (JSON.stringify(used.map(({ code_key: key }) => key)) !== JSON.stringify(expected)) {
    problems.push(`sale ${row.id} uses the wrong codes`);
  }
  return problems;
}

if (import.meta.main) await runAsCommand(CRASH_SALES);
