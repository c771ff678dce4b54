import { Form } from "react-router";
import { WaitingRow } from "../../console/waiting-board.tsx";
import type { OpenedDaysRow } from "./opened-days.server.ts";

export function WaitingOpenedDays({ rows }: { rows: readonly OpenedDaysRow[] }) {
  return rows.map(({ openedAt, days, text }) => (
    <WaitingRow
      key={openedAt}
      mark="waiting"
      state="Closed day"
      ways={
        <Form method="post" className="contents">
          <input type="hidden" name="opened" value={openedAt} />
          <button type="submit" name="do" value="days-back" className="link">
            Remove from passes<span className="sr-only">{`: ${days}`}</span>
          </button>
          <button type="submit" name="do" value="days-kept" className="link">
            Keep on passes<span className="sr-only">{`: ${days}`}</span>
          </button>
        </Form>
      }
    >
      <b>{days}</b>: {text}
    </WaitingRow>
  ));
}
