/**
 * A change that is scheduled, beside what is published or scheduled meanwhile. Fields are merged one by one: each gets what
 * was asked for last, and where one field is to be two things, somebody is asked
 * (docs/decisions/0048-scheduled-beside-published.md).
 */
import { isDeepStrictEqual } from "node:util";
import type { ContentType } from "../content-type.ts";
import { comparableValues, type Values } from "./stored-body.ts";

/**
 * The choice for fields that a scheduled change is about too: with `keep` they change on its day all the same, with
 * `replace` they don't.
 */
export type ScheduledChoice = "keep" | "replace";

/** The content that a scheduled change would publish. The fields that it is not about are always as on the site. */
export type ScheduledContent = {
  values: Values;
  /** The fields that it is about. */
  changes: readonly string[];
};

/** The merged content, or the fields about which somebody has to say what they want. */
export type Merge = ({ ok: true } & ScheduledContent) | { ok: false; fields: string[] };

/** The fields in which two contents differ, a default being the same as no value. */
export function differingFields(type: ContentType, one: Values, other: Values): string[] {
  const [before, after] = [comparableValues(type, one), comparableValues(type, other)];
  return Object.keys(type.fields).filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** Merges what is published now, in the place of `live`, into a scheduled change. */
export function mergePublished(
  type: ContentType,
  { values, changes }: ScheduledContent,
  { live, published }: { live: Values; published: Values },
  choice: ScheduledChoice | undefined,
): Merge {
  const changed = differingFields(type, live, published);
  const differing = differingFields(type, values, published);
  const asked = changed.filter((field) => changes.includes(field) && differing.includes(field));
  if (asked.length > 0 && choice === undefined) return { ok: false, fields: asked };
  const given = choice === "keep" ? [] : asked;
  const followed = changed.filter((field) => !changes.includes(field));
  return {
    ok: true,
    values: withFields(values, published, [...followed, ...given]),
    changes: changes.filter((field) => !given.includes(field)),
  };
}

/**
 * Merges a draft that is to be scheduled, and was made from `live`, with what is scheduled already. What is not in the draft
 * is taken along if it stays on its day; else, and where both are about one field, it is asked about.
 */
export function mergeScheduled(
  type: ContentType,
  { values, changes }: ScheduledContent,
  { live, draft, isSameDay }: { live: Values; draft: Values; isSameDay: boolean },
  choice: ScheduledChoice | undefined,
): Merge {
  const changed = differingFields(type, live, draft);
  const differing = differingFields(type, values, draft);
  const missing = differing.filter((field) => changes.includes(field));
  const asked = isSameDay ? missing.filter((field) => changed.includes(field)) : missing;
  if (asked.length > 0 && choice === undefined) return { ok: false, fields: asked };
  const retained = choice === "replace" ? [] : changes.filter((field) => !changed.includes(field));
  return { ok: true, values: withFields(draft, values, retained), changes: [...new Set([...changed, ...retained])] };
}

/** Values with some fields of others. */
export function withFields(values: Values, others: Values, fields: readonly string[]): Values {
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, others[field]])) };
}
