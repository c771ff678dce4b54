import { href, Link } from "react-router";
import { ActionForm, ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import type { Actions } from "../../console/kit/actions.ts";
import { choiceField, hiddenField, idField, longTextField } from "../../console/kit/fields.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { Notice } from "../../console/notice.tsx";
import { PassOn } from "../../console/pass-on.tsx";
import { renewDoorNumber } from "../../people/door-numbers.server.ts";
import { keepRecord } from "../../people/erase-person.server.ts";
import { MARKETING_CONSENT_WAYS } from "../../people/person.ts";
import { addPersonNote, recordMarketingConsent } from "../../people/person-notes.server.ts";
import { mailAdvice, mailErrorMessage } from "../../platform/mail-messages.ts";
import { readSalesOfPerson } from "../../sales/console/sales-of-person.server.ts";
import { SalesOfPerson } from "../../sales/console/sales-of-person.tsx";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/person.route";
import { type PersonPage, readPersonPage } from "./person-page.server.ts";
import { personRequest } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/revalidate-after-conflict.ts";

const ANSWERS = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
const WAYS = MARKETING_CONSENT_WAYS.map((way) => ({ value: way, label: way }));

const ACTIONS = {
  note: {
    submit: "Add note",
    fields: [idField("noteId"), longTextField("note", "New note", { help: "Nothing about health." })],
    done: "The note is added.",
  },
  consent: {
    submit: "Save answer",
    fields: [choiceField("isGiven", "Answer"), choiceField("how", "Given")],
    done: "The answer is saved.",
  },
  door: {
    submit: "New door number",
    fields: [hiddenField("door")],
    done: "This is the new door number. The one before opens nothing any more.",
  },
  keep: { submit: "Keep the record", done: "The record stays." },
  // Done on pages of their own.
  made: { submit: "", done: "The record is saved." },
  given: { submit: "", done: "The pass is given." },
  changed: { submit: "", done: "The record is corrected." },
  frozen: { submit: "", done: "The pass is frozen." },
  booked: { submit: "", done: "The class is booked." },
  merged: { submit: "", done: "The two records are merged." },
  unlinked: { submit: "", done: "The account is taken off this record." },
} satisfies Actions;

const server = staffActions(ACTIONS, {
  may: ["see", "bookings"],
  problems: MEMBER_PROBLEMS,
  find: (_request, { context, params }: Route.LoaderArgs) => personRequest(context, ["see", "bookings"], params.person),
  load: async ({ services, member, person }) => ({
    ...(await readPersonPage(services, member, person)),
    sales: await readSalesOfPerson(services, member, person.id),
  }),
  run: {
    note: [
      ["edit", "members"],
      ({ services, member, person }, { note, noteId }) =>
        addPersonNote(services, member, person.id, { formId: noteId, text: note }),
    ],
    consent: [
      ["edit", "members"],
      ({ services, member, person }, { isGiven, how }) =>
        recordMarketingConsent(services, member, person.id, {
          isGiven: isGiven === "yes",
          how: MARKETING_CONSENT_WAYS.find((way) => way === how) ?? MARKETING_CONSENT_WAYS[0],
        }),
    ],
    door: [
      ["edit", "members"],
      ({ services, member, person }, { door }) => renewDoorNumber(services, member, person.id, door),
    ],
    keep: [["publish", "members"], ({ services, member, person }) => keepRecord(services, member, person.id)],
  },
});
export const loader = server.loader;
export const action = server.action;

/** A person: contact, passes, bookings, and what the desk has written of them. */
export default function Person({ loaderData: { page } }: Route.ComponentProps) {
  const { id, name, isErased, since, isChild, mayBook, passes, record, toTell, bookings, past, sales } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title={name}
      back={passes ? { to: href("/staff/members"), label: "Members" } : { to: href("/staff/search"), label: "Search" }}
      meta={`Here since ${since}${isChild ? ", a child" : ""}`}
      headActions={!isErased && <Ways page={page} isSold={sales !== undefined} />}
      seen={page.seen}
      layout="desk-person two"
    >
      <div>
        {page.failedMail && <FailedMail mail={page.failedMail} />}
        {toTell.length > 0 && (
          <Notice
            action={
              <Link className="link" to={href("/staff/day/to-tell")}>
                Call list
              </Link>
            }
          >
            {`To be told of a change: ${toTell.map(({ text }) => text).join("; ")}.`}
          </Notice>
        )}
        {passes && <Passes id={id} passes={passes} isErased={isErased} />}
        {sales && <SalesOfPerson id={id} sales={sales} />}
        <BookingList title="Today and next" bookings={bookings} none="Nothing booked." />
        {mayBook && (
          <p className="actions mt-3">
            <Link className="button low" to={href("/staff/members/:person/book", { person: id })}>
              Book a class
            </Link>
          </p>
        )}
        {past.length > 0 && <BookingList title="Over" bookings={past} none="" />}
      </div>
      {record && <Record page={page} record={record} />}
    </ActionPage>
  );
}

