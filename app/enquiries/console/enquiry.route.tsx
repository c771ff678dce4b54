import { data, href } from "react-router";
import { cancellationText } from "../../bookings/erasure.server.ts";
import { priceWords } from "../../bookings/messages.ts";
import { findSingleEntry } from "../../cms/entries.server.ts";
import { ConsoleLink, Notice, PageHead } from "../../console/page-parts.tsx";
import { membershipType } from "../../content-types/membership.ts";
import type { ReturnedForm } from "../../forms/problems.ts";
import { WHATSAPP_ORIGINS } from "../../forms/whatsapp.ts";
import type { PeopleChoice } from "../../people/person.ts";
import type { Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { documentContext } from "../../request/request-context.ts";
import { can } from "../../staff/roles.ts";
import { listStaffForEnquiries } from "../../staff/staff.server.ts";
import { staffAction, staffRequest } from "../../staff/staff-request.server.ts";
import {
  dateInNairobi,
  dayAndDate,
  fullDateAndTime,
  listMoment,
  longDate,
  shortDate,
} from "../../time/dates.server.ts";
import { findDeletion, findEnquiry } from "../inbox.server.ts";
import { deletedOn, trialAfterDeletion } from "../retention.server.ts";
import { findTrial, trialClasses } from "../trial.server.ts";
import type { Route } from "./+types/enquiry.route";
import { enquiryForm, replyTexts, runEnquiryAction } from "./enquiry-actions.server.ts";
import { EnquiryNotes, EnquiryReplies, EnquiryReply } from "./enquiry-reply.tsx";
import { EnquiryAssignee, EnquiryContact, EnquiryDeletion, EnquiryState, EnquiryTrial } from "./enquiry-side.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, member } = staffRequest(context, ["see", "enquiries"]);
  context.get(documentContext).formTargets = WHATSAPP_ORIGINS;
  const now = services.now();
  const when = (at: string) => listMoment(new Date(at), now);
  const enquiry = await findEnquiry(services, params.id);
  if (enquiry === undefined) {
    const deletion = await findDeletion(services, params.id);
    return data({ enquiry: null, deletion: deletion && `${deletion.by}, ${when(deletion.at)}` }, { status: 404 });
  }
  const [staff, texts, { isOn: areMembersOn }, trial] = await Promise.all([
    listStaffForEnquiries(services),
    replyTexts(services, member, enquiry),
    findSingleEntry(services, membershipType),
    can(member.role, "edit", "bookings") ? trialView(services, enquiry) : NO_TRIAL,
  ]);
  return data({
    enquiry,
    staff,
    me: member.id,
    texts,
    trial,
    mayMakeMember: areMembersOn === "on" && can(member.role, "edit", "members"),
    isByMail: url.searchParams.get("by") === "mail",
    isDeletionAsked: url.searchParams.has("delete"),
    trialAfterDeletion: trialWords(await trialAfterDeletion(services, enquiry.id)),
    receivedAt: fullDateAndTime(new Date(enquiry.receivedAt)),
    setWhen: enquiry.stateAt === null ? null : when(enquiry.stateAt),
    deletedOn: longDate(dateInNairobi(deletedOn(new Date(enquiry.receivedAt)))),
    notes: enquiry.notes.map((note) => ({ ...note, when: when(note.at) })),
    replies: enquiry.replies.map((reply) => ({ ...reply, when: when(reply.at) })),
  });
}

function trialWords(trial: Awaited<ReturnType<typeof trialAfterDeletion>>): string {
  if (trial === undefined) return "";
  if (!trial.isErased) return "The person of the trial has their own record, which is kept with its bookings.";
  const cancelled = cancellationText(trial.upcoming);
  return `The person of the trial is erased with it.${cancelled && ` ${cancelled}.`}`;
}

const NO_TRIAL = { booked: null, classes: [] };

