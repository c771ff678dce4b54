import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

type Command = "show-modal" | "close";

/** Does what the browser does by itself where it knows `command`; elsewhere script has to. */
function obey(event: MouseEvent<HTMLButtonElement>, command: Command, id: string) {
  if ("commandForElement" in HTMLButtonElement.prototype) return;
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return;
  event.preventDefault();
  if (command === "show-modal") dialog.showModal();
  else dialog.close();
}

/** A button that opens or closes a sheet, without script too. `label` is its name, since it shows an icon. */
export function SheetButton({
  sheet,
  command,
  label,
  className,
  children,
}: {
  sheet: string;
  command: Command;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  // React's types don't know these two attributes yet; React itself passes them on.
  const invoker = { command, commandfor: sheet };
  return (
    <button
      type="button"
      aria-label={label}
      {...invoker}
      onClick={(event) => obey(event, command, sheet)}
      className={`inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-edge transition-colors hover:bg-white/14 ${className ?? ""}`}
    >
      {children}
    </button>
  );
}

/**
 * A modal dialog that lies over the page: the focus moves in and stays in, Escape and a click outside close it, and the
 * focus goes back to the button that opened it. It also closes when a link in it has led elsewhere.
 */
export function Sheet({
  id,
  label,
  className,
  children,
}: {
  id: string;
  label: string;
  className: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();

  const here = useRef(key);

  useEffect(() => {
    // Not when script arrives: the visitor may have opened the sheet before.
    if (here.current === key) return;
    here.current = key;
    dialog.current?.close();
  }, [key]);

  function closeOutside(event: MouseEvent<HTMLDialogElement>) {
    // A click on the backdrop counts as one on the dialog itself; browsers with `closedby` have closed it already.
    if (!("closedBy" in HTMLDialogElement.prototype) && event.target === event.currentTarget)
      event.currentTarget.close();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out of a modal dialog is Escape
    <dialog
      ref={dialog}
      id={id}
      aria-label={label}
      closedby="any"
      onClick={closeOutside}
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
