import type { FieldsetHTMLAttributes, ReactNode } from "react";
import { type ControlWiring, FieldFrame, useCounter } from "../../console/fields.tsx";
import { type FormField, fieldId } from "../../console/form-field.ts";
import { ConsoleButton } from "../../console/page-parts.tsx";
import { isLongLine, LineTextarea } from "../../console/textarea-field.tsx";
import { Textarea } from "../../ui/textarea.tsx";

type EntryFieldFrameProps = {
  field: FormField;
  limit?: string | undefined;
  children: (wiring: ControlWiring) => ReactNode;
};

function EntryFieldFrame({ field, limit = "", children }: EntryFieldFrameProps) {
  const isRowOfList = field.name.includes(".");
  const label = field.isRequired || field.hasDefault || isRowOfList ? field.label : `${field.label} (optional)`;
  return (
    <FieldFrame id={fieldId(field.name)} label={label} limit={limit} help={field.help} problem={field.problem}>
      {children}
    </FieldFrame>
  );
}

const INPUT_MODES = { text: "text", email: "email", url: "url", degrees: "decimal", phone: "tel" } as const;

function TextInput({ field }: { field: FormField }) {
  const { kind, limits, name } = field;
  const text = field.texts[""] ?? "";
  const { limit, onInput } = useCounter(text, limits.max);
  return (
    <EntryFieldFrame field={field} limit={limit}>
      {(wiring) => {
        const input = { ...wiring, name, defaultValue: text, onInput };
        if (kind === "long text") return <Textarea {...input} rows={Math.max(3, Math.ceil(text.length / 70))} />;
        if (limits.format === undefined && isLongLine(limits.max)) return <LineTextarea {...input} />;
        const type = limits.format === "email" ? "email" : "text";
        return <input {...input} type={type} inputMode={INPUT_MODES[limits.format ?? "text"]} />;
      }}
    </EntryFieldFrame>
  );
}

function NumberInput({ field }: { field: FormField }) {
  return (
    <EntryFieldFrame field={field}>
      {(wiring) => (
        <input
          {...wiring}
          type="text"
          inputMode="numeric"
          name={field.name}
          defaultValue={field.texts[""]}
          className="max-w-[calc(50%-8px)]"
        />
      )}
    </EntryFieldFrame>
  );
}

