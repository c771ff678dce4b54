import { useHydrated } from "../../ui/use-hydrated.ts";

/** Opens the browser's print dialog; absent until there is script to do so. */
export function DeskPrintButton() {
  if (!useHydrated()) return null;
  return (
    <button type="button" className="button low only-wide" onClick={() => window.print()}>
      Print
    </button>
  );
}
