import { Link } from "react-router";
import { Notice } from "../../console/notice.tsx";
import type { CoverView, RowCover, readSessionCover, TodaysCover } from "./cover-page.server.ts";

const coverPath = (id: string) => `/staff/timetable/${id}/cover`;

/** "Asked: Brian Otieno (can’t), Wanjiru Kamau (no answer yet)." */
function askedWords(asked: CoverView["asked"]): string {
  if (asked.length === 0) return "No colleague is asked.";
  const words = asked.map(({ name, answer }) => `${name} (${answer === null ? "no answer yet" : "can’t"})`);
  return `Asked: ${words.join(", ")}.`;
}

/** The state of an open request: who was asked, whether the desk knows, and why. */
export function CoverState({ request: { asked, isDeskTold, reason } }: { request: CoverView }) {
  return (
    <>
      {askedWords(asked)}
      {isDeskTold ? " The desk knows that the class needs somebody." : ""}
      {reason === null ? "" : ` Why: ${reason}`}
    </>
  );
}

/** On the page of a class: its open request, and to its trainer the two ways to ask for cover. */
export function SessionCover({
  id,
  cover: { request, mayAsk },
}: {
  id: string;
  cover: Awaited<ReturnType<typeof readSessionCover>>;
}) {
  if (request !== null) {
    return (
      <Notice
        action={
          mayAsk && (
            <Link className="link" to={coverPath(id)}>
              Your request
            </Link>
          )
        }
      >
        <b>{mayAsk ? "You have asked for cover." : `${request.trainer} can’t lead it.`}</b>{" "}
        <CoverState request={request} />
      </Notice>
    );
  }
  if (!mayAsk) return null;
  return (
    <p className="actions cover-ways">
      <Link className="button" to={`${coverPath(id)}#unable`}>
        I can’t
      </Link>
      <Link className="button" to={`${coverPath(id)}#ask`}>
        Ask a colleague
      </Link>
    </p>
  );
}

/** In the week: the two ways to ask for cover of one's own class, or that it is asked for. */
export function WeekCover({ id, name, cover }: { id: string; name: string; cover: RowCover }) {
  if (cover === null) return null;
  if (cover !== "may-ask") {
    return (
      <p className="marks">
        {cover === "needed" ? (
          <span className="state alert">Needs somebody</span>
        ) : (
          <span className="state waiting">Cover asked for</span>
        )}
      </p>
    );
  }
  const about = <span className="sr-only">{`: ${name}`}</span>;
  return (
    <p className="marks cover-links">
      <Link className="link above-link" to={`${coverPath(id)}#unable`}>
        I can’t{about}
      </Link>
      <Link className="link above-link" to={`${coverPath(id)}#ask`}>
        Ask a colleague{about}
      </Link>
    </p>
  );
}

const KINDS = {
  needed: { words: "No trainer", mark: "alert", link: "Substitute or cancel" },
  "to-answer": { words: "You are asked", mark: "waiting", link: "Answer" },
  own: { words: "Your request", mark: "waiting", link: "Look" },
} as const;

/** On the first page: classes that nobody leads yet, colleagues who ask, and one's own requests. */
export function TodaysCoverRequests({ requests }: { requests: readonly TodaysCover[] }) {
  if (requests.length === 0) return null;
  return (
    <section className="wide" aria-labelledby="cover">
      <div className="part">
        <h2 id="cover">Cover</h2>
      </div>
      <ul className="board waiting-items">
        {requests.map((request) => (
          <CoverRow key={request.sessionId} request={request} />
        ))}
      </ul>
    </section>
  );
}

function CoverRow({ request }: { request: TodaysCover }) {
  const { kind, sessionId, label, trainer, reason } = request;
  const { words, mark, link } = KINDS[kind];
  return (
    <li>
      <span className={`state ${mark}`}>{words}</span>
      <p>
        {kind === "needed" && (
          <>
            <b>{trainer}</b> can’t lead <b>{label}</b>. <CoverState request={{ ...request, isDeskTold: false }} />
          </>
        )}
        {kind === "to-answer" && (
          <>
            <b>{trainer}</b> asks whether you can lead <b>{label}</b>.{reason !== null && ` Why: ${reason}`}
          </>
        )}
        {kind === "own" && (
          <>
            You have asked for cover of <b>{label}</b>. <CoverState request={request} />
          </>
        )}
      </p>
      <Link className="link" to={kind === "needed" ? `/staff/timetable/${sessionId}` : coverPath(sessionId)}>
        {link}
        <span className="sr-only">{`: ${label}`}</span>
      </Link>
    </li>
  );
}
