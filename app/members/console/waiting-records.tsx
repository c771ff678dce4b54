import { href, Link } from "react-router";
import { TitledSection } from "../../console/titled-section.tsx";
import { WaitingBoard, WaitingRow } from "../../console/waiting-board.tsx";
import type { readWaitingRecords } from "./waiting-records-view.server.ts";

/** Members whose accounts were deleted, while their records wait for the owner. */
export function WaitingRecords({ records }: { records: Awaited<ReturnType<typeof readWaitingRecords>> }) {
  if (records.length === 0) return null;
  return (
    <TitledSection
      title={
        records.length === 1
          ? "A member has deleted their account"
          : `${records.length} members have deleted their accounts`
      }
      className="lg:col-span-full"
    >
      <WaitingBoard>
        {records.map(({ personId, name, text }) => (
          <WaitingRow
            key={personId}
            mark="waiting"
            state="Record"
            ways={
              <Link className="link" to={href("/staff/members/:person", { person: personId })}>
                Decide<span className="sr-only">{`: ${name}`}</span>
              </Link>
            }
          >
            <b>{name}</b>: keep or delete the record? {text}
          </WaitingRow>
        ))}
      </WaitingBoard>
    </TitledSection>
  );
}
