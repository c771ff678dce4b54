import { Link } from "react-router";

/** What is known about an entry, beside its form. */
export function EntrySide({
  facts,
  usedIn,
}: {
  facts: readonly { term: string; text: string }[];
  usedIn: readonly { label: string; to: string }[];
}) {
  if (facts.length === 0 && usedIn.length === 0) return null;
  return (
    <aside className="side" aria-label="About this entry">
      <section>
        <h2 className="h3">This entry</h2>
        <dl className="facts">
          {facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {usedIn.length > 0 && (
        <section>
          <h2 className="h3">Used in</h2>
          <ul className="facts">
            {usedIn.map(({ label, to }) => (
              <li key={`${to} ${label}`}>
                <Link to={to} className="link whitespace-normal">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
