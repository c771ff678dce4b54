/** The page of somebody who books, and its forms: booking a class for them, and correcting their name and number. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import { localPhone, whatsAppAddress } from "../../forms/phone.ts";
import { MAIL_STATE_LABELS } from "../../platform/mail-messages.ts";
import { findMailStates } from "../../platform/mail-states.server.ts";
import type { Services } from "../../platform/services.ts";
import { findFailedMail } from "../../platform/undelivered-mail.server.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { correctContact } from "../correct-contact.server.ts";
import { bookFor } from "../desk-actions.server.ts";
import { type FoundPerson, findPerson } from "../people.server.ts";
import { DESK_PROBLEMS } from "../problems.ts";
import { readBookOffers } from "./book-offers.server.ts";
import { bookForResponse, deskActor } from "./desk-forms.server.ts";
import { type PersonView, personView } from "./person-view.server.ts";

function findOwnPerson(services: Services, member: StaffMember, id: string): Promise<FoundPerson | undefined> {
  return findPerson(services, id, { trainerSlug: ownTrainer(member) });
}

/** The page; undefined when there is no such person, and for a trainer whose classes they have not booked. */
export async function readPersonPage(services: Services, member: StaffMember, id: string, done: string | null) {
  const found = await findOwnPerson(services, member, id);
  if (found === undefined) return undefined;
  const now = services.now();
  const person = personView(found, member, now);
  const booked = person.bookings.find((one) => one.isOpen && one.sessionId === done);
  return {
    person: { ...person, bookings: await withMailStates(services, person.bookings, found.email) },
    // For the fields in which they are corrected; a trainer can't.
    contact: mayCorrect(member) ? { name: found.name, phone: localPhone(found.phone) } : null,
    isCorrected: done === "corrected",
    booked: booked && `${booked.text}: ${booked.state}`,
    failedMail: await failedMailTo(services, person.mailTo, found.phone),
    ...(await readBookOffers(services, member, takenSessions(found))),
    // Each time the page is read another: a form is done once however often it is sent.
    formId: randomUUID(),
  };
}

/** Adds to each booking what became of the last mail about it. */
async function withMailStates(services: Services, bookings: PersonView["bookings"], email: string) {
  const sessionIds = bookings.map(({ sessionId }) => sessionId);
  const stateOf = await findMailStates(services.db, email === "" ? [] : sessionIds);
  return bookings.map((booking) => {
    const mail = stateOf(booking.sessionId, email);
    return { ...booking, mail: mail && MAIL_STATE_LABELS[mail] };
  });
}

/** The last mail about a booking, where it could not be delivered; to members who read the whole address. */
async function failedMailTo(services: Services, address: string, phone: string) {
  const failed = (await findFailedMail(services, address === "" ? [] : [address], "booking-")).get(address);
  return failed && { ...failed, number: whatsAppAddress(phone) && phone };
}

function mayCorrect(member: StaffMember): boolean {
  return ownTrainer(member) === undefined;
}

/** The class sessions in which somebody has a place or waits for one. */
function takenSessions({ bookings }: FoundPerson): ReadonlySet<string> {
  const open = bookings.filter(({ state }) => state === "booked" || state === "waiting");
  return new Set(open.map(({ session }) => session.id));
}

export const personForm = z.object({
  do: fixedValue(["book", "correct"]),
  session: z.string(),
  name: z.string(),
  phone: z.string(),
  formId: z.string(),
});

type PersonResult =
  /** `id`: of the page that shows it. `done`: a class that was booked, or `corrected`. */
  { id: string; done: string } | ReturnType<typeof bookForResponse> | undefined;

/** Does the form of the page. @returns undefined when there is no such person, or the member may not */
export async function changePerson(
  services: Services,
  member: StaffMember,
  id: string,
  form: z.output<typeof personForm>,
): Promise<PersonResult> {
  const person = await findOwnPerson(services, member, id);
  if (person === undefined) return undefined;
  return form.do === "book" ? bookPerson(services, member, person, form) : correctPerson(services, member, id, form);
}

async function bookPerson(
  services: Services,
  member: StaffMember,
  { id, userId, name, phone }: FoundPerson,
  form: z.output<typeof personForm>,
): Promise<PersonResult> {
  const { session, formId } = form;
  const who = userId === null ? { name, phone } : { account: userId };
  const outcome = await bookFor(services, session, { ...who, formId }, deskActor(member));
  switch (outcome.code) {
    case "booked":
    case "waiting":
    case "same":
      // Of a guest without a number each booking is somebody of their own.
      return { id: userId === null ? outcome.booking.id : id, done: session };
    default:
      return bookForResponse(outcome, form);
  }
}

async function correctPerson(
  services: Services,
  member: StaffMember,
  id: string,
  form: z.output<typeof personForm>,
): Promise<PersonResult> {
  if (!mayCorrect(member)) return undefined;
  const { code } = await correctContact(services, id, form, member);
  if (code === "done" || code === "same") return { id, done: "corrected" };
  if (code === "unknown") return undefined;
  return problemResponse(DESK_PROBLEMS, code, form);
}
