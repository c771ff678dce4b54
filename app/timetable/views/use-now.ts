/**
 * The time by the server's clock, for the marks on the schedule: phones are set wrong, and a page that says "on now" at the
 * wrong hour is worse than one that says nothing.
 */

import { useEffect, useState } from "react";
import { MINUTE_MS } from "../../platform/durations.ts";

/** Differences up to this long come from the network and from a page stored on the way (at most 70 seconds by a CDN). */
const TOLERANCE_MS = 2 * 60_000;

/** The parts of a document's navigation timing that are read here. */
type Navigation = Pick<PerformanceNavigationTiming, "serverTiming" | "responseStart" | "transferSize">;

/**
 * How far the server's clock is ahead of the visitor's, in milliseconds: 0 within the tolerance, undefined when the document
 * doesn't say, or comes from the browser's own store, where the time in its head is that of an earlier visit.
 * @param timeOrigin when the navigation began by the visitor's clock, in milliseconds since 1970
 */
export function clockOffset(navigation: Navigation | undefined, timeOrigin: number): number | undefined {
  const serverTime = navigation?.serverTiming?.find(({ name }) => name === "now")?.duration;
  if (navigation === undefined || !serverTime || navigation.transferSize === 0) return undefined;
  const offset = serverTime - (timeOrigin + navigation.responseStart);
  return Math.abs(offset) > TOLERANCE_MS ? offset : 0;
}

/** Of this document: navigations within it and returns to it have no other. */
let measured: { offset: number | undefined } | undefined;

/** The time by the server's clock; undefined when it is unknown. */
function serverTime(): Date | undefined {
  measured ??= {
    // The DOM's types don't connect the kind of an entry with its type.
    offset: clockOffset(
      performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined,
      performance.timeOrigin,
    ),
  };
  const { offset } = measured;
  return offset === undefined ? undefined : new Date(Date.now() + offset);
}

/**
 * The current time by the server's clock, updated every minute. Undefined on the server, until the page is hydrated, and
 * where the server's time is unknown: a timetable is cached, so its HTML can't know the hour at which it is read.
 */
export function useNow(): Date | undefined {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    let timer: number | undefined;
    const tick = () => {
      const time = serverTime();
      setNow(time);
      window.clearTimeout(timer);
      if (time !== undefined) timer = window.setTimeout(tick, MINUTE_MS - (time.getTime() % MINUTE_MS));
    };
    tick();
    // Timers stand still while the machine sleeps and while the page is in the back/forward cache.
    window.addEventListener("pageshow", tick);
    document.addEventListener("visibilitychange", tick);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pageshow", tick);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return now;
}
