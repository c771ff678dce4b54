import { useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

const CONFIRMED_FOR_MS = 2000;

/**
 * A small outlined button, or a link that looks like one. Narrow, so that three fit on one line of a phone. Not in
 * `button.tsx`, which is part of Home's scripts.
 */
export const SMALL_BUTTON =
  "inline-flex min-h-11 cursor-pointer items-center justify-center rounded-edge border border-white/45 px-3 py-1.5 text-center text-sm leading-snug font-bold text-white transition-colors hover:bg-white/10";

/** Copies a text. Needs JavaScript, but reserves its space. Last in its row. */
export function CopyButton({ text, children, look = SMALL_BUTTON }: { text: string; children: string; look?: string }) {
  const [copied, setCopied] = useState(false);
  const isHydrated = useHydrated();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No permission, or a page without https: the text is right above the button.
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
  }

  return (
    <button type="button" onClick={copy} className={`${look} ${isHydrated ? "" : "invisible"}`}>
      <span aria-live="polite">{copied ? "Copied" : children}</span>
    </button>
  );
}
