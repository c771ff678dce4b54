import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** Tabs of the site tell each other here that somebody signed in or out. */
const CHANNEL = "nguvu-visitor";

/** A tab that was out of sight for this long asks again who is signed in: the session may have ended elsewhere. */
const ASK_AGAIN_AFTER_MS = 5 * 60_000;

/**
 * Keeps the sign-in state of this tab true (specification, section 7, "observe authentication state changes"): it tells
 * the other tabs after each form, which may have signed somebody in or out, and asks the server again when one of them
 * says so, when the tab comes back after a while, and when the browser shows a page that it had put aside.
 */
export function SessionSync() {
  const { revalidate } = useRevalidator();
  const isSending = useNavigation().formMethod === "POST";
  const wasSending = useRef(false);
  const channel = useRef<BroadcastChannel>(null);

  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    // What the others say is only that something changed: who is signed in comes from the server alone.
    opened.onmessage = () => void revalidate();
    return () => opened.close();
  }, [revalidate]);

  useEffect(() => {
    if (wasSending.current && !isSending) channel.current?.postMessage("changed");
    wasSending.current = isSending;
  }, [isSending]);

  useEffect(() => {
    let hiddenSince: number | undefined;
    function look() {
      if (document.visibilityState === "hidden") {
        hiddenSince = Date.now();
      } else if (hiddenSince !== undefined && Date.now() - hiddenSince > ASK_AGAIN_AFTER_MS) {
        void revalidate();
      }
    }
    function lookAgain(event: PageTransitionEvent) {
      if (event.persisted) void revalidate();
    }
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pageshow", lookAgain);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pageshow", lookAgain);
    };
  }, [revalidate]);

  return null;
}
