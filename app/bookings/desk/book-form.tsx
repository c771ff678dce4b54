import { useEffect, useId, useRef, useState } from "react";
import { href, useFetcher, useLocation } from "react-router";
import { FieldFrame } from "../../console/field-frame.tsx";
import { ActionForm, PageActions } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { idField, ownField, textField } from "../../console/kit/fields.ts";
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { PeopleChoice } from "./people-choice.server.ts";

const NAME = textField("name", "Name", { autoCapitalize: "words" });
const PHONE = textField("phone", "Phone", {
  inputMode: "tel",
  help: "To reach them when something changes, and to know whose pass it is. It may be left empty.",
});

const ACTIONS = {
  "walk-in": { submit: "Add and check in", isMain: true, fields: [idField("formId"), NAME, PHONE] },
  book: {
    submit: "Book",
    fields: [
      idField("formId"),
      ownField("who"),
      textField("guest", "Name of their guest", {
        autoCapitalize: "words",
        help: "If they bring somebody: it takes a place of its own.",
      }),
    ],
  },
  "book-name": { submit: "Book by name", fields: [idField("formId"), NAME, PHONE] },
} satisfies Actions;

/**
 * The forms that add somebody to a class: who has come without a booking, and who calls or writes, with an account, which is chosen by
 * name, number or address, or without one.
 * @param forEverybody also for people who have not been in the member's classes
 */
export function BookForms({
  takesWalkIns,
  takesBookings,
  forEverybody,
  formId,
  choice,
}: {
  takesWalkIns: boolean;
  takesBookings: boolean;
  forEverybody: boolean;
  formId: string;
  choice: PeopleChoice | undefined;
}) {
  const actions = { ...ACTIONS, book: { ...ACTIONS.book, isMain: !takesWalkIns } };
  return (
    <PageActions value={{ actions, seen: undefined }}>
      {takesWalkIns && <ActionForm action="walk-in" id="walk-in" title="Walk-in" values={{ formId }} />}
      {takesBookings && (
        <div id="book" className="grid gap-9">
          <ActionForm
            action="book"
            title="Book for somebody"
            values={{ formId }}
            inputs={{
              who: (returned) => <AccountField forEverybody={forEverybody} returned={returned} choice={choice} />,
            }}
          />
          <ActionForm action="book-name" title="Without an account" values={{ formId }} />
        </div>
      )}
    </PageActions>
  );
}

const TYPING_PAUSE_MS = 200;
const MIN_CHARACTERS = 2;

/** Whom to book for: with script those who fit are there as somebody types, without it they are looked for with a button. */
function AccountField({
  forEverybody,
  returned,
  choice,
}: {
  forEverybody: boolean;
  returned: ReturnedForm | undefined;
  choice: PeopleChoice | undefined;
}) {
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
  // Those found by what was typed before would be chosen by mistake.
  const found = [fetcher.data, choice].find((one) => one?.who.trim() === typed.trim());
  return (
    <>
      <FieldFrame
        id={useId()}
        label="Name, phone or mail"
        help={
          forEverybody
            ? "Of somebody with an account: any part of the name or number. They get the mails."
            : "Of somebody with an account who has been in a class of yours. They get the mails."
        }
        problem={returned?.errors.who}
      >
        {(wiring) => (
          <div className="find-field">
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
        {found !== undefined && !isShort && <Choices choice={found} chosen={returned?.typed.account} />}
      </div>
    </>
  );
}

function Choices({ choice: { people, hasMore }, chosen }: { choice: PeopleChoice; chosen: string | undefined }) {
  if (people.length === 0) return <p className="help">Nobody with an account.</p>;
  return (
    <fieldset className="choices">
      <legend className="legend">{people.length === 1 ? "Is it this person?" : "Who is it?"}</legend>
      {people.map(({ id, name, contact }) => (
        <label key={id} className="choice">
          <input type="radio" name="account" value={id} defaultChecked={people.length === 1 || id === chosen} />
          <span>
            <b>{name}</b>
            {contact}
          </span>
        </label>
      ))}
      {hasMore && <p className="help">There are more: write more of the name, or some digits of the number.</p>}
    </fieldset>
  );
}
