import { type ReactNode, useId } from "react";
import type { ReturnedForm } from "../../forms/problems.ts";
import { ConsoleSelectField, ConsoleTextField } from "../fields.tsx";
import type { Option } from "../form-field.ts";
import { ConsoleTextareaField, isLongLine } from "../textarea-field.tsx";
import type { ActionField, FormPart } from "./actions.ts";

export type FormValues = {
  values?: Readonly<Record<string, string>> | undefined;
  earliest?: string | undefined;
  options?: Readonly<Record<string, readonly Option[]>> | undefined;
  inputs?: Readonly<Record<string, (returned: ReturnedForm | undefined) => ReactNode>> | undefined;
};

type FormPartsProps = FormValues & { parts: readonly FormPart[]; returned: ReturnedForm | undefined };

/**
 * The fields of a form, with typed values and problems: `<FormParts parts={FIELDS} values={values}
 * returned={returned} />`.
 */
export function FormParts({ parts, ...form }: FormPartsProps): ReactNode {
  return parts.map((part) =>
    "kind" in part ? (
      <FormField key={part.name} {...part} {...form} />
    ) : (
      <div key={part[0]?.name} className="pair">
        <FormParts parts={part} {...form} />
      </div>
    ),
  );
}

function FormField(field: ActionField & Omit<FormPartsProps, "parts">) {
  const { kind, max, suggestions, empty, values, earliest, options, inputs, ...common } = field;
  const { name, label, help, returned, hasFocus } = common;
  const list = useId();
  const initial = values?.[name];
  switch (kind) {
    case "hidden":
    case "id":
      return <input type="hidden" name={name} value={(kind === "id" && returned?.typed[name]) || (initial ?? "")} />;
    case "own":
      return inputs?.[name]?.(returned);
    case "choice":
      return <ConsoleSelectField {...common} empty={empty} options={options?.[name] ?? []} chosen={initial} />;
    case "long":
      return <ConsoleTextareaField {...common} defaultValue={initial} />;
    case "tick":
      return (
        <label className="choice">
          <input type="checkbox" name={name} defaultChecked={(returned?.typed[name] ?? initial) === "on"} />
          <span>
            {help === undefined ? (
              label
            ) : (
              <>
                <b>{label}</b>
                <span className="help">{help}</span>
              </>
            )}
          </span>
        </label>
      );
    default:
      if (isLongLine(max) && suggestions === undefined) {
        return <ConsoleTextareaField {...{ name, label, help, returned, hasFocus }} isLine defaultValue={initial} />;
      }
      return (
        <>
          <ConsoleTextField
            {...common}
            min={field.type === "date" ? earliest : undefined}
            list={suggestions && list}
            defaultValue={initial}
          />
          {suggestions && (
            <datalist id={list}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      );
  }
}
