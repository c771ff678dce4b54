/** Searches all content in memory: published, drafts and unpublished; a gym has some hundred entries. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes, namesOf } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle, type FindTitle, valueInWords } from "../entry-title.ts";
import type { EntryKey } from "./editing-types.ts";
import { restorableEntries } from "./entry-rows.server.ts";
import { storedValues } from "./stored-body.ts";

type Place = "site" | "draft" | "removed";

export type SearchHit = EntryKey & {
  title: string;
  typeLabel: string;
  excerpt: string | undefined;
  /** Where it was found: in what is on the site, in a draft, or in what was on the site and was taken off. */
  where: Place;
};

type Readable = {
  type: ContentType;
  slug: string;
  where: Place;
  texts: readonly string[];
  plainTexts: readonly string[];
};

/** Read once per content version, not per typed letter. */
const published = new WeakMap<Services["content"], Map<string, { version: number; entries: readonly Readable[] }>>();

const MAX_HITS = 50;
const MAX_WORDS = 10;
const EXCERPT_LENGTH = 90;

/** Entries that contain all words, title matches first. @param types readable types; all by default */
export async function searchEntries(
  services: Services,
  query: string,
  types: readonly ContentType[] = contentTypes(services),
): Promise<SearchHit[]> {
  const wanted = plain(query).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (wanted.length === 0 || types.length === 0) return [];
  const findTitle = await titleFinder(services, types);
  const hits = new Map<string, SearchHit>();
  const written = await readPublished(services, types, findTitle);
  const drafts = await readDrafts(services, types, findTitle);
  const [live, removed] = [
    written.filter(({ where }) => where === "site"),
    written.filter(({ where }) => where === "removed"),
  ];
  for (const entry of [...live, ...drafts, ...removed]) {
    const key = `${entry.type.name}/${entry.slug}`;
    const hit = hits.has(key) ? undefined : findWords(entry, wanted);
    if (hit !== undefined) hits.set(key, hit);
  }
  const rank = ({ excerpt }: SearchHit) => (excerpt === undefined ? 0 : 1);
  const sorted = [...hits.values()].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, "en"));
  return sorted.slice(0, MAX_HITS);
}

async function readPublished(services: Services, types: readonly ContentType[], findTitle: FindTitle) {
  const { content, db } = services;
  const { version } = content;
  const ofInstance = published.get(content) ?? new Map<string, { version: number; entries: readonly Readable[] }>();
  published.set(content, ofInstance);
  const changed = types.filter(({ name }) => ofInstance.get(name)?.version !== version);
  if (changed.length > 0) {
    const names = namesOf(changed);
    const live = await db.selectFrom("entries").select(["type", "slug", "body"]).where("type", "in", names).execute();
    const restorable = restorableEntries(db).select(["b.type", "b.slug", "v.body"]);
    const removed = await restorable.where("b.type", "in", names).execute();
    const rows = [...inPlace("site", live), ...inPlace("removed", removed)];
    for (const type of changed) {
      const own = rows.filter((row) => row.type === type.name);
      ofInstance.set(type.name, { version, entries: own.map((row) => readable(type, row, findTitle)) });
    }
  }
  return types.flatMap(({ name }) => ofInstance.get(name)?.entries ?? []);
}

/** Drafts are few, and change without a new content version. */
async function readDrafts({ db }: Services, types: readonly ContentType[], findTitle: FindTitle) {
  const drafts = db.selectFrom("entry_drafts").select(["type", "slug", "body"]).where("type", "in", namesOf(types));
  const rows = inPlace("draft", await drafts.execute());
  return types.flatMap((type) => rows.flatMap((row) => (row.type === type.name ? readable(type, row, findTitle) : [])));
}

type StoredRow = { type: string; slug: string; body: string };

function inPlace(where: Place, rows: StoredRow[]) {
  return rows.map((row) => ({ ...row, where }));
}

function readable(
  type: ContentType,
  { slug, body, where }: Omit<StoredRow, "type"> & { where: Place },
  findTitle: FindTitle,
): Readable {
  const values = storedValues(body);
  const ownTexts = Object.entries(values).flatMap(([name, value]) => {
    const field = type.fields[name];
    return field?.kind === "reference" ? valueInWords(field, value, findTitle) : textsOf(value);
  });
  const texts = [entryTitle(type, values, slug, findTitle), slug, ...ownTexts];
  return { type, slug, where, texts, plainTexts: texts.map(plain) };
}

function findWords(
  { type, slug, where, texts, plainTexts }: Readable,
  wanted: readonly string[],
): SearchHit | undefined {
  if (!wanted.every((term) => plainTexts.some((text) => text.includes(term)))) return undefined;
  const [title = "", plainTitle = ""] = [texts[0], plainTexts[0]];
  const elsewhere = wanted.find((term) => !plainTitle.includes(term));
  const text =
    elsewhere === undefined ? undefined : texts[plainTexts.findIndex((candidate) => candidate.includes(elsewhere))];
  const excerpt = elsewhere === undefined || text === undefined ? undefined : shortened(text, elsewhere);
  return { type: type.name, slug, title, typeLabel: type.label, excerpt, where };
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function shortened(text: string, term: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  // Accents may shift the place by a few characters, which an excerpt doesn't mind.
  const start = Math.max(0, plain(text).indexOf(term) - EXCERPT_LENGTH / 3);
  const piece = text.slice(start, start + EXCERPT_LENGTH).trim();
  return `${start > 0 ? "…" : ""}${piece}${start + EXCERPT_LENGTH < text.length ? "…" : ""}`;
}
