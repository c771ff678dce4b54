/** Describes the fields of an entry's form, and reads the sent form. */
import type { FormField, Option, Problems, Texts } from "../../console/form-field.ts";
import { readableText, readBody } from "../../forms/read-form.server.ts";
import { capitalized } from "../../platform/text.ts";
import type { ContentType, FieldProblem } from "../content-type.ts";
import { entryProblemSentence, fieldName, problemSentence } from "../editing/messages.server.ts";
import { EFFECTIVE_FROM_CONTROLS } from "../editing/schedules.server.ts";
import type { AnyField } from "../fields.ts";
import { photoThumbnail } from "./difference-views.server.ts";
import { quotesPerson } from "./entry-consent.server.ts";
import { rowNumbers, rowTexts } from "./list-rows.ts";

const FORM_PICTURE_WIDTH = 724;

/** The inputs of the form that are not fields of the entry. */
const CONTROLS = [...["do", "revision", "basedOn", "agreedOn", "agreedHow"], ...EFFECTIVE_FROM_CONTROLS];

export type EntryControls = Partial<Record<string, string>>;

export type SentEntryForm = {
  texts: Texts;
  values: Record<string, unknown>;
  controls: EntryControls;
  problem?: "entry-unreadable" | "entry-form-unknown";
};

/** Reads an entry's form. Of duplicate inputs the first counts, and unknown inputs are left out: both are a problem. */
export async function readEntryForm(request: Request, type: ContentType): Promise<SentEntryForm> {
  const body = await readBody(request);
  if (body === undefined) return { texts: {}, values: {}, controls: {}, problem: "entry-unreadable" };
  const texts: Record<string, string> = {};
  const controls: EntryControls = {};
  const seen = new Set<string>();
  let isExpected = true;
  for (const [name, value] of body) {
    const control = CONTROLS.find((known) => known === name && (!known.startsWith("agreed") || quotesPerson(type)));
    const isKnown = control !== undefined || isInputOf(type, name);
    if (typeof value !== "string" || seen.has(name) || !isKnown) {
      isExpected = false;
      continue;
    }
    seen.add(name);
    if (control !== undefined) controls[control] = readableText(value);
    else texts[name] = readableText(value);
  }
  const read = { texts, values: valuesOf(type, texts), controls };
  return isExpected ? read : { ...read, problem: "entry-form-unknown" };
}

function valuesOf(type: ContentType, texts: Texts): Record<string, unknown> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(type.fields)) {
    const value = field.fromForm(form, key);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

/**
 * Whether a name is an input of the type's form, such as `time.from` or `inclusions.3`. More than a thousand rows would
 * take seconds to render.
 */
function isInputOf({ fields }: ContentType, name: string): boolean {
  const [key = "", ...rest] = name.split(".");
  return Object.hasOwn(fields, key) && rest.every((part) => /^([a-zA-Z]+|\d{1,3})$/.test(part)) && rest.length <= 2;
}

export type ReferenceOptions = ReadonlyMap<string, readonly Option[]>;

export function describeForm(
  type: ContentType,
  texts: Texts,
  problems: Problems,
  references: ReferenceOptions,
): FormField[] {
  return Object.entries(type.fields).map(([key, field]) => describeField(field, key, { texts, problems, references }));
}

type Context = { texts: Texts; problems: Problems; references: ReferenceOptions };

function describeField(field: AnyField, name: string, context: Context): FormField {
  const { texts, problems, references } = context;
  const { kind, label, help, limits, presence, to, item } = field;
  const prefix = `${name}.`;
  const own = Object.entries(texts)
    .filter(([input]) => input === name || input.startsWith(prefix))
    .map(([input, text]) => [input === name ? "" : input.slice(prefix.length), text]);
  const options =
    kind === "reference"
      ? references.get(to ?? "")
      : limits.options?.map((option) => ({ value: option, label: capitalized(option) }));
  const thumbnail =
    kind === "photo" ? photoThumbnail({ file: texts[`${name}.file`] ?? "" }, FORM_PICTURE_WIDTH) : undefined;
  const wrongParts = kind === "time" ? Object.keys(problems).filter((part) => part.startsWith(prefix)) : [];
  const problem = problems[name] ?? (wrongParts.map((part) => problems[part]).join(" ") || undefined);
  return {
    name,
    kind,
    label,
    limits,
    isRequired: presence === "required",
    hasDefault: presence === "default",
    texts: Object.fromEntries(own),
    ...(help === undefined ? {} : { help }),
    ...(options === undefined ? {} : { options }),
    ...(problem === undefined ? {} : { problem }),
    ...(wrongParts.length === 0 ? {} : { wrongParts }),
    ...(thumbnail === undefined ? {} : { thumbnail }),
    ...(item === undefined ? {} : { rows: describeRows(item, name, context) }),
  };
}

function describeRows(item: AnyField, list: string, context: Context): FormField[] {
  const parts = rowTexts(context.texts, list);
  const rows = rowNumbers(context.texts, list);
  const last = rows.at(-1) ?? -1;
  // A form that comes back from a row's button already has a blank row.
  const hasBlank = parts.get(last)?.every(([, text]) => text.trim() === "") ?? false;
  return (hasBlank ? rows : [...rows, last + 1]).map((row, index) => {
    const name = `${list}.${row}`;
    const texts = Object.fromEntries(parts.get(row)?.map(([part, text]) => [name + part, text]) ?? []);
    const field = describeField(item, name, { ...context, texts });
    return { ...field, label: `${item.label} ${index + 1}`, isRequired: false };
  });
}

/** A sentence for each problem, by the name of its field, row or time. */
export function problemSentences(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  problems: readonly FieldProblem[],
): Problems {
  const sentences: Record<string, string> = {};
  for (const problem of problems) {
    const [key = "", row] = problem.field.split(".");
    const field = type.fields[key];
    if (field === undefined) continue;
    const hasParts = field.item !== undefined || field.kind === "time";
    const name = hasParts && row !== undefined ? `${key}.${row}` : key;
    sentences[name] ??= entryProblemSentence(type, values, problem);
  }
  return sentences;
}

/** All problems of an entry as one text that names the fields, for pages without the form. */
export function problemsText(type: ContentType, problems: readonly FieldProblem[]): string {
  const general = problems
    .filter(({ field }) => type.fields[field.split(".", 1)[0] ?? ""] === undefined)
    .map(problemSentence);
  const ofFields = Object.entries(problemSentences(type, {}, problems)).map(
    ([name, sentence]) => `${fieldName(type, name)}: ${sentence}`,
  );
  return [...general, ...ofFields].join(" ");
}
