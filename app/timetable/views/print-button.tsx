import { QUIET } from "../../ui/quiet-link.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { PrintIcon } from "./icons.tsx";

/** Opens the browser's print dialog; absent until there is script to do so. */
export function WeekPrintButton() {
  if (!useHydrated()) return null;
  return (
    <button type="button" className={QUIET} onClick={() => window.print()}>
      <PrintIcon />
      Print the week
    </button>
  );
}
