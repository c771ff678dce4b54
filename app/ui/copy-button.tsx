import { useState } from "react";
import { SMALL_BUTTON } from "./small-button.ts";
import { useHydrated } from "./use-hydrated.ts";

const CONFIRMED_FOR_MS = 2000;

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
