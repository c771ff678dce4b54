import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether script runs on the page, for what would be a dead control without it. False on the server. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
