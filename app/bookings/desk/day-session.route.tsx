import { useEffect, useId, useRef, useState } from "react";
import { data, href, Link, redirect, useFetcher, useLocation } from "react-router";
import { FieldFrame } from "../../console/fields.tsx";
import { ActionForm, PageActions } from "../../console/kit/action-page.tsx";
import { type Actions, idField, ownField, textField } from "../../console/kit/actions.ts";
import { ConsoleButton, Notice, PageHead } from "../../console/page-parts.tsx";
import { PersonChoice } from "../../console/person-choice.tsx";
import { ConsoleTrainerName, SessionMarks } from "../../console/session-marks.tsx";
import type { ReturnedForm } from "../../forms/problems.ts";
import type { PeopleChoice } from "../../people/person.ts";
import { documentContext } from "../../request/request-context.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import { withoutBreaks } from "../../time/without-breaks.ts";
import type { Route } from "./+types/day-session.route";
import { AttendanceForm } from "./attendance-questions.tsx";
import { changeDeskSession, DESK_DONE, doCheckIn, sessionDeskForm } from "./desk-forms.server.ts";
import { DeskPrintButton, isCheckInAction, submitOrKeep, useFreshSessions } from "./desk-page.tsx";
import { pathBack, readDeskSessionPage, withDone } from "./desk-pages.server.ts";
import { SessionPeople } from "./session-people.tsx";

const NAME = textField("name", "Name", { autoCapitalize: "words" });
const PHONE = textField("phone", "Phone (optional)", {
  inputMode: "tel",
  help: "To reach them if something changes, and to find their pass.",
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
            <ConsoleButton name="find" value="1" formAction={`${pathname}#book`} label="Find" />
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

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "bookings"]);
  const page = await readDeskSessionPage(services, member, params.session);
  if (page === undefined) throw data(null, { status: 404 });
  context.get(documentContext).startsAtOnce = true;
  return { ...page, done: DESK_DONE.get(url.searchParams.get("done") ?? "") ?? null };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { session } = params;
  return staffAction({ context, request }, ["edit", "bookings"], sessionDeskForm, async (form) => {
    const { services, member, values } = form;
    const path = await pathBack(services, session, values.back);
    if (isCheckInAction(values.do)) {
      return doCheckIn(services, member, { ...values, do: values.do, session }, path, { withDetails: true });
    }
    const result = await changeDeskSession(form, session);
    if (typeof result === "string") throw redirect(withDone(path, result), 303);
    return result;
  });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitOrKeep(request, () => serverAction());
}

export default function DaySession({ loaderData, actionData }: Route.ComponentProps) {
  const { day, dayPath, hasBegun, mayChange, canBookAnybody, formId, done } = loaderData;
  const { sessions, onReturned, otherProblem } = useFreshSessions([loaderData.session], actionData);
  const [session = loaderData.session] = sessions;
  const { row, places, here, checkIn, takesWalkIns, isBookable } = session;
  const { id, className, time } = row;
  const takesBookings = isBookable && !hasBegun;
  const returned = actionData;
  return (
    <>
      <PageHead
        title={className}
        tab={`${className}, ${day}, at the desk`}
        back={{ to: dayPath, label: day }}
        meta={
          <>
            {`${day}, ${time.from}-${time.to}, `}
            <ConsoleTrainerName session={row} />
          </>
        }
        actions={
          <>
            <Link className="link" to={href("/staff/timetable/:session", { session: id })}>
              {mayChange && row.state === "scheduled" ? "Cancel, move or hand over" : "In the timetable"}
            </Link>
            <DeskPrintButton />
          </>
        }
      />
      {returned === undefined && done !== null && <Notice>{done}</Notice>}
      {otherProblem && <Notice isBad>{otherProblem}</Notice>}
      <SessionMarks row={row} />
      <p className="flex flex-wrap gap-x-3.5 text-graphite">
        <b className="text-ink">
          {places ??
            (row.state === "scheduled" &&
              !isBookable &&
              "This class can’t be booked: its number of places is not set.")}
        </b>
        {here && <span>{here}</span>}
        {checkIn && <span>{withoutBreaks(checkIn)}</span>}
      </p>
      {session.question && (
        <div className="grid gap-row print:hidden">
          <p>
            <b>{session.question}.</b> Did they come?
          </p>
          <AttendanceForm sessionId={id} about={className} back="" />
        </div>
      )}
      <div className={takesWalkIns || takesBookings ? "two" : "parts"}>
        <SessionPeople
          session={session}
          callList={loaderData.callList}
          isOwnPage
          address={href("/staff/day/:session", { session: id })}
          returned={returned}
          onReturned={onReturned}
        />
        {(takesWalkIns || takesBookings) && (
          // Remounted after each action, which clears the fields.
          <div className="side print:hidden" key={session.readAt}>
            <BookForms
              takesWalkIns={takesWalkIns}
              takesBookings={takesBookings}
              canBookAnybody={canBookAnybody}
              formId={formId}
              choice={returned && "choice" in returned ? returned.choice : undefined}
            />
          </div>
        )}
      </div>
    </>
  );
}