/** The ways to reach a person, and the way to a pass. */
function Ways({ page: { id, ways, record, passes }, isSold }: { page: PersonPage; isSold: boolean }) {
  return (
    <>
      {ways.phone && <a className="button low" href={ways.phone.call}>{`Call ${ways.phone.text}`}</a>}
      {ways.whatsApp !== null && (
        <a className="button low" href={ways.whatsApp}>
          WhatsApp
        </a>
      )}
      {ways.mailTo !== "" && (
        <a className="button low" href={`mailto:${ways.mailTo}`}>
          Mail
        </a>
      )}
      {record && passes && isSold && (
        <Link className="button red" to={href("/staff/sell/:people", { people: id })}>
          Sell
        </Link>
      )}
      {record && passes && !isSold && (
        <Link className="button red" to={href("/staff/members/:person/give", { person: id })}>
          {passes.isRenewed ? "Renew" : "Give a pass"}
        </Link>
      )}
    </>
  );
}

function FailedMail({ mail }: { mail: NonNullable<PersonPage["failedMail"]> }) {
  const message = mailErrorMessage(mail.error);
  return (
    <section aria-label="Mail" className="mb-8 grid gap-2">
      <p className="state alert">
        {mail.state === "refused"
          ? `The mail about their booking was refused: ${message}`
          : `The mail about their booking has not left yet: ${message}`}
      </p>
      <p>{mailAdvice(mail.error)}</p>
      <PassOn text={mail.text} number={mail.number} />
    </section>
  );
}

type PassesView = NonNullable<PersonPage["passes"]>;

