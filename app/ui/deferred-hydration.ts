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

/** The type of a link to a style sheet of which the document has what it uses. The script may need the rest. */
export const WAITING_SHEET_TYPE = "inlined";

/** A page that was loaded in this time came by a fast connection, where the browser says nothing about it. */
const FAST_LOAD_MS = 1500;

/** How long a tap waits for script that has been fetched already, before it does what it does without script. */
const MOST_HELD_MS = 2000;

/**
 * Runs in the browser. At the first interaction it runs the waiting script, and preloads everything that it imports at once, with
 * the styles that the document doesn't use. A press
 * on a link to another page runs nothing: the document of that page is here sooner than the script could take over this one.
 *
 * On a fast connection that saves no data the imports are fetched before, when the page is loaded and idle, into the browser's cache
 * and one after the other: nothing runs by that, and an interaction ends it. Only what is in the cache is preloaded, because a module
 * whose preload has failed stays broken until the page is loaded again. A tap within the page then waits for the script.
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
  const link = (type === "touchstart" || pointerType === "touch") && target.closest("a[href]");
  if (link && !isWithinPage(link)) return;
  for (const type of types) removeEventListener(type, start, true);
  idleFetch.abort();
  if (isPreloaded) {
    addEventListener("click", hold, true);
    observer.observe(document.documentElement, { attributeFilter: ["data-hydrated"] });
    timer = setTimeout(release, ${MOST_HELD_MS});
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
