import { useEffect, useId, useRef, useState } from "react";
import { href, useFetcher, useLocation } from "react-router";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { FieldFrame } from "../../console/field-frame.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { ReturnedForm } from "../../forms/form-state.ts";
import type { PeopleChoice } from "./people-choice.server.ts";

/** A form that came back, also with the accounts to choose from. */
export type ReturnedBooking = ReturnedForm & { choice?: PeopleChoice };

/**
 * A place for somebody who calls or writes: for an account, which is chosen by name, number or address, or for somebody without one.
 * @param forEverybody also for people who have not been in the member's classes
 */
export function BookForms({
  isMain,
  forEverybody,
  formId,
  returned,
}: {
  isMain: boolean;
  forEverybody: boolean;
  formId: string;
  returned: ReturnedBooking | undefined;
}) {
  return (
    <div id="book" className="grid gap-9">
      <ConfirmForm action="book" title="Book for somebody" submit="Book" isMain={isMain} returned={returned}>
        {(form) => (
          <>
            <FormId formId={formId} returned={form} />
            <AccountField forEverybody={forEverybody} returned={form} choice={returned?.choice} />
            <ConsoleTextField
              name="guest"
              label="Name of their guest"
              autoComplete="off"
              autoCapitalize="words"
              help="If they bring somebody: it takes a place of its own."
              returned={form}
            />
          </>
        )}
      </ConfirmForm>
      <ConfirmForm action="book-name" title="Without an account" submit="Book by name" returned={returned}>
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

/** A form that came back, and may have been done all the same, is sent again as the same one. */
export function FormId({ formId, returned }: { formId: string; returned: ReturnedForm | undefined }) {
  return <input type="hidden" name="formId" value={returned?.typed.formId || formId} />;
}

/** Somebody without an account. */
export function NameAndPhone({ returned }: { returned: ReturnedForm | undefined }) {
  return (
    <>
      <ConsoleTextField name="name" label="Name" autoComplete="off" autoCapitalize="words" returned={returned} />
      <ConsoleTextField
        name="phone"
        label="Phone"
        inputMode="tel"
        autoComplete="off"
        help="To reach them when something changes, and to know whose pass it is. It may be left empty."
        returned={returned}
      />
    </>
  );
}
