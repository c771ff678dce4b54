/** The fields of a payment, and a button for each way to pay. */
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