function Select({ field }: { field: FormField }) {
  const chosen = field.texts[""] ?? "";
  const options = field.options ?? [];
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return (
    <EntryFieldFrame field={field}>
      {(wiring) => (
        <select {...wiring} name={field.name} defaultValue={chosen}>
          {(chosen === "" || !field.hasDefault) && <option value="">Choose…</option>}
          {!isKnown && <option value={chosen}>{`${chosen} (not on the site)`}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </EntryFieldFrame>
  );
}

const TIME_PARTS = [
  { part: "from", title: "From", example: "9:00am" },
  { part: "to", title: "To", example: "10:00am" },
] as const;

function TimeRangeInput({ field }: { field: FormField }) {
  return (
    <EntryFieldFrame field={field}>
      {({ id, ...wiring }) => (
        <div className="pair">
          {TIME_PARTS.map(({ part, title, example }) => {
            const name = `${field.name}.${part}`;
            const isWrong = field.problem !== undefined && (field.wrongParts?.includes(name) ?? true);
            return (
              <div key={part} className="grid gap-1.5">
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
      )}
    </EntryFieldFrame>
  );
}

function MomentInput({ field }: { field: FormField }) {
  const { name, label, texts } = field;
  return (
    <EntryFieldFrame field={field}>
      {(wiring) => (
        <div className="pair">
          <input {...wiring} type="date" name={`${name}.day`} defaultValue={texts.day} />
          <input
            {...wiring}
            id={fieldId(`${name}.time`)}
            type="time"
            name={`${name}.time`}
            defaultValue={texts.time}
            aria-label={`${label}, at what time, in Nairobi`}
          />
        </div>
      )}
    </EntryFieldFrame>
  );
}

/** The buttons of a list's row. Each posts the whole form, which comes back with changed rows. */
function RowButtons({ row, isFirst, isLast }: { row: FormField; isFirst: boolean; isLast: boolean }) {
  const button = (action: string, label: string, isDisabled = false) => (
    <button
      type="submit"
      name="do"
      value={`${action}:${row.name}`}
      formNoValidate
      className="step min-h-12! px-2!"
      disabled={isDisabled}
      aria-label={`${row.label} ${label.toLowerCase()}`}
    >
      {label}
    </button>
  );
  return (
    <span className="flex gap-1">
      {button("up", "Up", isFirst)}
      {button("down", "Down", isLast)}
      {button("remove", "Remove")}
    </span>
  );
}

const LIST_ROW = "grid items-end gap-x-2 gap-y-1.5 @md:col-span-2 @md:grid-cols-subgrid print:gap-x-0";

function ListInput({ field }: { field: FormField }) {
  const rows = field.rows ?? [];
  const filled = rows.length - 1;
  const blank = rows[filled];
  return (
    <FieldGroup field={field} id={fieldId(field.name)} tabIndex={-1}>
      <ol className="grid gap-x-2 gap-y-3 @md:grid-cols-[minmax(0,1fr)_auto] print:gap-x-0">
        {rows.slice(0, filled).map((row, index) => (
          <li key={row.name} className={LIST_ROW}>
            <EntryField field={row} />
            <RowButtons row={row} isFirst={index === 0} isLast={index === filled - 1} />
          </li>
        ))}
        {blank && (
          <li className={LIST_ROW}>
            <EntryField field={{ ...blank, label: `New ${blank.label.toLowerCase()}` }} />
            <button
              type="submit"
              name="do"
              value={`add:${blank.name}`}
              formNoValidate
              className="step min-h-12! justify-self-start px-3!"
            >
              Add
            </button>
          </li>
        )}
      </ol>
    </FieldGroup>
  );
}

function FieldGroup({
  field: { label, help, problem },
  children,
  ...attributes
}: { field: FormField } & FieldsetHTMLAttributes<HTMLFieldSetElement>) {
  return (
    <fieldset {...attributes} className={problem ? "field wrong" : "field"}>
      <legend>{label}</legend>
      {help && <p className="help">{help}</p>}
      {problem && <p className="error">{problem}</p>}
      <div className="@container grid gap-row pt-1.5">{children}</div>
    </fieldset>
  );
}

/**
 * A picture field: file, description and focus. Buttons that lead to other pages save the draft first, so that nothing
 * is lost.
 */
function PhotoField({ field }: { field: FormField }) {
  const { name, texts, problem, thumbnail, pictureNote } = field;
  const id = fieldId(name);
  const x = texts.x ?? "50";
  const y = texts.y ?? "50";
  const alt = texts.alt ?? "";
  const { limit, onInput } = useCounter(alt, 200);
  return (
    <FieldGroup field={field}>
      {!problem && pictureNote && <p className="error">{pictureNote}</p>}
      <input type="hidden" name={`${name}.file`} value={texts.file ?? ""} />
      <input type="hidden" name={`${name}.x`} value={x} />
      <input type="hidden" name={`${name}.y`} value={y} />
      <div className="grid gap-5 @md:grid-cols-[300px_minmax(0,1fr)]">
        {thumbnail ? (
          <div className="aspect-9/7 bg-ink">
            <img className="size-full object-cover" src={thumbnail} alt="" style={{ objectPosition: `${x}% ${y}%` }} />
          </div>
        ) : (
          <p
            className={`grid aspect-9/7 place-items-center bg-sand text-graphite ${problem ? "border-2 border-blood" : ""}`}
          >
            {texts.file ? "No longer shown" : "No picture yet"}
          </p>
        )}
        <div className="form">
          <div className="field">
            <div className="line">
              <label htmlFor={id}>Description</label>
              <span className="limit">{limit}</span>
            </div>
            <Textarea
              id={id}
              name={`${name}.alt`}
              rows={3}
              defaultValue={alt}
              onInput={onInput}
              aria-invalid={problem && thumbnail ? true : undefined}
            />
          </div>
          <p className="actions">
            {thumbnail && (
              <ConsoleButton name="do" value={`focus:${name}`} formNoValidate label="Choose what stays in view" />
            )}
            <button type="submit" name="do" value={`picture:${name}`} formNoValidate className="button">
              {thumbnail ? "Change the picture" : texts.file ? "Choose another picture" : "Choose a picture"}
            </button>
          </p>
        </div>
      </div>
    </FieldGroup>
  );
}

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
    case "moment":
      return <MomentInput field={field} />;
    case "photo":
      return <PhotoField field={field} />;
    case "list":
      return <ListInput field={field} />;
  }
}
