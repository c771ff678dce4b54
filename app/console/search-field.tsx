import type { ComponentProps } from "react";
import { Form } from "react-router";

type SearchFieldProps = ComponentProps<typeof Form> & { label: string; submit: string; input: ComponentProps<"input"> };

/** A search by words: `<SearchField action="" label="Name or phone" submit="Find" input={{ defaultValue: words }} />`. */
export function SearchField({ label, submit, input, ...form }: SearchFieldProps) {
  return (
    <search>
      <Form {...form} className="flex gap-2 xl:max-w-190">
        <label className="grow">
          <span className="sr-only">{label}</span>
          <input {...input} type="search" name="q" autoComplete="off" />
        </label>
        <button type="submit" className="button">
          {submit}
        </button>
      </Form>
    </search>
  );
}
