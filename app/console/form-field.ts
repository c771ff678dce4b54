/** A field of a content type as its form shows it: plain data, so that the browser doesn't load the validation. */
import type { FieldKind, FieldLimits } from "../cms/fields.ts";

export type Option = { value: string; label: string };

export type FormField = {
  name: string;
  kind: FieldKind;
  label: string;
  help?: string;
  limits: FieldLimits;
  isRequired: boolean;
  hasDefault?: boolean;
  /** The values of its inputs, by the part of the name after the prefix; under "" for a field with one input. */
  texts: Readonly<Record<string, string>>;
  options?: readonly Option[];
  /** The fields of a list's rows, the last one blank. */
  rows?: readonly FormField[];
  problem?: string;
  /** The names of the inputs with the problem; undefined when the whole field has it. */
  wrongParts?: readonly string[];
  /** Why the picture of a photo field can't be on the site. */
  pictureNote?: string;
  thumbnail?: string;
};

export type Texts = Readonly<Record<string, string>>;

export type Problems = Readonly<Record<string, string>>;

export function fieldId(name: string): string {
  return `field-${name.replaceAll(".", "-")}`;
}

/** The id of the first input with a field's problem: the field's first input, unless that is valid. */
export function wrongInputId({ name, wrongParts: [part] = [] }: FormField): string {
  return fieldId(part === undefined || part === `${name}.from` ? name : part);
}
