/**
 * Moving a row of a list by its handle, with a mouse, a pen or a finger. An extra: the buttons and numbers beside it do the
 * same by keyboard and without script (WCAG 2.5.7).
 */
import type { PointerEvent as ReactPointerEvent } from "react";

/** How near to the edge of the window the pointer scrolls it, in pixels. */
const EDGE = 72;
const SCROLL_STEP = 14;

/**
 * Begins with the press on a row's handle. The row follows the pointer, a line shows where it would go, and letting go
 * calls `onDrop`. Escape, or the browser taking the pointer away, leaves everything as it is.
 * @param onDrop gets the row's new place, counted from 1
 */
export function dragRow(press: ReactPointerEvent<HTMLElement>, onDrop: (place: number) => void): void {
  const handle = press.currentTarget;
  const row = handle.closest("li");
  if (press.button !== 0 || row === null) return;
  press.preventDefault();
  // Where the rows are when nothing moves, so that the moved one doesn't push its own target away.
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>("li:has(.handle)") ?? [])];
  const middles = rows.map((one) => {
    const { top, height } = one.getBoundingClientRect();
    return top + scrollY + height / 2;
  });
  const from = rows.indexOf(row);
  const startY = press.clientY + scrollY;
  let to = from;
  const end = new AbortController();
  const { signal } = end;

  function follow({ clientY }: PointerEvent): void {
    if (clientY < EDGE) scrollBy(0, -SCROLL_STEP);
    if (clientY > innerHeight - EDGE) scrollBy(0, SCROLL_STEP);
    const y = clientY + scrollY;
    row?.style.setProperty("translate", `0 ${y - startY}px`);
    to = middles.filter((middle, index) => index !== from && middle < y).length;
    for (const [index, one] of rows.entries()) {
      const isTarget = to !== from && index === to;
      one.toggleAttribute("data-drop-before", isTarget && to < from);
      one.toggleAttribute("data-drop-after", isTarget && to > from);
    }
  }

  function stop(): void {
    end.abort();
    row?.style.removeProperty("translate");
    row?.removeAttribute("data-dragged");
    for (const one of rows) {
      one.removeAttribute("data-drop-before");
      one.removeAttribute("data-drop-after");
    }
  }

  handle.setPointerCapture(press.pointerId);
  row.setAttribute("data-dragged", "");
  handle.addEventListener("pointermove", follow, { signal });
  handle.addEventListener("pointercancel", stop, { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && stop(), { signal });
  const drop = () => {
    stop();
    if (to !== from) onDrop(to + 1);
  };
  handle.addEventListener("pointerup", drop, { signal });
}
