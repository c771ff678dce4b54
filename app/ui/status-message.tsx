import type { ReactNode } from "react";

/** The message after a successful form, which the live region announces. */
export function StatusMessage({ children }: { children: ReactNode }) {
  return (
    <p data-outcome="" className="mb-4 border-l-[12px] border-red bg-coal px-5 py-4.5 text-lg outline-none">
      {children}
    </p>
  );
}
