import { Link } from "react-router";

/** The other pages of an entry. */
export function EntryLinks({
  path,
  hasHistory,
  isOnSite,
  mayRemove,
  hasConsent,
}: {
  /** The address of the entry's page. */
  path: string;
  hasHistory: boolean;
  isOnSite: boolean;
  mayRemove: boolean;
  /** The entry quotes somebody, whose consent has a page of its own. */
  hasConsent: boolean;
}) {
  return (
    <>
      {hasHistory && (
        <Link className="link" to={`${path}/history`}>
          History
        </Link>
      )}
      {hasConsent && (
        <Link className="link" to={`${path}/consent`}>
          Consent
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
