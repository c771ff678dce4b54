/** Reads and compares stored bodies of entries, field by field. */
import { isDeepStrictEqual } from "node:util";
import type { ContentType, FieldProblem } from "../content-type.ts";

export type Values = Record<string, unknown>;

/** The parsed text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The values of a stored body; empty if it is not a JSON object. */
export function storedValues(body: string): Values {
  const stored = parseJson(body);
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
}

/** The values of the type's fields, in field order, without missing values. */
export function knownValues(type: ContentType, values: Values): Values {
  return Object.fromEntries(
    Object.keys(type.fields)
      .filter((key) => Object.hasOwn(values, key) && values[key] !== undefined)
      .map((key) => [key, values[key]]),
  );
}

/** A stored body's values, with defaults for missing fields, as the site shows them. */
export function withDefaults(type: ContentType, values: Values): Values {
  const absent = Object.entries(type.fields).filter(
    ([key, { fallback }]) => fallback !== undefined && (values[key] ?? undefined) === undefined,
  );
  return { ...values, ...Object.fromEntries(absent.map(([key, { fallback }]) => [key, fallback])) };
}

/** The values under keys that are not fields of the type: another version of the site may know them. */
export function unknownValues(type: ContentType, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !Object.hasOwn(type.fields, key)));
}

/** The fields as they would be stored, for comparison; a default value equals no value. */
function comparableValues(type: ContentType, values: Values): Values {
  return JSON.parse(JSON.stringify(knownValues(type, withDefaults(type, values))));
}

export function differingFields(type: ContentType, a: Values, b: Values): string[] {
  const [before, after] = [comparableValues(type, a), comparableValues(type, b)];
  return Object.keys(type.fields).filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

export function sameValues(type: ContentType, a: Values, b: Values): boolean {
  return differingFields(type, a, b).length === 0;
}

/** Problems that prevent storing a draft: only texts and lists that are too long. */
export function draftProblems(type: ContentType, values: Values): FieldProblem[] {
  return Object.entries(knownValues(type, values)).flatMap(([key, value]) => {
    const checked = type.fields[key]?.schema.safeParse(value);
    return (checked?.error?.issues ?? [])
      .filter((issue) => issue.code === "too_big" && (issue.origin === "string" || issue.origin === "array"))
      .map(({ path, message }) => ({ field: [key, ...path].join("."), message }));
  });
}

/** The names and texts of a form's inputs that show these values. Incomplete and invalid values are shown as typed. */
export function formTexts(type: ContentType, values: Values): [name: string, text: string][] {
  return Object.entries(type.fields).flatMap(([key, field]) => {
    const value = values[key];
    if (value === undefined || value === null) return [];
    try {
      // `toForm` expects valid values; for others it may throw or return values that are not text.
      return field
        .toForm(value as never, key)
        .filter(([, text]) => typeof text === "string" && !/^(null|NaN|undefined)$/.test(text));
    } catch {
      return typeof value === "string" ? [[key, value] as [string, string]] : [];
    }
  });
}
