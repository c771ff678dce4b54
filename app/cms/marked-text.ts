/**
 * The syntax of the owner's texts: `[our classes](/classes)` is a link to a page of the site, and `{classes}` is filled in by
 * the site. Nothing else is special, and nothing of it is HTML (docs/decisions/content.md).
 */
import { capitalized } from "../platform/text.ts";
import type { TextPart } from "../ui/rich-text.tsx";

/** The facts about the gym that any text can name. `findSiteFacts` has their values. */
export const SITE_FACTS = [
  "classes",
  "number of classes",
  "coaches",
  "plans",
  "lowest price",
  "inclusions",
  "first inclusion",
  "last inclusion",
  "phone",
  "opening hours",
  "address",
] as const;

export type SiteFact = (typeof SITE_FACTS)[number];

/** The facts by name. Undefined: the site can't say it now. An empty text takes the space before it away. */
export type Facts = Readonly<Record<string, TextPart | undefined>>;

const MARK = /\[([^\][{}]*)\]\(([^()\s]*)\)|\{([^{}]*)\}/g;

/** A path of the site itself, with search parameters and a section: never `//` or a scheme, which lead to other sites. */
const OWN_PATH = /^\/(?:[a-z0-9][a-z0-9/_-]*)?(?:\?[a-z0-9=&_-]+)?(?:#[a-z0-9_-]+)?$/i;

/** "Classes" for "classes": a placeholder begins with a capital where its value is to. */
function factOf(written: string): { name: string; isCapitalized: boolean } {
  const name = written.charAt(0).toLowerCase() + written.slice(1);
  return { name, isCapitalized: name !== written };
}

export function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\][{}]*)\]\([^()\s]*\)/g, "$1");
}

/** The placeholders as a text writes them: `{classes}, {coaches}`. */
export function writtenPlaceholders(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}

/** The problem of a text, in a sentence; undefined when nothing is. @param names the placeholders it may contain */
export function problemOfMarkedText(text: string, names: readonly string[]): string | undefined {
  for (const [mark, label, path, placeholder] of text.matchAll(MARK)) {
    if (placeholder !== undefined && !names.includes(factOf(placeholder).name)) {
      const known = names.length > 0 ? `You can use ${writtenPlaceholders(names)}.` : "Write it in words.";
      return `The site can’t fill in ${mark}. ${known}`;
    }
    if (label !== undefined && label.trim() === "") return `The link ${mark} has no text.`;
    if (path !== undefined && !OWN_PATH.test(path)) {
      return `Links must lead to a page of this site, such as /classes. ${mark} doesn’t.`;
    }
  }
  const plain = text.replaceAll(MARK, "");
  if (plain.includes("](")) return "Write links like [our classes](/classes), with plain words in the brackets.";
  if (/[{}]/.test(plain)) return "Use braces only around a placeholder, like {classes}. One brace has no partner.";
  return undefined;
}

/**
 * A text with its links and facts in place.
 * @returns undefined when the text names a fact without a value: such a text is not shown
 */
export function fillMarkedText(text: string, facts: Facts): TextPart[] | undefined {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    const [mark, label, path, placeholder] = match;
    const before = text.slice(end, match.index);
    end = match.index + mark.length;
    if (placeholder === undefined) {
      addPart(parts, before);
      addPart(parts, { text: label ?? "", to: path ?? "" });
      continue;
    }
    const value = factValue(placeholder, facts);
    if (value === undefined) return undefined;
    addPart(parts, value === "" ? before.trimEnd() : before);
    addPart(parts, value);
  }
  addPart(parts, text.slice(end));
  return parts;
}

export function fillPlainText(text: string, facts: Facts): string | undefined {
  return fillMarkedText(text, facts)
    ?.map((part) => (typeof part === "string" ? part : part.text))
    .join("");
}

function factValue(placeholder: string, facts: Facts): TextPart | undefined {
  const { name, isCapitalized } = factOf(placeholder);
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (!isCapitalized || value === undefined) return value;
  return typeof value === "string" ? capitalized(value) : { ...value, text: capitalized(value.text) };
}

/** Adds a part; adjoining words become one part, and no words none. */
function addPart(parts: TextPart[], part: TextPart): void {
  const last = parts.at(-1);
  if (part === "") return;
  if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
  else parts.push(part);
}
