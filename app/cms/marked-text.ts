/**
 * The syntax of the owner's texts: `[our classes](/classes)` links to a page of the site, and the site fills in
 * `{classes}`. Nothing else is special; HTML is plain text (docs/decisions/content.md).
 */
import { capitalized } from "../platform/text.ts";
import type { TextPart } from "../ui/rich-text.tsx";

/** The facts about the gym that any text can contain. `findSiteFacts` has their values. */
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

/** The facts by name. Undefined: no value now. An empty text also removes the space before it. */
export type Facts = Readonly<Record<string, TextPart | undefined>>;

const MARK = /\[([^\][{}]*)\]\(([^()\s]*)\)|\{([^{}]*)\}/g;

/** A path on this site, with optional query and fragment; never `//` or a scheme, which lead to other sites. */
const OWN_PATH = /^\/(?:[a-z0-9][a-z0-9/_-]*)?(?:\?[a-z0-9=&_-]+)?(?:#[a-z0-9_-]+)?$/i;

/** Parses a placeholder. `{Classes}` inserts the value of `classes` with a capital letter. */
function parsePlaceholder(written: string): { name: string; isCapitalized: boolean } {
  const name = written.charAt(0).toLowerCase() + written.slice(1);
  return { name, isCapitalized: name !== written };
}

export function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\][{}]*)\]\([^()\s]*\)/g, "$1");
}

/** `{classes}, {coaches}` */
export function placeholderList(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}

/** A sentence about a text's first problem; undefined if it has none. @param names the allowed placeholders */
export function problemOfMarkedText(text: string, names: readonly string[]): string | undefined {
  for (const [mark, label, path, placeholder] of text.matchAll(MARK)) {
    if (placeholder !== undefined && !names.includes(parsePlaceholder(placeholder).name)) {
      const known = names.length > 0 ? `You can use ${placeholderList(names)}.` : "Write the text itself.";
      return `The site can’t fill in ${mark}. ${known}`;
    }
    if (label !== undefined && label.trim() === "") return `The link ${mark} has no text.`;
    if (path !== undefined && !OWN_PATH.test(path)) {
      return `Links must lead to a page of this site, such as /classes. ${mark} doesn’t.`;
    }
  }
  const plain = text.replaceAll(MARK, "");
  if (plain.includes("](")) return "Write links like [our classes](/classes), with plain words in the brackets.";
  if (/[{}]/.test(plain)) return "Use braces only around a placeholder, like {classes}. One brace is unmatched.";
  return undefined;
}

/** Fills in a text's links and facts. @returns undefined if a fact has no value, as such a text is not shown */
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
  const { name, isCapitalized } = parsePlaceholder(placeholder);
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (!isCapitalized || value === undefined) return value;
  return typeof value === "string" ? capitalized(value) : { ...value, text: capitalized(value.text) };
}

/** Adds a part. Adjacent plain texts are merged; an empty text is skipped. */
function addPart(parts: TextPart[], part: TextPart): void {
  const last = parts.at(-1);
  if (part === "") return;
  if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
  else parts.push(part);
}
