/** The markup of declared fields. */
import { type ReactNode, useId } from "react";
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { Option } from "../form-field.ts";
import { ConsoleSelectField } from "../select-field.tsx";
import { ConsoleTextField } from "../text-field.tsx";
import type { ActionField, FormPart } from "./fields.ts";

/** The markup of fields that a page writes itself, by name. */
export type Inputs = Readonly<Record<string, (returned: ReturnedForm | undefined) => ReactNode>>;

type FormValues = {
  values?: Readonly<Record<string, string>> | undefined;
  earliest?: string | undefined;
  options?: Readonly<Record<string, readonly Option[]>> | undefined;
  inputs?: Inputs | undefined;
  returned: ReturnedForm | undefined;
};

/** The fields of a form, with what was typed and what is wrong where it was returned. */
export function FormParts({ parts, ...form }: FormValues & { parts: readonly FormPart[] }) {
  return parts.map((part) =>
    part.kind === "pair" ? (
      <div key={part.pair[0].name} className="pair">
        {part.pair.map((field) => (
          <FormField key={field.name} field={field} {...form} />
        ))}
      </div>
    ) : (
      <FormField key={part.name} field={part} {...form} />
    ),
  );
}

function FormField({
  field,
  values = {},
  earliest,
  options = {},
  inputs = {},
  returned,
}: FormValues & { field: ActionField }) {
  const { kind, name, label, help, suggestions, hasFocus, empty } = field;
  const { autoComplete, placeholder, inputMode, autoCapitalize } = field;
  const id = useId();
  const initial = values[name];
  switch (kind) {
    case "hidden":
      return null;
    case "id":
      return <input type="hidden" name={name} value={returned?.typed[name] || initial} />;
    case "own":
      return inputs[name]?.(returned);
    case "choice":
      return (
        <ConsoleSelectField
          {...{ name, label, returned }}
          {...(help !== undefined && { help })}
          {...(empty !== undefined && { empty })}
          options={options[name] ?? []}
          chosen={initial}
        />
      );
    case "tick":
      return (
        <label className="choice">
          <input type="checkbox" name={name} defaultChecked={(returned?.typed[name] ?? initial) === "on"} />
          <span>
            <b>{label}</b>
            {help !== undefined && <span className="help">{help}</span>}
          </span>
        </label>
      );
    default:
      return (
        <>
          <ConsoleTextField
            {...{ name, label, help, autoComplete, placeholder, inputMode, autoCapitalize, returned }}
            {...(hasFocus && { hasFocus })}
            {...(kind === "email" && { type: "email", autoCapitalize: "none", spellCheck: false })}
            {...(kind === "day" && { type: "date", min: earliest })}
            {...(suggestions && { list: `${id}-list` })}
            defaultValue={initial}
          />
          {suggestions && (
            <datalist id={`${id}-list`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      );
  }
}
