/**
 * A desk kept by hand: cash in a box, the Till's own count, slips on a nail, and a notebook of what everybody bought. It shares no code
 * with the site, and says of each act what must come of it. Passes are those of the oracle of passes.
 */
import { type Given, PassesOracle, type Plan } from "../members/passes-oracle.ts";

export type Way = "cash" | "mpesa" | "card" | "bank";

export type Staff = { id: string; name: string; isOwner: boolean };

/** A plan with its price on the wall. */
export type Priced = { plan: Plan; price: number };

export type Payment = { id: string; way: Way; amount: number; code: string; sentBack: number };

export type Bought = {
  id: string;
  payer: string;
  by: string;
  drawer: number;
  passes: { person: string; given: Given }[];
  payments: Payment[];
  /** What is still to come; with a minus too much has come. */
  owed: number;
  isUndone: boolean;
  /** What came by each way, less what went back. */
  came: Record<Way, number>;
};

export type SellAct = {
  id: string;
  by: Staff;
  chosen: readonly (readonly [person: string, slug: string])[];
  payer: string;
  price: number | undefined;
  reason: string;
  /** Undefined: all that is owed. */
  amount: number | undefined;
  way: Way;
  code: string;
  today: number;
};

const spelled = (code: string) => code.toUpperCase().replaceAll(" ", "").replaceAll("O", "0");

const none = () => ({ cash: 0, mpesa: 0, card: 0, bank: 0 });

export class SalesOracle {
  readonly plans: ReadonlyMap<string, Priced>;
  readonly people = new Map<string, PassesOracle>();
  readonly bought = new Map<string, Bought>();
  /** Codes that somebody has shown, and the sale or the money sent back that they stand for. */
  readonly shown = new Map<string, string>();
  /** All that came to the gym, by way, less what went back. */
  readonly came = none();
  drawers = 0;
  isOpen = false;
  /** What lies in the box. */
  cash = 0;
  /** How many receipts were written, by year. */
  readonly receipts = new Map<number, number>();

  constructor(plans: ReadonlyMap<string, Priced>) {
    this.plans = plans;
  }

  passesOf(person: string): PassesOracle {
    const known = this.people.get(person) ?? new PassesOracle();
    this.people.set(person, known);
    return known;
  }

  open(amount: number): string {
    if (this.isOpen) return "drawer-open";
    this.isOpen = true;
    this.drawers += 1;
    this.cash = amount;
    return "done";
  }

  takeOut(amount: number, reason: string): string {
    if (!this.isOpen) return "drawer-closed";
    if (amount < 1) return "amount-invalid";
    if (reason === "") return "reason-missing";
    this.cash -= amount;
    return "done";
  }

  close(): string {
    if (!this.isOpen) return "same";
    this.isOpen = false;
    return "done";
  }

