import { useSavedCopy } from "./use-saved-copy.ts";
import { OFFLINE_SENTENCE } from "./worker.ts";

/**
 * The strip that says of a page that it is a saved copy, and when it was saved. It is hidden in the page as the site sends
 * it; the service worker shows it in its copy and fills in the time.
 */
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
      <p className="text-[17px] leading-snug font-bold">
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
