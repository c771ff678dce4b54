/**
 * A random month of sales on a real database, compared with accounts kept by hand: the outcome and the sale after each action, and each
 * evening the drawer, payments, debts, codes and receipts.
 */
import { randomUUID } from "node:crypto";
import type { Services } from "../../app/platform/services.ts";
import { closeDrawer, findOpenDrawer, openDrawer, takeCashOut } from "../../app/sales/drawer.server.ts";
import { owedSales } from "../../app/sales/ledger.server.ts";
import { findSale } from "../../app/sales/sale-rows.server.ts";
import { sell, takePayment } from "../../app/sales/sell.server.ts";
import { refundPayment, undoSale } from "../../app/sales/take-back.server.ts";
import { addDays } from "../../app/time/dates.server.ts";
import { momentAt } from "../bookings/booking-gym.ts";
import { DESK, makePerson, OWNER } from "../members/members-gym.ts";
import { RandomRun } from "../support/random-run.ts";
import { COLLEAGUE, saleForm } from "./sales-gym.ts";
import { type Bought, SalesOracle, type Way } from "./sales-oracle.ts";

/** Begins so that a year ends within the month. */
const FIRST_DAY = "2026-12-16";
const PEOPLE = 12;

const PRICES = new Map(Object.entries({ mwanzo: 39, nguvu: 65, bingwa: 100, "day-pass": 10, "pack-of-two": 15 }));

/** Needs a gym with sales. */
export class SalesRun extends RandomRun {
  readonly outcomes = new Set<string>();
  readonly oracle = new SalesOracle(PRICES);
  people: string[] = [];
  codes: string[] = [];
  readonly services: Services;
  readonly clock: { now: string };
  drawer = "";
  minute = 0;
  date = FIRST_DAY;

  constructor(services: Services, clock: { now: string }, seed: number) {
    super(seed);
    this.services = services;
    this.clock = clock;
  }

  /** Plays a month. @throws at the first difference */
  async play(): Promise<void> {
    this.setClock();
    for (let index = 0; index < PEOPLE; index += 1) this.people.push(await makePerson(this.services));
    for (let day = 0; day < 30; day += 1) {
      this.date = addDays(FIRST_DAY, day);
      this.oracle.year = Number(this.date.slice(0, 4));
      this.minute = 0;
      const acts = 3 + this.below(9);
      for (let act = 0; act < acts; act += 1) {
        this.minute += 5;
        this.setClock();
        await this.act();
      }
      await this.compareEvening();
    }
  }

  setClock(): void {
    // Sales cross midnight in UTC, as days and years are Nairobi's.
    this.clock.now = momentAt(this.date, 2.7 + this.minute / 60);
  }

  async act(): Promise<void> {
    const dice = this.random();
    if (!this.oracle.isOpen && dice < 0.6) return this.open();
    if (dice < 0.5) return this.sell();
    if (dice < 0.65) return this.take();
    if (dice < 0.8) return this.undo();
    if (dice < 0.88) return this.refundPayment();
    if (dice < 0.92) return this.takeOut();
    return this.chance(0.5) ? this.close() : this.open();
  }

  async sell(): Promise<void> {
    const people = [...new Set(Array.from({ length: this.chance(0.2) ? 2 : 1 }, () => this.pick(this.people)))];
    const chosen = people.map((person) => [person, this.chance(0.05) ? "" : this.pick([...PRICES.keys()])] as const);
    const bought = chosen.filter(([, slug]) => slug !== "");
    const wall = bought.reduce((sum, [, slug]) => sum + (PRICES.get(slug) ?? 0), 0);
    const lower = Math.round(wall * this.pick([0.89, 0.9, 0.905, 0.95, 0.3, 0, 1.1]));
    const by = this.pick([DESK, DESK, COLLEAGUE, OWNER]);
    const price = this.chance(0.2) ? lower : undefined;
    const typed = this.payment(price ?? wall);
    const reason = price === undefined || this.chance(0.1) ? "" : "A student";
    const form = await saleForm(this.services, chosen, {
      ...{ way: typed.way, amount: this.spell(typed.amount), reference: typed.code, reason },
      ...{ price: this.spell(price), until: this.chance(0.3) ? addDays(this.date, 5) : "" },
    });
    const expected = this.oracle.sell({ id: form.formId, by, chosen: bought, price, reason, ...typed });
    await this.check("sell", expected, () => sell(this.services, by, form));
    if (expected === "done") await this.compareSale(form.formId);
  }

