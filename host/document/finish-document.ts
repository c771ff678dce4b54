/**
 * Finishes a rendered document in one pass over its bytes: inlines the styles it uses for a faster first paint
 * (docs/decisions/first-paint.md), defers its module script (docs/decisions/deferred-hydration.md), and hashes
 * inline scripts.
 */
import { DELETE_COPIES_SCRIPT } from "../../app/forms/post-form.tsx";
import { INLINE_SCRIPT, WAITING_SCRIPT_TYPE, WAITING_SHEET_TYPE } from "../../app/ui/deferred-hydration.ts";
import { contentSecurityPolicy, scriptHash } from "../middleware/security-headers.ts";
import { classesOf, parseSheet, type Sheet, usedStyles } from "./used-styles.ts";

export type StyleSheets = (path: string) => Promise<string | undefined>;

const LINK = Buffer.from('<link rel="');
const SCRIPT = Buffer.from("<script");
const SCRIPT_END = Buffer.from("</script>");
const HEAD = Buffer.from("<head>");
const BODY_END = Buffer.from("</body>");

/** The links that React Router renders: style sheets, and hints to fetch all its scripts at once. */
const STYLE_SHEET = /^<link rel="stylesheet" href="([^"]+)"\/>$/;
const MODULE_PRELOAD = /^<link rel="modulepreload" href="([^"]+)"/;

/** React Router's own first script. It imports all others. */
const MODULE_SCRIPT = '<script type="module" async="">';

/** Script files are allowed by origin, and data scripts never run. */
const NEEDS_NO_HASH = /\ssrc=|\stype="application\/ld\+json"/;

const DELETES_COPIES = Buffer.from("data-deletes-copies");
const DELETE_COPIES_TAG = Buffer.from(`<script>${DELETE_COPIES_SCRIPT}</script>`);
const DELETE_COPIES_HASH = scriptHash(DELETE_COPIES_SCRIPT);

const INLINE_SCRIPT_TAG = Buffer.from(`<script>${INLINE_SCRIPT}</script>`);
const INLINE_SCRIPT_HASH = scriptHash(INLINE_SCRIPT);

/** The settings of a page for its document (`documentContext` in app/request/request-context.ts). */
export type DocumentNeeds = { formTargets?: readonly string[]; startsAtOnce?: boolean };

/** Creates the function that finishes documents. Without `styleSheet` the links are unchanged. */
export function createDocumentFinisher(styleSheet?: StyleSheets) {
  const sheets = new Map<string, { text: string; rules: Sheet } | undefined>();

  async function findSheet(path: string) {
    if (sheets.has(path)) return sheets.get(path);
    const text = await styleSheet?.(path);
    const sheet = text === undefined || text.includes("</style") ? undefined : { text, rules: parseSheet(text) };
    sheets.set(path, sheet);
    return sheet;
  }

  return async (rendered: Buffer, { formTargets, startsAtOnce = false }: DocumentNeeds = {}) => {
    const pieces: Buffer[] = [];
    const imports: string[] = [];
    const hashes = new Set<string>();
    let copied = 0;
    const replace = (start: number, end: number, ...replacements: Buffer[]) => {
      pieces.push(rendered.subarray(copied, start), ...replacements);
      copied = end;
    };

    const head = rendered.indexOf(HEAD);
    if (head >= 0 && rendered.includes(DELETES_COPIES)) {
      replace(head + HEAD.length, head + HEAD.length, DELETE_COPIES_TAG);
      hashes.add(DELETE_COPIES_HASH);
    }

    let isWaiting = false;
    let classes: Set<string> | undefined;

    for (const { start, end, tag } of tagsOf(rendered)) {
      const preload = MODULE_PRELOAD.exec(tag)?.[1];
      const sheet = STYLE_SHEET.exec(tag)?.[1];
      if (preload !== undefined && !startsAtOnce) {
        // Hints come before the module script; React Router renders both or neither.
        imports.push(preload);
        replace(start, end);
      } else if (sheet !== undefined) {
        const source = await findSheet(sheet);
        if (source === undefined) continue;
        classes ??= classesOf(rendered.toString());
        // A script that starts at once may need any style, and doesn't fetch the sheet.
        const styles = startsAtOnce ? source.text : usedStyles(source.rules, classes);
        // A type that no browser fetches; Chromium fetches disabled sheets early.
        const link = `<link rel="stylesheet" href="${sheet}" type="${WAITING_SHEET_TYPE}"/>`;
        replace(start, end, Buffer.from(`<style>${styles}</style>${link}`));
      } else if (tag.startsWith("<script")) {
        if (!NEEDS_NO_HASH.test(tag)) hashes.add(scriptHash(rendered.subarray(start + tag.length, end)));
        if (tag !== MODULE_SCRIPT || startsAtOnce) continue;
        const waiting = `<script type="${WAITING_SCRIPT_TYPE}" data-imports="${imports.join(" ")}">`;
        replace(start, start + tag.length, Buffer.from(waiting, "latin1"));
        isWaiting = true;
      }
    }

    if (isWaiting) {
      const bodyEnd = rendered.indexOf(BODY_END, copied);
      replace(bodyEnd, bodyEnd, INLINE_SCRIPT_TAG);
      hashes.add(INLINE_SCRIPT_HASH);
    }
    pieces.push(rendered.subarray(copied));
    return { bytes: Buffer.concat(pieces), policy: contentSecurityPolicy(hashes, formTargets) };
  };
}

/** A link, or a script with its opening tag; `end` is the end of the link or of the script's text. */
type Tag = { start: number; end: number; tag: string };

function* tagsOf(html: Buffer): Generator<Tag> {
  let link = html.indexOf(LINK);
  let script = html.indexOf(SCRIPT);
  while (link >= 0 || script >= 0) {
    const isLink = link >= 0 && (script < 0 || link < script);
    const start = isLink ? link : script;
    const open = html.indexOf(">", start);
    if (open < 0) return;
    const tag = html.toString("latin1", start, open + 1);
    const end = isLink ? open + 1 : html.indexOf(SCRIPT_END, open);
    if (end < 0) return;
    yield { start, end, tag };
    if (link >= 0 && link < end) link = html.indexOf(LINK, end);
    if (script >= 0 && script < end) script = html.indexOf(SCRIPT, end);
  }
}
