/** The order of entries that their own fields decide, such as the day and the time of a weekly slot. */
import { minuteOfDay } from "../time/days.ts";
import type { ContentType } from "./content-type.ts";
import type { AnyField } from "./fields.ts";

type EntryValues = Readonly<Record<string, unknown>>;

/**
 * The entries in the order of the type's fields for it, else as they are. Those that are equal stay as they were; values that
 * a draft doesn't have yet come first.
 */
export function inFieldOrder<E>(
  { order, fields }: ContentType,
  entries: readonly E[],
  valuesOf: (entry: E) => EntryValues,
): readonly E[] {
  if (order === undefined) return entries;
  const ranks = new Map(entries.map((entry) => [entry, order.map((key) => rankOf(fields[key], valuesOf(entry)[key]))]));
  return entries.toSorted((one, other) => compareRanks(ranks.get(one) ?? [], ranks.get(other) ?? []));
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  return one.map((rank, index) => rank - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The place of a value among those that its field can have; before all of them where it is none. */
function rankOf(field: AnyField | undefined, value: unknown): number {
  if (field?.kind === "choice") return field.limits.options?.indexOf(String(value)) ?? -1;
  const from: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "from") : undefined;
  const minute = typeof from === "string" ? minuteOfDay(from) : Number.NaN;
  return Number.isNaN(minute) ? -1 : minute;
}
