/** Handles promises that Chromium rejects when a view transition into a document is skipped, which is harmless. */
export const SKIPPED_TRANSITION_SCRIPT = `addEventListener("unhandledrejection", (event) => {
const { reason } = event;
if (reason instanceof DOMException && /^Transition was /.test(reason.message)) event.preventDefault();
})`;
