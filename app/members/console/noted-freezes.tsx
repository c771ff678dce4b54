import { href, Link } from "react-router";
import { WaitingRow } from "../../console/waiting-board.tsx";
import type { NotedFreeze } from "./noted-freezes.server.ts";

/** Rows on Today for freezes that members have asked for, until the desk enters them. */
export function NotedFreezes({ notes }: { notes: readonly NotedFreeze[] }) {
  return notes.map(({ id, personId, name, text }) => (
    <WaitingRow
      key={id}
      mark="waiting"
      state="Freeze"
      ways={
        <Link className="link" to={href("/staff/members/:person", { person: personId })}>
          Open<span className="sr-only">{`: ${name}`}</span>
        </Link>
      }
    >
      <b>{name}</b>: {text}
    </WaitingRow>
  ));
}
