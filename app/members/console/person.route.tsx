import { href, Link } from "react-router";
import { ActionForm, ActionPage, ActionPress } from "../../console/kit/action-page.tsx";
import { type Actions, choiceField, hiddenField, idField, longTextField } from "../../console/kit/actions.ts";
import { staffActions } from "../../console/kit/staff-actions.server.ts";
import { ConsoleLink, Notice, TitledSection } from "../../console/page-parts.tsx";
import { ShareLink } from "../../console/share-link.tsx";
import { renewDoorNumber } from "../../people/door-numbers.server.ts";
import { keepRecord } from "../../people/erase-person.server.ts";
import { MARKETING_CONSENT_WAYS } from "../../people/person.ts";
import { addPersonNote, recordMarketingConsent } from "../../people/person-notes.server.ts";
import { mailAdvice, mailErrorMessage } from "../../platform/mail-messages.ts";
import { readSalesOfPerson } from "../../sales/console/money-view.server.ts";
import { SalesOfPerson } from "../../sales/console/sales-of-person.tsx";
import { withoutBreaks } from "../../time/without-breaks.ts";
import { MEMBER_PROBLEMS } from "../problems.ts";
import type { Route } from "./+types/person.route";
import { type PersonPage, readPersonPage } from "./person-page.server.ts";
import { personRequest } from "./person-request.server.ts";

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

const ANSWERS = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
const WAYS = MARKETING_CONSENT_WAYS.map((way) => ({ value: way, label: way }));

