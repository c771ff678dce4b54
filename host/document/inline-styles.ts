/**
 * Puts the style sheets into the document, so that the first paint waits for one answer and not for two
 * (docs/decisions/0007-styles-in-the-document.md). The links stay, disabled, since React looks for them when it takes
 * over; where it has to draw the whole document anew, it makes them as they were and the styles are fetched.
 */

/** The text of a built style sheet; undefined when there is none at that path. */
export type StyleSheets = (path: string) => Promise<string | undefined>;

const STYLE_SHEET = /<link rel="stylesheet" href="([^"]+)"\/>/g;

export async function carryStyles(html: string, styleSheet: StyleSheets): Promise<string> {
  const texts = new Map<string, string>();
  for (const [, path = ""] of html.matchAll(STYLE_SHEET)) {
    const text = await styleSheet(path);
    if (text !== undefined && !text.includes("</style")) texts.set(path, text);
  }
  return html.replace(STYLE_SHEET, (link, path: string) => {
    const text = texts.get(path);
    return text === undefined ? link : `<style>${text}</style><link rel="stylesheet" href="${path}" disabled=""/>`;
  });
}
