import { randomUUID } from "node:crypto";
import { href, Link } from "react-router";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { ActionForm, ActionPage } from "../../console/kit/action-page.tsx";
import { type Actions, idField } from "../../console/kit/actions.ts";
import { Board } from "../../console/kit/list-page.tsx";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink, Notice, TitledSection } from "../../console/page-parts.tsx";
import { settingsType } from "../../content-types/settings.ts";
import { whatsAppAddress } from "../../forms/phone.ts";
import { etagOf } from "../../forms/read-form.server.ts";
import { findPerson } from "../../people/people.server.ts";
import { dateInNairobi, dayAndDate, shortMoment, shortRelativeDay } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { findOpenDrawer } from "../drawer.server.ts";
import { SALE_PROBLEMS } from "../problems.ts";
import { Sums } from "../receipt-facts.tsx";
import { readReceipt } from "../receipts.server.ts";
import { type ReceiptRow, type Sale, sellerNames } from "../sale-rows.server.ts";
import { canUndo, sumOf } from "../sales.ts";
import { takePayment } from "../sell.server.ts";
import { refundablePayments } from "../take-back.server.ts";
import { lineWords, namesOfSales, paymentWords, saleState, signedMoney, soldWords } from "../words.server.ts";
import type { Route } from "./+types/sale.route";
import { PAY_BUTTONS, PAY_FIELDS } from "./sale-forms.ts";
import { explainUsedCode, type FoundSale, saleRequest } from "./sales-request.server.ts";

async function readSalePage({ services, actor, sale }: FoundSale) {
  const { db, now } = services;
  const { row, lines, payments, receipts, balance, isUndone } = sale;
  const today = dateInNairobi(now());
  const nameOf = await namesOfSales(db, [sale]);
  const sellerOf = await sellerNames(db);
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

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ACTIONS = {
  take: { submit: "Take the payment", fields: [idField("formId"), ...PAY_FIELDS], done: "The payment is stored." },
  // Done on other pages.
  sold: { submit: "", done: "Sold." },
  undone: { submit: "", done: "The sale is undone." },
  back: { submit: "", done: "The refund is recorded." },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["see", "sales"],
  problems: SALE_PROBLEMS,
  find: (_request, args: Route.LoaderArgs) => saleRequest(args, "see"),
  load: async (request) => ({ ...(await readSalePage(request)), formId: randomUUID() }),
  run: {
    take: [
      "edit",
      async ({ services, actor, sale }, values) =>
        explainUsedCode(services, await takePayment(services, actor, sale.row.id, values)),
    ],
  },
});
export const loader = server.loader;
export const action = server.action;

/** A sale: what was sold, what was paid, its receipts, and taking what is owed. */
export default function SalePage({ loaderData: { page } }: Route.ComponentProps) {
  const { id, title, meta, person, state, rows, receipts, owed, isOpen, mayUndo, mayUndoLater, maySendBack, whatsApp } =
    page;
  return (
    <ActionPage
      actions={ACTIONS}
      title={title}
      back={{ to: href("/staff/money"), label: "Money" }}
      meta={meta}
      seen={page.seen}
      headActions={
        whatsApp !== null && <ConsoleLink className="button low" to={whatsApp} label="Send the receipt by WhatsApp" />
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Link to={person.to}>{person.name}</Link> <span className={`state ${state.mark}`}>{state.words}</span>
      </p>
      {owed !== undefined && isOpen && (
        <ActionForm action="take" title={`Take ${owed}`} values={{ formId: page.formId }} buttons={PAY_BUTTONS} />
      )}
      {owed !== undefined && !isOpen && (
        <Notice isBad action={<ConsoleLink to={href("/staff/money/drawer")} label="Open the drawer" />}>
          The drawer is closed. Open it to take what is owed.
        </Notice>
      )}
      <Sums rows={rows} />
      <TitledSection title="Receipts">
        <Board rows={receipts} heading="h3" />
      </TitledSection>
      {(mayUndo || maySendBack) && (
        <p className="actions">
          {mayUndo && (
            <Link className="button low" to={href("/staff/money/sales/:sale/undo", { sale: id })}>
              Undo the sale
            </Link>
          )}
          {maySendBack && (
            <Link className="button low" to={href("/staff/money/sales/:sale/back", { sale: id })}>
              Record a refund
            </Link>
          )}
        </p>
      )}
      {mayUndoLater && (
        <p className="help">
          A mistake? The desk can undo its own sales until the drawer is closed; the owner can undo any.
        </p>
      )}
    </ActionPage>
  );
}
