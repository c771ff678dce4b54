import { Form, href, Link } from "react-router";
import { ConsoleButton, TitledSection, WaitingBoard, WaitingRow } from "../../console/page-parts.tsx";
import type { OpenedDaysRow, readWaitingRecords } from "./todays-members.server.ts";

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

export function WaitingOpenedDays({ rows }: { rows: readonly OpenedDaysRow[] }) {
  return rows.map(({ openedAt, days, text }) => (
    <WaitingRow
      key={openedAt}
      mark="waiting"
      state="Closed day"
      ways={
        <Form method="post" className="contents">
          <input type="hidden" name="opened" value={openedAt} />
          <ConsoleButton name="do" value="days-back" className="link" label="Remove from passes" about={`: ${days}`} />
          <ConsoleButton name="do" value="days-kept" className="link" label="Keep on passes" about={`: ${days}`} />
        </Form>
      }
    >
      <b>{days}</b>: {text}
    </WaitingRow>
  ));
}
