/** Parts of the pages of the timetable, of bookings and of receipts, which other pages don’t load. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { CloseIcon, Stroked, strokedIcon } from "./icons.tsx";

type FlagKind = "now" | "outlined" | "off" | "moved" | "here";

/** A badge with a class's state, which the block's shape also shows, without colour (app/timetable/views/schedule.css). */
export function Flag({ kind, children }: { kind: FlagKind; children: ReactNode }) {
  return (
    <strong className={`flag flag-${kind}`}>
      {kind === "off" && <CloseIcon className="size-3 shrink-0 stroke-3" />}
      {children}
    </strong>
  );
}

/** The style of the times and name of a class that does not take place. */
export const OFF = "text-steel line-through [text-decoration-thickness:max(2px,.04em)]";

/** A large link: the name of a class, or the number of a receipt. Its line is quiet: pages have many below each other. */
export const LARGE_LINK =
  "underline decoration-current/40 underline-offset-4 [text-decoration-thickness:.05em] hover:text-ember hover:decoration-current";

/** A class's trainer: "Amina Yusuf, for Wanjiru Kamau" with a substitute. */
export function TrainerName({ row: { trainer, insteadOf } }: { row: { trainer: string; insteadOf: string | null } }) {
  if (insteadOf === null) return trainer;
  return (
    <span className="inline-grid grid-cols-[16px_minmax(0,auto)] items-start gap-x-2.5 print:inline">
      <Stroked className="mt-[.3em] size-4 text-chalk">
        <path d="M4 8h15M14.5 3.5 19 8l-4.5 4.5M20 16.5H5M9.5 12 5 16.5 9.5 21" />
      </Stroked>
      <span>
        <b className="inline-block text-chalk wrap-anywhere">{trainer},</b>{" "}
        <span className="inline-block wrap-anywhere">for {insteadOf}</span>
      </span>
    </span>
  );
}

export const CalendarAddIcon = strokedIcon(
  <path d="M3 5.5h18V21H3zM3 10.5h18M8 2.5v5M16 2.5v5M12 12.8v5.4M9.3 15.5h5.4" />,
);

export const CalendarIcon = strokedIcon(<path d="M3 5.5h18V21H3zM3 10.5h18M8 2.5v5M16 2.5v5" />);

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
