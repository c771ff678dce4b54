import { useEffect, useId, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { FieldFrame, useCounter } from "../../console/fields.tsx";
import { FormParts } from "../../console/kit/form-parts.tsx";
import { Notice } from "../../console/page-parts.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import { Textarea } from "../../ui/textarea.tsx";
import type { Focus } from "../focus.ts";
import { MAX_ALT_LENGTH } from "../library-picture.ts";
import { CONSENT_FIELDS, CONSENT_OPTIONS } from "./consent-register.tsx";
import { FocusPicker } from "./focus-picker.tsx";

export type DescribedPicture = {
  src: string;
  width: number;
  height: number;
  focus: Focus;
  alt: string;
  isDecorative: boolean;
  subjects: "undecided" | "nobody" | "people";
};

type DescriptionFormProps = {
  picture: DescribedPicture;
  returned: ReturnedForm | undefined;
  people: { known: number; agreed: number };
  mayGoToGallery: boolean;
  /** The entry that it was uploaded for: saving puts it there, and leads back. */
  goesTo: string | undefined;
};

/** The form of a picture: its focus, its description, and the people in it. It can be saved before it is complete. */
export function DescriptionForm({ picture, returned, people, mayGoToGallery, goesTo }: DescriptionFormProps) {
  const hasPeople = people.agreed > 0;
  const isSaving = useNavigation().state === "submitting";
  return (
    <Form
      method="post"
      noValidate
      className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2 xl:grid-rows-[auto_auto_1fr]"
    >
      {/* First in the form, so that Enter saves and does not touch the picture. */}
      <button type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true" className="sr-only">
        Save
      </button>
      <FocusPicker key={`${picture.focus.x} ${picture.focus.y}`} picture={picture} focus={picture.focus} />
      <Description picture={picture} returned={returned} />
      <section className="part content-start xl:col-start-2 xl:row-span-2 xl:row-start-2" aria-labelledby="who">
        <h2 id="who">Who is in the picture</h2>
        <Subjects key={picture.subjects} picture={picture} returned={returned} />
        {/* Remounted for each person: what was typed about one must not be saved for the next. */}
        <details
          key={people.known}
          className="open:details-content:pt-row"
          open={!hasPeople && picture.subjects !== "nobody"}
        >
          <summary className="link">{hasPeople ? "Add another person" : "Add a person and their consent"}</summary>
          <div className="form">
            <FormParts parts={CONSENT_FIELDS} options={CONSENT_OPTIONS} returned={returned} />
          </div>
        </details>
      </section>
      <div className="grid content-start gap-2 xl:col-start-1 xl:row-start-3" data-part="buttons">
        {returned?.errors.form && <FormProblem returned={returned} />}
        <p className="actions">
          <button type="submit" name="do" value="save" className="button red" aria-disabled={isSaving || undefined}>
            {isSaving ? "Saving…" : goesTo === undefined ? "Save picture" : `Save, and use it for ${goesTo}`}
          </button>
          {mayGoToGallery && (
            <button type="submit" name="do" value="gallery" className="button" aria-disabled={isSaving || undefined}>
              Save and add to the gallery
            </button>
          )}
        </p>
        <p className="help">You can add what is missing later. Until then it can’t be published.</p>
      </div>
    </Form>
  );
}

/** The problem of the form as a whole, at its buttons. It gets the focus, even without JavaScript. */
function FormProblem({ returned }: { returned: ReturnedForm }) {
  const problem = useRef<HTMLDivElement>(null);
  // Each time the form comes back, even with the same message.
  useEffect(() => {
    if (returned.errors.form) problem.current?.focus();
  }, [returned]);
  return (
    // biome-ignore lint/a11y/noAutofocus: only on a returned form, where it is the next thing to read
    <div ref={problem} tabIndex={-1} autoFocus>
      <Notice isBad>{returned.errors.form}</Notice>
    </div>
  );
}

function Description({ picture, returned }: { picture: DescribedPicture; returned: ReturnedForm | undefined }) {
  const alt = returned?.typed.alt ?? picture.alt;
  const { limit, onInput } = useCounter(alt, MAX_ALT_LENGTH);
  const isDecorative = returned ? returned.typed.decorative === "yes" : picture.isDecorative;
  return (
    <section className="part xl:col-start-1 xl:row-start-2" aria-labelledby="description">
      <h2 id="description">Description</h2>
      <FieldFrame
        id={useId()}
        label="What the picture shows"
        limit={limit}
        help="A sentence, read out to people who can’t see the picture."
        problem={returned?.errors.alt}
      >
        {(wiring) => <Textarea {...wiring} name="alt" rows={3} defaultValue={alt} onInput={onInput} />}
      </FieldFrame>
      <label className="choice">
        <input type="checkbox" name="decorative" value="yes" defaultChecked={isDecorative} />
        <span>Decorative: it adds nothing to the text next to it</span>
      </label>
    </section>
  );
}

const SUBJECTS = [
  { value: "nobody", label: "Nobody, or nobody who can be recognised" },
  { value: "people", label: "These people" },
] as const;

function Subjects({ picture, returned }: { picture: DescribedPicture; returned: ReturnedForm | undefined }) {
  const error = returned?.errors.subjects;
  const chosen = returned?.typed.subjects ?? picture.subjects;
  return (
    <fieldset>
      <legend className="sr-only">Who is in the picture?</legend>
      {error && <p className="error">{error}</p>}
      {SUBJECTS.map(({ value, label }) => (
        <label key={value} className="choice">
          <input type="radio" name="subjects" value={value} defaultChecked={chosen === value} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
