import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/** Tabs of the site notify each other about sign-ins on this channel. */
const CHANNEL = "nguvu-visitor";

/** A tab that was hidden for this long revalidates: the sign-in may have ended elsewhere. */
const REVALIDATE_AFTER_MS = 5 * 60_000;

/**
 * Keeps sign-in state in sync across tabs (specification, section 7): it notifies other tabs after each form, and
 * revalidates when notified or shown again.
 */
export function SignInSync() {
  const { revalidate } = useRevalidator();
  const isSending = useNavigation().formMethod === "POST";
  const wasSending = useRef(false);
  const channel = useRef<BroadcastChannel>(null);

  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    // A message only means that something changed; the server knows who is signed in.
    opened.onmessage = () => void revalidate();
    return () => opened.close();
  }, [revalidate]);

  useEffect(() => {
    if (wasSending.current && !isSending) channel.current?.postMessage("changed");
    wasSending.current = isSending;
  }, [isSending]);

  useEffect(() => {
    let hiddenSince: number | undefined;
    // Only online: a failed revalidation would replace the page that the visitor came back to read.
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
