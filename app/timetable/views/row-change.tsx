import { Link } from "react-router";
import { TEXT_LINK } from "../../ui/button.tsx";
import { Flag } from "../../ui/class-parts.tsx";
import type { SessionRowView } from "./timetable-view.server.ts";

type RowChangeProps = { row: SessionRowView; className: string; hasButton?: boolean };

/**
 * A session's change with its reason, and its availability if it can be booked. Nothing for unchanged sessions that
 * can't be booked.
 */
export function RowChange({ row, className, hasButton = false }: RowChangeProps) {
  const { change, reason, places, about } = row;
  if (!change && !reason && !places) return null;
  const isPrinted = change !== undefined || reason !== null;
  return (
    <div className={isPrinted ? className : `${className} print:hidden`}>
      {change && <ChangeWords change={change} />} {reason && <span className="change-reason">{reason}</span>}{" "}
      {places && <Places places={places} about={hasButton ? undefined : about} />}
    </div>
  );
}

const AVAILABILITY = { places: "Places free", few: "Few places left", full: "Full, waiting list" } as const;

type PlacesProps = { places: NonNullable<SessionRowView["places"]>; about: string | undefined };

/** Availability with its symbol (schedule.css), and a link to book. @param about names the class; no link without it */
function Places({ places: { availability, path, price }, about }: PlacesProps) {
  return (
    <span className="seat print:hidden">
      <span className={`places places-${availability}`}>{AVAILABILITY[availability]}</span>{" "}
      {about !== undefined && (
        <>
          <Link to={path} className={`seat-link ${TEXT_LINK}`}>
            {availability === "full" ? "Join the waiting list" : "Book"}
            <span className="sr-only">: {about}</span>
          </Link>{" "}
          {price}
        </>
      )}
    </span>
  );
}

function ChangeWords({ change }: { change: SessionChange }) {
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

export type SessionChange =
  | { kind: "cancelled" }
  | { kind: "moved"; to: string; path: string | undefined }
  | { kind: "moved-here"; from: string }
  | { kind: "new-time"; from: string }
  | { kind: "added" };

export function marksAt(rows: readonly SessionRowView[], now: Date) {
  const held = rows.filter(({ isOff }) => !isOff);
  const moment = now.toISOString();
  const nextStart = held
    .map(({ startsAt }) => startsAt)
    .filter((startsAt) => startsAt > moment)
    .sort()[0];
  const keys = (rows: readonly SessionRowView[]) => new Set(rows.map(({ key }) => key));
  return {
    on: keys(held.filter(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt)),
    next: keys(held.filter(({ startsAt }) => startsAt === nextStart)),
  };
}
