import type { ReactNode } from "react";
import type { ReturnedForm } from "../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../forms/post-form.tsx";
import { TitledSection } from "./titled-section.tsx";

type ConfirmFormProps = {
  action: string;
  title: string;
  submit: string;
  seen?: number;
  returned: ReturnedForm | undefined;
  children?: (returned: ReturnedForm | undefined) => ReactNode;
};

/** A form with one button. @param action the value of `do` @param seen the record's version on the page */
export function ConfirmForm({ action, title, submit, seen, returned: returnedForm, children }: ConfirmFormProps) {
  const returned = useReturnedForm(returnedForm?.typed.do === action ? returnedForm : undefined);
  return (
    <TitledSection title={title}>
      <PostForm returned={returned} className="form">
        <input type="hidden" name="do" value={action} />
        {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
        {children?.(returned)}
        <p className="actions">
          <button type="submit" className="button">
            {submit}
          </button>
        </p>
      </PostForm>
    </TitledSection>
  );
}
