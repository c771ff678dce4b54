/** The form of an action that shows what it does before it is done. */
import { type ReactNode, useId } from "react";
import { useLocation } from "react-router";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { DefaultButton } from "../default-button.tsx";
import { type ActionFormProps, HiddenInputs, useAction, useOwnForm } from "./action-page.tsx";
import type { Preview } from "./actions.ts";
import { FormParts } from "./form-parts.tsx";

/**
 * A form and its effects, with the button that does it below them.
 *
 *     <PreviewForm action="freeze" preview={page.preview} values={page.values}>
 *       {({ effects }) => <Effects effects={effects} />}
 *     </PreviewForm>
 *
 * @param preview what it does with `values`, where they are enough
 * @param layout the classes around the form and its effects
 * @param children the effects; a problem of the field `effects` stands in their place
 */
export function PreviewForm<Shown extends Preview>({
  action,
  preview: initial,
  layout = "two even",
  children,
  ...form
}: Pick<ActionFormProps, "action" | "values" | "earliest" | "inputs"> & {
  preview?: Shown | undefined;
  layout?: string;
  children: (preview: Extract<Shown, { seen: string }>, returned: ReturnedForm | undefined) => ReactNode;
}) {
  const heading = useId();
  const { fields = [], preview: show } = useAction(action);
  const { search } = useLocation();
  const own = useOwnForm(action);
  const returned = useReturnedForm<string>(own);
  // The server makes both with one function.
  const preview = (own?.preview as Shown | undefined) ?? initial;
  const effects = preview?.effects && (preview as Extract<Shown, { seen: string }>);
  const problem = returned === undefined ? preview?.problem?.sentence : returned.errors.effects;
  return (
    // Made anew once something is done.
    <PostForm key={search} returned={returned} className={layout}>
      <div className="act form">
        {/* Enter in a field shows what it does. */}
        <DefaultButton name="show" value="yes" />
        <HiddenInputs action={action} values={form.values} seen={effects?.seen} />
        <FormParts parts={fields} {...form} returned={returned} />
        <p className="actions">
          <button type="submit" name="show" value="yes" className={preview === undefined ? "button red" : "button"}>
            {show}
          </button>
        </p>
      </div>
      {(effects ?? problem) !== undefined && (
        <section className="act" aria-labelledby={heading}>
          <h2 id={heading} className="h3">
            What it does
          </h2>
          {effects && <div {...(own && { "data-outcome": "" })}>{children(effects, returned)}</div>}
          {problem !== undefined && (
            <p
              className={returned === undefined ? "empty" : "error mt-5"}
              {...(returned !== undefined && { role: "alert", tabIndex: -1 })}
            >
              {problem}
            </p>
          )}
          {effects && (
            <p className="actions mt-5">
              <button type="submit" className="button red">
                {effects.submit}
              </button>
            </p>
          )}
        </section>
      )}
    </PostForm>
  );
}
