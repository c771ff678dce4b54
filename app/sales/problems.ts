import { problems } from "../forms/problems.ts";
import { amountText } from "../time/money.ts";
import { AMOUNT_MAX, DESK_DISCOUNT_PERCENT } from "./sales.ts";

export const SALE_PROBLEMS = problems({
  unknown: ["form", 404, "This no longer exists, so nothing was done."],
  conflict: ["form", 409, "Prices or days have changed since you opened this page. Check them and try again."],
  "lines-missing": ["plan0", 422, "Choose at least one plan."],
  "too-far": ["form", 422, "No pass can end more than 24 months from today, and one of these would."],
  "drawer-closed": ["form", 422, "The drawer is closed. Open it first."],
  "way-missing": ["way", 422, "Choose how it is paid."],
  "amount-invalid": ["amount", 422, "Enter whole shillings, such as 3,900."],
  "amount-high": ["amount", 422, `This is more than KES ${amountText(AMOUNT_MAX)}. Check the amount.`],
  "more-than-owed": ["amount", 422, "This is more than is owed. Give change, and enter what you keep."],
  "nothing-owed": ["form", 422, "Nothing is owed any more, so nothing was taken."],
  "code-invalid": ["reference", 422, "Enter the ten letters and digits at the start of the M-Pesa message."],
  "code-used": ["reference", 422, "This code has already been used."],
  "reference-unused": ["reference", 422, "Cash has no code. Choose M-Pesa, or clear this field."],
  "slip-invalid": ["reference", 422, "Enter the number of the slip or transfer: up to 20 letters and digits."],
  "price-invalid": ["price", 422, "Enter whole shillings, such as 3,900."],
  "price-high": ["price", 422, "This is more than the price. Leave it empty to charge the full price."],
  "price-zero": ["price", 422, "The price can’t be zero. The owner can give a free pass."],
  "price-owner": [
    "price",
    403,
    `The desk may lower a price by ${DESK_DISCOUNT_PERCENT}% at most. The owner can lower it further.`,
  ],
  "reason-missing": ["reason", 422, "Enter a reason."],
  "reason-long": ["reason", 422, "This is too long. Please shorten it."],
  "until-invalid": ["until", 422, "Choose today or a day within a year."],
  "until-today": ["until", 422, "The rest is due today. The owner can allow a later day, under Members and passes."],
  "pin-invalid": ["pin", 422, "Enter a KRA PIN such as A123456789B, or leave it empty."],
  "undo-owner": [
    "form",
    403,
    "The desk can undo its own sales until the drawer is closed. The owner can undo any, and record refunds.",
  ],
  "visits-used": [
    "form",
    422,
    "Visits of this pass were used, and no other pass covers those days, so it can’t be undone.",
  ],
  "person-erased": ["form", 422, "The person was erased, so the pass can’t be changed. Record a refund instead."],
  undone: ["form", 422, "This sale has already been undone."],
  "payment-missing": ["payment", 422, "Choose the payment to refund."],
  "more-than-paid": ["amount", 422, "This is more than what is left of the payment."],
  "passes-missing": ["passes", 422, "Choose whether the pass ends or stays."],
  "drawer-open": ["form", 409, "The drawer is already open."],
  "drawer-amount": ["amount", 422, "Enter whole shillings, such as 3,900; 0 if it is empty."],
});

export type SaleProblem = keyof typeof SALE_PROBLEMS;
