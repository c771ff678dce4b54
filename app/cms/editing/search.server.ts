/** Searches published content, drafts and unpublished content in memory: a gym has some hundred entries. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes, namesOf } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle, type FindTitle, formatValue } from "../entry-title.server.ts";
import { type EntryKey, restorableEntries } from "./entry-rows.server.ts";
import { storedValues } from "./stored-body.ts";

type Place = "site" | "draft" | "removed";

export type SearchHit = EntryKey & {
  title: string;
  typeLabel: string;
  excerpt: string | undefined;
  /** Where the words were found: in published content, in a draft, or in unpublished content. */
  where: Place;
};

type SearchableEntry = {
  type: ContentType;
  slug: string;
  where: Place;
  texts: readonly string[];
  normalisedTexts: readonly string[];
};

/** Read once per content version, not for each search. */
const caches = new WeakMap<
  Services["content"],
  Map<string, { version: number; entries: readonly SearchableEntry[] }>
>();

const MAX_HITS = 50;
const MAX_WORDS = 10;
const EXCERPT_LENGTH = 90;

/** Entries that contain all words, title matches first. @param types the types to search; all by default */
export async function searchEntries(
  services: Services,
  query: string,
  types: readonly ContentType[] = contentTypes(services),
): Promise<SearchHit[]> {
  const terms = normalised(query).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (terms.length === 0 || types.length === 0) return [];
  const findTitle = await titleFinder(services, types);
  const hits = new Map<string, SearchHit>();
  const versioned = await readVersioned(services, types, findTitle);
  const drafts = await readDrafts(services, types, findTitle);
  const [live, removed] = [
    versioned.filter(({ where }) => where === "site"),
    versioned.filter(({ where }) => where === "removed"),
  ];
  for (const entry of [...live, ...drafts, ...removed]) {
    const key = `${entry.type.name}/${entry.slug}`;
    const hit = hits.has(key) ? undefined : matchEntry(entry, terms);
    if (hit !== undefined) hits.set(key, hit);
  }
  const rank = ({ excerpt }: SearchHit) => (excerpt === undefined ? 0 : 1);
  const sorted = [...hits.values()].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, "en"));
  return sorted.slice(0, MAX_HITS);
}

async function readVersioned(services: Services, types: readonly ContentType[], findTitle: FindTitle) {
  const { content, db } = services;
  const { version } = content;
  const cache = caches.get(content) ?? new Map<string, { version: number; entries: readonly SearchableEntry[] }>();
  caches.set(content, cache);
  const changed = types.filter(({ name }) => cache.get(name)?.version !== version);
  if (changed.length > 0) {
    const names = namesOf(changed);
    const live = await db.selectFrom("entries").select(["type", "slug", "body"]).where("type", "in", names).execute();
    const restorable = restorableEntries(db).select(["b.type", "b.slug", "v.body"]);
    const removed = await restorable.where("b.type", "in", names).execute();
    const rows = [...withPlace("site", live), ...withPlace("removed", removed)];
    for (const type of changed) {
      const own = rows.filter((row) => row.type === type.name);
      cache.set(type.name, { version, entries: own.map((row) => toSearchable(type, row, findTitle)) });
    }
  }
  return types.flatMap(({ name }) => cache.get(name)?.entries ?? []);
}

/** Drafts are not cached: they are few, and change without a new content version. */
async function readDrafts({ db }: Services, types: readonly ContentType[], findTitle: FindTitle) {
  const drafts = db.selectFrom("entry_drafts").select(["type", "slug", "body"]).where("type", "in", namesOf(types));
  const rows = withPlace("draft", await drafts.execute());
  return types.flatMap((type) =>
    rows.flatMap((row) => (row.type === type.name ? toSearchable(type, row, findTitle) : [])),
  );
}

type StoredRow = { type: string; slug: string; body: string };

function withPlace(where: Place, rows: StoredRow[]) {
  return rows.map((row) => ({ ...row, where }));
}

function toSearchable(
  type: ContentType,
  { slug, body, where }: Omit<StoredRow, "type"> & { where: Place },
  findTitle: FindTitle,
): SearchableEntry {
  const values = storedValues(body);
  const shownTexts = Object.entries(values).flatMap(([name, value]) => {
    const field = type.fields[name];
    const isShownInWords = field?.kind === "reference" || field?.kind === "moment";
    return isShownInWords ? formatValue(field, value, findTitle) : textsOf(value);
  });
  const texts = [entryTitle(type, values, slug, findTitle), slug, ...shownTexts];
  return { type, slug, where, texts, normalisedTexts: texts.map(normalised) };
}

function matchEntry(
  { type, slug, where, texts, normalisedTexts }: SearchableEntry,
  terms: readonly string[],
): SearchHit | undefined {
  if (!terms.every((term) => normalisedTexts.some((text) => text.includes(term)))) return undefined;
  const [title = "", normalisedTitle = ""] = [texts[0], normalisedTexts[0]];
  const bodyTerm = terms.find((term) => !normalisedTitle.includes(term));
  const text =
    bodyTerm === undefined ? undefined : texts[normalisedTexts.findIndex((candidate) => candidate.includes(bodyTerm))];
  const excerpt = bodyTerm === undefined || text === undefined ? undefined : shortened(text, bodyTerm);
  return { type: type.name, slug, title, typeLabel: type.label, excerpt, where };
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Lower case, without accents. */
function normalised(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function shortened(text: string, term: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  // Accents may shift the position by a few characters, which doesn't matter.
  const start = Math.max(0, normalised(text).indexOf(term) - EXCERPT_LENGTH / 3);
  const end = start + EXCERPT_LENGTH;
  const excerpt = text.slice(start, end);
  // Cut at a space, unless a word is very long.
  const begun = start > 0 ? excerpt.replace(/^\S{0,20}\s|^/, "…") : excerpt;
  return end < text.length ? begun.replace(/\s\S{0,20}$|$/, "…") : begun;
}
