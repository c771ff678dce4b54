import { LINK } from "../../ui/link-styles.ts";
import { googleFeedAddress, subscriptionAddress } from "../calendar-links.ts";

const BUTTON =
  "inline-flex min-h-15 items-center justify-center rounded-edge px-6.5 text-[15px] font-bold tracking-[.04em] uppercase transition-colors";

/** The ways to follow a feed: in the calendar of this phone or computer, in Google's, and by its address in any other. */
export function FeedLinks({ origin, path }: { origin: string; path: string }) {
  return (
    <>
      <div className="flex flex-col gap-4 sm:flex-row">
        <a href={subscriptionAddress(origin, path)} className={`${BUTTON} bg-red text-white hover:bg-blood`}>
          Follow in my calendar
        </a>{" "}
        <a
          href={googleFeedAddress(origin, path)}
          className={`${BUTTON} shadow-[inset_0_0_0_2px_currentColor] hover:bg-white/10`}
        >
          Follow in Google Calendar
        </a>
      </div>
      <p className="mt-6 text-[15px] text-ash">
        For any other calendar, this is the address to follow:{" "}
        <a href={path} className={`${LINK} wrap-anywhere`}>
          {origin}
          {path}
        </a>
      </p>
    </>
  );
}

/** Said beside every link to a calendar. */
export function SlowRefresh({ className }: { className?: string }) {
  return (
    <p className={className}>
      Calendars look for news when they please, Google’s every 4 to 24 hours. A cancelled class may show late there; on
      the schedule of this site it shows at once.
    </p>
  );
}
