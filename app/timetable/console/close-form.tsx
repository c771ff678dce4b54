import { useEffect, useRef } from "react";
import { DefaultButton } from "../../console/default-button.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import { PostForm, useReturnedForm } from "../../forms/post-form.tsx";
import { ReasonField } from "./session-fields.tsx";
import { AffectedSessionList, type AffectedSessionView } from "./session-list.tsx";

/** What a closure would hit. `booked` says how many people have booked; `shown` is what the form says when it is confirmed. */
export type ClosurePreview = { days: string; sessions: AffectedSessionView[]; booked: string | null; shown: string };

/** Closing a day or several: first what it hits is shown, then it is done. */
export function CloseForm({
  today,
  preview,
  returned: returnedForm,
}: {
  today: string;
  preview: ClosurePreview | undefined;
  returned: ReturnedForm | undefined;
}) {
  const returned = useReturnedForm(returnedForm?.typed.do === "open" ? undefined : returnedForm);
  const actions = useRef<HTMLParagraphElement>(null);
  // What it closes may be longer than the window: the pressed button stays in view, with the one that confirms.
  useEffect(() => {
    if (preview !== undefined) actions.current?.scrollIntoView({ block: "nearest" });
  }, [preview]);
  return (
    <section aria-labelledby="close">
      <h2 id="close" className="h3">
        Close days
      </h2>
      <PostForm returned={returned} className="form">
        <DefaultButton value="look" />
        <div className="pair">
          <ConsoleTextField name="from" label="First day" type="date" min={today} returned={returned} />
          <ConsoleTextField
            name="to"
            label="Last day"
            type="date"
            min={today}
            help="Empty: one day."
            returned={returned}
          />
        </div>
        <ReasonField of="close" name="note" label="Note" isRequired returned={returned} />
        {preview && <Hits preview={preview} />}
        <p ref={actions} className="actions scroll-mb-24">
          {preview && (
            <button type="submit" name="do" value="close" className="button red">
              {`Close ${preview.days}`}
            </button>
          )}
          <button type="submit" name="do" value="look" className={preview ? "button" : "button red"}>
            Show what it closes
          </button>
        </p>
      </PostForm>
    </section>
  );
}

function Hits({ preview: { days, sessions, booked, shown } }: { preview: ClosurePreview }) {
  const count = sessions.length;
  return (
    <div className="asked" data-outcome="">
      <input type="hidden" name="shown" value={shown} />
      <p>
        <b>{`${days}: `}</b>
        {count === 0 ? "no class is on." : `${count === 1 ? "one class is" : `${count} classes are`} cancelled by it.`}
      </p>
      {booked !== null && (
        <p>
          <b>{booked}</b> They get a mail with the note.
        </p>
      )}
      {count > 0 && <AffectedSessionList sessions={sessions} />}
    </div>
  );
}
