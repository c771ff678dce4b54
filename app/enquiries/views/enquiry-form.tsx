import { useEffect, useId, useRef } from "react";
import { href, Link } from "react-router";
import { EmailField, SelectField, TextAreaField, TextField } from "../../forms/fields.tsx";
import { FormAlert, PostForm, SubmitButton, useReturnedForm } from "../../forms/post-form.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { SectionIntro, type SectionText } from "../../ui/section.tsx";
import type { Route } from "./+types/contact.route";

type EnquiryFormProps = Pick<
  Route.ComponentProps["loaderData"],
  "classes" | "chosen" | "comment" | "isFormFirst" | "stamp" | "isPhoneEnough"
> & {
  text: SectionText;
  returnedForm: ReturnedForm | undefined;
};

/** "Leave Us Your Info" (specification, section 3, "Contact form fields"). */
export function EnquiryForm({
  text,
  classes,
  chosen,
  comment,
  isFormFirst,
  stamp,
  isPhoneEnough,
  returnedForm,
}: EnquiryFormProps) {
  const returned = useReturnedForm(returnedForm);
  return (
    <>
      <div className="mb-9">
        <SectionIntro
          id="enquiry-title"
          text={isFormFirst ? { ...text, paragraphs: [] } : text}
          titleClass={isFormFirst ? "max-md:text-[40px]" : ""}
          className="mt-5 max-w-[46ch] text-ash"
        />
      </div>
      <PostForm returned={returned}>
        <FormAlert returned={returned} />
        <div className={isPhoneEnough ? "grid" : "grid items-start gap-6 xl:grid-cols-2"}>
          <TextField
            name="name"
            label="Full Name"
            autoComplete="name"
            autoCapitalize="words"
            starred
            returned={returned}
          />
          {!isPhoneEnough && <EmailField {...EMAIL} starred returned={returned} />}
        </div>
        {isPhoneEnough ? (
          <EmailOrPhone returned={returned} />
        ) : (
          <PhoneField hint="Only if you would rather be called, or written to on WhatsApp." returned={returned} />
        )}
        {/* Remounted, like the comment, when the link names another class: `defaultValue` is used on mount only. */}
        <SelectField
          key={chosen}
          name="class"
          label="Class"
          placeholder="Select Class"
          options={classes}
          initial={chosen}
          returned={returned}
        />
        <TextAreaField key={comment} name="comment" label="Comment" rows={6} initial={comment} returned={returned} />
        <HoneypotFields stamp={stamp} />
        <SubmitButton>Send</SubmitButton>
      </PostForm>
      <p className="mt-5 text-[15px] text-ash">
        We use this to answer you, and for nothing else. More on the{" "}
        <Link to={href("/privacy")} className="font-bold text-white underline underline-offset-4 hover:text-ember">
          privacy page
        </Link>
        .
      </p>
    </>
  );
}

const EMAIL = { name: "email", label: "Email Address", autoComplete: "email" };

type Returned = { returned: ReturnedForm | undefined };

function PhoneField(props: Returned & { hint?: string }) {
  return <TextField name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="tel" {...props} />;
}

function EmailOrPhone({ returned }: Returned) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-4 text-[15px] text-ash">
        <span className="font-bold text-white">
          How do we reach you?
          <span aria-hidden="true" className="text-ember">
            {" *"}
          </span>
        </span>{" "}
        <span className="mt-1 block">
          Email or phone: either is enough. With a number we call, or write on WhatsApp.
        </span>
      </legend>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <EmailField {...EMAIL} returned={returned} />
        <PhoneField returned={returned} />
      </div>
    </fieldset>
  );
}

/**
 * Fields that detect programs: a hidden one, the page's stamp and the elapsed time. Equal for all visitors, so that the
 * page can be cached.
 */
function HoneypotFields({ stamp }: { stamp: string }) {
  const id = useId();
  const elapsed = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const field = elapsed.current;
    const form = field?.form;
    if (!field || !form) return;
    const setElapsed = () => {
      field.value = Math.round(performance.now()).toString();
    };
    // Before the router reads the form.
    form.addEventListener("submit", setElapsed, { capture: true });
    return () => form.removeEventListener("submit", setElapsed, { capture: true });
  }, []);

  return (
    <>
      <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
        <label htmlFor={id}>Leave this empty</label>
        <input id={id} name="subject" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="stamp" value={stamp} />
      <input ref={elapsed} type="hidden" name="elapsed" />
    </>
  );
}
