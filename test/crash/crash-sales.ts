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
import { callsTo, doneIn, type KillTest, type Round, random, runAsCommand, untilKilled } from "./killed-instances.ts";
import { findLost, findUnsent } from "./stored-data.ts";

const PEOPLE = 20;
const PLANS = ["mwanzo", "nguvu", "pack-of-two", "day-pass"];

export const CRASH_SALES: KillTest = {
  now: "2026-11-22T09:00:00.000Z",
  prepare: async (services) => {
    await seedGym(services);
    await switchOnMembers(services);
    await openSales(services);
    await ensureDrawer(services);
    return async (site) => {
      // Each kill has new people.
      const people: string[] = [];
      for (let index = 0; index < PEOPLE; index += 1) people.push(await makePerson(services));
      const sharedCodes = [newCode(), newCode(), newCode()];
      const round = await untilKilled(site, (_, sent) => nextCall(people, sharedCodes, soldIn(doneIn(sent))));
      return { killed: round.killed, problems: await problemsAfter(services, people, round) };
    };
  },
};

const soldIn = (calls: readonly BookingCall[]) => callsTo("sell", calls).map(({ saleId }) => saleId);
const paidIn = (calls: readonly BookingCall[]) => [
  ...soldIn(calls),
  ...callsTo("take-owed", calls).map(({ paymentId }) => paymentId),
];

/** @param codes that several desks use @param sales that were made */
function nextCall(people: readonly string[], codes: readonly string[], sales: readonly string[]): BookingCall {
  const chance = Math.random();
  const saleId = random.find(sales);
  if (saleId !== undefined && chance < 0.2) return { do: "take-owed", saleId, paymentId: randomUUID() };
  if (saleId !== undefined && chance < 0.35) return { do: "undo-sale", saleId };
  const code = chance < 0.5 ? random.pick(codes) : chance < 0.7 ? newCode() : "";
  const sale = { personId: random.pick(people), planSlug: random.pick(PLANS), saleId: randomUUID(), code };
  return { do: "sell", ...sale, amount: chance > 0.85 ? "5" : "" };
}

/** Compares what was acknowledged with what is stored, once the killed instance's transactions have ended. */
async function problemsAfter(services: Services, people: readonly string[], round: Round): Promise<string[]> {
  await transact(services, async ({ lock }) => lock("sales"), { lock: "people" });
  const { db } = services;
  const rows = await db.selectFrom("sales").select("id").where("person_id", "in", people).execute();
  const ids = rows.map(({ id }) => id);
  const sales = await salesById(db, ids);
  const payments = [...sales.values()].flatMap((sale) => sale.payments);
  const paymentIds = payments.map(({ id }) => id);
  // Refunds have ids of their own.
  const typedIds = payments.flatMap(({ id, amount_kes: amount }) => (amount > 0 ? id : []));
  const done = doneIn(round);
  const undone = callsTo("undo-sale", done).filter(({ saleId }) => sales.get(saleId)?.isUndone !== true);
  const receipts = await db.selectFrom("receipts").select("number").orderBy("number").execute();
  return [
    ...findLost("sale", soldIn(done), ids),
    ...findUnsent("sale", ids, soldIn(round.sent)),
    ...(await Promise.all([...sales.values()].map((sale) => problemsOf(services, sale)))).flat(),
    ...findLost("payment", paidIn(done), paymentIds),
    ...findUnsent("payment", typedIds, paidIn(round.sent)),
    ...undone.map(({ saleId }) => `sale ${saleId} is not undone`),
    ...(receipts.some(({ number }, index) => number !== index + 1) ? ["the receipts have a gap"] : []),
  ];
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
