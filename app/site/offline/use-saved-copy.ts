import { useEffect } from "react";
import { useLocation } from "react-router";
import { type SaveRequest, WORKER_PATH } from "./worker.ts";

/** The addresses for which the worker is registered. No other page is its concern. */
const SCOPES = ["/schedule", "/classes/"];

/**
 * Has the service worker store a copy of the page that is shown, and of further pages. Without a service worker, as in a
 * private window or without https, nothing happens.
 */
export function useSavedCopy(isSignedIn: boolean, further: readonly string[]): void {
  const { pathname, search } = useLocation();
  const pages = [pathname + search, ...further].join(" ");
  useEffect(() => {
    // `catch`: the browser refuses workers, or there is no room. The page is complete without a copy.
    requestCopy(pathname, { pages: pages.split(" "), credentials: isSignedIn ? "omit" : "same-origin" }).catch(
      () => {},
    );
  }, [pathname, pages, isSignedIn]);

  useEffect(() => {
    // Without a connection a link opens a document, of which there may be a copy, and not the data of a page.
    const leaveToBrowser = (event: MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest("a[href]") !== null;
      if (isLink && !navigator.onLine) event.stopImmediatePropagation();
    };
    addEventListener("click", leaveToBrowser, true);
    return () => removeEventListener("click", leaveToBrowser, true);
  }, []);
}

/** The Network Information API, which some browsers have and TypeScript's DOM types lack. */
type WithConnection = Navigator & { connection?: { saveData?: boolean } };

async function requestCopy(pathname: string, { pages, credentials }: Omit<SaveRequest, "pictures">): Promise<void> {
  const scope = SCOPES.find((start) => pathname.startsWith(start));
  if (scope === undefined) return;
  const { installing, waiting, active } = await navigator.serviceWorker.register(WORKER_PATH, { scope });
  const pictures = [...document.querySelectorAll<HTMLImageElement>("main img")].map(({ currentSrc }) => currentSrc);
  (installing ?? waiting ?? active)?.postMessage({
    // Whoever saves data gets a copy of what they opened, which is here already.
    pages: (navigator as WithConnection).connection?.saveData ? pages.slice(0, 1) : pages,
    credentials,
    pictures: pictures.filter((address) => address !== ""),
  } satisfies SaveRequest);
}
