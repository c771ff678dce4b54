/** The closed set of field kinds: their value types, limits, and conversion from and to forms. */
import { z } from "zod";
import { PHONE_MAX_CHARACTERS, PHONE_PROBLEM } from "../forms/phone.ts";
import { FORM_MESSAGES } from "../forms/problems.ts";
import { readGymPhone } from "../forms/read-phone.ts";
import { asLine, hasSeveralLines, trimmed, withPlainBreaks } from "../platform/text.ts";
import { minutesOf } from "../time/days.ts";
import type { PictureSize } from "../ui/picture-files.ts";
import { placeholderList, problemOfMarkedText } from "./marked-text.ts";
import { SLUG } from "./slug.ts";

/** A picture in content: its file, its alternative text, and the point that cropping keeps. */
export type Photo = {
  /** A file name in `photos/`, such as `class-boxing.jpg`, or `u-<hash>.jpg` for an uploaded picture. */
  file: string;
  alt: string;
  /** The focal point, in per cent from the left and the top. */
  focus: readonly [x: number, y: number];
  size?: PictureSize;
};

/** A range of times of day, for example `9:00am-10:00am`. */
export type TimeRange = { from: string; to: string };

export type FieldKind =
  | "text"
  | "long text"
  | "choice"
  | "whole number"
  | "money"
  | "time"
  | "moment"
  | "photo"
  | "reference"
  | "list";

/** If a stored body lacks the field: it is unreadable, the field is absent, or it has its default. */
export type Presence = "required" | "optional" | "default";

export type FieldLimits = {
  /** Limits of a text's characters, a number's value or a list's items. */
  min?: number;
  max?: number;
  options?: readonly string[];
  format?: TextFormat;
  /** The names of the placeholders that a text may contain, such as `classes` for `{classes}`. */
  placeholders?: readonly string[];
};

export type TextFormat = "email" | "url" | "degrees";

export type AnyField = Field<unknown, Presence>;

export type Field<T, P extends Presence = "required"> = {
  kind: FieldKind;
  label: string;
  help?: string;
  limits: FieldLimits;
  schema: z.ZodType<T>;
  /** Stricter rules for publishing; stored values are read with `schema`. */
  publishSchema?: z.ZodType<T>;
  presence: P;
  fallback?: T;
  /** For a reference: the name of the type it points to. */
  to?: string;
  item?: Field<unknown>;
  /** Reads the value from a form; undefined when every input is blank. Inputs are named `name` or `name.part`. */
  fromForm(form: FormData, name: string): unknown;
  /** The names and texts of the inputs that show a value. `fromForm` reads the same value from them. */
  toForm(value: T, name: string): [name: string, text: string][];
};

type Options = { help?: string };

export function optional<T>(field: Field<T>): Field<T, "optional"> {
  return { ...field, presence: "optional" };
}

/** Gives a field a default, for bodies without a valid value. */
export function withDefault<T>(field: Field<T>, fallback: NoInfer<T>): Field<T, "default"> {
  return { ...field, presence: "default", fallback: field.schema.parse(fallback) };
}

/** The text of a one-line input, without invisible characters; undefined when blank or missing. */
function inputText(form: FormData, name: string, read = asLine): string | undefined {
  const value = form.get(name);
  return (typeof value === "string" && read(value)) || undefined;
}

/** The text of a multi-line input, trimmed, with the form's CR LF as plain line breaks. */
function inputLines(form: FormData, name: string): string | undefined {
  return inputText(form, name, (text) => trimmed(withPlainBreaks(text)));
}

/** The publishing schema of a one-line text: rejects line breaks, which a draft may have. */
function publishedLine<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return (
    z
      .string()
      .overwrite(asLine)
      .refine((line) => !hasSeveralLines(line), FORM_MESSAGES["several-lines"])
      // These schemas take strings, which their type lacks.
      .pipe(schema as z.ZodType<T, string>)
  );
}

