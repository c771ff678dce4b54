/** What the forms of an enquiry's page do. Each button says which by its value: `state:answered`, `note`, `mail`. */
import { href } from "react-router";
import { z } from "zod";
import { findSingleEntry } from "../../content/single-entries.server.ts";
import { settingsType } from "../../content/types/settings.ts";
import { addNote, assignEnquiry, setEnquiryState } from "../../enquiries/desk.server.ts";
import type { DeskFailure, DeskProblem } from "../../enquiries/desk-outcome.ts";
import { deleteEnquiry } from "../../enquiries/erasure.server.ts";
import { deskMessages } from "../../enquiries/messages.ts";
import { replyByMail, replyByWhatsApp, retryReply } from "../../enquiries/replies.server.ts";
import { paragraphs } from "../../forms/field-schemas.ts";
import { formResponse } from "../../forms/form-response.server.ts";
import type { Services } from "../../platform/services.ts";
import { listStaffWho } from "../../staff/colleagues.server.ts";
import type { StaffMember } from "../../staff/staff-member.ts";

/** A WhatsApp link with more is cut by some phones; no reply needs it. */
const REPLY_MAX_CHARACTERS = 2000;
const NOTE_MAX_CHARACTERS = 2000;

/** The forms of the page: each has the button, and the fields it needs. */
export const deskForm = z.object({
  do: z.string(),
  /** The state, or the assignee's id, that the page showed. */
  seen: z.string(),
  text: paragraphs({ max: REPLY_MAX_CHARACTERS }),
  note: paragraphs({ max: NOTE_MAX_CHARACTERS }),
});

type DeskForm = z.output<typeof deskForm>;

/** The field that a problem is shown at; the others are about the whole. */
const FIELDS: Partial<Record<DeskProblem, "text" | "note">> = {
  "note-missing": "note",
  "reply-missing": "text",
  "no-whatsapp": "text",
};

/** Does what the pressed button says. @returns where it leads, or why nothing was changed */
export async function actOnEnquiry(
  services: Services,
  member: StaffMember,
  id: string,
  form: DeskForm,
): Promise<{ ok: true; to: string } | DeskFailure> {
  const page = href("/staff/enquiries/:id", { id });
  const [act = "", ...rest] = form.do.split(":");
  const value = rest.join(":");
  const leadTo = async (place: string, work: Promise<{ ok: true } | DeskFailure>) => {
    const outcome = await work;
    return outcome.ok ? { ok: true as const, to: place } : outcome;
  };
  switch (act) {
    case "state":
      return leadTo(page, setEnquiryState(services, member, id, { seen: form.seen, to: value }));
    case "with":
      return leadTo(page, assign(services, member, id, { seen: form.seen, to: value }));
    case "note":
      if (form.note === "") return { ok: false, code: "note-missing" };
      return leadTo(`${page}#notes`, addNote(services, member, id, form.note));
    case "retry":
      return leadTo(`${page}#replies`, retryReply(services, id, value));
    case "delete":
      return leadTo(`${href("/staff/enquiries")}?deleted=1`, deleteEnquiry(services, member, id));
    case "mail":
    case "whatsapp":
      return reply(services, member, id, { by: act, text: form.text, seen: form.seen });
    default:
      return { ok: false, code: "button-unknown" };
  }
}

async function assign(services: Services, member: StaffMember, id: string, change: { seen: string; to: string }) {
  const staff = await listStaffWho(services, "edit", "enquiries");
  const isKnown = change.to === "" || staff.some((colleague) => colleague.id === change.to);
  return isKnown
    ? assignEnquiry(services, member, id, change)
    : { ok: false as const, code: "assignee-unknown" as const };
}

async function reply(
  services: Services,
  member: StaffMember,
  id: string,
  { by, text, seen }: { by: "mail" | "whatsapp"; text: string; seen: string },
): Promise<{ ok: true; to: string } | DeskFailure> {
  if (text === "") return { ok: false, code: "reply-missing" };
  if (by === "whatsapp") {
    const outcome = await replyByWhatsApp(services, member, id, { text, seen });
    return outcome.ok ? { ok: true, to: outcome.address } : outcome;
  }
  const { name: gym } = await findSingleEntry(services, settingsType);
  const outcome = await replyByMail(services, member, id, { text, seen }, gym);
  return outcome.ok ? { ok: true, to: `${href("/staff/enquiries/:id", { id })}#replies` } : outcome;
}

/** The response when nothing was changed: 410 when the enquiry is gone, 409 when a colleague was faster. */
export function deskFormResponse(
  services: Services,
  failure: DeskFailure,
  typed: Partial<Record<"text" | "note", string>>,
) {
  const { code } = failure;
  const isConflict = code === "state-changed" || code === "assignee-changed";
  const status = code === "enquiry-gone" ? 410 : isConflict ? 409 : code === "button-unknown" ? 400 : 422;
  const field = FIELDS[code] ?? "form";
  const messages = deskMessages(failure, services.now());
  return formResponse<"text" | "note">({ status, problems: { [field]: { code } }, typed }, messages);
}
