/** The fields of an entry's form, made from their description alone. */
import { type ReactNode, useState } from "react";
import { type FormField, fieldId } from "../../console/form-field.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { PhotoField } from "./photo-field.tsx";

/** What stands around the inputs of every field. */
function FieldFrame({ field, limit, children }: { field: FormField; limit?: string | undefined; children: ReactNode }) {
  const id = fieldId(field.name);
  return (
    <div className={field.problem ? "field wrong" : "field"}>
      <div className="line">
        <label htmlFor={id}>
          {field.label}
          {!field.isRequired && !isRow(field) && <span className="limit"> (may be left empty)</span>}
        </label>
        {limit && <span className="limit">{limit}</span>}
      </div>
      {field.help && (
        <p id={`${id}-help`} className="help">
          {field.help}
        </p>
      )}
      {field.problem && (
        <p id={`${id}-error`} className="error">
          {field.problem}
        </p>
      )}
      {children}
    </div>
  );
}

/** Whether the field is a row of a list: `inclusions.2`. */
function isRow({ name }: FormField): boolean {
  return name.includes(".");
}

/** What every first input of a field has. */
function wiringOf(field: FormField) {
  const id = fieldId(field.name);
  const described = [field.help && `${id}-help`, field.problem && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": field.problem ? (true as const) : undefined,
    "aria-describedby": described || undefined,
  };
}

/** The keyboard that a phone shows for each format of a line. */
const INPUT_MODES = { text: "text", email: "email", url: "url", degrees: "decimal", phone: "tel" } as const;

/** One line or several lines of text, with the count of its characters. */
function TextInput({ field }: { field: FormField }) {
  const { kind, limits, name } = field;
  const text = field.texts[""] ?? "";
  const [count, setCount] = useState(text.length);
  const limit = limits.max === undefined ? undefined : `${count} of ${limits.max}`;
  const wiring = { ...wiringOf(field), name, defaultValue: text };
  const onCount = (event: { currentTarget: { value: string } }) => setCount(event.currentTarget.value.length);
  return (
    <FieldFrame field={field} limit={limit}>
      {kind === "long text" ? (
        <Textarea {...wiring} rows={Math.max(3, Math.ceil(text.length / 70))} onInput={onCount} />
      ) : (
        <input
          {...wiring}
          type={limits.format === "email" ? "email" : "text"}
          inputMode={INPUT_MODES[limits.format ?? "text"]}
          onInput={onCount}
        />
      )}
    </FieldFrame>
  );
}

function NumberInput({ field }: { field: FormField }) {
  return (
    <FieldFrame field={field}>
      <input
        {...wiringOf(field)}
        type="text"
        inputMode="numeric"
        name={field.name}
        defaultValue={field.texts[""]}
        className="max-w-48"
      />
    </FieldFrame>
  );
}

function Select({ field }: { field: FormField }) {
  const chosen = field.texts[""] ?? "";
  const options = field.options ?? [];
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return (
    <FieldFrame field={field}>
      <select {...wiringOf(field)} name={field.name} defaultValue={chosen}>
        <option value="">Choose…</option>
        {!isKnown && <option value={chosen}>{`${chosen} (not on the site)`}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

const TIME_PARTS = [
  { part: "from", title: "From", example: "9:00am" },
  { part: "to", title: "To", example: "10:00am" },
] as const;

function TimeRangeInput({ field }: { field: FormField }) {
  const { id, ...wiring } = wiringOf(field);
  return (
    <FieldFrame field={field}>
      <div className="pair">
        {TIME_PARTS.map(({ part, title, example }) => {
          const name = `${field.name}.${part}`;
          const isWrong = field.problem !== undefined && (field.wrongParts?.includes(name) ?? true);
          return (
            <div key={part}>
              <span className="help" aria-hidden="true">
                {title}
              </span>
              <input
                {...wiring}
                id={part === "from" ? id : fieldId(name)}
                type="text"
                name={name}
                defaultValue={field.texts[part]}
                aria-label={`${field.label}, ${part}`}
                aria-invalid={isWrong || undefined}
                placeholder={example}
              />
            </div>
          );
        })}
      </div>
    </FieldFrame>
  );
}

/** The buttons of a list's row. Each posts the whole form, which comes back with the rows changed. */
function RowButtons({ row, isFirst, isLast }: { row: FormField; isFirst: boolean; isLast: boolean }) {
  const button = (action: string, label: string, isDisabled = false) => (
    <button
      type="submit"
      name="do"
      value={`${action}:${row.name}`}
      formNoValidate
      className="step"
      disabled={isDisabled}
      aria-label={`${row.label} ${label.toLowerCase()}`}
    >
      {label}
    </button>
  );
  return (
    <span className="row-buttons">
      {button("up", "Up", isFirst)}
      {button("down", "Down", isLast)}
      {button("remove", "Remove")}
    </span>
  );
}

function ListInput({ field }: { field: FormField }) {
  const rows = field.rows ?? [];
  const filled = rows.length - 1;
  const blank = rows[filled];
  const isHydrated = useHydrated();
  return (
    <fieldset className={field.problem ? "field wrong" : "field"} id={fieldId(field.name)} tabIndex={-1}>
      <legend className="legend mb-1.5">{field.label}</legend>
      {field.help && <p className="help">{field.help}</p>}
      {field.problem && <p className="error">{field.problem}</p>}
      <ol className="grid gap-3">
        {rows.slice(0, filled).map((row, index) => (
          <li key={row.name} className="list-row">
            <EntryField field={row} />
            <RowButtons row={row} isFirst={index === 0} isLast={index === filled - 1} />
          </li>
        ))}
        {blank && (
          <li className="list-row">
            <EntryField field={{ ...blank, label: `One more (${blank.label.toLowerCase()})` }} />
            <button type="submit" name="do" value={`add:${blank.name}`} formNoValidate className="step">
              {isHydrated ? "Add" : "Add another"}
            </button>
          </li>
        )}
      </ol>
    </fieldset>
  );
}

/** The input or inputs of one field. */
export function EntryField({ field }: { field: FormField }) {
  switch (field.kind) {
    case "text":
    case "long text":
      return <TextInput field={field} />;
    case "choice":
    case "reference":
      return <Select field={field} />;
    case "money":
    case "whole number":
      return <NumberInput field={field} />;
    case "time":
      return <TimeRangeInput field={field} />;
    case "photo":
      return <PhotoField field={field} />;
    case "list":
      return <ListInput field={field} />;
  }
}
