import type { ColumnKind } from "../list/list-columns.ts";

export const COLUMN_NAMES: Readonly<Record<ColumnKind, string>> = {
  name: "Name",
  "first-name": "First name",
  "last-name": "Last name",
  phone: "Phone",
  email: "Email",
  plan: "Plan",
  "last-day": "Last day",
  price: "Price",
  visits: "Visits left",
};
