import { data, href } from "react-router";
import { consoleMeta } from "../../console/console-meta.ts";
import { Notice } from "../../console/notice.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { formResponse, withFormReturnedOnError } from "../../forms/form-response.server.ts";
import { readForm } from "../../forms/read-form.server.ts";
import { revalidateAfterConflict } from "../../forms/revalidate-after-conflict.ts";
import { WHATSAPP_ORIGINS } from "../../forms/whatsapp.ts";
import { documentContext, servicesContext } from "../../request/request-context.ts";
import { listStaffWho } from "../../staff/staff.server.ts";
import { staffContext } from "../../staff/staff-context.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { fullDateAndTime, listMoment, longDate } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { findDeletion, findEnquiry } from "../enquiry-details.server.ts";
import { isReplyText } from "../messages.ts";
import { deletedOn } from "../retention.server.ts";
import type { Route } from "./+types/enquiry.route";
import { DeletedEnquiry } from "./deleted-enquiry.tsx";
import { actOnEnquiry, type DeskField, deskForm, replyTexts } from "./enquiry-actions.server.ts";
import { EnquiryNotes, EnquiryReplies } from "./enquiry-history.tsx";
import { EnquiryReply } from "./enquiry-reply.tsx";
import { EnquiryAssignee, EnquiryContact, EnquiryDeletion, EnquiryState } from "./enquiry-side.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return consoleMeta(loaderData?.enquiry?.name ?? "Enquiry");
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "see", "enquiries");
  context.get(documentContext).formTargets = WHATSAPP_ORIGINS;
  const now = services.now();
  const when = (at: string) => listMoment(new Date(at), now);
  const enquiry = await findEnquiry(services, params.id);
  if (enquiry === undefined) {
    const deletion = await findDeletion(services, params.id);
    return data({ enquiry: null, deletion: deletion && `${deletion.by}, ${when(deletion.at)}` }, { status: 404 });
  }
  const [staff, texts] = await Promise.all([
    listStaffWho(services, "edit", "enquiries"),
    replyTexts(services, member, enquiry),
  ]);
  return data({
    enquiry,
    staff,
    me: member.id,
    texts,
    isByMail: url.searchParams.get("by") === "mail",
    isDeletionAsked: url.searchParams.has("delete"),
    receivedAt: fullDateAndTime(new Date(enquiry.receivedAt)),
    setWhen: enquiry.stateAt === null ? null : when(enquiry.stateAt),
    deletedOn: longDate(dateInNairobi(deletedOn(new Date(enquiry.receivedAt)))),
    notes: enquiry.notes.map((note) => ({ ...note, when: when(note.at) })),
    replies: enquiry.replies.map((reply) => ({ ...reply, when: when(reply.at) })),
  });
}

export const shouldRevalidate = revalidateAfterConflict;

export async function action({ context, request, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const member = context.get(staffContext);
  requirePermission(member, "edit", "enquiries");
  const form = await readForm(request, deskForm);
  if (!form.ok) return formResponse<DeskField>(form);
  const { text, note, kind } = form.values;
  return withFormReturnedOnError<DeskField, Awaited<ReturnType<typeof actOnEnquiry>>>(
    services.log,
    { text, note, kind },
    () => actOnEnquiry(services, member, params.id, form.values),
  );
}

export default function Enquiry({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.enquiry === null) {
    return <DeletedEnquiry deletion={loaderData.deletion} returned={actionData} />;
  }
  const { enquiry, staff, me, texts, receivedAt } = loaderData;
  const { kind, instead, text, note, asked } = actionData?.typed ?? {};
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
      {actionData?.errors.form && (
        <div className="in-sight">
          <Notice isBad>{actionData.errors.form}</Notice>
        </div>
      )}
      <div className="two ask">
        <div>
          <p className="message whitespace-pre-line">{enquiry.comment === "" ? "No message." : enquiry.comment}</p>
          <EnquiryReply
            key={enquiry.id}
            enquiry={enquiry}
            isByMail={loaderData.isByMail}
            texts={texts}
            typed={text}
            returnedKind={kind !== undefined && isReplyText(kind) ? kind : undefined}
            instead={instead !== undefined && isReplyText(instead) ? instead : undefined}
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
          <EnquiryNotes notes={loaderData.notes} typed={note} error={actionData?.errors.note} />
          <EnquiryDeletion
            name={enquiry.name}
            page={href("/staff/enquiries/:id", { id: enquiry.id })}
            isAsked={loaderData.isDeletionAsked || asked === "delete"}
          />
        </div>
      </div>
    </>
  );
}
