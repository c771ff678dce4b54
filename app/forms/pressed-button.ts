import { type RefObject, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** On the button of a form that is being sent. Its look is in the style sheets of both frames. */
const MARK = "data-sending";

/**
 * Marks the button of every form of the page from the press until what it leads to is shown, so that on a slow line the
 * press is seen to be taken.
 * @returns the button that the last navigation has sent a form by
 */
export function usePressedButton(): RefObject<HTMLElement | null> {
  const pressed = useRef<HTMLElement>(null);
  const sent = useRef<HTMLElement>(null);
  const { location, formMethod } = useNavigation();
  // One press may follow another without a render in between.
  const sending = formMethod === "POST" ? location?.key : undefined;

  useEffect(() => {
    if (sending === undefined) return;
    const button = pressed.current;
    sent.current = button;
    button?.setAttribute(MARK, "");
    return () => button?.removeAttribute(MARK);
  }, [sending]);

  useEffect(() => {
    // Behind the listeners of the forms, which have decided by then whether the browser is to send it.
    const onSubmit = ({ submitter, target, defaultPrevented }: SubmitEvent) => {
      pressed.current = submitter;
      const isByBrowser = !defaultPrevented && target instanceof HTMLFormElement && target.method === "post";
      if (isByBrowser) submitter?.setAttribute(MARK, "");
    };
    // A page that is gone back to may be as it was left.
    const onShow = () => pressed.current?.removeAttribute(MARK);
    addEventListener("submit", onSubmit);
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("submit", onSubmit);
      removeEventListener("pageshow", onShow);
    };
  }, []);

  return sent;
}
