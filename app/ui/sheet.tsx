import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Opens a sheet: as a dialog by the inline script, as a popover without JavaScript. Not by `commandfor` (Safari 26.2). */
export function SheetButton({
  sheet,
  action,
  label,
  className,
  children,
}: {
  sheet: string;
  action: "show" | "hide";
  label: string;
  className?: string;
  children: ReactNode;
}) {
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

/** A modal dialog over the page with focus trap, Escape and outside click. It also closes after a navigation. */
export function Sheet({ id, label, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const here = useRef(key);

  useEffect(() => {
    // Not when script arrives: the visitor may have opened the sheet before.
    if (here.current === key) return;
    here.current = key;
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
      // The tab key passes over it: where its content scrolls, the browser would stop at the dialog itself.
      tabIndex={-1}
      // It may be open already when script arrives.
      suppressHydrationWarning
      className={className}
    >
      {children}
    </dialog>
  );
}
