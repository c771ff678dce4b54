import { data, href, redirect } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { DeletedEnquiry } from "../../console/enquiries/deleted-enquiry.tsx";
import { EnquiryNotes, EnquiryReplies } from "../../console/enquiries/enquiry-history.tsx";
import { EnquiryReply } from "../../console/enquiries/enquiry-reply.tsx";
import {
  EnquiryAssignee,
  EnquiryContact,
  EnquiryDeletion,
  EnquiryState,
} from "../../console/enquiries/enquiry-side.tsx";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { listEntries } from "../../content/entries.server.ts";
import { listMomentInNairobi, longDate } from "../../content/nairobi-dates.ts";
import { dateAndTimeInNairobi, dayName } from "../../content/nairobi-time.ts";
import { findSingleEntry } from "../../content/single-entries.server.ts";
import { settingsType } from "../../content/types/settings.ts";
import { slotType } from "../../content/types/slot.ts";
import { WHATSAPP_ORIGINS } from "../../content/whatsapp.ts";
import { findDeletion, findEnquiry } from "../../enquiries/enquiry-details.server.ts";
import { REPLY_TEXT_NAMES, type ReplyText, replyText } from "../../enquiries/messages.ts";
import { deletedOn } from "../../enquiries/retention.server.ts";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import type { Services } from "../../platform/services.ts";
import { documentContext, servicesContext, staffContext } from "../../request-context.ts";
import { listStaffWho } from "../../staff/colleagues.server.ts";
import { requirePermission } from "../../staff/permission.server.ts";
import type { Route } from "./+types/enquiry";
import { actOnEnquiry, deskForm, deskFormResponse } from "./enquiry-actions.server.ts";

/** Slots of a class that a reply names. */
const TIMES_NAMED = 3;

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.enquiry?.name ?? "Enquiry");
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "see", "enquiries");
  context.get(documentContext).formTargets = WHATSAPP_ORIGINS;
  const now = services.now();
  const when = (at: string) => listMomentInNairobi(new Date(at), now);
  const enquiry = await findEnquiry(services, params.id);
  if (enquiry === undefined) {
    const deletion = await findDeletion(services, params.id);
    return data({ enquiry: null, deletion: deletion && `${deletion.by}, ${when(deletion.at)}` }, { status: 404 });
  }
  const kind: ReplyText = url.searchParams.get("text") === "trial" ? "trial" : "first";
  const [staff, settings, times] = await Promise.all([
    listStaffWho(services, "edit", "enquiries"),
    findSingleEntry(services, settingsType),
    timesOf(services, enquiry.gymClass),
  ]);
  const facts = { ...enquiry, times, member: member.name, gym: settings.name };
  return data({
    enquiry,
    staff,
    me: member.id,
    kind,
    text: replyText(kind, facts),
    isByMail: url.searchParams.get("by") === "mail",
    isDeletionAsked: url.searchParams.has("delete"),
    receivedAt: dateAndTimeInNairobi(new Date(enquiry.receivedAt)),
    setWhen: enquiry.stateAt === null ? null : when(enquiry.stateAt),
    deletedOn: longDate(deletedOn(new Date(enquiry.receivedAt))),
    notes: enquiry.notes.map((note) => ({ ...note, when: when(note.at) })),
    replies: enquiry.replies.map((reply) => ({ ...reply, when: when(reply.at) })),
  });
}

/** When a class is on, as a reply says it. */
async function timesOf(services: Services, gymClass: string): Promise<string[]> {
  const slots = await listEntries(services, slotType);
  return slots
    .filter((slot) => slot.gymClass === gymClass)
    .slice(0, TIMES_NAMED)
    .map(({ day, time }) => `${dayName(day)}, ${time.from} to ${time.to}`);
}

export const shouldRevalidate = revalidateAfterConflict;

export async function action({ context, request, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "edit", "enquiries");
  const form = await readForm(request, deskForm);
  if (!form.ok) return formResponse(form);
  const { text, note } = form.values;
  return withFormReturnedOnError(services.log, { text, note }, async () => {
    const outcome = await actOnEnquiry(services, member, params.id, form.values);
    return outcome.ok ? redirect(outcome.to, 303) : deskFormResponse(services, outcome, { text, note });
  });
}

export default function Enquiry({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.enquiry === null) {
    return <DeletedEnquiry deletion={loaderData.deletion} returned={actionData} />;
  }
  const { enquiry, staff, me, kind, text, receivedAt } = loaderData;
  const page = href("/staff/enquiries/:id", { id: enquiry.id });
  const otherKind = kind === "first" ? "trial" : "first";
  return (
    <>
      <PageHead
        title={enquiry.name}
        back={{ to: href("/staff/enquiries"), label: "Enquiries" }}
        meta={
          <>
            {enquiry.classTitle !== "" && <b>{enquiry.classTitle}. </b>}
            {receivedAt}, by the contact page.
          </>
        }
      />
      {actionData?.errors.form && <Notice isBad>{actionData.errors.form}</Notice>}
      <div className="two ask">
        <div>
          <p className="message whitespace-pre-line">{enquiry.comment === "" ? "No message." : enquiry.comment}</p>
          <EnquiryReply
            hasWhatsApp={enquiry.hasWhatsApp}
            isByMail={loaderData.isByMail}
            text={actionData?.typed.text || text}
            kind={kind}
            otherKind={{ name: REPLY_TEXT_NAMES[otherKind], to: `${page}?text=${otherKind}#reply` }}
            seen={enquiry.state}
            error={actionData?.errors.text}
          />
        </div>
        <div className="side">
          <EnquiryState enquiry={enquiry} setWhen={loaderData.setWhen} />
          <EnquiryAssignee enquiry={enquiry} staff={staff} me={me} />
          <EnquiryContact enquiry={enquiry} deletedOn={loaderData.deletedOn} />
        </div>
        <div className="grid content-start gap-7">
          <EnquiryReplies replies={loaderData.replies} />
          <EnquiryNotes notes={loaderData.notes} typed={actionData?.typed.note} error={actionData?.errors.note} />
          <EnquiryDeletion name={enquiry.name} page={page} isAsked={loaderData.isDeletionAsked} />
        </div>
      </div>
    </>
  );
}
