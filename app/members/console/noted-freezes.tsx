import { href, Link } from "react-router";
import type { NotedFreeze } from "./noted-freezes.server.ts";

/** Rows of what waits on Today. */
export function NotedFreezes({ notes }: { notes: readonly NotedFreeze[] }) {
  return notes.map(({ id, personId, name, text }) => (
    <li key={id}>
      <span className="state waiting">Freeze</span>
      <p className="wrap-anywhere">
        <b>{name}</b>: {text}
      </p>
      <Link className="link" to={href("/staff/members/:person", { person: personId })}>
        Open<span className="sr-only">{`: ${name}`}</span>
      </Link>
    </li>
  ));
}