  sell(act: SellAct, year: number): string {
    const { id, by, chosen, payer, today } = act;
    if (this.bought.has(id)) return "same";
    if (!this.isOpen) return "drawer-closed";
    if (chosen.length === 0) return "lines-missing";
    const wall = chosen.reduce((sum, [, slug]) => sum + (this.plans.get(slug)?.price ?? 0), 0);
    // Whether a pass would end too far ahead is asked of a copy.
    for (const [person, slug] of chosen) {
      const copy = new PassesOracle();
      copy.take(this.passesOf(person));
      if (copy.sell(this.#plan(slug), today) === undefined) return "too-far";
    }
    const price = act.price ?? wall;
    if (price > wall) return "price-high";
    if (price < 1) return "price-zero";
    if (!by.isOwner && price * 10 < wall * 9) return "price-owner";
    if (price < wall && act.reason === "") return "reason-missing";
    const amount = act.amount ?? price;
    const problem = this.#paymentProblem(act.way, amount, price, act.code);
    if (problem !== undefined) return problem;

    const passes = chosen.map(([person, slug]) => {
      const given = this.passesOf(person).sell(this.#plan(slug), today);
      if (given === undefined) throw new Error("It was asked before");
      return { person, given };
    });
    const sale: Bought = {
      ...{ id, payer, by: by.id, drawer: this.drawers, passes, payments: [], owed: price, isUndone: false },
      came: none(),
    };
    this.bought.set(id, sale);
    this.#pay(sale, { id, way: act.way, amount, code: act.code });
    this.#writeReceipt(year);
    return "done";
  }

  take(id: string, typed: { id: string; way: Way; amount: number | undefined; code: string }, year: number): string {
    const sale = this.#sale(id);
    if (sale.payments.some((one) => one.id === typed.id)) return "same";
    if (sale.isUndone) return "undone";
    if (sale.owed <= 0) return "nothing-owed";
    if (!this.isOpen) return "drawer-closed";
    const amount = typed.amount ?? sale.owed;
    const problem = this.#paymentProblem(typed.way, amount, sale.owed, typed.code);
    if (problem !== undefined) return problem;
    this.#pay(sale, { ...typed, amount });
    this.#writeReceipt(year);
    return "done";
  }

  undo(id: string, by: Staff, reason: string, today: number, year: number): string {
    const sale = this.#sale(id);
    if (sale.isUndone) return "same";
    if (reason === "") return "reason-missing";
    const isOwn = sale.by === by.id && this.isOpen && sale.drawer === this.drawers;
    if (!by.isOwner && !isOwn) return "undo-owner";
    const left = sale.payments.filter(({ amount, sentBack }) => amount > sentBack);
    if (!this.isOpen && left.some(({ way }) => way === "cash")) return "drawer-closed";
    for (const payment of left) this.#goBack(sale, payment, payment.way, payment.amount - payment.sentBack);
    for (const { person, given } of sale.passes) this.passesOf(person).void(given, today);
    for (const [code, of] of [...this.shown]) if (of === id) this.shown.delete(code);
    sale.owed = 0;
    sale.isUndone = true;
    this.#writeReceipt(year);
    return "done";
  }

  refundPayment(
    id: string,
    typed: { payment: string; way: Way; amount: number; code: string; ends: boolean; reason: string },
    today: number,
    year: number,
  ): string {
    const sale = this.#sale(id);
    if (sale.isUndone) return "undone";
    const payment = sale.payments.find((one) => one.id === typed.payment && one.amount > one.sentBack);
    if (payment === undefined) return "payment-missing";
    if (typed.amount < 1) return "amount-invalid";
    if (typed.amount > payment.amount - payment.sentBack) return "more-than-paid";
    if (typed.reason === "") return "reason-missing";
    const code = this.#codeProblem(typed.way, typed.code);
    if (code !== undefined) return code;
    if (!this.isOpen && typed.way === "cash") return "drawer-closed";
    this.#goBack(sale, payment, typed.way, typed.amount);
    if (typed.way === "mpesa") this.shown.set(spelled(typed.code), id);
    // What was too much goes first; for the rest nobody owes anything.
    if (sale.owed < 0) sale.owed = Math.min(0, sale.owed + typed.amount);
    if (typed.ends) {
      sale.owed = Math.min(0, sale.owed);
      for (const { person, given } of sale.passes) this.#end(person, given, today);
    }
    this.#writeReceipt(year);
    return "done";
  }

  #end(person: string, given: Given, today: number): void {
    const oracle = this.passesOf(person);
    const walk = oracle.walk();
    const word = walk.wordOf(walk.of(given.id), today);
    const isOver = given.voidOn !== undefined || given.endedOn !== undefined || word === "grace" || word === "ended";
    if (!isOver) oracle.end(given, today);
  }

  #plan(slug: string): Plan {
    const priced = this.plans.get(slug);
    if (priced === undefined) throw new Error(`There is no ${slug}`);
    return priced.plan;
  }

  #sale(id: string): Bought {
    const sale = this.bought.get(id);
    if (sale === undefined) throw new Error(`Nobody has bought ${id}`);
    return sale;
  }

  #paymentProblem(way: Way, amount: number, owed: number, code: string): string | undefined {
    if (amount < 1) return "amount-invalid";
    if ((way === "cash" || way === "card") && amount > owed) return "more-than-owed";
    return this.#codeProblem(way, code);
  }

  #codeProblem(way: Way, code: string): string | undefined {
    if (way === "cash") return code === "" ? undefined : "reference-unused";
    if (way !== "mpesa") return code === "" ? "slip-invalid" : undefined;
    if (spelled(code).length !== 10) return "code-invalid";
    return this.shown.has(spelled(code)) ? "code-used" : undefined;
  }

  #pay(sale: Bought, { id, way, amount, code }: Omit<Payment, "sentBack">): void {
    sale.payments.push({ id, way, amount, code, sentBack: 0 });
    sale.owed -= amount;
    sale.came[way] += amount;
    this.came[way] += amount;
    if (way === "cash") this.cash += amount;
    if (way === "mpesa") this.shown.set(spelled(code), sale.id);
  }

  #goBack(sale: Bought, payment: Payment, way: Way, amount: number): void {
    payment.sentBack += amount;
    sale.came[way] -= amount;
    this.came[way] -= amount;
    if (way === "cash") this.cash -= amount;
  }

  #writeReceipt(year: number): void {
    this.receipts.set(year, (this.receipts.get(year) ?? 0) + 1);
  }
}
