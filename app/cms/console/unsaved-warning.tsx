import { useEffect } from "react";
import { useBlocker } from "react-router";

const QUESTION = "Leave this page? What you wrote here is not saved, and will be lost.";

/**
 * Asks before a page with unsaved writing is left: by a link of the console, or by closing the tab. Sending a form to the
 * page itself is not leaving it. Rendered only while something is unsaved: a blocker that is there all the time has React
 * Router complain about each link to a place in the page.
 */
export function UnsavedWarning() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return null;
}
