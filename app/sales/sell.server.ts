/** Sells passes and takes further payments, each in one transaction with its receipt, and once per form. */
import { randomUUID } from "node:crypto";
import { findSingleEntry } from "../cms/entries.server.ts";
import { membershipType, OWING } from "../content-types/membership.ts";
import { etagOf, isFormId } from "../forms/read-form.server.ts";
import { insertPass, type Offer, offersFor } from "../members/give-pass.server.ts";
import type { PassActor } from "../members/pass-changes.server.ts";
import { REASON_MAX } from "../members/passes.ts";
import { SOLD } from "../members/plans.ts";
import { ensureDoorNumber } from "../people/door-numbers.server.ts";
import { changePeople, findPerson, type Person, touchPerson } from "../people/people.server.ts";
import { nextId } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { type Change, transactWith } from "../platform/transact.server.ts";
import { addDays, dateInNairobi, isCalendarDate } from "../time/dates.server.ts";
import { dateOfDay } from "../time/days.ts";
import { findOpenDrawer } from "./drawer.server.ts";
import type { SaleProblem } from "./problems.ts";
import { queueReceiptMail } from "./receipts.server.ts";
import {
  addLine,
  addPayment,
  findSale,
  findUsedCode,
  isPaymentId,
  issueReceipt,
  markCodeUsed,
  type NewPayment,
  type PaymentRow,
  type SaleChange,
} from "./sale-rows.server.ts";
import {
  amountProblem,
  OWED_DAYS_MAX,
  PAYMENT_METHODS,
  type PaymentMethod,
  PEOPLE_MAX,
  parseCode,
  parseKraPin,
  parseShillings,
  parseSlip,
  priceProblem,
  sumOf,
} from "./sales.ts";

/** `seen` changes with prices and days: a stale form sells nothing. */
type Quote = { people: { person: Person; offers: Offer[] }[]; seen: string };

/** Quotes every plan for each person once. @returns undefined if a person no longer exists */
export async function quoteSale(
  services: Services,
  db: Db,
  personIds: readonly string[],
  at: Date,
): Promise<Quote | undefined> {
  const people: Quote["people"] = [];
  for (const id of personIds.slice(0, PEOPLE_MAX)) {
    const person = await findPerson(db, id);
    if (person === undefined || person.erased_at !== null) return undefined;
    if (people.some((quoted) => quoted.person.id === person.id)) continue;
    const { offers } = await offersFor({ ...services, db, now: () => at }, person);
    people.push({ person, offers });
  }
  const facts = people.map(({ person, offers }) => [
    person.id,
    offers.map(({ slug, priceKes, placing }) => [slug, priceKes, placing?.firstDay, placing?.runsTo]),
  ]);
  return { people, seen: etagOf([dateInNairobi(at), facts]) };
}

export type Seller = PassActor;

/** `codeUse`: the payment that used the code. */
export type SaleOutcome =
  | { code: "done" | "same"; saleId: string }
  | { code: "code-used"; codeUse: PaymentRow }
  | { code: Exclude<SaleProblem, "code-used"> };

/** A payment as typed. `reference`: the M-Pesa code or the slip's number; without a `way` it is an M-Pesa code. */
type TypedPayment = { way: string; amount: string; reference: string };

/** The form of a sale. The first person pays. With empty fields, the plans' full price is paid now. */
export type SaleForm = TypedPayment &
  Record<"formId" | "seen" | "until" | "price" | "reason" | "pin", string> & {
    people: readonly { id: string; planSlug: string }[];
  };

/** Sells passes to a payer: sale, passes, payment and receipt, all or nothing. */
export async function sell(services: Services, actor: Seller, form: SaleForm): Promise<SaleOutcome> {
  return changePeople(services, async (change) => {
    await change.lock("sales");
    return sellWithin(change, actor, form);
  });
}

