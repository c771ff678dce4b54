import { Link } from "react-router";

/** The other pages of an entry. */
export function EntryLinks({
  path,
  hasHistory,
  isOnSite,
  mayRemove,
}: {
  /** The address of the entry's page. */
  path: string;
  hasHistory: boolean;
  isOnSite: boolean;
  mayRemove: boolean;
}) {
  return (
    <>
      {hasHistory && (
        <Link className="link" to={`${path}/history`}>
          History
        </Link>
      )}
      {mayRemove && (
        <Link className="link" to={`${path}/remove`}>
          {isOnSite ? "Take off the site" : "Throw away"}
        </Link>
      )}
    </>
  );
}
