import { useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

const CONFIRMED_FOR_MS = 2000;

const ON_DARK =
  "min-h-11 cursor-pointer rounded-edge border border-white/45 px-4 text-sm font-bold text-white hover:border-white";

/** Copies a text. Needs JavaScript, but reserves its space. Last in its row. */
export function CopyButton({ text, children, look = ON_DARK }: { text: string; children: string; look?: string }) {
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
