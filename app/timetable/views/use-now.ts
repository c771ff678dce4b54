import { useEffect, useState } from "react";
import { serverTime } from "./server-time.ts";

const MINUTE_MS = 60_000;

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