function createField<T>(
  label: string,
  help: string | undefined,
  kind: Omit<Field<T>, "label" | "help" | "presence">,
): Field<T> {
  return { label, ...(help !== undefined && { help }), presence: "required", ...kind };
}

function textField<T extends string>(
  kind: FieldKind,
  label: string,
  schema: z.ZodType<T>,
  limits: FieldLimits,
  help: string | undefined,
): Field<T> {
  const fromForm = (form: FormData, name: string) => inputText(form, name);
  return createField(label, help, { kind, limits, schema, fromForm, toForm: (value, name) => [[name, value]] });
}

/** The schema of each format. Links must be http or https: `javascript:` is a valid URL too. */
const FORMATS: Record<TextFormat, z.ZodType<string, string>> = {
  email: z.email(),
  url: z.url({ protocol: /^https?$/ }),
  degrees: z.string().regex(/^-?\d{1,3}(\.\d{1,8})?$/, "Enter degrees like -1.3000"),
};

/** A line of text. The site fills in `placeholders`; `problem` is checked only on publishing. */
export function text(
  label: string,
  { max = 120, format, placeholders, problem, help }: TextOptions & Placeholders = {},
): Field<string> {
  const line = z.string().trim().min(1).max(max);
  const schema = format === undefined ? markedTextSchema(line, placeholders) : line.pipe(FORMATS[format]);
  const limits = { min: 1, max, ...(format && { format }), ...(placeholders && { placeholders }) };
  const hints = placeholders && placeholderHelp(placeholders);
  const checked = problem === undefined ? schema : withProblem(schema, problem);
  const field = textField("text", label, schema, limits, joinHelp(help, hints));
  return { ...field, publishSchema: publishedLine(checked) };
}

type TextOptions = Options & { max?: number; format?: TextFormat; problem?: (text: string) => string | undefined };

/** The gym's phone number, stored with the country code. An invalid stored number is read unchanged. */
export function phone(label: string, { help }: Options = {}): Field<string> {
  const line = z.string().trim().min(1).max(PHONE_MAX_CHARACTERS);
  const schema = line.transform((typed) => readGymPhone(typed) ?? typed);
  const checked = withProblem(schema, (typed) => (readGymPhone(typed) === undefined ? PHONE_PROBLEM : undefined));
  const field = textField("text", label, schema, { min: 1, max: PHONE_MAX_CHARACTERS }, help);
  return { ...field, publishSchema: publishedLine(checked) };
}

/** Adds a check to a schema. @param problem returns the sentence for an invalid value */
function withProblem<T>(schema: z.ZodType<T>, problem: (value: T) => string | undefined): z.ZodType<T> {
  return schema.superRefine((value, { addIssue }) => {
    const message = problem(value);
    if (message !== undefined) addIssue({ code: "custom", message });
  });
}

/** A longer text. With `placeholders`, it may also have links to pages (`marked-text.ts`). */
export function longText(
  label: string,
  { max = 2000, placeholders, help }: Options & { max?: number } & Placeholders = {},
): Field<string> {
  const schema = markedTextSchema(z.string().trim().min(1).max(max), placeholders);
  const hints = placeholders && `Write links like [our classes](/classes). ${placeholderHelp(placeholders)}`;
  const limits = { min: 1, max, ...(placeholders && { placeholders }) };
  return { ...textField("long text", label, schema, limits, joinHelp(help, hints)), fromForm: inputLines };
}

type Placeholders = { placeholders?: readonly string[] };

function markedTextSchema(schema: z.ZodString, placeholders: readonly string[] | undefined): z.ZodType<string> {
  return placeholders === undefined
    ? schema
    : withProblem(schema, (written) => problemOfMarkedText(written, placeholders));
}

function placeholderHelp(placeholders: readonly string[]): string {
  return `The site fills in ${placeholderList(placeholders)}. The text is hidden while one of them has no value.`;
}

