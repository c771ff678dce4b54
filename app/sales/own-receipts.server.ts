import { personOfAccount } from "../people/people.server.ts";
import type { Services } from "../platform/services.ts";
import { longDate, relativeDay } from "../time/date-texts.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { moneyText } from "../time/money.ts";
import { type ReceiptView, readReceipt } from "./receipts.server.ts";
import { salesOfPerson } from "./sale-rows.server.ts";
import { sumOf } from "./sales.ts";
import { saleState, signedMoney, soldWords } from "./words.server.ts";

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