function Passes({
  id,
  passes: { state, what, renewal, list },
  isErased,
}: {
  id: string;
  passes: PassesView;
  isErased: boolean;
}) {
  return (
    <section aria-labelledby="passes">
      <h2 id="passes" className="h3">
        Passes
      </h2>
      <p className="now">
        <span className={`state ${state.mark}`}>{state.word}</span> {what}
        {renewal !== undefined && <span className="help"> {renewal}</span>}
      </p>
      {list.length === 0 ? (
        <p className="empty">No pass was ever given.</p>
      ) : (
        <ul className="board">
          {list.map((pass) => (
            <PassRow key={pass.id} personId={id} pass={pass} isErased={isErased} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PassRow({
  personId,
  pass,
  isErased,
}: {
  personId: string;
  pass: PassesView["list"][number];
  isErased: boolean;
}) {
  const { id, what, from, state, paid, given, happened, mayFreeze, mayEnd, mayTakeBack } = pass;
  const about = <span className="sr-only">{`: ${what}`}</span>;
  const query = `?pass=${id}`;
  return (
    <li className="hit">
      <div>
        <p className="name sentence">{what}</p>
        <p className="about">{`${from}${state}. ${paid}. ${given}.`}</p>
        {happened.map((sentence) => (
          <p key={sentence} className="about wrap-anywhere">
            {sentence}
          </p>
        ))}
      </div>
      {!isErased && (mayFreeze || mayEnd || mayTakeBack) && (
        <p className="actions">
          {mayFreeze && (
            <Link className="button low" to={`${href("/staff/members/:person/freeze", { person: personId })}${query}`}>
              Freeze{about}
            </Link>
          )}
          {(mayEnd || mayTakeBack) && (
            <Link className="button low" to={`${href("/staff/members/:person/end", { person: personId })}${query}`}>
              {mayEnd && mayTakeBack ? "End or take back" : mayEnd ? "End" : "Take back"}
              {about}
            </Link>
          )}
        </p>
      )}
    </li>
  );
}

function BookingList({ title, bookings, none }: { title: string; bookings: PersonPage["past"]; none: string }) {
  return (
    <section aria-label={title}>
      <h2 className="h3">{title}</h2>
      {bookings.length === 0 ? (
        <p className="empty">{none}</p>
      ) : (
        <ul className="board">
          {bookings.map(({ id, text, state, page }) => (
            <li key={id} className="offer">
              <p className="name sentence">
                <Link to={page}>{text}</Link>
              </p>
              <p className="quiet">{state}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type RecordView = NonNullable<PersonPage["record"]>;

function Record({ page, record }: { page: PersonPage; record: RecordView }) {
  const { isOwner, waiting, door, consent, notes, noteId } = record;
  return (
    <div className="side">
      {waiting !== undefined && <Waiting text={waiting} isOwner={isOwner} />}
      <Facts page={page} record={record} />
      <ActionForm action="note" title="Notes" values={{ noteId }} />
      <ul>
        {notes.map(({ id, text, about }) => (
          <li key={id} className="mt-3">
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="help">{about}</p>
          </li>
        ))}
      </ul>
      <ActionForm action="consent" title="Offers by WhatsApp or mail" options={{ isGiven: ANSWERS, how: WAYS }}>
        <p className="help">{consent ?? "Not asked. Nobody gets an offer without a yes."}</p>
      </ActionForm>
      <div className="actions">
        {door !== undefined && <ActionPress action="door" values={{ door: door.number }} className="button low" />}
        {isOwner && (
          <Link className="link" to={href("/staff/members/:person/erase", { person: page.id })}>
            Erase this person
          </Link>
        )}
      </div>
    </div>
  );
}

/** The owner decides whether the record of a deleted account stays. */
function Waiting({ text, isOwner }: { text: string; isOwner: boolean }) {
  const help = <p className="help">{`The account that was linked with this record was deleted. ${text}`}</p>;
  if (isOwner) {
    return (
      <ActionForm action="keep" title="Account deleted">
        {help}
      </ActionForm>
    );
  }
  return (
    <section className="act" aria-labelledby="deleted-account">
      <h2 id="deleted-account" className="h3">
        Account deleted
      </h2>
      {help}
    </section>
  );
}

function Facts({ page: { id, ways }, record }: { page: PersonPage; record: RecordView }) {
  const { door, account, guardian, children, heardOf, enquiryId } = record;
  const facts: [label: string, value: React.ReactNode][] = [
    ["Door", door?.text],
    ["Mail", ways.email],
    [
      "Account",
      <Link key="account" to={href("/staff/members/:person/account", { person: id })}>
        {account}
      </Link>,
    ],
    ["Guardian", guardian && <Link to={guardian.to}>{guardian.name}</Link>],
    [
      "Guards",
      children.length > 0 &&
        children.map((child) => (
          <p key={child.to}>
            <Link to={child.to}>{child.name}</Link>
          </p>
        )),
    ],
    ["Heard of us", heardOf],
    ["Came by", enquiryId && <Link to={href("/staff/enquiries/:id", { id: enquiryId })}>An enquiry</Link>],
  ];
  return (
    <section aria-label="Details">
      <dl className="facts">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <p className="actions mt-3">
        <Link className="button low" to={href("/staff/members/:person/edit", { person: id })}>
          Correct
        </Link>
        <Link className="button low" to={href("/staff/members/:person/merge", { person: id })}>
          Find a second record
        </Link>
      </p>
    </section>
  );
}
