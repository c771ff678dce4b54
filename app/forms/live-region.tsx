import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";

export const MAIN_ID = "main";

/** Links and buttons, and the parts of a page that get the focus when the one that was used in them is gone. */
const NEAR = "a[href], button:enabled, li, form, section, article";

/**
 * Announces navigation and outcomes (`data-outcome`), and moves the focus to the outcome when its place is gone.
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
    const before = lastShown.current;
    if (before?.key === key) return;
    lastShown.current = { key, page: `${pathname} ${title}` };
    if (before === undefined) return;

    const sentBy = button.current;
    // The next form may be on its way by the time that this page is shown: the button is that form's then.
    if (isIdle) button.current = null;
    const outcome = sentBy && main.querySelector("[data-outcome]");
    const problem = sentBy && main.querySelector('[role="alert"], [aria-invalid="true"]');
    const isNewPage = before.page !== lastShown.current.page;
    const sentences = [isNewPage ? title : "", textOf(outcome)].filter((text) => text !== "");
    // A result without text, such as a note in its list.
    if (sentBy !== null && problem === null && sentences.length === 0) sentences.push(`${nameOf(sentBy)}: done`);
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

function nameOf(button: Element): string {
  return button.getAttribute("aria-label") ?? textOf(button);
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    if (each.matches(NEAR)) ancestors.push(each);
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
 * Marks the pressed button of a form until the next page, so that a slow line shows the click. @returns the last
 * form's button
 */
function usePressedButton(): RefObject<HTMLElement | null> {
  const clicked = useRef<HTMLElement>(null);
  const sent = useRef<HTMLElement>(null);
  const { location, formMethod } = useNavigation();
  // A second click can follow without a render.
  const sending = formMethod === "POST" ? location?.key : undefined;

  useEffect(() => {
    if (sending === undefined) return;
    const button = clicked.current;
    sent.current = button;
    button?.setAttribute(MARK, "");
    return () => button?.removeAttribute(MARK);
  }, [sending]);

  useEffect(() => {
    // Behind the listeners of the forms, which have decided by then whether the browser is to send it.
    const onSubmit = ({ submitter, target, defaultPrevented }: SubmitEvent) => {
      clicked.current = submitter;
      const isByBrowser = !defaultPrevented && target instanceof HTMLFormElement && target.method === "post";
      if (isByBrowser) submitter?.setAttribute(MARK, "");
    };
    // A page that is gone back to may be as it was left.
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
