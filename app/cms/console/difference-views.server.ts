/** Differences between two versions of an entry, with titles and pictures for a page. */

import { isDeepStrictEqual } from "node:util";
import { thumbnailAddress } from "../../pictures/library-picture.ts";
import { uploadedHash } from "../../pictures/uploaded-pictures.server.ts";
import type { Services } from "../../platform/services.ts";
import { pictureUrl } from "../../ui/picture.tsx";
import type { ContentType, Fields } from "../content-type.ts";
import { type Values, withDefaults } from "../editing/stored-body.ts";
import { titleFinder } from "../entries.server.ts";
import { type FindTitle, formatValue } from "../entry-title.server.ts";
import type { Photo } from "../fields.ts";
import type { DifferenceView } from "./difference-view.tsx";

/** A difference in a field. A picture can differ in its file, its description and its focus. */
type FieldDifference = {
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
function valueText(field: Fields[string], value: unknown, findTitle?: FindTitle): string | undefined {
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

export const THUMBNAIL_WIDTH = 420;

/** The differences that visitors see, by field, with picture addresses instead of file names. */
export async function readDifferences(
  services: Services,
  type: ContentType,
  before: Values,
  after: Values,
): Promise<DifferenceView[]> {
  const findTitle = await titleFinder(services, [type]);
  return diffValues(type, withDefaults(type, before), withDefaults(type, after), findTitle).map(withPictures);
}

function withPictures({ files, ...difference }: FieldDifference): DifferenceView {
  if (files === undefined) return difference;
  const address = (file: string | undefined) =>
    file === undefined ? undefined : photoThumbnail({ file }, THUMBNAIL_WIDTH);
  return { ...difference, pictures: { before: address(files.before), after: address(files.after) } };
}

/** The address of a picture for the console, which also shows unpublished pictures. */
export function photoThumbnail({ file }: Pick<Photo, "file">, width: number): string | undefined {
  const hash = uploadedHash(file);
  return hash === undefined ? pictureUrl({ file }, width) : thumbnailAddress(hash);
}
