/** The server's time for marks on the schedule: a wrong "on now" is worse than none. */

import { useEffect, useState } from "react";
import { MINUTE_MS } from "../../platform/durations.ts";

/** Differences up to this come from the network and from cached pages (at most 70 seconds in a CDN). */
const TOLERANCE_MS = 2 * 60_000;

type Navigation = Pick<PerformanceNavigationTiming, "serverTiming" | "responseStart" | "transferSize">;

/**
 * How far the server's clock is ahead, in milliseconds; 0 within tolerance, undefined for restored documents.
 * @param timeOrigin the navigation's start
 */
export function clockOffset(navigation: Navigation | undefined, timeOrigin: number): number | undefined {
  const serverTime = navigation?.serverTiming?.find(({ name }) => name === "now")?.duration;
  if (navigation === undefined || !serverTime || navigation.transferSize === 0) return undefined;
  const offset = serverTime - (timeOrigin + navigation.responseStart);
  return Math.abs(offset) > TOLERANCE_MS ? offset : 0;
}

let measured: { offset: number | undefined } | undefined;

/** The time by the server's clock; undefined when it is unknown. */
function serverTime(): Date | undefined {
  measured ??= {
    // The DOM's types don't tie the entry's kind to its type.
    offset: clockOffset(
      performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined,
      performance.timeOrigin,
    ),
  };
  const { offset } = measured;
  return offset === undefined ? undefined : new Date(Date.now() + offset);
}

/** The server's time, updated every minute. Undefined until hydrated, as cached HTML can't know the hour. */
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
    // Timers pause during sleep and in the back/forward cache.
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
