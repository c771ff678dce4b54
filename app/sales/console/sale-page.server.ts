import { href } from "react-router";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { settingsType } from "../../content-types/settings.ts";
import { etagOf } from "../../forms/form-id.server.ts";
import { whatsAppAddress } from "../../forms/phone.ts";
import { findPerson } from "../../people/people.server.ts";
import { dayAndDate, shortMoment, shortRelativeDay } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { findOpenDrawer } from "../drawer.server.ts";
import { readReceipt } from "../receipts.server.ts";
import { type ReceiptRow, type Sale, sellerNames } from "../sale-rows.server.ts";
import { canUndo, sumOf } from "../sales.ts";
import { refundablePayments } from "../take-back.server.ts";
import { lineWords, namesOfSales, paymentWords, saleState, signedMoney, soldWords } from "../words.server.ts";
import type { FoundSale } from "./sales-request.server.ts";

export async function readSalePage({ services, actor, sale }: FoundSale) {
  const { db, now } = services;
  const { row, lines, payments, receipts, balance, isUndone } = sale;
  const today = dateInNairobi(now());
  const nameOf = await namesOfSales(db, [sale]);
  const sellerOf = await sellerNames(
    db,
    receipts.map(({ by_id: id }) => id),
  );
  const drawer = await findOpenDrawer(db);
  const buyer = await findPerson(db, row.person_id);
  const mayUndo = !isUndone && canUndo(row, actor, drawer?.id);
  return {
    id: row.id,
    seen: etagOf([receipts.length, drawer?.id]),
    title: soldWords(sale) || "Sale",
    meta: `${dayAndDate(row.day)}, by ${sellerOf(row.by_id)}`,
    person: { name: nameOf(row.person_id), to: href("/staff/members/:person", { person: row.person_id }) },
    state: saleState(sale, (date) => shortRelativeDay(date, today)),
    rows: [
      ...lines.map((line) => {
        const what = [lineWords(line, nameOf), line.reason].filter(Boolean).join(": ");
        return { id: line.id, what, amount: signedMoney(line.amount_kes) };
      }),
      ...payments.map((payment) => ({
        ...{ id: `paid ${payment.id}`, what: paymentWords(payment), amount: signedMoney(payment.amount_kes) },
      })),
    ],
    receipts: receipts.toReversed().map((receipt) => receiptRow(receipt, sale, now(), sellerOf)),
    owed: balance > 0 ? moneyText(balance) : undefined,
    isOpen: drawer !== undefined,
    mayUndo,
    mayUndoLater: !isUndone && !mayUndo,
    maySendBack: actor.isOwner && !isUndone && refundablePayments(sale).length > 0,
    whatsApp: buyer === undefined ? null : await receiptChat(services, receipts.at(-1)?.id ?? "", buyer.phone),
  };
}

const RECEIPT_STATES: Readonly<Record<string, string>> = {
  sale: "Sold",
  payment: "Paid",
  refund: "Refunded",
  undo: "Undone",
};

function receiptRow(receipt: ReceiptRow, { payments }: Sale, now: Date, sellerOf: (id: string) => string) {
  const paid = payments.filter(({ receipt_id: id }) => id === receipt.id);
  return {
    to: href("/staff/receipts/:receipt", { receipt: receipt.id }),
    title: receipt.id,
    about: `${shortMoment(new Date(receipt.at), now)}, by ${sellerOf(receipt.by_id)}, ${signedMoney(sumOf(paid))}`,
    state: { words: RECEIPT_STATES[receipt.kind] ?? receipt.kind, mark: receipt.kind === "undo" ? "off" : "on" },
  };
}

/** A chat with the buyer, with the last receipt filled in; null without a number for WhatsApp. */
async function receiptChat(services: FoundSale["services"], receiptId: string, phone: string): Promise<string | null> {
  const receipt = await readReceipt(services.db, receiptId);
  if (receipt === undefined) return null;
  const { name } = await findSingleEntry(services, settingsType);
  const { title, id, date, rows, rest } = receipt.view;
  const lines = [`${title} ${id}, ${name}, ${date}`, ...rows.map(({ what, amount }) => `${what}: ${amount}`), rest];
  return whatsAppAddress(phone, lines.join("\n")) ?? null;
}
