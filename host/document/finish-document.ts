/**
 * Brings a rendered document into the form in which it is sent, in one pass over its bytes:
 *
 * - its style sheets are inlined, so that the first paint waits for one response and not for two
 *   (docs/decisions/first-paint.md). The links stay, of a type that nobody fetches, since React looks for them when it takes
 *   over; where it has to render the whole document anew, it makes them as they were and the styles are fetched.
 * - its module script waits for the visitor's first interaction (docs/decisions/0006-deferred-hydration.md), unless the
 *   page says otherwise.
 * - its head has a script for transitions that the browser skips (app/site/layout/skipped-transition.ts).
 * - its inline scripts are hashed for the Content-Security-Policy.
 *
 * It works on bytes because React renders bytes: as text the document would be decoded and encoded again
 * (docs/decisions/pages-and-cache.md).
 */
import { DELETE_COPIES_SCRIPT } from "../../app/forms/delete-copies.ts";
import { SKIPPED_TRANSITION_SCRIPT } from "../../app/site/layout/skipped-transition.ts";
import { INLINE_SCRIPT, WAITING_SCRIPT_TYPE } from "../../app/ui/deferred-hydration.ts";
import { contentSecurityPolicy, scriptHash } from "../middleware/security-headers.ts";

/** The text of a built style sheet; undefined when there is none at that path. */
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

/** Scripts that are files, which the policy allows by their origin, and those that are data, which never run. */
const NEEDS_NO_HASH = /\ssrc=|\stype="application\/ld\+json"/;

const HEAD_SCRIPT_TAG = Buffer.from(`<script>${SKIPPED_TRANSITION_SCRIPT}</script>`);
const HEAD_SCRIPT_HASH = scriptHash(SKIPPED_TRANSITION_SCRIPT);

const DELETES_COPIES = Buffer.from("data-deletes-copies");
const DELETE_COPIES_TAG = Buffer.from(`<script>${DELETE_COPIES_SCRIPT}</script>`);
const DELETE_COPIES_HASH = scriptHash(DELETE_COPIES_SCRIPT);

const INLINE_SCRIPT_TAG = Buffer.from(`<script>${INLINE_SCRIPT}</script>`);
const INLINE_SCRIPT_HASH = scriptHash(INLINE_SCRIPT);

/** The wishes of a page for its document (`documentContext` in app/request/request-context.ts). */
export type DocumentNeeds = { formTargets?: readonly string[]; startsAtOnce?: boolean };

/** Makes the function that finishes documents. Without `styleSheet` the links stay as they are. */
export function createDocumentFinisher(styleSheet?: StyleSheets) {
  /** By path, what replaces a link. */
  const inlined = new Map<string, Buffer | undefined>();

  async function inlineStyles(path: string): Promise<Buffer | undefined> {
    if (inlined.has(path)) return inlined.get(path);
    const text = await styleSheet?.(path);
    const isUsable = text !== undefined && !text.includes("</style");
    const styles = isUsable
      ? // Of a type that no browser fetches. Chromium fetches a disabled sheet ahead of need.
        Buffer.from(`<style>${text}</style><link rel="stylesheet" href="${path}" type="inlined"/>`)
      : undefined;
    inlined.set(path, styles);
    return styles;
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
    if (head >= 0) {
      replace(head + HEAD.length, head + HEAD.length, HEAD_SCRIPT_TAG);
      hashes.add(HEAD_SCRIPT_HASH);
      if (rendered.includes(DELETES_COPIES)) {
        pieces.push(DELETE_COPIES_TAG);
        hashes.add(DELETE_COPIES_HASH);
      }
    }

    let isWaiting = false;

    for (const { start, end, tag } of tagsOf(rendered)) {
      const preload = MODULE_PRELOAD.exec(tag)?.[1];
      const sheet = STYLE_SHEET.exec(tag)?.[1];
      if (preload !== undefined && !startsAtOnce) {
        // Hints come before the module script; React Router renders both or neither.
        imports.push(preload);
        replace(start, end);
      } else if (sheet !== undefined) {
        const styles = await inlineStyles(sheet);
        if (styles !== undefined) replace(start, end, styles);
      } else if (tag.startsWith("<script")) {
        if (!NEEDS_NO_HASH.test(tag)) hashes.add(scriptHash(rendered.subarray(start + tag.length, end)));
        if (tag !== MODULE_SCRIPT || startsAtOnce) continue;
        replace(start, start + tag.length, waitingTag(imports));
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

/** A link, or a script with its opening tag; `end` is where the link ends or the script's text. */
type Tag = { start: number; end: number; tag: string };

/** The links with a `rel` and the scripts of a document, in its order. What looks like a tag inside a script is none. */
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

function waitingTag(imports: readonly string[]): Buffer {
  return Buffer.from(`<script type="${WAITING_SCRIPT_TYPE}" data-imports="${imports.join(" ")}">`, "latin1");
}
