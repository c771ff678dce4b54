/** Scrolls to the top of the page: smoothly, or at once with `prefers-reduced-motion`. */
export function scrollToTop(): void {
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: isCalm ? "instant" : "smooth" });
}
