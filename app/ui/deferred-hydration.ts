/**
 * Delays the page's script until the visitor's first interaction. Everything works without script, so a page that is only
 * read needs none, and the picture and the fonts have the network to themselves in the first second
 * (docs/decisions/0006-deferred-hydration.md). The host puts it into each document (host/document/finish-document.ts).
 */

/**
 * A script, inline in every document, that scrolls an element focused by keyboard fully into view, below the fixed bar
 * (`scroll-padding-top` in styles.css). Chromium does so by itself. Firefox doesn't scroll when any part of the element is
 * visible, so a tall card that is reached with Shift+Tab stays mostly under the bar.
 */
const FOCUS_BELOW_BAR_SCRIPT = `addEventListener("focusin", ({ target }) => {
if (target.matches("main :focus-visible")) target.scrollIntoView({ block: "nearest" });
})`;

/**
 * A script, inline in every document, that opens and closes sheets (sheet.tsx) as modal dialogs. It is inline because the
 * first tap on the menu comes before any other script has loaded, and it is the only code that does so: React can't
 * toggle a sheet a second time. Without script the browser opens the same sheet as a popover; the default of a click that
 * opens it is prevented for that reason.
 *
 * The second half replaces `closedby="any"`, which Safari and browsers before 2025 don't know: a click beside the
 * sheet closes it.
 */
const DIALOG_COMMANDS_SCRIPT = `addEventListener("click", (event) => {
const { target, clientX: x, clientY: y } = event;
const button = target.closest("[popovertarget]");
if (button) {
const dialog = document.getElementById(button.getAttribute("popovertarget"));
if (button.getAttribute("popovertargetaction") === "hide") dialog.close();
else {
dialog.showModal();
event.preventDefault();
}
} else if (target.matches("dialog[closedby]") && !("closedBy" in target)) {
const box = target.getBoundingClientRect();
if (x < box.left || x > box.right || y < box.top || y > box.bottom) target.close();
}
})`;

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
