/** The difference between two contents of an entry, field by field, and in texts word by word. */
import { isDeepStrictEqual } from "node:util";
import type { ContentType, Fields } from "../content-type.ts";
import { type FindTitle, valueInWords } from "../entry-title.ts";
import type { Photo } from "../fields.ts";
import type { Values } from "./stored-body.ts";

/** A piece of a text: in both, only in the one before, or only in the one after. */
export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** A difference in a field. A picture can differ in up to three ways: the picture itself, its words, and its focus. */
export type FieldDifference = {
  field: string;
  label: string;
  /** The values as texts; undefined where there is none. */
  before: string | undefined;
  after: string | undefined;
  parts: DiffPart[];
  /** The files of two different pictures, which are shown instead of texts. */
  files?: { before: string | undefined; after: string | undefined };
};

/**
 * The fields in which two contents differ, in the order of the fields.
 * @param findTitle names what references point to; without it, they are named by the words of their slugs
 */
export function diffValues(type: ContentType, before: Values, after: Values, findTitle?: FindTitle): FieldDifference[] {
  return Object.entries(type.fields)
    .filter(([key]) => !isDeepStrictEqual(before[key] ?? undefined, after[key] ?? undefined))
    .flatMap(([field, declaration]) => {
      if (declaration.kind === "photo") return diffPhotos(field, declaration.label, before[field], after[field]);
      const [one, other] = [before[field], after[field]].map((value) => valueText(declaration, value, findTitle));
      return { field, label: declaration.label, ...diffTexts(one, other) };
    });
}

function diffTexts(before: string | undefined, after: string | undefined) {
  return { before, after, parts: diffWords(before ?? "", after ?? "") };
}

/** The differences of a picture. Its values may be incomplete, as those of a draft are. */
function diffPhotos(field: string, label: string, before: unknown, after: unknown): FieldDifference[] {
  const [one, other] = [photoTexts(before), photoTexts(after)];
  const labels = { file: label, alt: `${label} in words`, focus: `Focus of the ${label.toLowerCase()}` };
  return (["file", "alt", "focus"] as const)
    .filter((part) => one[part] !== other[part])
    .map((part) => ({
      field,
      label: labels[part],
      ...diffTexts(one[part], other[part]),
      ...(part === "file" && { files: { before: one.file, after: other.file } }),
    }));
}

function photoTexts(value: unknown): Record<"file" | "alt" | "focus", string | undefined> {
  const { file, alt, focus } = (typeof value === "object" && value !== null ? value : {}) as Partial<Photo>;
  return {
    file: file || undefined,
    alt: alt || undefined,
    focus: focus && `${focus[0]} % from the left, ${focus[1]} % from the top`,
  };
}

/** A value as a text to be compared and read; undefined for none. One that its field can't show is shown by its texts. */
export function valueText(field: Fields[string], value: unknown, findTitle?: FindTitle): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (!field.schema.safeParse(value).success) return plainText(value);
  if (field.kind === "time") return Object.values(value).join(" to ");
  if (field.kind !== "list") return valueInWords(field, value, findTitle);
  // Validated just above: an array. One item a line.
  return (value as unknown[]).map((item) => field.item && valueText(field.item, item, findTitle)).join("\n");
}

/** The texts in a value that its field can't read. */
function plainText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value)
    .map(plainText)
    .filter(Boolean)
    .join(Array.isArray(value) ? "\n" : " ");
}

/** Two texts with more words than this are shown as replaced as a whole: the table below grows with their product. */
const MAX_CELLS = 1_000_000;

/** The difference of two texts by the longest common subsequence of words; white space belongs to the word before it. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  const removed = one.map((text): DiffPart => ({ kind: "removed", text }));
  const added = other.map((text): DiffPart => ({ kind: "added", text }));
  const width = other.length + 1;
  if (one.length === 0 || other.length === 0 || (one.length + 1) * width > MAX_CELLS)
    return joined([...removed, ...added]);
  // lengths[row * width + column]: of the longest common subsequence of what follows in both.
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    const text = one[row] ?? "";
    if (text === other[column]) {
      parts.push({ kind: "same", text });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      parts.push({ kind: "removed", text });
      row += 1;
    } else {
      parts.push({ kind: "added", text: other[column] ?? "" });
      column += 1;
    }
  }
  return joined([...parts, ...removed.slice(row), ...added.slice(column)]);
}

function wordsOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\s)(?=\S)/);
}

/** Neighbouring parts of one kind as one. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}