function joinHelp(...sentences: (string | undefined)[]): string | undefined {
  return sentences.filter((sentence) => sentence !== undefined).join(" ") || undefined;
}

export function choice<const Option extends string>(
  label: string,
  options: readonly Option[],
  { help }: Options = {},
): Field<Option> {
  return textField("choice", label, z.literal(options), { options }, help);
}

export function reference(label: string, to: string, { help }: Options = {}): Field<string> {
  return { ...textField("reference", label, z.string().regex(SLUG), {}, help), to };
}

type Bounds = { min: number; max: number };

function numberField(kind: FieldKind, label: string, { min, max, help }: Options & Bounds): Field<number> {
  return createField(label, help, {
    kind,
    limits: { min, max },
    schema: z.int().min(min).max(max),
    // Kenyans write "4,800". Other texts are returned unchanged, for the schema to reject.
    fromForm: (form, name) => {
      const typed = inputText(form, name);
      const digits = typed && /^\d{1,3}(,\d{3}){1,4}$/.test(typed) ? typed.replaceAll(",", "") : typed;
      return digits !== undefined && /^-?\d{1,15}$/.test(digits) ? Number(digits) : typed;
    },
    toForm: (value, name) => [[name, String(value)]],
  });
}

export function wholeNumber(label: string, options: Options & Bounds): Field<number> {
  return numberField("whole number", label, options);
}

/** An amount in whole Kenyan shillings (KES), at most ten million. */
export function money(label: string, options: Options = {}): Field<number> {
  return numberField("money", label, { min: 0, max: 10_000_000, ...options });
}

const clockTime = z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d(am|pm)$/, "Enter a time like 9:00am");

/**
 * Converts a typed time of day to the site's format: `4.30 PM` and `16:30` to `4:30pm`, `7 am` to `7:00am`. Other texts
 * are returned unchanged.
 */
