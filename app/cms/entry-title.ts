/** How an entry is named in lists, and how a value is written in one line. */
import { capitalized } from "../platform/text.ts";
import { moneyText } from "../time/money.ts";
import type { ContentType } from "./content-type.ts";
import type { AnyField, Photo, TimeRange } from "./fields.ts";
import { withoutLinks } from "./marked-text.ts";
/** Finds the title of a referenced entry by its type's name and its slug; undefined when the entry was deleted. */
export type FindTitle = (type: string, slug: string) => string | undefined;

/** An entry's name in lists, also with incomplete values. @param findTitle names references; else their slugs do */
export function entryTitle(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  slug: string,
  findTitle?: FindTitle,
): string {
  const title = titleOfValues(type, values, findTitle);
  if (title !== "") return title;
  if (type.entries.kind === "fixed") return type.entries.labels[slug] ?? slug;
  return type.entries.kind === "one" ? type.label : `${type.label} without a name (${slug})`;
}

export function titleOfValues(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  findTitle?: FindTitle,
): string {
  const named = type.title.flatMap((key) => {
    const field = type.fields[key];
    return (field && valueInWords(field, values[key], findTitle)) || [];
  });
  return named.join(", ");
}

/** A value as one line; a picture as its description. Empty when missing or invalid. */
export function valueInWords(field: AnyField, value: unknown, findTitle?: FindTitle): string {
  if (!field.schema.safeParse(value).success) return "";
  switch (field.kind) {
    case "choice":
      return capitalized(String(value));
    case "money":
      return moneyText(Number(value));
    case "time": {
      const { from, to } = value as TimeRange;
      return `${from}-${to}`;
    }
    case "photo":
      return (value as Photo).alt.replace(/\.$/, "");
    case "reference":
      return findTitle?.(field.to ?? "", String(value)) ?? capitalized(String(value).replaceAll("-", " "));
    case "list":
      return (value as unknown[])
        .flatMap((item) => (field.item && valueInWords(field.item, item, findTitle)) || [])
        .join(", ");
    case "long text":
      return withoutLinks(String(value));
    default:
      return String(value);
  }
}
