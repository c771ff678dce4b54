import { Form, Link } from "react-router";
import { DifferenceSide, type DifferenceView } from "./difference-view.tsx";

/** A version as the list of versions shows it. */
export type VersionRow = { number: number; label: string; made: string; isShown: boolean };

/** The versions of an entry, the newest first. */
export function VersionList({ versions, next }: { versions: readonly VersionRow[]; next: number | undefined }) {
  return (
    <div>
      <ol className="board versions">
        {versions.map(({ number, label, made, isShown }) => (
          <li key={number} className={isShown ? "here" : undefined}>
            <b>
              <Link to={`?version=${number}`} aria-current={isShown ? "true" : undefined} preventScrollReset>
                {label}
              </Link>
            </b>
            <small>{made}</small>
          </li>
        ))}
      </ol>
      {next !== undefined && (
        <p className="pages">
          <Link to={`?before=${next}`}>Older versions</Link>
        </p>
      )}
    </div>
  );
}

/** What one version changed, field by field. Colour says nothing here: what is gone is struck, what is new is underlined. */
export function Differences({
  differences,
  before,
  after,
  same,
}: {
  differences: readonly DifferenceView[];
  before: string;
  after: string;
  /** The labels of the fields that are the same. */
  same: readonly string[];
}) {
  return (
    <>
      <div className="diff">
        {differences.map((difference) => (
          <div key={difference.label}>
            <h3>{difference.label}</h3>
            <p className="was whitespace-pre-line">
              <small>{before}</small>
              <DifferenceSide difference={difference} side="before" mark="del" />
            </p>
            <p className="is whitespace-pre-line">
              <small>{after}</small>
              <DifferenceSide difference={difference} side="after" mark="ins" />
            </p>
          </div>
        ))}
      </div>
      {same.length > 0 && <p className="same">{`The same in both: ${same.join(", ").toLowerCase()}.`}</p>}
    </>
  );
}

/**
 * Undoes the last change from another page than the history.
 * @param action the address of the history
 */
export function UndoForm({ action, live }: { action: string; live: number }) {
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="live" value={live} />
      <button type="submit" name="do" value="undo" className="link">
        Undo
      </button>
    </Form>
  );
}

/** The buttons of the history: a version as a draft, and the last change undone. */
export function HistoryActions({
  restorable,
  mayUndo,
  mayPutBack,
  live,
}: {
  /** The number of the version that can become a draft. */
  restorable: number | undefined;
  mayUndo: boolean;
  /** The entry was taken off the site. */
  mayPutBack: boolean;
  /** The version on the site, so that only the change that was seen is undone. */
  live: number;
}) {
  return (
    <Form method="post" className="actions">
      <input type="hidden" name="live" value={live} />
      {restorable !== undefined && (
        <button type="submit" name="do" value={`restore:${restorable}`} className="button">
          {`Restore version ${restorable} as a draft`}
        </button>
      )}
      {mayUndo && (
        <button type="submit" name="do" value="undo" className="button red">
          Undo the last change
        </button>
      )}
      {mayPutBack && (
        <button type="submit" name="do" value="put-back" className="button red">
          Put it back on the site
        </button>
      )}
    </Form>
  );
}
