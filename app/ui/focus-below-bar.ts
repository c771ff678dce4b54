/**
 * A script, inline in every document, that scrolls an element focused by keyboard fully into view, below the fixed bar
 * (`scroll-padding-top` in styles.css). Chromium does so by itself. Firefox doesn't scroll when any part of the element is
 * visible, so a tall card that is reached with Shift+Tab stays mostly under the bar.
 */
export const FOCUS_BELOW_BAR_SCRIPT = `addEventListener("focusin", ({ target }) => {
if (target.matches("main :focus-visible")) target.scrollIntoView({ block: "nearest" });
})`;
