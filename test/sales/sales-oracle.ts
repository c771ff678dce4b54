/**
 * Accounts of the desk kept by hand: the cash box, the codes that were used, and what each person bought. It shares no code with the
 * site, and predicts the outcome of each action.
 */

export type Way = "cash" | "mpesa" | "card" | "bank";

type Staff = { id: string; isOwner: boolean };

type Payment = { id: string; way: Way; amount: number; code: string; refunded: number };

export type Bought = {
  id: string;
  by: string;
  drawer: number;
  payments: Payment[];
  /** The balance; negative after an overpayment. */
  owed: number;
  isUndone: boolean;
  /** Payments by each method, less refunds. */
  came: Record<Way, number>;
};

type SellAct = {
  id: string;
  by: Staff;
  chosen: readonly (readonly [person: string, slug: string])[];
  price: number | undefined;
  reason: string;
  /** Undefined: the whole balance. */
  amount: number | undefined;
  way: Way;
  code: string;
};

type RefundAct = { payment: string; way: Way; amount: number; code: string; ends: boolean; reason: string };

const spelled = (code: string) => code.toUpperCase().replaceAll(" ", "").replaceAll("O", "0");

const none = () => ({ cash: 0, mpesa: 0, card: 0, bank: 0 });

export class SalesOracle {
  readonly prices: ReadonlyMap<string, number>;
  readonly bought = new Map<string, Bought>();
  /** Codes in use, each with its sale. */
  readonly shown = new Map<string, string>();
  /** All payments by method, less refunds. */
  readonly came = none();
  drawers = 0;
  isOpen = false;
  cash = 0;
  year = 0;
  /** The number of receipts by year. */
  readonly receipts = new Map<number, number>();

  constructor(prices: ReadonlyMap<string, number>) {
    this.prices = prices;
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

  sell(act: SellAct): string {
    const { id, by, chosen } = act;
    if (this.bought.has(id)) return "same";
    if (!this.isOpen) return "drawer-closed";
    if (chosen.length === 0) return "lines-missing";
    const wall = chosen.reduce((sum, [, slug]) => sum + (this.prices.get(slug) ?? 0), 0);
    const price = act.price ?? wall;
    if (price > wall) return "price-high";
    if (price < 1) return "price-zero";
    if (!by.isOwner && price * 10 < wall * 9) return "price-owner";
    if (price < wall && act.reason === "") return "reason-missing";
    const amount = act.amount ?? price;
    const problem = this.#paymentProblem(act.way, amount, price, act.code);
    if (problem !== undefined) return problem;

    const sale = { id, by: by.id, drawer: this.drawers, payments: [], owed: price, isUndone: false, came: none() };
    this.bought.set(id, sale);
    this.#pay(sale, { id, way: act.way, amount, code: act.code });
    this.#writeReceipt();
    return "done";
  }

  take(id: string, typed: { id: string; way: Way; amount: number | undefined; code: string }): string {
    const sale = this.#sale(id);
    if (sale.payments.some((one) => one.id === typed.id)) return "same";
    if (sale.isUndone) return "undone";
    if (sale.owed <= 0) return "nothing-owed";
    if (!this.isOpen) return "drawer-closed";
    const amount = typed.amount ?? sale.owed;
    const problem = this.#paymentProblem(typed.way, amount, sale.owed, typed.code);
    if (problem !== undefined) return problem;
    this.#pay(sale, { ...typed, amount });
    this.#writeReceipt();
    return "done";
  }

  undo(id: string, by: Staff, reason: string): string {
    const sale = this.#sale(id);
    if (sale.isUndone) return "same";
    if (reason === "") return "reason-missing";
    const isOwn = sale.by === by.id && this.isOpen && sale.drawer === this.drawers;
    if (!by.isOwner && !isOwn) return "undo-owner";
    const left = sale.payments.filter(({ amount, refunded }) => amount > refunded);
    if (!this.isOpen && left.some(({ way }) => way === "cash")) return "drawer-closed";
    for (const payment of left) this.#refund(sale, payment, payment.way, payment.amount - payment.refunded);
    for (const [code, of] of [...this.shown]) if (of === id) this.shown.delete(code);
    sale.owed = 0;
    sale.isUndone = true;
    this.#writeReceipt();
    return "done";
  }

  refundPayment(id: string, typed: RefundAct): string {
    const sale = this.#sale(id);
    if (sale.isUndone) return "undone";
    const payment = sale.payments.find((one) => one.id === typed.payment && one.amount > one.refunded);
    if (payment === undefined) return "payment-missing";
    if (typed.amount < 1) return "amount-invalid";
    if (typed.amount > payment.amount - payment.refunded) return "more-than-paid";
    if (typed.reason === "") return "reason-missing";
    const code = this.#codeProblem(typed.way, typed.code);
    if (code !== undefined) return code;
    if (!this.isOpen && typed.way === "cash") return "drawer-closed";
    this.#refund(sale, payment, typed.way, typed.amount);
    if (typed.way === "mpesa") this.shown.set(spelled(typed.code), id);
    // An overpayment is refunded first; a refund never adds a debt.
    if (sale.owed < 0) sale.owed = Math.min(0, sale.owed + typed.amount);
    if (typed.ends) sale.owed = Math.min(0, sale.owed);
    this.#writeReceipt();
    return "done";
  }

  #sale(id: string): Bought {
    const sale = this.bought.get(id);
    if (sale === undefined) throw new Error(`There is no sale ${id}`);
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

  #pay(sale: Bought, { id, way, amount, code }: Omit<Payment, "refunded">): void {
    sale.payments.push({ id, way, amount, code, refunded: 0 });
    sale.owed -= amount;
    sale.came[way] += amount;
    this.came[way] += amount;
    if (way === "cash") this.cash += amount;
    if (way === "mpesa") this.shown.set(spelled(code), sale.id);
  }

  #refund(sale: Bought, payment: Payment, way: Way, amount: number): void {
    payment.refunded += amount;
    sale.came[way] -= amount;
    this.came[way] -= amount;
    if (way === "cash") this.cash -= amount;
  }

  #writeReceipt(): void {
    this.receipts.set(this.year, (this.receipts.get(this.year) ?? 0) + 1);
  }
}
