/** Titles of entries in lists, and values as one line of text. */
import { capitalized } from "../platform/text.ts";
import { dateAndTime, parseNairobiMoment } from "../time/dates.server.ts";
import { moneyText } from "../time/money.ts";
import type { ContentType } from "./content-type.ts";
import type { AnyField, Photo, TimeRange } from "./fields.ts";
import { withoutLinks } from "./marked-text.ts";

/** Finds the title of a referenced entry by type name and slug; undefined when it is not on the site. */
export type FindTitle = (type: string, slug: string) => string | undefined;

/** An entry's title in lists, even if values are missing. @param findTitle without it, references show their slugs */
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
  const texts = type.title.flatMap((key) => {
    const field = type.fields[key];
    return (field && formatValue(field, values[key], findTitle)) || [];
  });
  return texts.join(", ");
}

/** A value as one line; a picture as its description. Empty when missing or invalid. */
export function formatValue(field: AnyField, value: unknown, findTitle?: FindTitle): string {
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
    case "moment": {
      const moment = parseNairobiMoment(String(value));
      return moment === undefined ? String(value) : dateAndTime(moment);
    }
    case "photo":
      return (value as Photo).alt.replace(/\.$/, "");
    case "reference":
      return findTitle?.(field.to ?? "", String(value)) ?? capitalized(String(value).replaceAll("-", " "));
    case "list":
      return (value as unknown[])
        .flatMap((item) => (field.item && formatValue(field.item, item, findTitle)) || [])
        .join(", ");
    case "long text":
      return withoutLinks(String(value));
    default:
      return String(value);
  }
}