  async take(): Promise<void> {
    const sale = this.anySale(({ owed }) => owed > 0);
    if (sale === undefined) return;
    const typed = { id: randomUUID(), ...this.payment(Math.max(sale.owed, 1)) };
    const expected = this.oracle.take(sale.id, typed);
    const form = { formId: typed.id, way: typed.way, amount: this.spell(typed.amount), reference: typed.code };
    await this.check("take", expected, () => takePayment(this.services, this.pick([DESK, COLLEAGUE]), sale.id, form));
    await this.compareSale(sale.id);
  }

  async undo(): Promise<void> {
    const sale = this.anySale(({ isUndone }) => !isUndone);
    if (sale === undefined) return;
    const by = this.pick([DESK, COLLEAGUE, OWNER]);
    const reason = this.chance(0.1) ? "" : "The wrong plan";
    const expected = this.oracle.undo(sale.id, by, reason);
    await this.check("undo", expected, () => undoSale(this.services, by, sale.id, { reason }));
    await this.compareSale(sale.id);
  }

  async refundPayment(): Promise<void> {
    const sale = this.anySale(({ isUndone }) => !isUndone);
    if (sale === undefined) return;
    const payment = this.pick(sale.payments);
    const { way, code } = this.payment(1);
    const amount = this.pick([0, 1, payment.amount, payment.amount + 1, Math.ceil(payment.amount / 2)]);
    const ends = this.chance(0.5);
    const typed = { payment: payment.id, way, amount, code, ends, reason: this.chance(0.1) ? "" : "Moved away" };
    const expected = this.oracle.refundPayment(sale.id, typed);
    const form = {
      ...{ formId: randomUUID(), payment: payment.id, way, amount: this.spell(amount), reference: code },
      ...{ reason: typed.reason, passes: ends ? "end" : "stay" },
    };
    await this.check("refund", expected, () => refundPayment(this.services, OWNER, sale.id, form));
    await this.compareSale(sale.id);
  }

  async open(): Promise<void> {
    const amount = this.pick([0, 500, 1000, 12_345]);
    const formId = randomUUID();
    const expected = this.oracle.open(amount);
    await this.check("open", expected, () => openDrawer(this.services, DESK, { formId, amount: this.spell(amount) }));
    if (expected === "done") this.drawer = formId;
  }

  async takeOut(): Promise<void> {
    const amount = this.pick([0, 1, 250]);
    const reason = this.chance(0.2) ? "" : "Drinking water";
    const expected = this.oracle.takeOut(amount, reason);
    const form = { formId: randomUUID(), amount: this.spell(amount), reason };
    await this.check("take out", expected, () => takeCashOut(this.services, COLLEAGUE, form));
  }

  async close(): Promise<void> {
    if (this.drawer === "") return;
    const error = this.chance(0.5) ? 0 : this.pick([-10, 5, 100]);
    const { cash } = this.oracle;
    const counted = Math.max(0, cash + error);
    const expected = this.oracle.close();
    const form = { drawerId: this.drawer, counted: this.spell(counted) };
    await this.check("close", expected, () => closeDrawer(this.services, DESK, form));
    if (expected !== "done") return;
    const drawer = this.services.db.selectFrom("drawers").selectAll().where("id", "=", this.drawer);
    const { expected_kes: must, difference_kes: difference } = await drawer.executeTakeFirstOrThrow();
    this.same("the drawer", [Number(must), Number(difference)], [cash, counted - cash]);
  }

