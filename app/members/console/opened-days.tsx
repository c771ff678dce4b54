import { Form } from "react-router";
import type { OpenedDaysRow } from "./opened-days.server.ts";

export function WaitingOpenedDays({ rows }: { rows: readonly OpenedDaysRow[] }) {
  return rows.map(({ openedAt, days, text }) => (
    <li key={openedAt}>
      <span className="state waiting">Closed day</span>
      <p>
        <b>{days}</b>: {text}
      </p>
      <Form method="post" className="row-acts">
        <input type="hidden" name="opened" value={openedAt} />
        <button type="submit" name="do" value="days-back" className="link">
          Undo<span className="sr-only">{` from passes: ${days}`}</span>
        </button>
        <button type="submit" name="do" value="days-kept" className="link">
          Keep<span className="sr-only">{` on passes: ${days}`}</span>
        </button>
      </Form>
    </li>
  ));
}
