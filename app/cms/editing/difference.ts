import { isDeepStrictEqual } from "node:util";
import type { ContentType, Fields } from "../content-type.ts";
import { type FindTitle, formatValue } from "../entry-title.ts";
import type { Photo } from "../fields.ts";
import type { Values } from "./stored-body.ts";

/** A difference in a field. A picture can differ in its file, its description and its focus. */
export type FieldDifference = {
  field: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
  /** The files of two different pictures, shown instead of the texts. */
  files?: { before: string | undefined; after: string | undefined };
};

/** The differing fields, in field order. @param findTitle without it, references show their slugs */
export function diffValues(type: ContentType, before: Values, after: Values, findTitle?: FindTitle): FieldDifference[] {
  return Object.entries(type.fields)
    .filter(([key]) => !isDeepStrictEqual(before[key] ?? undefined, after[key] ?? undefined))
    .flatMap(([field, declaration]) => {
      if (declaration.kind === "photo") return diffPhotos(field, declaration.label, before[field], after[field]);
      const [first, second] = [before[field], after[field]].map((value) => valueText(declaration, value, findTitle));
      return { field, label: declaration.label, before: first, after: second };
    });
}

function diffPhotos(field: string, label: string, before: unknown, after: unknown): FieldDifference[] {
  const [first, second] = [photoTexts(before), photoTexts(after)];
  const labels = { file: label, alt: `Description of ${label}`, focus: `Focus of the ${label.toLowerCase()}` };
  return (["file", "alt", "focus"] as const)
    .filter((part) => first[part] !== second[part])
    .map((part) => ({
      field,
      label: labels[part],
      before: first[part],
      after: second[part],
      ...(part === "file" && { files: { before: first.file, after: second.file } }),
    }));
}

function photoTexts(value: unknown): Record<"file" | "alt" | "focus", string | undefined> {
  const { file, alt, focus } = (typeof value === "object" && value !== null ? value : {}) as Partial<Photo>;
  return {
    file: file || undefined,
    alt: alt || undefined,
    focus: focus && `${focus[0]}% from the left, ${focus[1]}% from the top`,
  };
}

/** A value as text, also if invalid; undefined without a value. */
export function valueText(field: Fields[string], value: unknown, findTitle?: FindTitle): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (!field.schema.safeParse(value).success) return plainText(value);
  if (field.kind === "time") return Object.values(value).join(" to ");
  if (field.kind !== "list") return formatValue(field, value, findTitle);
  // An array, as validated above. One item per line.
  return (value as unknown[]).map((item) => field.item && valueText(field.item, item, findTitle)).join("\n");
}

function plainText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value)
    .map(plainText)
    .filter(Boolean)
    .join(Array.isArray(value) ? "\n" : " ");
}