  /** A payment, sometimes an invalid one. */
  payment(owed: number): { way: Way; amount: number | undefined; code: string } {
    const way = this.pick(["cash", "cash", "mpesa", "mpesa", "mpesa", "card", "bank"] as const);
    const amount = this.chance(0.6) ? undefined : this.pick([0, 1, Math.ceil(owed / 2), owed, owed + 1]);
    const isWrong = this.chance(0.05);
    if (way === "cash") return { way, amount, code: isWrong ? this.newCode() : "" };
    if (way !== "mpesa") return { way, amount, code: isWrong ? "" : String(1000 + this.below(9000)) };
    if (isWrong) return { way, amount, code: "UKO2K8" };
    // A code that was used before, also in another spelling.
    if (this.chance(0.3) && this.codes.length > 0) return { way, amount, code: this.respell(this.pick(this.codes)) };
    return { way, amount, code: this.newCode() };
  }

  newCode(): string {
    const code = Array.from({ length: 10 }, () => this.pick([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789OO00"])).join("");
    this.codes.push(code);
    return code;
  }

  respell(code: string): string {
    const text = code.replaceAll(/[O0]/g, () => (this.chance(0.5) ? "O" : "0"));
    return this.chance(0.5) ? text.toLowerCase() : `${text.slice(0, 4)} ${text.slice(4)}`;
  }

  /** A typed amount; empty for the whole balance. */
  spell(amount: number | undefined): string {
    return amount === undefined ? "" : this.pick([String(amount), `KES ${amount.toLocaleString("en-US")}`]);
  }

  /** Usually a sale for which the action is possible. */
  anySale(isPossible: (sale: Bought) => boolean) {
    const all = [...this.oracle.bought.values()];
    return this.find(this.chance(0.8) ? all.filter(isPossible) : all);
  }

  /** Sends a form, sometimes twice at once, and compares the outcome. */
  async check(act: string, expected: string, press: () => Promise<{ code: string }>): Promise<void> {
    const isTwice = this.chance(0.1);
    const outcomes = await Promise.all(isTwice ? [press(), press()] : [press()]);
    const codes = outcomes.map(({ code }) => code).toSorted();
    this.trail.push(`${this.clock.now} ${act}: ${codes}`);
    this.same(act, codes, isTwice ? [expected, expected === "done" ? "same" : expected].toSorted() : [expected]);
    this.outcomes.add(`${act} ${expected}`);
  }

  async compareSale(id: string): Promise<void> {
    const [sale, kept] = [await findSale(this.services.db, id), this.oracle.bought.get(id)];
    if (kept === undefined) return;
    const stored = [sale?.balance, sale?.isUndone, sumsByWay(sale?.payments ?? [])];
    this.same("the sale", stored, [kept.owed, kept.isUndone, kept.came]);
  }

  async compareEvening(): Promise<void> {
    const { db } = this.services;
    const payments = await db.selectFrom("payments").select(["way", "amount_kes"]).execute();
    this.same("the ledger", sumsByWay(payments), this.oracle.came);
    const receipts = db.selectFrom("receipts").select(["year", "number"]).orderBy("year").orderBy("number");
    const numbers = [...this.oracle.receipts].flatMap(([year, count]) =>
      Array.from({ length: count }, (_, index) => ({ year, number: index + 1 })),
    );
    this.same("the receipts", await receipts.execute(), numbers);
    const used = await db.selectFrom("used_codes").select("code_key").execute();
    const codes = used.map(({ code_key: key }) => key);
    this.same("the codes", codes.toSorted(), [...this.oracle.shown.keys()].toSorted());
    const { count } = await owedSales(db);
    this.same("the debts", count, [...this.oracle.bought.values()].filter(({ owed }) => owed > 0).length);
    this.same("the drawer", (await findOpenDrawer(db)) !== undefined, this.oracle.isOpen);
  }
}

function sumsByWay(payments: readonly { way: string; amount_kes: number }[]): Record<Way, number> {
  const sums = { cash: 0, mpesa: 0, card: 0, bank: 0 };
  for (const { way, amount_kes: amount } of payments) sums[way as Way] += amount;
  return sums;
}
