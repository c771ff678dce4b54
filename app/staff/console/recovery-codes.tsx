import { href } from "react-router";
import { Notice } from "../../console/notice.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { FormNotice } from "./code-form.tsx";

/** New recovery codes, to print or to save. */
export function RecoveryCodes({
  codes,
  returnedForm,
}: {
  codes: readonly string[];
  returnedForm: ReturnedForm | undefined;
}) {
  const returned = useReturnedForm(returnedForm);
  const isHydrated = useHydrated();
  const problem = returned?.errors.stored;
  return (
    <>
      <Notice>
        <b>The second step is on.</b>
      </Notice>
      <div>
        <h1>Ten ways back in</h1>
        <p className="mt-3 text-[17px]">
          If the phone is lost, each of these opens the console once. They’re shown only now.
        </p>
      </div>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="actions print:hidden">
        {isHydrated && (
          <button type="button" className="button" onClick={() => window.print()}>
            Print
          </button>
        )}
        <a className="button" href={href("/staff/second-step/recovery-codes.txt")} download>
          Save as text
        </a>
      </p>
      <PostForm returned={returned} className="form print:hidden">
        <FormNotice returned={returned} />
        <div className={problem ? "field wrong" : "field"}>
          {problem && (
            <p id="stored-error" className="error">
              {problem}
            </p>
          )}
          <label className="choice">
            <input
              type="checkbox"
              name="stored"
              value="yes"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? "stored-error" : undefined}
            />
            <span>They’re printed or saved where I find them without this phone.</span>
          </label>
        </div>
        <p className="actions">
          <button type="submit" className="button red">
            To the console
          </button>
        </p>
      </PostForm>
    </>
  );
}
