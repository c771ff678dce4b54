/**
 * A script, inline in every document, that brings the whole of what gets the focus by keyboard into view, below the
 * fixed bar (`scroll-padding-top` in styles.css). Chromium does so by itself. Firefox leaves the page where it is when
 * any part of the element shows, so a tall card that is reached backwards stays mostly under the bar.
 */
export const FOCUS_BELOW_BAR_SCRIPT = `addEventListener("focusin", ({ target }) => {
if (target.matches("main :focus-visible")) target.scrollIntoView({ block: "nearest" });
})`;
