/** The pages that sell: their addresses, and the fields of a payment with a button for each way to pay. */

import { href } from "react-router";
import { ownField, textField } from "../../console/kit/actions.ts";

export const PAY_FIELDS = [
  textField("reference", "M-Pesa code or slip number", {
    autoCapitalize: "characters",
    help: "The ten letters and digits at the start of the M-Pesa message on their phone. Leave it empty for cash.",
  }),
  textField("amount", "Amount, if they pay only part", {
    inputMode: "numeric",
    help: "Whole shillings, such as 3,900.",
  }),
  ownField("way"),
] as const;

export const PAY_BUTTONS = {
  name: "way",
  options: [
    { value: "cash", label: "Cash" },
    { value: "mpesa", label: "M-Pesa" },
    { value: "card", label: "Card" },
    { value: "bank", label: "Bank" },
  ],
} as const;

const SEPARATOR = "~";

/** The address of the page that sells to some people, by id; the first person pays. */
export function sellPath(...people: readonly string[]): string {
  return href("/staff/sell/:people", { people: people.filter((id) => id !== "").join(SEPARATOR) });
}

/** Reads the ids of people from such an address. */
export function peopleIn(param: string): string[] {
  return param.split(SEPARATOR).filter((id) => id !== "");
}

/** The address of a sale. @param done the outcome that the page shows */
export function salePath(sale: string, done?: string): string {
  return `${href("/staff/money/sales/:sale", { sale })}${done === undefined ? "" : `?done=${done}`}`;
}
