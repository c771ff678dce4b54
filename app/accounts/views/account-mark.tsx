import type { ReactNode } from "react";

/** A label that marks an item of a list or its state: “This device”, “Not confirmed yet”. */
export function AccountMark({ children }: { children: ReactNode }) {
  return (
    <strong className="inline-block border-2 border-chalk px-2 text-[13px]/5.5 font-bold tracking-[.08em] uppercase">
      {children}
    </strong>
  );
}
