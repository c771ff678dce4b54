/**
 * A script for the head of every document, where the host puts it (host/document/finish-document.ts). A browser that can't fade into a document (transitions.css) shows it at once, and in
 * Chromium rejects a promise that no page has asked for: so it is where the pointer moves before the document is painted, as after
 * a press on Sign In. Nothing is wrong then, and the console should not say so. The event that would hand over the transition comes
 * later or never, so that its promise can't be handled by itself.
 */
export const SKIPPED_TRANSITION_SCRIPT = `addEventListener("unhandledrejection", (event) => {
const { reason } = event;
if (reason instanceof DOMException && /^Transition was /.test(reason.message)) event.preventDefault();
})`;
