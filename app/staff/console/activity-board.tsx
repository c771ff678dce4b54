import { Form, href, Link } from "react-router";

export type ActivityView = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The same for reading, in Nairobi. */
  when: string;
  whoId: string | null;
  whoName: string;
  sentence: string;
  /** The page where it can be taken back, if it has one. */
  to: string | undefined;
  /** What the thing is, where its name may be that of others too. */
  typeLabel: string | undefined;
  /** The history of an entry that was taken off the site, where it can be put back. */
  history: string | undefined;
  /** It is the last change of its entry, and the reader may undo it. */
  canUndo: boolean;
};

type Option = { value: string; label: string };

/** The log, with its filters, a page at a time. */
export function ActivityBoard({
  entries,
  filter,
  people,
  types,
  next,
  first,
}: {
  entries: readonly ActivityView[];
  filter: { who: string | undefined; type: string | undefined };
  people: readonly Option[];
  types: readonly Option[];
  /** The address of older entries. */
  next: string | undefined;
  /** The address of the newest, when these aren't. */
  first: string | undefined;
}) {
  const isFiltered = filter.who !== undefined || filter.type !== undefined;
  return (
    <>
      <Form className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-3">
        <Filter name="who" label="Who" all="Everybody" options={people} chosen={filter.who} />
        <Filter name="type" label="What" all="Everything" options={types} chosen={filter.type} />
        <button type="submit" className="button">
          Show
        </button>
      </Form>
      {entries.length === 0 ? (
        <div className="empty">
          <p>
            {isFiltered
              ? "Nothing of this kind has been done."
              : "What you and your colleagues do here is listed on this page: who, what and when."}
          </p>
          {isFiltered && (
            <Link to={href("/staff/activity")} className="button">
              Show everything
            </Link>
          )}
        </div>
      ) : (
        <Form method="post">
          <ol className="board">
            {entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </ol>
        </Form>
      )}
      <p className="actions mt-6">
        {next !== undefined && (
          <Link to={next} className="button">
            Older
          </Link>
        )}
        {first !== undefined && (
          <Link to={first} className="link">
            Newest
          </Link>
        )}
      </p>
    </>
  );
}

function Entry({ id, at, when, whoId, whoName, sentence, to, typeLabel, history, canUndo }: ActivityView) {
  const about = typeLabel === undefined ? "" : ` (${typeLabel.toLowerCase()})`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 py-3.5 lg:grid-cols-[170px_minmax(0,1fr)_auto] lg:items-baseline lg:gap-x-8">
      <time dateTime={at} className="text-graphite text-sm">
        {when}
      </time>
      <p className="col-start-1 min-w-0 break-words lg:col-start-2">
        {whoId === null ? (
          <b>{whoName}</b>
        ) : (
          <Link to={`${href("/staff/activity")}?who=${encodeURIComponent(whoId)}`} className="font-bold">
            {whoName}
          </Link>
        )}{" "}
        {sentence}
        {about}
        {history !== undefined && (
          <>
            {". "}
            <Link to={history} className="underline" aria-label={`History: ${whoName} ${sentence}${about}`}>
              History
            </Link>
          </>
        )}
      </p>
      {to !== undefined && (
        <Link
          to={to}
          className="link col-start-2 row-span-2 row-start-1 self-center lg:col-start-3 lg:row-span-1 lg:-my-3"
          aria-label={`Open: ${whoName} ${sentence}`}
        >
          Open
        </Link>
      )}
      {canUndo && (
        <button
          type="submit"
          name="undo"
          value={id}
          className="link col-start-2 row-span-2 row-start-1 self-center lg:col-start-3 lg:row-span-1 lg:-my-3"
          aria-label={`Undo: ${whoName} ${sentence}${about}`}
        >
          Undo
        </button>
      )}
    </li>
  );
}

function Filter({
  name,
  label,
  all,
  options,
  chosen,
}: {
  name: string;
  label: string;
  all: string;
  options: readonly Option[];
  chosen: string | undefined;
}) {
  return (
    <div className="field min-w-[min(220px,100%)] grow sm:grow-0">
      <label htmlFor={`filter-${name}`}>{label}</label>
      {/* Another filter by a link shows its choice, so the field is made anew. */}
      <select key={chosen ?? ""} id={`filter-${name}`} name={name} defaultValue={chosen ?? ""}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
