import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** The channel on which tabs of the site report that somebody signed in or out. */
const CHANNEL = "nguvu-visitor";

/** A tab that was hidden for this long revalidates the sign-in state: it may have ended elsewhere. */
const REVALIDATE_AFTER_MS = 5 * 60_000;

/**
 * Synchronizes the sign-in state of this tab (specification, section 7, "observe authentication state changes"): it
 * notifies the other tabs after each form, which may have signed somebody in or out, and revalidates when another tab
 * notifies it, when the tab is shown after a while, and when the browser restores a page from its back/forward cache.
 */
export function SignInSync() {
  const { revalidate } = useRevalidator();
  const isSending = useNavigation().formMethod === "POST";
  const wasSending = useRef(false);
  const channel = useRef<BroadcastChannel>(null);

  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    // A message says only that something changed: who is signed in is loaded from the server.
    opened.onmessage = () => void revalidate();
    return () => opened.close();
  }, [revalidate]);

  useEffect(() => {
    if (wasSending.current && !isSending) channel.current?.postMessage("changed");
    wasSending.current = isSending;
  }, [isSending]);

  useEffect(() => {
    let hiddenSince: number | undefined;
    // Without a connection it would fail, and the page that the visitor came back to read would be gone.
    function onVisibilityChange() {
      if (document.visibilityState === "hidden") {
        hiddenSince = Date.now();
      } else if (hiddenSince !== undefined && Date.now() - hiddenSince > REVALIDATE_AFTER_MS && navigator.onLine) {
        void revalidate();
      }
    }
    function onPageShow(event: PageTransitionEvent) {
      if (event.persisted && navigator.onLine) void revalidate();
    }
    document.addEventListener("visibilitychange", onVisibilityChange);
    window.addEventListener("pageshow", onPageShow);
    return () => {
      document.removeEventListener("visibilitychange", onVisibilityChange);
      window.removeEventListener("pageshow", onPageShow);
    };
  }, [revalidate]);

  return null;
}
