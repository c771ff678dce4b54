import { ConfirmForm } from "../../console/confirm-form.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";

/** Somebody who has come without a booking. */
export function WalkInForm({ formId, returned }: { formId: string; returned: ReturnedForm | undefined }) {
  return (
    <div id="walk-in">
      <ConfirmForm act="walk-in" title="Walk-in" submit="Add and check in" isMain returned={returned}>
        {(form) => (
          <>
            <FormId formId={formId} returned={form} />
            <NameAndPhone returned={form} />
          </>
        )}
      </ConfirmForm>
    </div>
  );
}

/** A place for somebody who calls or writes. */
export function BookForm({
  isMain,
  forEverybody,
  formId,
  returned,
}: {
  isMain: boolean;
  /** Also for people who have not been in a class of the member's. */
  forEverybody: boolean;
  formId: string;
  returned: ReturnedForm | undefined;
}) {
  return (
    <ConfirmForm act="book" title="Book for somebody" submit="Book" isMain={isMain} returned={returned}>
      {(form) => (
        <>
          <FormId formId={formId} returned={form} />
          <ConsoleTextField
            name="email"
            label="E-mail address of their account"
            type="email"
            autoComplete="off"
            help={
              forEverybody
                ? "They get the mails, and see it in their account."
                : "Of somebody who has been in a class of yours. They get the mails, and see it in their account."
            }
            returned={form}
          />
          <p className="legend">Or somebody without an account</p>
          <NameAndPhone returned={form} />
        </>
      )}
    </ConfirmForm>
  );
}

/** A form that came back, and may have been done all the same, is sent again as the same one. */
function FormId({ formId, returned }: { formId: string; returned: ReturnedForm | undefined }) {
  return <input type="hidden" name="formId" value={returned?.typed.formId || formId} />;
}

function NameAndPhone({ returned }: { returned: ReturnedForm | undefined }) {
  return (
    <>
      <ConsoleTextField name="name" label="Name" autoComplete="off" autoCapitalize="words" returned={returned} />
      <ConsoleTextField
        name="phone"
        label="Phone"
        inputMode="tel"
        autoComplete="off"
        help="To reach them when something changes. It may be left empty."
        returned={returned}
      />
    </>
  );
}
