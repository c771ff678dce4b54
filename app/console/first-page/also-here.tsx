import { href, Link } from "react-router";

/** Ways to what is done often and has no place in a phone's bottom bar, with what was done last. */
export function AlsoHere({
  lastAction,
  mayAddPicture,
  hasSecondStep,
}: {
  /** The last entry of the log; undefined for who doesn't see the log, null when there is none. */
  lastAction: { who: string; sentence: string; since: string } | null | undefined;
  mayAddPicture: boolean;
  hasSecondStep: boolean;
}) {
  return (
    <section className="also wide" aria-label="Also here">
      {lastAction && (
        <p>
          <b>{lastAction.who}</b> {lastAction.sentence}, {lastAction.since}.
        </p>
      )}
      <p className="actions">
        {lastAction !== undefined && (
          <Link to={href("/staff/activity")} className="link">
            Activity
          </Link>
        )}
        {mayAddPicture && (
          <Link to={href("/staff/pictures")} className="link">
            Add a photo
          </Link>
        )}
        {!hasSecondStep && (
          <Link to={href("/staff/second-step/factors")} className="link">
            Set up your second step
          </Link>
        )}
        <Link to={href("/staff/guide")} className="link">
          Guide
        </Link>
      </p>
    </section>
  );
}
