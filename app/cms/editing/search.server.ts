/** One search over all content: what is on the site, drafts, and what was taken off. In memory, as a gym has some hundred entries. */
import type { Services } from "../../platform/services.ts";
import { type ContentType, contentTypes } from "../content-type.ts";
import { titleFinder } from "../entries.server.ts";
import { entryTitle, type FindTitle } from "../entry-title.ts";
import type { EntryKey } from "./editing-types.ts";
import { restorableEntries } from "./entry-rows.server.ts";
import { storedValues, type Values } from "./stored-body.ts";

type Place = "site" | "draft" | "removed";

export type SearchHit = EntryKey & {
  title: string;
  typeLabel: string;
  /** The text in which a word was found, shortened around it; undefined when the title has them all. */
  excerpt: string | undefined;
  /** Where it was found: in what is on the site, in a draft, or in what was on the site and was taken off. */
  where: Place;
};

const MAX_HITS = 50;
const MAX_WORDS = 10;
const EXCERPT_LENGTH = 90;

/**
 * The entries that have all the words, in any of their texts, whatever their case and accents. Those with the words in
 * their title come first, in alphabetical order.
 * @param types those that the reader may see; all by default
 */
export async function searchEntries(
  services: Services,
  words: string,
  types: readonly ContentType[] = contentTypes(services),
): Promise<SearchHit[]> {
  const wanted = plain(words).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const names = types.map(({ name }) => name);
  if (wanted.length === 0 || names.length === 0) return [];
  const { db } = services;
  const findTitle = await titleFinder(services, types);
  const columns = ["type", "slug", "body"] as const;
  const live = await db.selectFrom("entries").select(columns).where("type", "in", names).execute();
  const drafts = await db.selectFrom("entry_drafts").select(columns).where("type", "in", names).execute();
  const restorable = restorableEntries(db).select(["b.type", "b.slug", "v.body"]);
  const removed = await restorable.where("b.type", "in", names).execute();
  const hits = new Map<string, SearchHit>();
  const rows = [
    ...live.map((row) => ({ ...row, where: "site" as const })),
    ...drafts.map((row) => ({ ...row, where: "draft" as const })),
    ...removed.map((row) => ({ ...row, where: "removed" as const })),
  ];
  const pieces = wanted.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)).filter(Boolean);
  for (const { type: name, slug, body, where } of rows) {
    const type = types.find((one) => one.name === name);
    if (type === undefined || !mayHave(type, { slug, body }, pieces)) continue;
    const hit = findWords({ type, slug, values: storedValues(body), where }, wanted, findTitle);
    // Of one entry the site's text comes first, then that of its draft.
    if (hit !== undefined && !hits.has(`${name}/${slug}`)) hits.set(`${name}/${slug}`, hit);
  }
  const rank = ({ excerpt }: SearchHit) => (excerpt === undefined ? 0 : 1);
  const sorted = [...hits.values()].sort(
    (one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title, "en"),
  );
  return sorted.slice(0, MAX_HITS);
}

/**
 * Whether an entry may have the words, by its body as it is stored: most have not, and parsing them would take most of the
 * time. A title that names another entry has the words of that one too.
 * @param pieces the letters and digits of the words
 */
function mayHave(
  type: ContentType,
  { slug, body }: { slug: string; body: string },
  pieces: readonly string[],
): boolean {
  if (type.title.some((key) => type.fields[key]?.to ?? type.fields[key]?.item?.to)) return true;
  // Parts of a title beside its values: the label where there are none, and the currency.
  const stored = plain(`${slug} ${body} ${entryTitle(type, {}, slug)} KES`);
  return pieces.every((piece) => stored.includes(piece));
}

function findWords(
  { type, slug, values, where }: { type: ContentType; slug: string; values: Values; where: Place },
  wanted: readonly string[],
  findTitle: FindTitle,
): SearchHit | undefined {
  const title = entryTitle(type, values, slug, findTitle);
  const texts = [title, slug, ...Object.values(values).flatMap(textsOf)];
  const all = texts.map(plain);
  if (!wanted.every((word) => all.some((text) => text.includes(word)))) return undefined;
  const plainTitle = plain(title);
  const elsewhere = wanted.find((word) => !plainTitle.includes(word));
  const text = elsewhere === undefined ? undefined : texts[all.findIndex((one) => one.includes(elsewhere))];
  const excerpt = elsewhere === undefined || text === undefined ? undefined : shortened(text, elsewhere);
  return { type: type.name, slug, title, typeLabel: type.label, excerpt, where };
}

/** All texts in a value, of lists and of parts too. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function shortened(text: string, word: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  // Accents may shift the place by a few characters, which an excerpt doesn't mind.
  const start = Math.max(0, plain(text).indexOf(word) - EXCERPT_LENGTH / 3);
  const piece = text.slice(start, start + EXCERPT_LENGTH).trim();
  return `${start > 0 ? "…" : ""}${piece}${start + EXCERPT_LENGTH < text.length ? "…" : ""}`;
}