async function trialView(services: Services, { id, gymClass }: { id: string; gymClass: string }) {
  const booked = await findTrial(services.db, id, services.now());
  if (booked !== undefined) {
    const { session, priceKes } = booked;
    const text = `${session.className}, ${dayAndDate(session.date)}, ${session.time.from}`;
    const price = priceKes === null ? undefined : priceWords(priceKes).replace("KES ", "KES\u00a0");
    return { booked: { text, price, page: href("/staff/day/:session", { session: session.id }) }, classes: [] };
  }
  const classes = (await trialClasses(services, gymClass)).map(({ slug, title, dates }) => ({
    slug,
    title,
    dates: dates.map(({ session, free }) => ({
      id: session.id,
      when: `${shortDate(session.date)}, ${session.time.from}`,
      free: plural(free, "place free", "places free"),
    })),
  }));
  return { booked: null, classes };
}

export { revalidateAfterConflict as shouldRevalidate } from "../../forms/post-form.tsx";

export async function action({ context, request, params }: Route.ActionArgs) {
  return staffAction({ context, request }, ["edit", "enquiries"], enquiryForm, ({ services, member, values }) =>
    runEnquiryAction({ services, member, id: params.id }, values),
  );
}

export default function Enquiry({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.enquiry === null) {
    return <DeletedEnquiry deletion={loaderData.deletion} returned={actionData} />;
  }
  const { enquiry, receivedAt } = loaderData;
  // Without JavaScript the page comes back scrolled to the reply, where a problem of the trial would be out of sight on a phone.
  const problem = actionData?.errors.form ?? actionData?.errors.session;
  return (
    <>
      <PageHead
        title={enquiry.name}
        back={{ to: href("/staff/enquiries"), label: "Enquiries" }}
        meta={
          <>
            {enquiry.classTitle !== "" && <b>{enquiry.classTitle}. </b>}
            {receivedAt}, via the contact page.
          </>
        }
      />
      {problem && (
        <div className="sticky top-2 z-2">
          <Notice isBad>{problem}</Notice>
        </div>
      )}
      {actionData?.typed.booked && loaderData.trial.booked && (
        <div className="sticky top-2 z-2">
          <Notice>Booked: {loaderData.trial.booked.text}. The reply has yet to be sent.</Notice>
        </div>
      )}
      <div className="two lg:grid-rows-[auto_1fr]">
        <div className="part gap-field!">
          <p className="wrap-anywhere max-w-[40em] whitespace-pre-line text-[19px]">
            {enquiry.comment === "" ? "No message." : enquiry.comment}
          </p>
          <EnquiryReply key={enquiry.id} {...loaderData} returned={actionData} />
        </div>
        <div className="side lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <EnquiryState {...loaderData} />
          <EnquiryTrial {...loaderData} returned={actionData} choice={choiceOf(actionData)} />
          <EnquiryAssignee {...loaderData} />
          <EnquiryContact {...loaderData} />
        </div>
        <div className="parts">
          <EnquiryReplies {...loaderData} />
          <EnquiryNotes notes={loaderData.notes} returned={actionData} />
          <EnquiryDeletion
            name={enquiry.name}
            trial={loaderData.trialAfterDeletion}
            page={href("/staff/enquiries/:id", { id: enquiry.id })}
            isAsked={loaderData.isDeletionAsked || actionData?.typed.asked === "delete"}
          />
        </div>
      </div>
    </>
  );
}

/**
 * Shown in place of a deleted enquiry. @param deletion undefined when it expired or never existed @param returned the
 * form that was sent for it
 */
function DeletedEnquiry({ deletion, returned }: { deletion: string | undefined; returned: ReturnedForm | undefined }) {
  const typed = [returned?.typed.text, returned?.typed.note].filter(Boolean).join("\n\n");
  return (
    <>
      <PageHead title="No longer here" tab="Enquiry" back={{ to: href("/staff/enquiries"), label: "Enquiries" }} />
      <div className="empty">
        <p>
          {deletion === undefined
            ? "There is no such enquiry. Its retention period may have ended."
            : `This enquiry was deleted (${deletion}), with everything that belonged to it.`}
        </p>
        {typed !== "" && (
          <div className="field w-full">
            <label htmlFor="typed">What you wrote, to copy</label>
            <textarea id="typed" readOnly defaultValue={typed} rows={6} />
          </div>
        )}
        <ConsoleLink to={href("/staff/enquiries")} className="button" label="All open enquiries" />
      </div>
    </>
  );
}

function choiceOf(returned: Route.ComponentProps["actionData"]): PeopleChoice | undefined {
  return (returned as { choice?: PeopleChoice } | undefined)?.choice;
}
