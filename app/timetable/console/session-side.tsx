import { Link } from "react-router";

/** Who decided something about a dated class, what, and when. */
export type ActivityLine = { id: string; who: string; sentence: string; when: string };

/** What is known about a dated class beside its forms: what was decided, and the ways to what is changed of every week. */
export function SessionSide({
  decisions,
  dayPath,
  slot,
}: {
  decisions: readonly ActivityLine[];
  /** Its day as visitors see it; undefined when they don't any more. */
  dayPath: string | undefined;
  /** The row of the weekly timetable it comes from, while there is one. */
  slot: { slug: string; mayChange: boolean } | undefined;
}) {
  return (
    <aside className="session-more" aria-label="About this class">
      {decisions.length > 0 && (
        <section>
          <h2 className="h3">Decided</h2>
          <ol className="facts decisions">
            {decisions.map(({ id, who, sentence, when }) => (
              <li key={id}>
                <b>{who}</b> {sentence}
                <small>{when}</small>
              </li>
            ))}
          </ol>
        </section>
      )}
      {slot?.mayChange && (
        <section>
          <h2 className="h3">Every week</h2>
          <ul className="facts">
            <li>
              <Link className="link" to={`/staff/timetable/rows/${slot.slug}`}>
                Change it for every week
              </Link>
            </li>
            <li>
              <Link className="link" to={`/staff/timetable/rows/new?from=${slot.slug}`}>
                Copy it to another day or time
              </Link>
            </li>
            <li>
              <Link className="link" to={`/staff/timetable/rows/${slot.slug}/remove`}>
                Take it off every week
              </Link>
            </li>
          </ul>
        </section>
      )}
      {dayPath !== undefined && (
        <p>
          <Link className="link" to={dayPath} reloadDocument>
            See its day on the site
          </Link>
        </p>
      )}
    </aside>
  );
}