async function sellWithin(change: Change, actor: Seller, form: SaleForm): Promise<SaleOutcome> {
  const { services, transaction, at } = change;
  const quote = await quoteSale(
    services,
    transaction,
    form.people.map(({ id }) => id),
    at,
  );
  const payer = quote?.people[0]?.person;
  if (!isFormId(form.formId) || quote === undefined || payer === undefined) return { code: "unknown" };
  const existing = await findSale(transaction, form.formId);
  if (existing !== undefined)
    return existing.row.person_id === payer.id ? { code: "same", saleId: form.formId } : { code: "unknown" };
  const drawer = await findOpenDrawer(transaction);
  if (drawer === undefined) return { code: "drawer-closed" };
  if (quote.seen !== form.seen) return { code: "conflict" };
  const chosen = chosenOffers(form, quote);
  if (typeof chosen === "string") return { code: chosen };
  const listPrice = sumOf(chosen.map(({ offer }) => ({ amount_kes: offer.priceKes })));
  const price = readPrice(form, listPrice, actor);
  if (typeof price === "string") return { code: price };
  const read = await readPayment(transaction, form.formId, form, price);
  if (!("payment" in read)) return read;
  const { payment } = read;
  const until = await readUntil(change, form.until, price - payment.amount_kes);
  if (typeof until === "object" && until !== null) return until;
  const pin = form.pin.trim() === "" ? "" : parseKraPin(form.pin);
  if (pin === undefined) return { code: "pin-invalid" };

  const saleId = form.formId;
  await ensureDoorNumber(change, payer.id);
  await transaction
    .insertInto("sales")
    .values({
      ...{ id: saleId, person_id: payer.id, day: dateInNairobi(at), by_id: actor.id, drawer_id: drawer.id },
      ...{ owed_until: until, buyer_pin: pin },
    })
    .execute();
  const receipt = await issueReceipt(change, actor, saleId, "sale");
  const sale = { saleId, receipt, drawerId: drawer.id };
  await addPasses(change, actor, sale, chosen);
  if (price < listPrice) {
    const line = { kind: "lower-price" as const, person_id: payer.id, amount_kes: price - listPrice };
    await addLine(change, sale, { id: nextId(), ...line, reason: asLine(form.reason) });
  }
  await addPayment(change, sale, payment);
  await markCodeUsed(change, sale, payment);
  await touchPerson(change, payer);
  await queueReceiptMail(change, receipt);
  return { code: "done", saleId };
}

type ChosenOffer = { person: Person; offer: Offer & { placing: NonNullable<Offer["placing"]> } };

function chosenOffers({ people }: SaleForm, quote: Quote): ChosenOffer[] | "lines-missing" | "too-far" {
  const chosen: ChosenOffer[] = [];
  for (const { person, offers } of quote.people) {
    const slug = people.find(({ id }) => id === person.id)?.planSlug ?? "";
    const offer = offers.find((candidate) => candidate.slug === slug);
    if (offer === undefined && slug !== "") return "lines-missing";
    if (offer === undefined) continue;
    const { placing } = offer;
    if (placing === undefined) return "too-far";
    chosen.push({ person, offer: { ...offer, placing } });
  }
  return chosen.length === 0 ? "lines-missing" : chosen;
}

async function addPasses(
  change: Change,
  actor: Seller,
  sale: SaleChange,
  chosen: readonly ChosenOffer[],
): Promise<void> {
  for (const { person, offer } of chosen) {
    const id = randomUUID();
    const { placing } = offer;
    await insertPass(change, actor, person, { id, offer, placing, paidHow: SOLD, paidNote: "" });
    await addLine(change, sale, {
      ...{ id: nextId(), kind: "pass", person_id: person.id, plan_name: offer.name, pass_id: id },
      ...{ first_day: dateOfDay(placing.firstDay), last_day: dateOfDay(placing.runsTo), amount_kes: offer.priceKes },
    });
  }
}

function readPrice({ price: typed, reason }: SaleForm, price: number, actor: Seller) {
  if (typed.trim() === "") return price;
  const agreed = parseShillings(typed);
  if (agreed === undefined) return "price-invalid";
  const problem = priceProblem(price, agreed, actor);
  if (problem !== undefined) return problem;
  if (agreed < price && asLine(reason) === "") return "reason-missing";
  return asLine(reason).length > REASON_MAX ? "reason-long" : agreed;
}

