/** Characters that change the direction of the text around them. */

/** Unicode's embeddings, overrides and isolates; the marks (U+200E, U+200F), which right-to-left names use, are none. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Removes the invisible characters with which text can be made to look like other text ("gpj.exe" as "exe.jpg"). People
 * don't type them, but get them by copying a name or a number out of another program.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, "");
}
