import { useEffect } from "react";
import { useRevalidator } from "react-router";

const REFRESH_MS = 2000;

/** Reloads the page's data every two seconds while something is being made or sent. */
export function useRefreshWhile(isBusy: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(() => void revalidate(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isBusy, revalidate]);
}