/** Reads a payment of what is owed. @param id the new payment's id */
async function readPayment(
  db: Db,
  id: string,
  typed: TypedPayment,
  owed: number,
): Promise<{ payment: NewPayment } | Exclude<SaleOutcome, { saleId: string }>> {
  if (await isPaymentId(db, id)) return { code: "unknown" };
  // Pressing Enter in a field sends no payment method.
  const way = PAYMENT_METHODS.find((name) => name === (typed.way || (typed.reference.trim() === "" ? "" : "mpesa")));
  if (way === undefined) return { code: "way-missing" };
  const amount = typed.amount.trim() === "" ? owed : parseShillings(typed.amount);
  const problem = amountProblem(way, amount, owed);
  if (problem !== undefined || amount === undefined) return { code: problem ?? "amount-invalid" };
  const read = await readReference(db, way, typed.reference);
  if ("code" in read) return read;
  return { payment: { id, way, amount_kes: amount, ...read, reverses_id: null } };
}

/** Reads a payment's M-Pesa code or slip number. */
export async function readReference(
  db: Db,
  way: PaymentMethod,
  typed: string,
): Promise<
  | { reference: string; code_key: string | null }
  | { code: "code-used"; codeUse: PaymentRow }
  | { code: "code-invalid" | "slip-invalid" | "reference-unused" }
> {
  if (way === "cash") {
    return typed.trim() === "" ? { reference: "", code_key: null } : { code: "reference-unused" };
  }
  if (way !== "mpesa") {
    const slip = parseSlip(typed);
    return slip === undefined ? { code: "slip-invalid" } : { reference: slip, code_key: null };
  }
  const code = parseCode(typed);
  if (code === undefined) return { code: "code-invalid" };
  const codeUse = await findUsedCode(db, code.key);
  return codeUse ? { code: "code-used", codeUse } : { reference: code.code, code_key: code.key };
}

/** Reads the day when the rest is due: today, unless the owner allows a later day. Null if nothing is left to pay. */
async function readUntil(
  { services, transaction, at }: Change,
  typed: string,
  rest: number,
): Promise<string | null | { code: "until-invalid" | "until-today" }> {
  if (rest <= 0) return null;
  const today = dateInNairobi(at);
  if (typed === "" || typed === today) return today;
  if (!isCalendarDate(typed) || typed < today || typed > addDays(today, OWED_DAYS_MAX)) {
    return { code: "until-invalid" };
  }
  const { owing } = await findSingleEntry({ ...services, db: transaction }, membershipType);
  return owing === OWING[1] ? typed : { code: "until-today" };
}

/** Takes another payment for a sale; an empty amount pays the rest. @param form.formId becomes the payment's id */
export async function takePayment(
  services: Services,
  actor: Seller,
  saleId: string,
  form: TypedPayment & { formId: string },
): Promise<SaleOutcome> {
  return transactWith(services, "sales", async (change) => {
    const { transaction } = change;
    const sale = await findSale(transaction, saleId);
    if (sale === undefined || !isFormId(form.formId)) return { code: "unknown" };
    if (sale.payments.some(({ id }) => id === form.formId)) return { code: "same", saleId };
    if (sale.isUndone) return { code: "undone" };
    if (sale.balance <= 0) return { code: "nothing-owed" };
    const drawer = await findOpenDrawer(transaction);
    if (drawer === undefined) return { code: "drawer-closed" };
    const read = await readPayment(transaction, form.formId, form, sale.balance);
    if (!("payment" in read)) return read;
    const { payment } = read;
    const receipt = await issueReceipt(change, actor, saleId, "payment");
    const saleChange = { saleId, receipt, drawerId: drawer.id };
    await addPayment(change, saleChange, payment);
    await markCodeUsed(change, saleChange, payment);
    if (payment.amount_kes >= sale.balance) await settle(change, saleId);
    await queueReceiptMail(change, receipt);
    return { code: "done", saleId };
  });
}

/** Removes a sale from the list of debts. */
export async function settle({ transaction }: Change, saleId: string): Promise<void> {
  await transaction.updateTable("sales").set({ owed_until: null }).where("id", "=", saleId).execute();
}
