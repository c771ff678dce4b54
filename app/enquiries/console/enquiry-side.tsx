import type { ReactNode } from "react";
import { href } from "react-router";
import { ConsoleButton, ConsoleLink } from "../../console/page-parts.tsx";
import { PersonChoice } from "../../console/person-choice.tsx";
import { callAddress } from "../../forms/phone.ts";
import type { ReturnedForm } from "../../forms/problems.ts";
import type { PeopleChoice } from "../../people/person.ts";
import { STATE_NAMES } from "../messages.ts";
import { DESK_STATES } from "../states.ts";
import { ENQUIRY_FORM, type EnquiryView } from "./enquiry-reply.tsx";

export function EnquiryState({ enquiry, setWhen }: EnquiryView) {
  const { state, stateBefore, stateBy } = enquiry;
  return (
    <section id="state" className="part">
      <h2>Status</h2>
      {state === "suspect" && (
        <p className="help">
          Suspected spam: a program seems to have filled in the form. Choose New if it is from a person.
        </p>
      )}
      <Choices
        label="Status"
        action="state"
        choices={DESK_STATES.map((each) => ({ id: each, name: STATE_NAMES[each] }))}
        present={state}
        className="pick [--share:max(30%,104px)]"
      />
      {stateBy !== null && setWhen !== null && (
        <div className="quiet flex flex-wrap items-center gap-x-4">
          <span>
            Set by {stateBy}, {setWhen}.
          </span>
          {stateBefore !== null && stateBefore !== state && (
            <button type="submit" form={ENQUIRY_FORM} name="do" value={`state:${stateBefore}`} className="link">
              Undo<span className="sr-only">, back to {STATE_NAMES[stateBefore]}</span>
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** The trial: the booked one, or dates to choose from. Nothing when the class can't be booked. */
export function EnquiryTrial({
  enquiry,
  trial,
  returned,
  choice,
}: EnquiryView & { returned: ReturnedForm | undefined; choice: PeopleChoice | undefined }): ReactNode {
  const { booked, classes } = trial;
  if (booked !== null) {
    return (
      <section id="trial" className="part">
        <h2>Trial</h2>
        <p>
          <b>{booked.text}.</b> {booked.price && `${booked.price}.`}
        </p>
        <p>
          <ConsoleLink to={booked.page} label="See it in the day" />
        </p>
      </section>
    );
  }
  if (classes.length === 0) return null;
  const free = classes.filter(({ dates }) => dates.length > 0);
  const problem = returned?.errors.session;
  const chosen = returned?.typed.session;
  const Choices = enquiry.gymClass === "" ? TrialSelect : TrialDates;
  return (
    <section id="trial" className="part">
      <h2>Trial</h2>
      {problem !== undefined && (
        <p className="error" id="trial-error">
          {problem}
        </p>
      )}
      {free.length === 0 ? (
        <p className="help">No place is free in the next four weeks.</p>
      ) : (
        <>
          <Choices classes={free} chosen={chosen} hasProblem={problem !== undefined} />
          {choice && <PersonChoice choice={choice} chosen={returned?.typed.person} hasOther form={ENQUIRY_FORM} />}
          <p>
            <ConsoleButton
              form={ENQUIRY_FORM}
              formAction={`${href("/staff/enquiries/:id", { id: enquiry.id })}#reply`}
              name="do"
              value="trial"
              label="Book the trial"
            />
          </p>
          <p className="help">Books a place for them and fills in the reply.</p>
        </>
      )}
    </section>
  );
}

type TrialChoices = {
  classes: EnquiryView["trial"]["classes"];
  chosen: string | undefined;
  hasProblem: boolean;
};

function TrialDates({ classes, chosen, hasProblem }: TrialChoices) {
  return (
    <fieldset aria-describedby={hasProblem ? "trial-error" : undefined}>
      <legend className="sr-only">Date of the trial</legend>
      {classes.flatMap(({ dates }) =>
        dates.map(({ id, when, free }) => (
          <label key={id} className="choice">
            <input type="radio" form={ENQUIRY_FORM} name="session" value={id} defaultChecked={id === chosen} />
            <span>
              <b>{when}</b>
              <span className="quiet">{free}</span>
            </span>
          </label>
        )),
      )}
    </fieldset>
  );
}

function TrialSelect({ classes, chosen, hasProblem }: TrialChoices) {
  return (
    <div className={hasProblem ? "field wrong" : "field"}>
      <label htmlFor="trial-session">Class and date</label>
      <select
        id="trial-session"
        form={ENQUIRY_FORM}
        name="session"
        defaultValue={chosen}
        aria-invalid={hasProblem || undefined}
        aria-describedby={hasProblem ? "trial-error" : undefined}
      >
        <option value="">Choose</option>
        {classes.map(({ slug, title, dates }) => (
          <optgroup key={slug} label={title}>
            {dates.map(({ id, when, free }) => (
              <option key={id} value={id}>{`${title}, ${when} (${free})`}</option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

export function EnquiryAssignee({ enquiry, staff, me }: EnquiryView) {
  const others = staff.filter(({ id }) => id !== me);
  return (
    <section className="part">
      <h2>Assigned to</h2>
      <Choices
        label="Assigned to"
        action="with"
        choices={[{ id: "", name: "Nobody" }, { id: me, name: "Me" }, ...others]}
        present={enquiry.assignee?.id ?? ""}
      />
    </section>
  );
}

type ChoicesProps = Record<"label" | "action" | "present", string> & {
  choices: readonly { id: string; name: string }[];
  className?: string;
};

function Choices({ label, action, choices, present, className = "pick" }: ChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div role="group" className={className} aria-label={label}>
      {choices.map(({ id, name }) => (
        <button
          key={id}
          type="submit"
          form={ENQUIRY_FORM}
          name="do"
          value={`${action}:${id}`}
          aria-pressed={id === present}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** How to reach the enquirer, and until when the enquiry is stored. */
export function EnquiryContact({ enquiry, deletedOn, mayMakeMember }: EnquiryView) {
  const { id, phone, localPhone, isPhoneFound, email } = enquiry;
  return (
    <section className="part">
      <h2>Contact</h2>
      <dl className="facts">
        <div>
          <dt>Phone</dt>
          <dd>
            {phone === "" ? (
              "None given"
            ) : (
              <>
                <a href={callAddress(phone)}>{localPhone}</a>
                {isPhoneFound && <span className="limit"> found in the message</span>}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{email === "" ? "None given" : <a href={`mailto:${email}`}>{email}</a>}</dd>
        </div>
        <div>
          <dt>Kept until</dt>
          <dd>{deletedOn}</dd>
        </div>
      </dl>
      {mayMakeMember && (
        <p className="actions">
          <ConsoleLink
            to={`${href("/staff/members/new")}?${new URLSearchParams({ enquiry: id })}`}
            className="button"
            label="Create a member"
          />
        </p>
      )}
    </section>
  );
}

type EnquiryDeletionProps = { name: string; page: string; trial: string; isAsked: boolean };

/** Deletes the enquiry for good, after a question. @param isAsked whether the question is shown */
export function EnquiryDeletion({ name, page, trial, isAsked }: EnquiryDeletionProps) {
  if (!isAsked) {
    return (
      <p>
        <ConsoleButton
          form={ENQUIRY_FORM}
          formAction={`${page}#delete`}
          name="do"
          value="ask-delete"
          className="link"
          label="Delete this enquiry"
        />
      </p>
    );
  }
  return (
    <section className="asked" id="delete" tabIndex={-1}>
      <h2>Delete for good?</h2>
      <p>
        The enquiry of {name} is deleted with its notes, replies and emails, and can’t be restored. Delete it when
        somebody asks for erasure; otherwise use the states. {trial}
      </p>
      <p className="actions">
        <button type="submit" form={ENQUIRY_FORM} name="do" value="delete" className="button danger">
          Delete the enquiry
        </button>
        <ConsoleButton form={ENQUIRY_FORM} name="do" value="keep" className="link" label="Keep the enquiry" />
      </p>
    </section>
  );
}
