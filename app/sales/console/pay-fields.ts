/** The fields of a payment, and a button for each way to pay. */
import { ownField, textField } from "../../console/kit/fields.ts";

export const PAY_FIELDS = [
  textField("reference", "M-Pesa code, or number of the slip", {
    autoCapitalize: "characters",
    help: "The ten letters and digits with which the M-Pesa message begins, copied from their phone. Empty for cash.",
  }),
  textField("amount", "Paid now, if it is not all", { inputMode: "numeric", help: "Whole shillings, such as 3,900." }),
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
