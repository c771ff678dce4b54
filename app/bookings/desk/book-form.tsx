import { useEffect, useId, useRef, useState } from "react";
import { href, useFetcher, useLocation } from "react-router";
import { FieldFrame } from "../../console/field-frame.tsx";
import { ActionForm, PageActions } from "../../console/kit/action-page.tsx";
import { type Actions, idField, ownField, textField } from "../../console/kit/actions.ts";
import { PersonChoice } from "../../console/person-choice.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { PeopleChoice } from "../../people/person.ts";

const NAME = textField("name", "Name", { autoCapitalize: "words" });
const PHONE = textField("phone", "Phone", {
  inputMode: "tel",
  help: "To reach them if something changes, and to find their pass. Optional.",
});

const ACTIONS = {
  "walk-in": { submit: "Add and check in", isMain: true, fields: [idField("formId"), NAME, PHONE, ownField("person")] },
  book: {
    submit: "Book",
    fields: [
      idField("formId"),
      ownField("who"),
      textField("guest", "Guest’s name", {
        autoCapitalize: "words",
        help: "If they bring somebody. A guest takes a place of their own.",
      }),
    ],
  },
  "book-name": { submit: "Book by name", fields: [idField("formId"), NAME, PHONE, ownField("person")] },
} satisfies Actions;

type BookFormsProps = {
  takesWalkIns: boolean;
  takesBookings: boolean;
  canBookAnybody: boolean;
  formId: string;
  choice: PeopleChoice | undefined;
};

/**
 * Forms that add somebody to a class: a walk-in, a known or a new person.
 * @param canBookAnybody false for trainers, who book people from their own classes
 */
export function BookForms({ takesWalkIns, takesBookings, canBookAnybody, formId, choice }: BookFormsProps) {
  const actions = { ...ACTIONS, book: { ...ACTIONS.book, isMain: !takesWalkIns } };
  const who = (returned: ReturnedForm | undefined) =>
    choice && returned && <PersonChoice choice={choice} chosen={returned.typed.person} hasOther />;
  return (
    <PageActions value={{ actions, seen: undefined }}>
      {takesWalkIns && (
        <ActionForm action="walk-in" id="walk-in" title="Walk-in" values={{ formId }} inputs={{ person: who }} />
      )}
      {takesBookings && (
        <div id="book" className="parts">
          <ActionForm
            action="book"
            title="Book for somebody on record"
            values={{ formId }}
            inputs={{
              who: (returned) => <FindField canBookAnybody={canBookAnybody} returned={returned} choice={choice} />,
            }}
          />
          <ActionForm
            action="book-name"
            title="Somebody without a record"
            values={{ formId }}
            inputs={{ person: who }}
          />
        </div>
      )}
    </PageActions>
  );
}

const TYPING_PAUSE_MS = 200;
const MIN_CHARACTERS = 2;

type FindFieldProps = { canBookAnybody: boolean; returned: ReturnedForm | undefined; choice: PeopleChoice | undefined };

/** Suggests people while typing; without JavaScript, a button searches. */
function FindField({ canBookAnybody, returned, choice }: FindFieldProps) {
  const fetcher = useFetcher<PeopleChoice>();
  const { pathname } = useLocation();
  const [typed, setTyped] = useState(returned?.typed.who ?? "");
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(who: string) {
    setTyped(who);
    clearTimeout(timer.current);
    if (who.trim().length < MIN_CHARACTERS) return;
    timer.current = window.setTimeout(
      () => void fetcher.load(`${href("/staff/day/people")}?who=${encodeURIComponent(who)}`),
      TYPING_PAUSE_MS,
    );
  }

  const isShort = typed.trim().length < MIN_CHARACTERS;
  // Matches of an earlier search could be chosen by mistake.
  const matches = [fetcher.data, choice].find((known) => known?.who.trim() === typed.trim());
  return (
    <>
      <FieldFrame
        id={useId()}
        label="Name, phone or email"
        help={
          canBookAnybody
            ? "Any part of the name or number. The emails about this booking go to them if they have an account."
            : "Somebody who has been to one of your classes. The emails about this booking go to them if they have an account."
        }
        problem={returned?.errors.who}
      >
        {(wiring) => (
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <input
              {...wiring}
              type="search"
              name="who"
              autoComplete="off"
              defaultValue={returned?.typed.who}
              onChange={(event) => type(event.target.value)}
            />
            <button type="submit" name="find" value="1" formAction={`${pathname}#book`} className="button">
              Find
            </button>
          </div>
        )}
      </FieldFrame>
      <div role="status" className="contents">
        {matches !== undefined && !isShort && (matches.people.length > 0 || returned?.errors.who === undefined) && (
          <PersonChoice choice={matches} chosen={returned?.typed.person} />
        )}
      </div>
    </>
  );
}
