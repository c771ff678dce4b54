import { useEffect } from "react";
import { useBlocker } from "react-router";

const QUESTION = "Leave this page? What you wrote here is not saved, and will be lost.";

/**
 * Asks before a page with unsaved writing is left: by a link of the console, or by closing the tab. Sending a form to the
 * page itself is not leaving it.
 */
export function useUnsavedWarning(isUnsaved: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
}
