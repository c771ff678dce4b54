import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/**
 * The current time, updated every minute. Undefined on the server and until the page is hydrated: a timetable
 * is cached, so its HTML can't know the hour at which it is read.
 */
export function useNow(): Date | undefined {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    let timer: number;
    const tick = () => {
      setNow(new Date());
      timer = window.setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
    };
    tick();
    return () => window.clearTimeout(timer);
  }, []);
  return now;
}
