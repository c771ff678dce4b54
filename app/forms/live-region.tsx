import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";

export const MAIN_ID = "main";

/** Links, buttons, and the parts of a page that get the focus when the clicked control is gone. */
const FOCUS_TARGETS = "a[href], button:enabled, li, form, section, article";

/**
 * Announces navigation and outcomes (`data-outcome`), and moves the focus there when the focused element is gone.
 * Rendered last, after the content's own effects.
 */
export function LiveRegion() {
  const { key, pathname } = useLocation();
  const [message, setMessage] = useState("");
  const lastShown = useRef<{ key: string; page: string }>(undefined);
  const clicked = useRef<Element[]>([]);
  const button = usePressedButton();
  const isIdle = useNavigation().state === "idle";

  useEffect(() => {
    // Safari does not focus a button that is tapped.
    const onClick = ({ target }: MouseEvent) => {
      clicked.current = target instanceof Element ? ancestorsOf(target) : [];
    };
    addEventListener("click", onClick, { capture: true });
    return () => removeEventListener("click", onClick, { capture: true });
  }, []);

  useEffect(() => {
    const main = document.getElementById(MAIN_ID);
    if (main === null) return;
    const title = textOf(main.querySelector("h1"));
    const previous = lastShown.current;
    if (previous?.key === key) return;
    lastShown.current = { key, page: `${pathname} ${title}` };
    if (previous === undefined) return;

    const sentBy = button.current;
    // If another form was submitted before this page is shown, the button belongs to that form.
    if (isIdle) button.current = null;
    const outcome = sentBy && main.querySelector("[data-outcome]");
    const problem = sentBy && main.querySelector('[role="alert"], [aria-invalid="true"]');
    const isNewPage = previous.page !== lastShown.current.page;
    const sentences = [isNewPage ? title : "", textOf(outcome)].filter((text) => text !== "");
    // An outcome without a notice, such as a note added to a list.
    if (sentBy !== null && problem === null && sentences.length === 0) {
      sentences.push(`${sentBy.getAttribute("aria-label") ?? textOf(sentBy)}: done`);
    }
    setMessage(sentences.join(". "));

    const { activeElement } = document;
    const isUsable = (element: Element | null) =>
      element !== null &&
      element !== main &&
      main.contains(element) &&
      isInView(element) &&
      !element.matches(":disabled");
    if (isUsable(activeElement)) return;
    focus([problem, outcome, ...clicked.current].find(isUsable) ?? main);
  }, [key, pathname, button, isIdle]);

  return (
    <p role="status" className="sr-only">
      {isIdle && message}
    </p>
  );
}

function textOf(element: Element | null): string {
  return element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (each.matches(FOCUS_TARGETS)) ancestors.push(each);
  return ancestors;
}

/** Whether an element can be seen. Elements for screen readers are a pixel wide: nobody would see their focus. */
function isInView(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return element.isConnected && width > 1 && bottom > 0 && top < innerHeight;
}

function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

const MARK = "data-sending";

/**
 * Marks the pressed button of a form until the next page, so that the click shows on a slow connection.
 * @returns the last form's button
 */
function usePressedButton(): RefObject<HTMLElement | null> {
  const clicked = useRef<HTMLElement>(null);
  const sent = useRef<HTMLElement>(null);
  const { location, formMethod } = useNavigation();
  // A second click can come before the next render.
  const sending = formMethod === "POST" ? location?.key : undefined;

  useEffect(() => {
    if (sending === undefined) return;
    const button = clicked.current;
    sent.current = button;
    button?.setAttribute(MARK, "");
    return () => button?.removeAttribute(MARK);
  }, [sending]);

  useEffect(() => {
    // Runs after the listeners of the forms, which decide whether the browser submits.
    const onSubmit = ({ submitter, target, defaultPrevented }: SubmitEvent) => {
      clicked.current = submitter;
      const isByBrowser = !defaultPrevented && target instanceof HTMLFormElement && target.method === "post";
      if (isByBrowser) submitter?.setAttribute(MARK, "");
    };
    // Going back can restore a page as it was left.
    const onShow = () => clicked.current?.removeAttribute(MARK);
    addEventListener("submit", onSubmit);
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("submit", onSubmit);
      removeEventListener("pageshow", onShow);
    };
  }, []);

  return sent;
}
