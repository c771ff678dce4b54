import { type ReactNode, useId } from "react";
import type { ReturnedForm } from "../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../forms/post-form.tsx";
import type { Question, ReturnedAction } from "./kit/actions.ts";

/**
 * A form that changes class sessions. What may be meant comes back as a question, with a second button that says so.
 * @param action the value of `do`; a form that came back belongs to the action that it names
 * @param seen how often the class had been changed when the page was made, so that nobody overwrites what they have not seen
 */
export function ConfirmForm({
  action,
  title,
  submit,
  isMain = false,
  seen,
  returned: returnedForm,
  children,
}: {
  action: string;
  title?: string;
  submit: string;
  isMain?: boolean;
  seen?: number | undefined;
  returned: ReturnedAction | undefined;
  children?: (returned: ReturnedForm | undefined) => ReactNode;
}) {
  const id = useId();
  const own = returnedForm?.typed.do === action ? returnedForm : undefined;
  const returned = useReturnedForm(own);
  const questions = own?.questions ?? [];
  return (
    <section className="act" aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <h2 id={id} className="h3">
          {title}
        </h2>
      )}
      <PostForm returned={returned} className="form">
        <input type="hidden" name="do" value={action} />
        {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
        {children?.(returned)}
        {questions.length > 0 && <Questions questions={questions} submit={submit} />}
        <p className="actions">
          <button type="submit" className={isMain && questions.length === 0 ? "button red" : "button"}>
            {submit}
          </button>
        </p>
      </PostForm>
    </section>
  );
}

function Questions({ questions, submit }: { questions: readonly Question[]; submit: string }) {
  return (
    <div className="asked" role="alert" tabIndex={-1}>
      {questions.map(({ code, sentence }) => (
        <p key={code}>{sentence}</p>
      ))}
      <button type="submit" name="anyway" value={questions.map(({ code }) => code).join(" ")} className="button red">
        {`${submit} anyway`}
      </button>
    </div>
  );
}
