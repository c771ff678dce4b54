import { useEffect } from "react";
import { useLocation } from "react-router";
import { OFFLINE_SENTENCE, type SaveRequest, WORKER_PATH } from "./worker.ts";

/** A notice on saved copies with the time of saving. Hidden in the original; the service worker reveals it. */
export function SavedNotice({ isSignedIn, further = [] }: { isSignedIn: boolean; further?: readonly string[] }) {
  useSavedCopy(isSignedIn, further);
  return (
    <div
      hidden
      data-saved=""
      className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 bg-chalk px-gutter py-5 text-ink md:grid-cols-[auto_auto_1fr] print:hidden"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2" className="size-7">
        <path d="M2.5 9.5a14 14 0 0 1 6-3.3M13 5.5a14 14 0 0 1 8.5 4M6 13.3a9 9 0 0 1 4-2.2M15.5 11.8a9 9 0 0 1 2.5 1.5M12 18.5v.1M3 3l18 18" />
      </svg>
      <p className="text-[min(17px,5vw)] leading-snug font-bold">
        <span className="whitespace-nowrap">
          Saved <time />.
        </span>{" "}
        <span className="whitespace-nowrap">{OFFLINE_SENTENCE}</span>
      </p>
      <p className="col-start-2 text-[15px] leading-snug text-graphite md:col-start-3 md:ml-4">
        Changes made since then are not shown. Joining needs a connection.
      </p>
    </div>
  );
}

const SCOPES = ["/schedule", "/classes/"];

/** Makes the service worker, where one is available, store this page and further ones. */
function useSavedCopy(isSignedIn: boolean, further: readonly string[]): void {
  const { pathname, search } = useLocation();
  const pages = [pathname + search, ...further].join(" ");
  useEffect(() => {
    // The browser may refuse workers, or have no space left: the page is complete without a copy.
    requestCopy(pathname, { pages: pages.split(" "), credentials: isSignedIn ? "omit" : "same-origin" }).catch(
      () => {},
    );
  }, [pathname, pages, isSignedIn]);

  useEffect(() => {
    // Offline, only documents have copies, not the data of client-side navigations.
    const leaveToBrowser = (event: MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest("a[href]") !== null;
      if (isLink && !navigator.onLine) event.stopImmediatePropagation();
    };
    addEventListener("click", leaveToBrowser, true);
    return () => removeEventListener("click", leaveToBrowser, true);
  }, []);
}

async function requestCopy(pathname: string, { pages, credentials }: Omit<SaveRequest, "pictures">): Promise<void> {
  const scope = SCOPES.find((start) => pathname.startsWith(start));
  if (scope === undefined) return;
  const { installing, waiting, active } = await navigator.serviceWorker.register(WORKER_PATH, { scope });
  const pictures = [...document.querySelectorAll<HTMLImageElement>("main img")].map(({ currentSrc }) => currentSrc);
  (installing ?? waiting ?? active)?.postMessage({
    // With data saving on, only the opened page is copied, as it was already downloaded.
    pages: navigator.connection?.saveData ? pages.slice(0, 1) : pages,
    credentials,
    pictures: pictures.filter((address) => address !== ""),
  } satisfies SaveRequest);
}
