import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page is hydrated, for controls that need JavaScript. False on the server. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
