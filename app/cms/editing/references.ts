/** The references in the values of an entry: which fields point to which entries. */
import type { ContentType } from "../content-type.ts";
import type { EntryKey } from "./editing-types.ts";
import type { Values } from "./stored-body.ts";

export type Reference = {
  /** The field's path: `trainer`, or `contactClasses.3` for an item of a list. */
  field: string;
  /** What the form calls the field. */
  label: string;
  to: EntryKey;
};

/** All references in the values, in the order of the fields. What is not a text is left out. */
export function referencesIn(type: ContentType, values: Values): Reference[] {
  return Object.entries(type.fields).flatMap(([key, { label, to, item }]) => {
    const value = values[key];
    if (to !== undefined)
      return typeof value === "string" ? [{ field: key, label, to: { type: to, slug: value } }] : [];
    const itemTo = item?.to;
    if (itemTo === undefined || !Array.isArray(value)) return [];
    return value.flatMap((slug: unknown, index) =>
      typeof slug === "string" ? [{ field: `${key}.${index}`, label, to: { type: itemTo, slug } }] : [],
    );
  });
}

/** Whether the values point to an entry. */
export function refersTo(type: ContentType, values: Values, target: EntryKey): boolean {
  return referencesIn(type, values).some(({ to }) => to.type === target.type && to.slug === target.slug);
}

/** The values with another slug in place of the target's; a list that has that one already loses the target. */
export function withReplacedReference(type: ContentType, values: Values, target: EntryKey, slug: string): Values {
  return withReferences(type, values, target, {
    single: () => slug,
    list: (slugs) => [...new Set(slugs.map((one) => (one === target.slug ? slug : one)))],
  });
}

/**
 * The values without the target: taken out of lists, and out of fields that may be empty.
 * @returns undefined when a required field points to it
 */
export function withoutReference(type: ContentType, values: Values, target: EntryKey): Values | undefined {
  const isRequired = referencesIn(type, values).some(
    ({ field, to }) =>
      to.type === target.type && to.slug === target.slug && type.fields[field]?.presence === "required",
  );
  if (isRequired) return undefined;
  return withReferences(type, values, target, {
    single: () => undefined,
    list: (slugs) => slugs.filter((one) => one !== target.slug),
  });
}

function withReferences(
  type: ContentType,
  values: Values,
  target: EntryKey,
  change: { single: () => string | undefined; list: (slugs: unknown[]) => unknown[] },
): Values {
  const changed = { ...values };
  for (const [key, { to, item }] of Object.entries(type.fields)) {
    const value = values[key];
    if (to === target.type && value === target.slug) changed[key] = change.single();
    if (item?.to === target.type && Array.isArray(value) && value.includes(target.slug))
      changed[key] = change.list(value);
  }
  return changed;
}
