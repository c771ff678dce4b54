/**
 * Delays the page's script until the visitor's first interaction. Everything works without script, so a page that is only
 * read needs none, and the picture and the fonts have the network to themselves in the first second
 * (docs/decisions/0006-deferred-hydration.md). The host puts it into each document (host/document/finish-document.ts).
 */

import { DIALOG_COMMANDS_SCRIPT } from "./dialog-commands.ts";
import { FOCUS_BELOW_BAR_SCRIPT } from "./focus-below-bar.ts";

/**
 * The events that count as an interaction. Moving a pointer or touching comes before the click it leads to; coming back to the
 * page is on the list because its visitor may have signed in or out elsewhere. Browsers also send a move when a page is laid out
 * below a pointer at rest; that one has no length, and does not count.
 */
const INTERACTIONS = [
  "pointermove",
  "pointerdown",
  "touchstart",
  "wheel",
  "scroll",
  "keydown",
  "focusin",
  "visibilitychange",
];

/** The type of a module script that waits, which browsers don't run. Its `data-imports` names what it imports. */
export const WAITING_SCRIPT_TYPE = "text/waiting-module";

/** Runs in the browser. It runs the waiting script, and preloads everything that it imports at once. */
const STARTER = `(() => {
const types = ${JSON.stringify(INTERACTIONS)};
const start = ({ isTrusted, type, movementX, movementY }) => {
  if (isTrusted && type === "pointermove" && !movementX && !movementY) return;
  for (const type of types) removeEventListener(type, start, true);
  const waiting = document.querySelector('script[type="${WAITING_SCRIPT_TYPE}"]');
  for (const href of waiting.dataset.imports.split(" ")) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  const script = Object.assign(document.createElement("script"), { type: "module", text: waiting.text });
  document.head.append(script);
  script.remove();
};
for (const type of types) addEventListener(type, start, { capture: true, passive: true });
})()`;

/** All that runs before the first interaction. One script, so that the Content-Security-Policy names one hash. */
export const INLINE_SCRIPT = [STARTER, DIALOG_COMMANDS_SCRIPT, FOCUS_BELOW_BAR_SCRIPT].join(";\n");