function asClockTime(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const compact = typed.toLowerCase().replaceAll(" ", "");
  const separated = compact.includes(":") ? compact : compact.replace(/\.(?=\d)/, ":");
  const match = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(separated.replaceAll(".", ""));
  if (match === null) return typed;
  const [, hour = "", minutes, meridiem] = match;
  if (meridiem !== undefined) return `${hour}:${minutes ?? "00"}${meridiem}`;
  const hours = Number(hour);
  // Without am or pm the hour is ambiguous, unless it is above 12 or has a leading zero.
  const is24Hour = hours > 12 || hour.startsWith("0");
  if (minutes === undefined || !is24Hour || hours > 23) return typed;
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes}${hours < 12 ? "am" : "pm"}`;
}

/** The maximum length of a class. Entries stored before this rule can be longer. */
export const MAX_CLASS_HOURS = 6;

/** In a longer range, in minutes, the times are in the wrong order. */
const MAX_PLAUSIBLE_MINUTES = 12 * 60;

/** The problem with a class's times; undefined if valid. A range may end after midnight: `11:00pm-1:00am`. */
function problemOfRange({ from, to }: TimeRange): string | undefined {
  const duration = minutesOf({ from, to });
  if (duration === 0) return `“To” must be later than “from”: both are ${from}.`;
  if (duration > MAX_PLAUSIBLE_MINUTES) return `“To” must be later than “from”: ${to} is not after ${from}.`;
  return duration > MAX_CLASS_HOURS * 60 ? `A class can last at most ${MAX_CLASS_HOURS} hours.` : undefined;
}

/** A range of times of day, stored as written (specification, section 2: "10:00pm-11:00pm (as written)"). */
export function time(label: string, { help }: Options = {}): Field<TimeRange> {
  const schema = z.object({ from: clockTime, to: clockTime });
  return createField(label, help, {
    kind: "time",
    limits: {},
    schema,
    publishSchema: withProblem(schema, problemOfRange),
    fromForm: (form, name) => {
      const parts = partsFromForm(form, name, ["from", "to"]);
      return parts && { from: asClockTime(parts.from), to: asClockTime(parts.to) };
    },
    toForm: ({ from, to }, name) => [
      [`${name}.from`, from],
      [`${name}.to`, to],
    ],
  });
}

/** The length of `2026-12-01T06:30`. */
const MOMENT_LENGTH = 16;

/** A date and a time of day in Nairobi, stored as `2026-12-01T06:30`. Incomplete values can be drafts. */
export function moment(label: string, { help }: Options = {}): Field<string> {
  const schema = z.string().trim().min(1).max(MOMENT_LENGTH);
  return createField(label, help, {
    kind: "moment",
    limits: {},
    schema,
    publishSchema: schema.pipe(z.iso.datetime({ local: true, precision: -1 })),
    fromForm: (form, name) => {
      const parts = partsFromForm(form, name, ["day", "time"]);
      return parts && `${parts.day ?? ""}T${parts.time ?? ""}`;
    },
    toForm: (value, name) => {
      const [day = "", time = ""] = value.split("T");
      return [
        [`${name}.day`, day],
        [`${name}.time`, time],
      ];
    },
  });
}

const percent = z.number().min(0).max(100);

const photoSchema = z.object({
  file: z.string().regex(/^[a-z0-9-]+\.(jpg|png)$/),
  alt: z.string().trim().max(200, "Use at most 200 characters for the description of a picture."),
  focus: z.tuple([percent, percent]).readonly(),
});

/** A picture from `photos/`, or an uploaded one. */
export function photo(label: string, { help }: Options = {}): Field<Photo> {
  return createField(label, help, {
    kind: "photo",
    limits: {},
    schema: photoSchema,
    publishSchema: photoSchema.extend({ alt: publishedLine(photoSchema.shape.alt) }),
    fromForm: (form, name) => {
      const parts = partsFromForm(form, name, ["file", "alt", "x", "y"]);
      return parts && { file: parts.file, alt: parts.alt ?? "", focus: [Number(parts.x), Number(parts.y)] };
    },
    toForm: ({ file, alt, focus: [x, y] }, name) => [
      [`${name}.file`, file],
      [`${name}.alt`, alt],
      [`${name}.x`, String(x)],
      [`${name}.y`, String(y)],
    ],
  });
}

/** The texts of a field's parts; undefined when all are blank. */
function partsFromForm<const Part extends string>(
  form: FormData,
  name: string,
  parts: readonly Part[],
): Partial<Record<Part, string>> | undefined {
  const typed = parts.map((part) => [part, inputText(form, `${name}.${part}`)] as const);
  if (typed.every(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(typed.filter(([, value]) => value !== undefined)) as Partial<Record<Part, string>>;
}

/** Several values of one field, in order. A form numbers the inputs `name.0`, `name.1`; blank inputs are left out. */
export function list<T>(
  label: string,
  item: Field<T>,
  { min = 0, max = 50, help }: Options & { min?: number; max?: number } = {},
): Field<T[]> {
  return createField(label, help, {
    kind: "list",
    limits: { min, max },
    schema: z.array(item.schema).min(min).max(max),
    ...(item.publishSchema && { publishSchema: z.array(item.publishSchema).min(min).max(max) }),
    item: item as Field<unknown>,
    fromForm: (form, name) =>
      rowNumbers(form, name).flatMap((row) => {
        const value = item.fromForm(form, `${name}.${row}`);
        return value === undefined ? [] : [value];
      }),
    toForm: (values, name) => values.flatMap((value, row) => item.toForm(value, `${name}.${row}`)),
  });
}

function rowNumbers(form: FormData, name: string): number[] {
  const parts = [...form.keys()].filter((key) => key.startsWith(`${name}.`)).map((key) => key.slice(name.length + 1));
  const rows = parts.flatMap((part) => /^\d{1,6}(?=$|\.)/.exec(part)?.[0] ?? []);
  return [...new Set(rows.map(Number))].sort((a, b) => a - b);
}
