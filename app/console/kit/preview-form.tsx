import type { ReactNode } from "react";
import { PostForm } from "../../forms/post-form.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { DefaultButton } from "../fields.tsx";
import { ConsoleButton, TitledSection } from "../page-parts.tsx";
import { ActionInputs, useAction } from "./action-page.tsx";
import type { Preview } from "./actions.ts";
import type { FormValues } from "./form-parts.tsx";

type Shown<P extends Preview> = Extract<P, { seen: string }>;

type PreviewFormProps<P extends Preview> = FormValues & {
  action: string;
  preview?: P | undefined;
  layout?: string;
  title?: string;
  children: (preview: Shown<P>, returned: ReturnedForm | undefined) => ReactNode;
};

/**
 * A form that previews its effects: `<PreviewForm action="freeze" preview={page.preview}>{({ effects }) =>
 * …}</PreviewForm>`.
 */
export function PreviewForm<P extends Preview>({ action, layout, title, children, ...form }: PreviewFormProps<P>) {
  const { declared, own, returned, key } = useAction(action);
  // The server computes both with one function.
  const preview = (own?.preview as P | undefined) ?? form.preview;
  const result = preview?.effects && (preview as Shown<P>);
  const problem = returned === undefined ? preview?.problem?.sentence : returned.errors.effects;
  return (
    <PostForm key={key} returned={returned} className={layout ?? "two even"}>
      <div className={title === undefined ? "form" : "part form"}>
        {title && <h2>{title}</h2>}
        {/* Enter in a field shows the preview. */}
        <DefaultButton name="show" value="yes" />
        <ActionInputs action={action} {...form} seen={result?.seen} returned={returned} />
        <p className="actions">
          <button type="submit" name="show" value="yes" className={result ? "button" : "button red"}>
            {declared.preview}
          </button>
        </p>
      </div>
      {(result ?? problem) !== undefined && (
        <TitledSection title="What changes">
          {result && (
            <div className="grid gap-row" {...(own && { "data-outcome": "" })}>
              {children(result, returned)}
            </div>
          )}
          {problem !== undefined && (
            <p {...(returned ? { className: "error", role: "alert", tabIndex: -1 } : { className: "empty" })}>
              {withoutBreaks(problem)}
            </p>
          )}
          {result && (
            <p className="actions">
              <ConsoleButton className="button red" label={result.submit} />
            </p>
          )}
        </TitledSection>
      )}
    </PostForm>
  );
}
