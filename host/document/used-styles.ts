/**
 * The part of a style sheet that a document uses: all rules except rules for missing classes. The order stays, so that the whole
 * sheet can follow later (docs/decisions/first-paint.md).
 */

export type Sheet = readonly Rule[];

/** A rule, or a group such as `@media` with its rules. For anything else, `head` is the whole text. */
type Rule = { head: string; body?: string; rules?: Rule[]; selectors?: Selector[] };

/** @property classes required of an element or an ancestor, without those inside parentheses */
type Selector = { text: string; classes: string[] };

const GROUP = /^\s*@(?:layer|media|supports|container)\b/;
const STATEMENT = /^\s*@/;
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/g;
const CLASS_ATTRIBUTE = /\sclass="([^"]*)"/g;
const ENTITY = /&(?:amp|lt|gt|quot|#x27);/g;
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

export function parseSheet(css: string): Sheet {
  return parseRules(withoutComments(css));
}

function withoutComments(css: string): string {
  const [first = "", ...others] = css.split("/*");
  return first + others.map((text) => text.slice(text.indexOf("*/") + 2)).join("");
}

function parseRules(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let start = 0; start < css.length; ) {
    const opening = findOutside(css, start, "{;");
    if (css[opening] !== "{") {
      rules.push({ head: css.slice(start, opening + 1) });
      start = opening + 1;
      continue;
    }
    const head = css.slice(start, opening);
    const closing = endOfBlock(css, opening);
    const body = css.slice(opening + 1, closing);
    if (GROUP.test(head)) rules.push({ head, rules: parseRules(body) });
    else if (STATEMENT.test(head)) rules.push({ head: css.slice(start, closing + 1) });
    else rules.push({ head, body, selectors: splitSelectors(head) });
    start = closing + 1;
  }
  return rules;
}

export function classesOf(html: string): Set<string> {
  const classes = new Set<string>();
  const values = new Set([...html.matchAll(CLASS_ATTRIBUTE)].map(([, value = ""]) => value));
  for (const value of values) {
    for (const name of value.replace(ENTITY, (entity) => ENTITIES[entity] ?? "").split(" ")) classes.add(name);
  }
  return classes;
}

export function usedStyles(rules: Sheet, classes: ReadonlySet<string>): string {
  let css = "";
  for (const { head, body, rules: inner, selectors } of rules) {
    if (inner !== undefined) {
      const used = usedStyles(inner, classes);
      // Even an empty layer has its place in the order.
      if (used !== "" || head.startsWith("@layer")) css += `${head}{${used}}`;
    } else if (selectors === undefined) {
      css += head;
    } else {
      const used = selectors.filter((selector) => selector.classes.every((name) => classes.has(name)));
      if (used.length > 0) css += `${used.map(({ text }) => text).join(",")}{${body}}`;
    }
  }
  return css;
}

function splitSelectors(head: string): Selector[] {
  const selectors: Selector[] = [];
  for (let start = 0; start <= head.length; ) {
    const end = findOutside(head, start, ",");
    const text = head.slice(start, end);
    selectors.push({
      text,
      classes: [...withoutParentheses(text).matchAll(CLASS)].map(([, name = ""]) => unescaped(name)),
    });
    start = end + 1;
  }
  return selectors;
}

function unescaped(name: string): string {
  return name
    .replace(/\\([0-9a-f]{1,6}) ?/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, "$1");
}

function withoutParentheses(selector: string): string {
  let text = "";
  for (let start = 0; start < selector.length; ) {
    const opening = findOutside(selector, start, "(");
    text += selector.slice(start, opening);
    start = opening < selector.length ? endOfGroup(selector, opening) + 1 : opening;
  }
  return text;
}

/** The index of the first of these characters outside strings and parentheses, or the end of the text. */
function findOutside(text: string, from: number, characters: string): number {
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (characters.includes(character)) return at;
    if (character === "\\") at += 2;
    else if (character === '"' || character === "'") at = endOfString(text, at) + 1;
    else if (character === "(" || character === "[") at = endOfGroup(text, at) + 1;
    else at += 1;
  }
  return text.length;
}

function endOfString(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && text[at] !== text[opening]) at += text[at] === "\\" ? 2 : 1;
  return at;
}

function endOfGroup(text: string, opening: number): number {
  return findOutside(text, opening + 1, text[opening] === "(" ? ")" : "]");
}

function endOfBlock(text: string, opening: number): number {
  let at = findOutside(text, opening + 1, "{}");
  while (text[at] === "{") at = findOutside(text, endOfBlock(text, at) + 1, "{}");
  return at;
}
