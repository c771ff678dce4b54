/**
 * What a content type is: a name and a closed set of fields. From one declaration come the TypeScript type, the check
 * on write and on read, and the seed's type.
 */
import { z } from "zod";

/** A picture as content names it: the file in `photos/`, what is seen, and the point that must survive cropping. */
export type Photo = {
  /** File name in `photos/`, for example `class-boxing.jpg`. */
  file: string;
  /** A sentence that says what is seen; empty for decoration. */
  alt: string;
  /** Focal point in per cent from the left and from the top. */
  focus: readonly [x: number, y: number];
};

/** A time of day range as the owner writes it, for example `9:00am-10:00am`. */
export type TimeRange = { from: string; to: string };

export type FieldKind =
  | "text"
  | "long text"
  | "choice"
  | "whole number"
  | "money"
  | "time"
  | "photo"
  | "reference"
  | "list";

export type Field<T> = {
  kind: FieldKind;
  label: string;
  schema: z.ZodType<T>;
  /** For a reference: the name of the type it points to. */
  to?: string;
};

export type Fields = Record<string, Field<unknown>>;

type ValuesOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export type ContentType<F extends Fields = Fields> = {
  /** The name entries are stored under. */
  name: string;
  /** What staff call one of them. */
  label: string;
  fields: F;
  /** Checks an entry's body, on write and on read. */
  body: z.ZodType<ValuesOf<F>>;
};

/** One entry of a content type: its address among its kind, and its values. */
export type EntryOf<T extends ContentType> = T extends ContentType<infer F> ? { slug: string } & ValuesOf<F> : never;

/** What a seed file holds: entries in the order they are shown. */
export type SeedOf<T extends ContentType> = readonly EntryOf<T>[];

/** Declares a content type. Unknown keys in a stored body are refused. */
export function contentType<F extends Fields>(name: string, label: string, fields: F): ContentType<F> {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema]));
  // zod can't follow a mapped record of generic fields; the shape above is built from exactly those fields.
  const body = z.strictObject(shape) as unknown as z.ZodType<ValuesOf<F>>;
  return { name, label, fields, body };
}

/** One line of text. `format` narrows it to an address that can be linked. */
export function text(label: string, options: { max?: number; format?: "email" | "url" } = {}): Field<string> {
  const max = options.max ?? 120;
  const base = z.string().trim().min(1).max(max);
  const schema =
    options.format === "email" ? base.pipe(z.email()) : options.format === "url" ? base.pipe(z.url()) : base;
  return { kind: "text", label, schema };
}

/** Several sentences. */
export function longText(label: string, options: { max?: number } = {}): Field<string> {
  return {
    kind: "long text",
    label,
    schema: z
      .string()
      .trim()
      .min(1)
      .max(options.max ?? 2000),
  };
}

/** One of a fixed list of words. */
export function choice<const Option extends string>(label: string, options: readonly Option[]): Field<Option> {
  return { kind: "choice", label, schema: z.enum(options) as unknown as z.ZodType<Option> };
}

/** A whole number between two bounds, both included. */
export function wholeNumber(label: string, options: { min: number; max: number }): Field<number> {
  return { kind: "whole number", label, schema: z.int().min(options.min).max(options.max) };
}

/** An amount in whole Kenyan shillings (KES). */
export function money(label: string): Field<number> {
  return { kind: "money", label, schema: z.int().min(0).max(10_000_000) };
}

const clockTime = z.string().regex(/^\d{1,2}:\d{2}(am|pm)$/, "Write a time like 9:00am");

/** A range of time of day, kept as the owner wrote it (specification, section 2: "10:00pm-11:00pm (as written)"). */
export function time(label: string): Field<TimeRange> {
  return { kind: "time", label, schema: z.strictObject({ from: clockTime, to: clockTime }) };
}

const percent = z.number().min(0).max(100);

/** A picture from `photos/`. */
export function photo(label: string): Field<Photo> {
  return {
    kind: "photo",
    label,
    schema: z.strictObject({
      file: z.string().regex(/^[a-z0-9-]+\.(jpg|png)$/),
      alt: z.string().trim().max(200),
      focus: z.tuple([percent, percent]).readonly(),
    }),
  };
}

/** The slug of an entry of another type, by that type's name. */
export function reference(label: string, to: string): Field<string> {
  return { kind: "reference", label, schema: z.string().regex(/^[a-z0-9-]+$/), to };
}

/** Several values of one field, in order. */
export function list<T>(label: string, of: Field<T>, options: { min?: number; max?: number } = {}): Field<T[]> {
  return {
    kind: "list",
    label,
    schema: z
      .array(of.schema)
      .min(options.min ?? 0)
      .max(options.max ?? 50),
  };
}
