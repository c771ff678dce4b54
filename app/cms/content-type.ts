/**
 * Content types: a name, a closed set of fields, and how lists show them. Types, validation, seed and forms follow
 * from one declaration.
 */
import { z } from "zod";
import type { Services } from "../platform/services.ts";
import type { AnyField, Field, Photo, Presence } from "./fields.ts";

export type Fields = Record<string, AnyField>;

type ValueOf<F> = F extends Field<infer T, Presence> ? T : never;
type KeysWith<F extends Fields, P extends Presence> = {
  [K in keyof F]: F[K] extends Field<unknown, infer Own> ? (Own extends P ? K : never) : never;
}[keyof F];

/** The values of an entry as read: optional fields may be absent, fields with a default are always present. */
export type ValuesOf<F extends Fields> = { [K in KeysWith<F, "required" | "default">]: ValueOf<F[K]> } & {
  [K in KeysWith<F, "optional">]?: ValueOf<F[K]>;
};

/** The values of an entry as written: a field with a default may be absent too. */
export type InputOf<F extends Fields> = { [K in KeysWith<F, "required">]: ValueOf<F[K]> } & {
  [K in KeysWith<F, "optional" | "default">]?: ValueOf<F[K]>;
};

/** A problem with a value: the field's path, such as `inclusions.2`, and the reason. */
export type FieldProblem = { field: string; message: string };

/** A stored body as read. `ignored` names optional fields with invalid values. */
export type ReadOutcome<V> = { ok: true; values: V; ignored: string[] } | { ok: false; problems: FieldProblem[] };

export type CheckOutcome = { ok: true; values: Record<string, unknown> } | { ok: false; problems: FieldProblem[] };

export type Entries =
  | { kind: "one"; slug: string }
  /** Exactly one entry for each known slug. `labels` names each. */
  | { kind: "fixed"; slugs: readonly string[]; labels: Readonly<Record<string, string>> }
  /** As many as staff want, within the limits, in the order of their positions. */
  | { kind: "list"; min?: number; max?: number };

export function fixedEntries<const Slug extends string>(labels: Readonly<Record<Slug, string>>) {
  return { kind: "fixed", slugs: Object.keys(labels) as Slug[], labels } as const;
}

export type Traits<E extends Entries = Entries, Key extends string = string> = {
  label: string;
  plural: string;
  /** A sentence: what the entries are for, and where visitors see them. */
  help: string;
  entries: E;
  /** The fields that name an entry in lists (`entryTitle`). Empty if the type or a label of `entries` names it. */
  title: readonly Key[];
  summary: readonly Key[];
  isForStaff?: (values: Record<string, unknown>) => boolean;
  /** Titles are people's names, which must be erasable: slugs have a number instead. */
  namesPerson?: true;
};

export type ContentType<F extends Fields = Fields, E extends Entries = Entries> = Traits<E> & {
  /** The name under which entries are stored; never changes. */
  name: string;
  fields: F;
  /** Reads a stored body tolerantly: only a missing or invalid required field makes it unreadable. */
  read: (body: unknown) => ReadOutcome<ValuesOf<F>>;
  /** Validates values before they are written. Unknown keys are rejected: they are a caller's mistake. */
  check: (values: unknown) => CheckOutcome;
};

export type EntryOf<T extends ContentType> = T extends ContentType<infer F> ? { slug: string } & ValuesOf<F> : never;

/** The content of a seed file: entries in the order they are shown. */
export type SeedOf<T extends ContentType> =
  T extends ContentType<infer F> ? readonly ({ slug: string } & InputOf<F>)[] : never;

/** Declares a content type. A field added to a type that is in use must be `optional` or `withDefault`. */
export function contentType<const F extends Fields, const E extends Entries>(
  name: string,
  { fields, ...traits }: Traits<E, NoInfer<keyof F & string>> & { fields: F },
): ContentType<F, E> {
  const entries = Object.entries(fields);
  const strict = z.strictObject(
    Object.fromEntries(
      entries.map(([key, { presence, schema, publishSchema = schema }]) => [
        key,
        presence === "required" ? publishSchema : publishSchema.optional(),
      ]),
    ),
  );

  function read(body: unknown): ReadOutcome<ValuesOf<F>> {
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      return { ok: false, problems: [{ field: "", message: "The body is not an object" }] };
    }
    const values: Record<string, unknown> = {};
    const ignored: string[] = [];
    const problems: FieldProblem[] = [];
    for (const [key, field] of entries) {
      const stored: unknown = Object.hasOwn(body, key) ? Reflect.get(body, key) : undefined;
      const checked = field.schema.safeParse(stored);
      if (checked.success) {
        values[key] = checked.data;
      } else if (field.presence === "required") {
        problems.push(...problemsOf(checked.error, key));
      } else {
        if (stored !== undefined) ignored.push(key);
        if (field.presence === "default") values[key] = field.fallback;
      }
    }
    if (problems.length > 0) return { ok: false, problems };
    // Each value was validated by its own field's schema; TypeScript can't follow that through a loop over keys.
    return { ok: true, values: values as ValuesOf<F>, ignored };
  }

  function check(values: unknown): CheckOutcome {
    const checked = strict.safeParse(values);
    return checked.success ? { ok: true, values: checked.data } : { ok: false, problems: problemsOf(checked.error) };
  }

  return { name, ...traits, fields, read, check };
}

function problemsOf(error: z.ZodError, ...prefix: string[]): FieldProblem[] {
  return error.issues.map(({ path, message }) => ({ field: [...prefix, ...path].join("."), message }));
}

/** The gym's content types. The services carry them, so that the CMS doesn't depend on this gym's types. */
export function contentTypes({ content }: Pick<Services, "content">): readonly ContentType[] {
  // The platform's type has only their names.
  return content.types as readonly ContentType[];
}

/** The minimum and maximum number of published entries of a type. */
export function entryCount({ entries }: ContentType): { min: number; max: number } {
  if (entries.kind === "one") return { min: 1, max: 1 };
  if (entries.kind === "fixed") return { min: entries.slugs.length, max: entries.slugs.length };
  return { min: entries.min ?? 0, max: entries.max ?? Number.POSITIVE_INFINITY };
}

/** Whether staff can add and unpublish entries of a type, rather than only edit them. */
export function isList({ entries }: ContentType): boolean {
  return entries.kind === "list";
}

/** Whether the code names this slug, so that the entry exists before anybody has edited it. */
export function isFixedSlug({ entries }: ContentType, slug: string): boolean {
  return entries.kind === "one" ? entries.slug === slug : entries.kind === "fixed" && entries.slugs.includes(slug);
}

/** The first picture of an entry; undefined without a picture field or a readable value. */
export function entryPhoto(type: ContentType, values: Record<string, unknown>): Photo | undefined {
  const photoField = Object.entries(type.fields).find(([, { kind }]) => kind === "photo");
  return photoField && photoIn(photoField[1], values[photoField[0]]);
}

export function photoIn(field: AnyField, value: unknown): Photo | undefined {
  const read = field.schema.safeParse(value);
  return read.success ? (read.data as Photo) : undefined;
}

export function namesOf(types: readonly ContentType[]): string[] {
  return types.map(({ name }) => name);
}
