import { Form, href, Link } from "react-router";

export type ShownActivity = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The same for reading, in Nairobi. */
  when: string;
  whoId: string | null;
  whoName: string;
  sentence: string;
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
  entries: readonly ShownActivity[];
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
        <ol className="board">
          {entries.map((entry) => (
            <Entry key={entry.id} {...entry} />
          ))}
        </ol>
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

function Entry({ at, when, whoId, whoName, sentence }: ShownActivity) {
  return (
    <li className="grid gap-x-8 py-3.5 lg:grid-cols-[170px_minmax(0,1fr)] lg:items-baseline">
      <time dateTime={at} className="text-graphite text-sm">
        {when}
      </time>
      <p className="min-w-0 break-words">
        {whoId === null ? (
          <b>{whoName}</b>
        ) : (
          <Link to={`${href("/staff/activity")}?who=${encodeURIComponent(whoId)}`} className="font-bold">
            {whoName}
          </Link>
        )}{" "}
        {sentence}
      </p>
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
