import type { ReactNode } from "react";

/** A word about one of several things, such as a sign-in, or about the state of one. */
export function AccountMark({ children }: { children: ReactNode }) {
  return (
    <strong className="inline-block border-2 border-chalk px-2 text-[13px]/5.5 font-bold tracking-[.08em] uppercase">
      {children}
    </strong>
  );
}