const ACTIONS = {
  note: {
    submit: "Add note",
    fields: [idField("noteId"), longTextField("note", "New note", { help: "Write nothing about health." })],
    done: "The note is added.",
  },
  consent: {
    submit: "Save answer",
    fields: [choiceField("isGiven", "Answer"), choiceField("how", "How they told us")],
    done: "The answer is saved.",
  },
  door: {
    submit: "New door number",
    fields: [hiddenField("door")],
    done: "This is the new door number. The old one no longer opens the door.",
  },
  keep: { submit: "Keep the record", done: "The record is kept." },
  made: { submit: "", done: "The record is saved." },
  given: { submit: "", done: "The pass is given." },
  changed: { submit: "", done: "The record is saved." },
  frozen: { submit: "", done: "The pass is frozen." },
  booked: { submit: "", done: "The class is booked." },
  merged: { submit: "", done: "The two records are merged." },
  unlinked: { submit: "", done: "The account is unlinked from this record." },
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

/** A person: contact, passes, bookings, and what the desk has written about them. */
export default function Person({ loaderData: { page } }: Route.ComponentProps) {
  const { id, name, isErased, since, isChild, mayBook, passes, record, toTell, bookings, past, sales } = page;
  return (
    <ActionPage
      actions={ACTIONS}
      title={name}
      back={passes ? { to: href("/staff/members"), label: "Members" } : { to: href("/staff/search"), label: "Search" }}
      meta={`Member since ${since}${isChild ? ", a child" : ""}`}
      headActions={!isErased && <Ways page={page} isSold={sales !== undefined} />}
      seen={page.seen}
      layout="two"
    >
      <div className="parts">
        {page.failedMail && <FailedMail mail={page.failedMail} />}
        {toTell.length > 0 && (
          <Notice action={<ConsoleLink to={href("/staff/day/to-tell")} label="Call list" />}>
            {`Not told yet: ${toTell.map(({ text }) => text).join("; ")}.`}
          </Notice>
        )}
        {passes && <Passes id={id} passes={passes} isErased={isErased} />}
        {sales && <SalesOfPerson id={id} sales={sales} />}
        <BookingList title="Today and upcoming" bookings={bookings}>
          {bookings.length === 0 && <p className="empty">Nothing booked.</p>}
          {mayBook && (
            <p className="actions">
              <Link className="button" to={href("/staff/members/:person/book", { person: id })}>
                Book a class
              </Link>
            </p>
          )}
        </BookingList>
        {past.length > 0 && <BookingList title="Past" bookings={past} />}
      </div>
      {record && <Record page={page} record={record} />}
    </ActionPage>
  );
}

function Ways({ page: { id, ways, record, passes }, isSold }: { page: PersonPage; isSold: boolean }) {
  return (
    <>
      {ways.phone && <ConsoleLink className="button" to={ways.phone.call} label={`Call ${ways.phone.text}`} />}
      {ways.whatsApp !== null && <ConsoleLink className="button" to={ways.whatsApp} label="WhatsApp" />}
      {ways.mailTo !== "" && <ConsoleLink className="button" to={`mailto:${ways.mailTo}`} label="Email" />}
      {record && passes && isSold && (
        <ConsoleLink className="button red" to={href("/staff/sell/:people", { people: id })} label="Sell a pass" />
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
    <section aria-label="Email" className="grid gap-2">
      <p className="state alert">
        {mail.state === "refused"
          ? `The email about their booking was refused: ${message}`
          : `The email about their booking has not been sent yet: ${message}`}
      </p>
      <p>{mailAdvice(mail.error)}</p>
      <ShareLink text={mail.text} number={mail.number} />
    </section>
  );
}

type PassesView = NonNullable<PersonPage["passes"]>;

type PassesProps = { id: string; passes: PassesView; isErased: boolean };

function Passes({ id, passes: { state, what, renewal, list }, isErased }: PassesProps) {
  return (
    <TitledSection title="Passes">
      <p className="flex flex-wrap items-baseline gap-x-row gap-y-1">
        <span className={`state ${state.mark}`}>{withoutBreaks(state.label)}</span>{" "}
        {what !== undefined && withoutBreaks(what)}
        {renewal && <span className="help"> {withoutBreaks(renewal)}</span>}
      </p>
      {list.length > 0 && (
        <ul className="board">
          {list.map((pass) => (
            <PassRow key={pass.id} personId={id} pass={pass} isErased={isErased} />
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

type PassRowProps = { personId: string; pass: PassesView["list"][number]; isErased: boolean };

function PassRow({ personId, pass, isErased }: PassRowProps) {
  const { id, what, from, state, paid, given, happened, mayFreeze, mayEnd, mayTakeBack } = pass;
  const look = { className: "button", about: `: ${what}` };
  const query = `?pass=${id}`;
  return (
    <li className="row">
      <div>
        <p className="name sentence">{withoutBreaks(what)}</p>
        <p className="about text-pretty">{withoutBreaks(`${from}${state}. ${paid}. ${given}.`)}</p>
        {happened.map((sentence) => (
          <p key={sentence} className="about text-pretty">
            {withoutBreaks(sentence)}
          </p>
        ))}
      </div>
      {!isErased && (mayFreeze || mayEnd || mayTakeBack) && (
        <p className="actions">
          {mayFreeze && (
            <ConsoleLink
              {...look}
              to={`${href("/staff/members/:person/freeze", { person: personId })}${query}`}
              label="Freeze"
            />
          )}
          {(mayEnd || mayTakeBack) && (
            <ConsoleLink
              {...look}
              to={`${href("/staff/members/:person/end", { person: personId })}${query}`}
              label={mayEnd && mayTakeBack ? "End or void" : mayEnd ? "End" : "Void"}
            />
          )}
        </p>
      )}
    </li>
  );
}

type BookingListProps = { title: string; bookings: PersonPage["past"]; children?: React.ReactNode };

function BookingList({ title, bookings, children }: BookingListProps) {
  return (
    <section className="part" aria-label={title}>
      <h2>{title}</h2>
      {bookings.length > 0 && (
        <ul className="board">
          {bookings.map(({ id, text, state, page }) => (
            <li key={id} className="row">
              <div>
                <p className="name sentence">
                  <Link to={page}>{text}</Link>
                </p>
                <p className="about">{state}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {children}
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
      {notes.length > 0 && (
        <ul className="grid gap-row">
          {notes.map(({ id, text, about }) => (
            <li key={id}>
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              <p className="quiet">{about}</p>
            </li>
          ))}
        </ul>
      )}
      <ActionForm action="consent" title="Offers by WhatsApp or email" options={{ isGiven: ANSWERS, how: WAYS }}>
        <p className="help">{consent ?? "Not asked yet. Nobody gets offers without agreeing."}</p>
      </ActionForm>
      {(door !== undefined || isOwner) && (
        <div className="part print:hidden">
          <div className="actions">
            {door !== undefined && <ActionPress action="door" values={{ door: door.number }} className="button" />}
            {isOwner && (
              <Link className="link" to={href("/staff/members/:person/erase", { person: page.id })}>
                Erase this person’s data
              </Link>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function Waiting({ text, isOwner }: { text: string; isOwner: boolean }) {
  const help = <p className="help">{`The account that was linked with this record was deleted. ${text}`}</p>;
  if (isOwner) {
    return (
      <ActionForm action="keep" title="Account deleted">
        {help}
      </ActionForm>
    );
  }
  return <TitledSection title="Account deleted">{help}</TitledSection>;
}

function Facts({ page: { id, ways }, record }: { page: PersonPage; record: RecordView }) {
  const { door, account, guardian, children, heardOf, enquiryId } = record;
  const facts: [label: string, value: React.ReactNode][] = [
    ["Door number", door?.text],
    ["Email", ways.email],
    [
      "Account",
      <Link key="account" to={href("/staff/members/:person/account", { person: id })}>
        {account}
      </Link>,
    ],
    ["Guardian", guardian && <Link to={guardian.to}>{guardian.name}</Link>],
    [
      "Guardian of",
      children.length > 0 &&
        children.map((child) => (
          <p key={child.to}>
            <Link to={child.to}>{child.name}</Link>
          </p>
        )),
    ],
    ["How they heard about us", heardOf],
    ["Source", enquiryId && <Link to={href("/staff/enquiries/:id", { id: enquiryId })}>An enquiry</Link>],
  ];
  return (
    <TitledSection title="Details">
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
      <p className="grid justify-items-start gap-row">
        <Link className="button" to={href("/staff/members/:person/edit", { person: id })}>
          Edit name and contact
        </Link>
        <Link className="button" to={href("/staff/members/:person/merge", { person: id })}>
          Find a duplicate record
        </Link>
      </p>
    </TitledSection>
  );
}
