import type { ReactNode } from "react";
import { Link } from "react-router";

export const QUIET =
  "inline-flex min-h-15 cursor-pointer items-center gap-3 rounded-edge px-5 text-[15px] leading-snug font-bold [&>svg]:shrink-0 shadow-[inset_0_0_0_1px_rgb(255_255_255/.45)] transition-colors hover:bg-white/10";

export function QuietLink({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Link to={to} className={QUIET}>
      {icon}
      {children}
    </Link>
  );
}
