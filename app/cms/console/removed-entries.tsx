import { Link } from "react-router";

/** An entry that was taken off the site. */
export type RemovedRow = {
  slug: string;
  title: string;
  /** By whom, and when. */
  removed: string;
};

/**
 * What was taken off the site, below the list of what is on it. Each leads to its history, where it is put back.
 * @param path that of the list
 * @param older the address of those that were taken off earlier, when there are more
 */
export function RemovedEntries({
  rows,
  path,
  older,
}: {
  rows: readonly RemovedRow[];
  path: string;
  older: string | undefined;
}) {
  if (rows.length === 0) return null;
  return (
    <section id="off-the-site" aria-labelledby="off-the-site-heading" className="mt-10">
      <h2 id="off-the-site-heading">Off the site</h2>
      <p className="help mt-1 mb-3">Choose one to see what it said, and to put it back on the site.</p>
      <ul className="board">
        {rows.map(({ slug, title, removed }) => (
          <li key={slug} className="grid gap-1 py-3.5">
            <h3 className="name">
              <Link to={`${path}/${slug}/history`}>{title}</Link>
            </h3>
            <p className="text-graphite text-sm">{removed}</p>
          </li>
        ))}
      </ul>
      {older !== undefined && (
        <p className="pages">
          <Link to={older}>Taken off earlier</Link>
        </p>
      )}
    </section>
  );
}
