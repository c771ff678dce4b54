import { Link } from "react-router";

/** The other pages of an entry. */
export function EntryLinks({
  path,
  hasHistory,
  isOnSite,
  hasDraft,
  removePath,
  copyPath,
  quotesSomebody,
  sitePath,
}: {
  /** The address of the entry's page. */
  path: string;
  hasHistory: boolean;
  isOnSite: boolean;
  hasDraft: boolean;
  /** Where it is taken off the site, or thrown away; undefined for those who may not. */
  removePath: string | undefined;
  /** The form of a new entry that begins as this one; undefined where there can be no other. */
  copyPath: string | undefined;
  /** It shows somebody's words under their name, which takes their consent. */
  quotesSomebody: boolean;
  /** Where visitors see it; undefined while it is not on the site, or where it has no page of its own. */
  sitePath: string | undefined;
}) {
  return (
    <>
      {sitePath !== undefined && (
        <a className="link" href={sitePath} target="_blank" rel="noreferrer">
          See it on the site
        </a>
      )}
      {quotesSomebody && (
        <Link className="link" to={`${path}/consent`}>
          Consent
        </Link>
      )}
      {hasHistory && (
        <Link className="link" to={`${path}/history`}>
          History
        </Link>
      )}
      {copyPath !== undefined && (
        <Link className="link" to={copyPath}>
          Copy
        </Link>
      )}
      {isOnSite && hasDraft && (
        <Link className="link" to={`${path}/discard`}>
          Throw away the changes
        </Link>
      )}
      {removePath !== undefined && (
        <Link className="link" to={removePath}>
          {isOnSite ? "Take off the site" : "Throw away"}
        </Link>
      )}
    </>
  );
}
