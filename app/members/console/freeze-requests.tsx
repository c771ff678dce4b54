import { href, Link } from "react-router";
import type { FreezeRequestView } from "./freeze-request-view.server.ts";

/** Who has asked for a freeze, where the desk begins its work. Each leads to the form, filled in with what was asked for. */
export function FreezeRequests({ requests }: { requests: readonly FreezeRequestView[] }) {
  if (requests.length === 0) return null;
  return (
    <section className="wide mb-8" aria-labelledby="freeze-requests">
      <div className="part">
        <h2 id="freeze-requests">
          {requests.length === 1 ? "A freeze is asked for" : `${requests.length} freezes are asked for`}
        </h2>
      </div>
      <ul className="board waiting-items">
        {requests.map(({ id, memberId, passId, name, plan, days, word, since }) => (
          <li key={id}>
            <span className="state waiting">Freeze</span>
            <p className="wrap-anywhere">
              <b>{name}</b>: {plan}, {days}. {word !== "" && `“${word}” `}Asked {since}.
            </p>
            <Link className="link" to={`${href("/staff/members/:member/freeze", { member: memberId })}?pass=${passId}`}>
              Answer<span className="sr-only">{`: ${name}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
