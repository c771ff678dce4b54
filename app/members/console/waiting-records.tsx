import { href, Link } from "react-router";
import type { readWaitingRecords } from "./waiting-records-view.server.ts";

/** Members whose accounts were deleted, while their records wait for the owner. */
export function WaitingRecords({ records }: { records: Awaited<ReturnType<typeof readWaitingRecords>> }) {
  if (records.length === 0) return null;
  return (
    <section className="wide" aria-labelledby="waiting-records">
      <div className="part">
        <h2 id="waiting-records">
          {records.length === 1
            ? "A member has deleted their account"
            : `${records.length} members have deleted their accounts`}
        </h2>
      </div>
      <ul className="board waiting-items">
        {records.map(({ personId, name, text }) => (
          <li key={personId}>
            <span className="state waiting">Record</span>
            <p className="wrap-anywhere">
              <b>{name}</b>: keep or delete the record? {text}
            </p>
            <Link className="link" to={href("/staff/members/:person", { person: personId })}>
              Decide<span className="sr-only">{`: ${name}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
