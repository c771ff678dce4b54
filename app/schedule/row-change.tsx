import { Link } from "react-router";
import { TEXT_LINK } from "../ui/link-styles.ts";
import { Flag } from "./flag.tsx";
import { ExchangeIcon } from "./icons.tsx";
import type { Change, ShownRow } from "./shown-row.ts";

/** What has changed about a class, and why. Nothing for one that takes place as every week. */
export function RowChange({ row: { change, reason }, className }: { row: ShownRow; className: string }) {
  if (change === undefined && reason === null) return null;
  return (
    <div className={className}>
      {change && <ChangeWords change={change} />}
      {reason && <span className="change-reason">{reason}</span>}
    </div>
  );
}

function ChangeWords({ change }: { change: Change }) {
  switch (change.kind) {
    case "cancelled":
      return <Flag kind="off">Cancelled</Flag>;
    case "moved":
      return (
        <>
          <Flag kind="moved">Moved</Flag>{" "}
          <span>
            to{" "}
            {change.path === undefined ? (
              change.to
            ) : (
              <Link to={change.path} className={`moved-link ${TEXT_LINK}`}>
                {change.to}
              </Link>
            )}
          </span>
        </>
      );
    case "moved-here":
      return (
        <>
          <Flag kind="here">Moved here</Flag> <span>from {change.from}</span>
        </>
      );
    case "new-time":
      return (
        <>
          <Flag kind="here">New time</Flag> <span>instead of {change.from}</span>
        </>
      );
    case "added":
      return <Flag kind="outlined">Added</Flag>;
  }
}

/** Who leads a class: "Amina Yusuf, for Wanjiru Kamau" when somebody is replaced. */
export function TrainerName({ row: { trainer, insteadOf } }: { row: ShownRow }) {
  if (insteadOf === null) return trainer;
  return (
    <span className="inline-grid grid-cols-[16px_auto] items-start gap-x-2.5 print:inline">
      <ExchangeIcon className="mt-[.3em] size-4 text-chalk" />
      <span>
        <b className="inline-block text-chalk">{trainer},</b> <span className="inline-block">for {insteadOf}</span>
      </span>
    </span>
  );
}
