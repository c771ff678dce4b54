import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { usePressedButton } from "./pressed-button.ts";

export const MAIN_ID = "main";

/** What can be pressed, and the parts of a page that get the focus when what was pressed in them is gone. */
const NEAR = "a[href], button:enabled, li, form, section, article";

/**
 * The live region of a frame, there before its text comes: it says which page is open, and what a form has done in the words
 * that the page shows (`data-outcome`). The focus stays where it was while that is in view. Else it moves to the outcome, to
 * the nearest part that is left of what was pressed, or to the content, as loading a new document would. It stands behind the
 * content, whose own effects focus a wrong field first.
 */
export function LiveRegion() {
  const { key, pathname } = useLocation();
  const [said, setSaid] = useState("");
  const shown = useRef<{ key: string; page: string }>(undefined);
  const pressed = useRef<Element[]>([]);
  const button = usePressedButton();
  const isIdle = useNavigation().state === "idle";

  useEffect(() => {
    // Safari does not focus a button that is tapped.
    const onClick = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? ancestorsOf(target) : [];
    };
    addEventListener("click", onClick, { capture: true });
    return () => removeEventListener("click", onClick, { capture: true });
  }, []);

  useEffect(() => {
    const main = document.getElementById(MAIN_ID);
    if (main === null) return;
    const title = textOf(main.querySelector("h1"));
    const before = shown.current;
    if (before?.key === key) return;
    shown.current = { key, page: `${pathname} ${title}` };
    if (before === undefined) return;

    const sentBy = button.current;
    // The next form may be on its way by the time that this page is shown: the button is that form's then.
    if (isIdle) button.current = null;
    const outcome = sentBy && main.querySelector("[data-outcome]");
    const problem = sentBy && main.querySelector('[role="alert"], [aria-invalid="true"]');
    const isNewPage = before.page !== shown.current.page;
    const sentences = [isNewPage ? title : "", textOf(outcome)].filter((text) => text !== "");
    // What shows without words that it was done, such as a note that stands in its list.
    if (sentBy !== null && problem === null && sentences.length === 0) sentences.push(`${nameOf(sentBy)}: done`);
    setSaid(sentences.join(". "));

    const { activeElement } = document;
    const isKept = (element: Element | null) =>
      element !== null &&
      element !== main &&
      main.contains(element) &&
      isInView(element) &&
      !element.matches(":disabled");
    if (isKept(activeElement)) return;
    focus([problem, outcome, ...pressed.current].find(isKept) ?? main);
  }, [key, pathname, button, isIdle]);

  return (
    <p role="status" className="sr-only">
      {isIdle && said}
    </p>
  );
}

function textOf(element: Element | null): string {
  return element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

function nameOf(button: Element): string {
  return button.getAttribute("aria-label") ?? textOf(button);
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (each.matches(NEAR)) ancestors.push(each);
  return ancestors;
}

/** Not of what is there for screen readers alone, whose focus nobody would see. */
function isInView(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return element.isConnected && width > 1 && bottom > 0 && top < innerHeight;
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
