/**
 * Delays the page's script until the first interaction (docs/decisions/deferred-hydration.md): pages work without it.
 * The host adds it to each document (host/document/finish-document.ts).
 */

/**
 * Scrolls an element focused by keyboard fully into view, below the fixed bar (`scroll-padding-top` in styles.css).
 * Firefox doesn't when any part of it is visible.
 */
const FOCUS_BELOW_BAR_SCRIPT = `addEventListener("focusin", ({ target }) => {
if (target.matches("main :focus-visible")) target.scrollIntoView({ block: "nearest" });
})`;

/**
 * Opens and closes sheets (header.tsx) as modal dialogs. The first tap on the menu comes before any other script. Without
 * JavaScript the browser opens the same sheet as a popover.
 *
 * The second half replaces `closedby="any"` for Safari and browsers before 2025: a click outside closes the sheet.
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
 * Events that count as an interaction. A move or touch precedes its click. After a return to the page, the visitor may have
 * signed in or out elsewhere. A move of zero distance comes from a layout change under a still pointer, and does not count;
 * nor does the focus that a press gives its target, after its own events.
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

/** The type of a link to a style sheet whose used rules are inlined. The script may need the rest. */
export const WAITING_SHEET_TYPE = "inlined";

/** A page that loads within this time has a fast connection, if the browser has no information about it. */
const FAST_LOAD_MS = 1500;

/** How long a tap waits for script that has been fetched already, before it does what it does without JavaScript. */
const MAX_HOLD_MS = 2000;

/**
 * Runs in the browser. The first interaction runs the waiting script and preloads its imports, with the unused styles. A
 * press on a link to another page runs nothing: the next document arrives before the script could start.
 *
 * On a fast connection without Save-Data, the idle page fetches the imports into the browser's cache, one after the other,
 * until an interaction. Only cached imports are preloaded: a failed preload breaks its module until a reload. A tap within
 * the page waits for fetched script.
 */
const STARTER = `(() => {
const types = ${JSON.stringify(INTERACTIONS)};
const waiting = document.querySelector('script[type="${WAITING_SCRIPT_TYPE}"]');
const imports = waiting.dataset.imports.split(" ");
const { connection } = navigator;
const idleFetch = new AbortController();
let isPreloaded = false;
let held, timer;
const sheets = document.querySelectorAll('link[type="${WAITING_SHEET_TYPE}"]');
const preload = () => {
  for (const sheet of sheets) sheet.removeAttribute("type");
  for (const href of imports) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
};
const isWithinPage = ({ origin, pathname, target }) => origin === location.origin && pathname === location.pathname && !target;
const hold = (event) => {
  const { target, ctrlKey, metaKey, shiftKey, altKey } = event;
  const pressed = target.closest("a[href], button:not([popovertarget])");
  if (!pressed || ctrlKey || metaKey || shiftKey || altKey || (pressed.href && !isWithinPage(pressed))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held = pressed;
};
const release = () => {
  clearTimeout(timer);
  observer.disconnect();
  removeEventListener("click", hold, true);
  held?.click();
};
const observer = new MutationObserver(release);
const start = ({ isTrusted, type, movementX, movementY, target, pointerType }) => {
  if (isTrusted && type === "pointermove" && !movementX && !movementY) return;
  if (type === "focusin" && !target.matches(":focus-visible")) return;
  const link = (type === "touchstart" || pointerType === "touch") && target.closest("a[href]");
  if (link && !isWithinPage(link)) return;
  for (const type of types) removeEventListener(type, start, true);
  idleFetch.abort();
  if (isPreloaded) {
    addEventListener("click", hold, true);
    observer.observe(document.documentElement, { attributeFilter: ["data-hydrated"] });
    timer = setTimeout(release, ${MAX_HOLD_MS});
  } else preload();
  const script = Object.assign(document.createElement("script"), { type: "module", text: waiting.text });
  document.head.append(script);
  script.remove();
};
for (const type of types) addEventListener(type, start, { capture: true, passive: true });
addEventListener("load", () => {
  const isFast = connection ? connection.effectiveType === "4g" && !connection.saveData : performance.now() < ${FAST_LOAD_MS};
  if (isFast) (self.requestIdleCallback ?? setTimeout)(async () => {
    try {
      for (const href of [...imports, ...Array.from(sheets, (sheet) => sheet.href)]) {
        const response = await fetch(href, { priority: "low", signal: idleFetch.signal });
        if (!response.ok) return;
        await response.arrayBuffer();
      }
    } catch { return; }
    if (idleFetch.signal.aborted) return;
    isPreloaded = true;
    preload();
  });
});
})()`;

/** All that runs before the first interaction. One script, so that the Content-Security-Policy names one hash. */
export const INLINE_SCRIPT = [STARTER, DIALOG_COMMANDS_SCRIPT, FOCUS_BELOW_BAR_SCRIPT].join(";\n");
