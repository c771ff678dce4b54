import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

type SheetButtonProps = {
  sheet: string;
  action: "show" | "hide";
  label: string;
  className?: string;
  children: ReactNode;
};

/** Opens a sheet: as a dialog by the inline script, or as a popover without it. Not by `commandfor` (Safari 26.2). */
export function SheetButton({ sheet, action, label, className, children }: SheetButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={sheet}
      popoverTargetAction={action}
      className={`inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-edge transition-colors hover:bg-white/14 ${className ?? ""}`}
    >
      {children}
      <span className="sr-only">{label}</span>
    </button>
  );
}

type SheetProps = { id: string; label: string; className: string; children: ReactNode };

/** A modal dialog over the page with focus trap, Escape and outside click. Closes on navigation. */
export function Sheet({ id, label, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const lastKey = useRef(key);

  useEffect(() => {
    // Not on hydration: the visitor may already have opened the sheet.
    if (lastKey.current === key) return;
    lastKey.current = key;
    dialog.current?.close();
    // It was opened as a popover if its button was pressed before the inline script was parsed.
    dialog.current?.hidePopover?.();
  }, [key]);

  return (
    <dialog
      ref={dialog}
      id={id}
      aria-label={label}
      closedby="any"
      popover="auto"
      // Skipped by the tab key: if its content scrolls, the browser would focus the dialog itself.
      tabIndex={-1}
      // It may already be open on hydration.
      suppressHydrationWarning
      className={className}
    >
      {children}
    </dialog>
  );
}
