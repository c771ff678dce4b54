import { type PeopleChoice, SOMEBODY_ELSE } from "../people/person.ts";

type PersonChoiceProps = { choice: PeopleChoice; chosen: string | undefined; hasOther?: boolean; form?: string };

export function PersonChoice({ choice: { people, hasMore }, chosen, hasOther = false, form }: PersonChoiceProps) {
  if (people.length === 0) return <p className="help">Nobody has this name, number or address.</p>;
  return (
    <fieldset>
      <legend className="legend">{people.length === 1 ? "Is it this person?" : "Who is it?"}</legend>
      {people.map(({ id, name, contact }) => (
        <label key={id} className="choice">
          <input
            type="radio"
            form={form}
            name="person"
            value={id}
            defaultChecked={(people.length === 1 && !hasOther) || id === chosen}
          />
          <span className="wrap-anywhere">
            <b>{name}</b>
            <span className="quiet">{contact}</span>
          </span>
        </label>
      ))}
      {hasOther && (
        <label className="choice">
          <input
            type="radio"
            form={form}
            name="person"
            value={SOMEBODY_ELSE}
            defaultChecked={chosen === SOMEBODY_ELSE}
          />
          <span>
            <b>Another person</b>
          </span>
        </label>
      )}
      {hasMore && <p className="help">There are more matches: enter more of the name, or some digits of the number.</p>}
    </fieldset>
  );
}
