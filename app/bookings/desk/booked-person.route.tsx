import { data, href, Link, redirect } from "react-router";
import { ConfirmForm } from "../../console/confirm-form.tsx";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { PassOn } from "../../console/pass-on.tsx";
import { ConsoleTextField } from "../../console/text-field.tsx";
import type { FormErrors } from "../../forms/form-state.ts";
import { mailAdvice, mailErrorMessage } from "../../platform/mail-messages.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import type { Route } from "./+types/booked-person.route";
import { BookOffers } from "./book-offers.tsx";
import { changePerson, personForm, readPersonPage } from "./person-page.server.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.person.name ?? "Somebody who books");
}

/** Somebody who books: where they are today and next, classes to book for them, and their name and number. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "bookings"]);
  const page = await readPersonPage(services, member, params.person, url.searchParams.get("done"));
  if (page === undefined) throw data(null, { status: 404 });
  return page;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "bookings"], personForm, async (form) => {
    const { services, member, values } = form;
    const result = await changePerson(services, member, params.person, values);
    if (result === undefined) throw data(null, { status: 404 });
    if (!("done" in result)) return result;
    const { id, done } = result;
    throw redirect(`${href("/staff/day/person/:person", { person: id })}?done=${encodeURIComponent(done)}`, 303);
  });
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { person, contact, booked, failedMail, isCorrected, formId, offers, moreOffers } = loaderData;
  const { name, isNameless, isAccount, phone, whatsApp, email, mailTo, bookings } = person;
  const returned = actionData;
  const isCorrection = returned?.typed.do === "correct";
  const problem = isCorrection ? returned?.errors.form : firstOf(returned?.errors);
  return (
    <div className="desk-person">
      <PageHead
        title={name}
        back={{ to: href("/staff/search"), label: "Search" }}
        meta={isAccount ? !isNameless && email : "Without an account"}
        actions={
          <>
            {phone && (
              <a className="button low" href={phone.call}>
                {`Call ${phone.text}`}
              </a>
            )}
            {whatsApp !== null && (
              <a className="button low" href={whatsApp}>
                WhatsApp
              </a>
            )}
            {mailTo !== "" && (
              <a className="button low" href={`mailto:${mailTo}`}>
                Mail
              </a>
            )}
          </>
        }
      />
      {problem !== undefined && <Notice isBad>{problem}</Notice>}
      {returned === undefined && booked && <Notice>{`${booked}.`}</Notice>}
      {returned === undefined && isCorrected && <Notice>Name and phone are as they stand here.</Notice>}
      {failedMail !== undefined && (
        <section aria-label="Mail" className="mb-8 grid gap-2">
          <p className="state alert">
            {failedMail.state === "refused"
              ? `The mail about their booking was refused: ${mailErrorMessage(failedMail.error)}`
              : `The mail about their booking has not left yet: ${mailErrorMessage(failedMail.error)}`}
          </p>
          <p>{mailAdvice(failedMail.error)}</p>
          <PassOn text={failedMail.text} number={failedMail.number} />
        </section>
      )}
      <div className="two">
        <div>
          <section aria-labelledby="booked">
            <h2 id="booked" className="h3">
              Today and next
            </h2>
            {bookings.length === 0 ? (
              <p className="empty">Nothing booked.</p>
            ) : (
              <ul className="board">
                {bookings.map(({ id, text, state, mail, page }) => (
                  <li key={id} className="offer">
                    <p className="name sentence">
                      <Link to={page}>{text}</Link>
                    </p>
                    <p className="quiet">{mail === undefined ? state : `${state}, ${mail}`}</p>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section id="book" aria-labelledby="book-name">
            <h2 id="book-name" className="h3">
              Book a class
            </h2>
            <BookOffers offers={offers} moreOffers={moreOffers} formId={formId} name={name} />
          </section>
        </div>
        {contact !== null && (
          <div className="side">
            <ConfirmForm action="correct" title="Correct name or phone" submit="Save" returned={returned}>
              {(form) => (
                <>
                  <input type="hidden" name="formId" value={formId} />
                  <ConsoleTextField
                    name="name"
                    label="Name"
                    defaultValue={contact.name}
                    autoComplete="off"
                    autoCapitalize="words"
                    returned={form}
                  />
                  <ConsoleTextField
                    name="phone"
                    label="Phone"
                    defaultValue={contact.phone}
                    inputMode="tel"
                    autoComplete="off"
                    help={
                      isAccount
                        ? "As the desk reads them in every class. It may be left empty."
                        : "In all bookings of this name and number. It may be left empty."
                    }
                    returned={form}
                  />
                </>
              )}
            </ConfirmForm>
          </div>
        )}
      </div>
    </div>
  );
}

function firstOf(errors: FormErrors = {}): string | undefined {
  return Object.values(errors)[0];
}
