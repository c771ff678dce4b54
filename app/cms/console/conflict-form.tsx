import { Form, useNavigation } from "react-router";
import { PageHead } from "../../console/page-head.tsx";
import { DifferenceSide, type DifferenceView } from "./difference-view.tsx";
import { type EntryBasis, UnsavedWarning } from "./entry-form.tsx";
import { ActionButton } from "./entry-parts.tsx";

type TextPair = readonly [name: string, text: string];

/** Two versions of one entry: what was sent, and what somebody else stored meanwhile. */
export type Conflict = {
  by: string;
  /** It was the sender, in another window. */
  isOwn: boolean;
  since: string;
  /** They published it; otherwise they saved a draft. */
  isPublished: boolean;
  /** The basis of the form once it is sent again. */
  basis: EntryBasis;
  /** The button by which the form was sent. */
  button: "save" | "publish";
  mine: readonly TextPair[];
  other: readonly TextPair[];
  differences: readonly DifferenceView[];
  /** The fields that the sender had not changed: the other text is chosen there unless the sender says otherwise. */
  unchanged: readonly string[];
};

/**
 * Shows both texts, field by field; for each the person chooses one. Both are in the form, so that nothing is lost whatever
 * happens to the stored one meanwhile.
 */
export function ConflictForm({ title, conflict }: { title: string; conflict: Conflict }) {
  const { by, isOwn, since, isPublished, basis, button, mine, other, differences, unchanged } = conflict;
  const differing = new Set(differences.map(({ field }) => field));
  const isSending = useNavigation().state === "submitting";
  const same = mine.filter(([name]) => !differing.has(keyOf(name)));
  return (
    <Form method="post" id="entry">
      {!isSending && <UnsavedWarning />}
      <PageHead
        title={isOwn ? "You have changed this in another window" : `${by} was quicker`}
        meta={`${isPublished ? "Published" : "Saved"} ${title} ${since}, while you were writing${isOwn ? " here" : ""}. Nothing is lost: choose for each field.`}
      />
      <input type="hidden" name="revision" value={basis.revision ?? ""} />
      <input type="hidden" name="basedOn" value={basis.basedOn} />
      {same.map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <div className="sides">
        {[...differing].map((field) => {
          const ofField = differences.filter((difference) => difference.field === field);
          return (
            <fieldset key={field}>
              <legend className="legend">{ofField.map(({ label }) => label).join(", ")}</legend>
              <div className="side-by">
                <Choice
                  field={field}
                  side="mine"
                  heading={isOwn ? "In this window" : "Yours"}
                  differences={ofField}
                  texts={mine}
                  isChosen={!unchanged.includes(field)}
                />
                <Choice
                  field={field}
                  side="theirs"
                  heading={isOwn ? `In the other window, ${since}` : `${by}, ${since}`}
                  differences={ofField}
                  texts={other}
                  isChosen={unchanged.includes(field)}
                />
              </div>
            </fieldset>
          );
        })}
      </div>
      <p className="actions mt-6">
        <ActionButton value="save" look={button === "save" ? "button red" : "button"} label="Save as my draft" />
        {button === "publish" && <ActionButton value="publish" look="button red" label="Publish" />}
      </p>
    </Form>
  );
}

function keyOf(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

/** One of the two texts of a field. The whole of it is the target; what only this one has is marked. */
function Choice({
  field,
  side,
  heading,
  differences,
  texts,
  isChosen,
}: {
  field: string;
  side: "mine" | "theirs";
  heading: string;
  differences: readonly DifferenceView[];
  texts: readonly TextPair[];
  isChosen: boolean;
}) {
  return (
    <label className="version-choice">
      <input type="radio" name={`take.${field}`} value={side} defaultChecked={isChosen} />
      <b>{heading}</b>
      {differences.map((difference) => (
        <span key={difference.label} className="whitespace-pre-line">
          <DifferenceSide difference={difference} side={side === "mine" ? "after" : "before"} mark="ins" />
        </span>
      ))}
      {texts
        .filter(([name]) => keyOf(name) === field)
        .map(([name, text]) => (
          <input key={name} type="hidden" name={`${side}.${name}`} value={text} />
        ))}
    </label>
  );
}
