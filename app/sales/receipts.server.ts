/** Receipts as people read them: at the desk, on paper, in emails and on their own pages. */

import { type MailContent, mailHtml, mailText } from "../bookings/mail-layout.ts";
import { findSingleEntry } from "../cms/entries.server.ts";
import { logoWordOf, settingsType } from "../content-types/settings.ts";
import { findMailRecipient } from "../members/membership-mails.server.ts";
import { findPerson, personOfAccount } from "../people/people.server.ts";
import { siteOrigin } from "../platform/config.ts";
import { MAIL_PRIORITY } from "../platform/outbox.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { withoutBidiControls } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { dateInNairobi, longDate, relativeDay } from "../time/dates.server.ts";
import { moneyText } from "../time/money.ts";
import { findSale, type ReceiptRow, type Sale, salesOfPerson, sellerNames } from "./sale-rows.server.ts";
import { balanceOf, type ReceiptKind, sumOf } from "./sales.ts";
import { lineWords, namesOfSales, paymentWords, saleState, signedMoney, soldWords } from "./words.server.ts";

const TITLES: Readonly<Record<ReceiptKind, string>> = {
  sale: "Receipt",
  payment: "Payment receipt",
  refund: "Refund receipt",
  undo: "Receipt of an undone sale",
};

function restWords(owed: number, kind: ReceiptKind): string {
  if (owed > 0) return `Still owed: ${moneyText(owed)}`;
  if (owed < 0) return `Overpaid by ${moneyText(-owed)}`;
  return kind === "refund" || kind === "undo" ? "Nothing is owed." : "Paid in full.";
}

export type ReceiptView = Awaited<ReturnType<typeof receiptView>>;

export async function readReceipt(db: Db, id: string): Promise<{ view: ReceiptView; sale: Sale } | undefined> {
  const receipt = await db.selectFrom("receipts").selectAll().where("id", "=", id).executeTakeFirst();
  const sale = receipt && (await findSale(db, receipt.sale_id));
  return receipt && sale && { view: await receiptView(db, receipt, sale), sale };
}

/** Computes the view of a receipt, which never changes except for erased names. */
async function receiptView(db: Db, receipt: ReceiptRow, sale: Sale) {
  const nameOf = await namesOfSales(db, [sale]);
  const sellerOf = await sellerNames(db);
  const upTo = sale.receipts.slice(0, sale.receipts.findIndex(({ id }) => id === receipt.id) + 1).map(({ id }) => id);
  const owed = balanceOf({
    lines: sale.lines.filter(({ receipt_id: id }) => upTo.includes(id)),
    payments: sale.payments.filter(({ receipt_id: id }) => upTo.includes(id)),
  });
  const isOwn = ({ receipt_id: id }: { receipt_id: string }) => id === receipt.id;
  const amount = ({ amount_kes: kes }: { amount_kes: number }) => signedMoney(kes);
  return {
    id: receipt.id,
    title: TITLES[receipt.kind as ReceiptKind],
    date: longDate(receipt.day),
    buyer: nameOf(sale.row.person_id),
    buyerPin: sale.row.buyer_pin,
    seller: sellerOf(receipt.by_id),
    // A later receipt names the sale's first.
    firstReceiptId: upTo.length > 1 ? (upTo[0] ?? "") : "",
    rows: [
      ...sale.lines.filter(isOwn).map((line) => ({ id: line.id, what: lineWords(line, nameOf), amount: amount(line) })),
      ...sale.payments.filter(isOwn).map((payment) => ({
        ...{ id: payment.id, what: paymentWords(payment), amount: amount(payment) },
      })),
    ],
    rest: restWords(owed, receipt.kind as ReceiptKind),
  };
}

const OWN_SALES_SHOWN = 60;

/** The receipts of an account, newest first, and what is owed. */
export async function readOwnReceipts({ db, now }: Services, userId: string) {
  const person = await personOfAccount(db, userId);
  const today = dateInNairobi(now());
  const sales = person === undefined ? [] : await salesOfPerson(db, person.id, OWN_SALES_SHOWN);
  const own = sales.filter(({ row }) => row.person_id === person?.id);
  const owed = own.map(({ balance }) => balance).filter((balance) => balance > 0);
  return {
    owed: owed.length === 0 ? undefined : `You owe ${moneyText(owed.reduce((sum, balance) => sum + balance, 0))}.`,
    receipts: own.flatMap((sale) =>
      sale.receipts.toReversed().map(({ id, day, kind }) => {
        const paid = sumOf(sale.payments.filter(({ receipt_id: receipt }) => receipt === id));
        return {
          id,
          text: `${longDate(day)}, ${soldWords(sale)}, ${signedMoney(paid)}`,
          state: kind === "sale" ? saleState(sale, (date) => relativeDay(date, today)).words : "",
        };
      }),
    ),
  };
}

/** Reads a receipt of an account; undefined if it is somebody else's. */
export async function readOwnReceipt({ db }: Services, userId: string, id: string): Promise<ReceiptView | undefined> {
  const person = await personOfAccount(db, userId);
  const receipt = person && (await readReceipt(db, id));
  return receipt?.sale.row.person_id === person?.id ? receipt?.view : undefined;
}

/** Queues the email with a receipt to the payer or, for a child, the guardian, if there is an address. */
export async function queueReceiptMail(change: Change, { id, day }: ReceiptRow): Promise<void> {
  const { services, transaction } = change;
  const receipt = await readReceipt(transaction, id);
  const payer = receipt && (await findPerson(transaction, receipt.sale.row.person_id));
  const recipient = payer && (await findMailRecipient(transaction, payer, day));
  if (receipt === undefined || payer === undefined || recipient === undefined) return;
  const gym = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const { view } = receipt;
  const title = `${view.title} ${view.id}`;
  const content: MailContent = {
    logo: logoWordOf(gym),
    title,
    rows: [{ label: "Date", lines: [view.date] }],
    sums: view.rows,
    paragraphs: [
      [view.rest],
      ...(view.firstReceiptId === "" ? [] : [[`This belongs to receipt ${view.firstReceiptId}.`]]),
      ["This is a receipt, not a tax invoice."],
      ["Is something wrong? Call our desk: ", { strong: gym.phone }, "."],
    ],
    ...(recipient.userId !== null && {
      button: { label: "My receipts", address: `${siteOrigin(services.config)}/account/receipts` },
    }),
    footer: [gym.name, `${gym.street}, ${gym.city}`, gym.phone, "You get this for each payment at our desk."],
  };
  await change.queueMail({
    ...{ to: recipient.to, personId: payer.id, kind: "receipt", priority: MAIL_PRIORITY.ordinary },
    subject: withoutBidiControls(`${title}, ${gym.name}`),
    text: withoutBidiControls(mailText(content)),
    html: withoutBidiControls(mailHtml(content)),
    ...(recipient.userId !== null && { userId: recipient.userId }),
  });
}
