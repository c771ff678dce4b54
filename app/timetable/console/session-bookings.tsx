import { href, Link } from "react-router";
import { Notice } from "../../console/notice.tsx";

/** `booked`: "11 people have booked and 3 wait."; null when nobody has. `toTell`: who had booked before it was cancelled. */
export type SessionBookingsView = { booked: string | null; toTell: number };

/** Whom a change of a class concerns, and the way to them. */
export function SessionBookings({
  id,
  bookings: { booked, toTell },
  mayChange,
}: {
  id: string;
  bookings: SessionBookingsView;
  /** It can still be cancelled, moved or handed over by this member. */
  mayChange: boolean;
}) {
  const desk = href("/staff/day/:session", { session: id });
  if (toTell > 0) {
    const people = toTell === 1 ? "1 person" : `${toTell} people`;
    return (
      <Notice
        action={
          <Link className="link" to={desk}>
            Whom to call
          </Link>
        }
      >
        <b>{`${people} had booked or waited.`}</b> Whoever booked online gets a mail with the reason.
      </Notice>
    );
  }
  return (
    <Notice
      action={
        <Link className="link" to={desk}>
          At the desk
        </Link>
      }
    >
      <b>{booked ?? "Nobody has booked yet."}</b>
      {booked !== null && mayChange && " They get a mail when it is cancelled, moved or handed over, with the reason."}
    </Notice>
  );
}
