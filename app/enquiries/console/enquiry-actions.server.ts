/**
 * Actions of an enquiry's page. The page is one form, so that what was typed is sent with every button and comes back. A button's
 * value names its action: `state:answered`, `note`, `mail`.
 */

import { data, href, redirect } from "react-router";
import { z } from "zod";
import { priceWords } from "../../bookings/messages.ts";
import { readPeopleChoice } from "../../bookings/person-view.server.ts";
import { findSingleEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { settingsType } from "../../content-types/settings.ts";
import { paragraphs } from "../../forms/field-schemas.ts";
import { problemResponse } from "../../forms/form-response.server.ts";
import type { ReturnedForm } from "../../forms/problems.ts";
import type { Services } from "../../platform/services.ts";
import type { StaffMember } from "../../staff/roles.ts";
import { listStaffForEnquiries } from "../../staff/staff.server.ts";
import { requirePermission } from "../../staff/staff-request.server.ts";
import { dayAndDate, listMoment } from "../../time/dates.server.ts";
import { dayName } from "../../time/days.ts";
import { weeklySlotsToday } from "../../timetable/timetable-records.server.ts";
import { addNote, assignEnquiry, setEnquiryState } from "../enquiry-changes.server.ts";
import { type EnquiryDetails, findEnquiry } from "../inbox.server.ts";
import { hasGap, isReplyText, type ReplyTemplate, replyText } from "../messages.ts";
import { type DeskFailure, deskProblems } from "../problems.ts";
import { replyByMail, replyByWhatsApp, retryReply } from "../replies.server.ts";
import { deleteEnquiry } from "../retention.server.ts";
import { bookTrial, findTrial } from "../trial.server.ts";

/** Some phones truncate longer WhatsApp links; no reply needs more. */
const REPLY_MAX_CHARACTERS = 2000;
const NOTE_MAX_CHARACTERS = 2000;

const MAX_TIMES_IN_REPLY = 3;

export const enquiryForm = z.object({
  do: z.string(),
  seen: z.string(),
  seenWith: z.string(),
  kind: z.string(),
  text: paragraphs({ max: REPLY_MAX_CHARACTERS }),
  note: paragraphs({ max: NOTE_MAX_CHARACTERS }),
  session: z.string(),
  person: z.string(),
});

type EnquiryForm = z.output<typeof enquiryForm>;

type Target = { services: Services; member: StaffMember; id: string };

/** A completed action: where it redirects to, and which of the typed texts it has used. */
type CompletedAction = { code: "done"; to: string; used: readonly ("text" | "note")[] };

/**
 * Runs a button's action, and returns to the page with what was typed. `instead` would replace a written reply; `filled`
 * changes with each filled-in text.
 */
export async function runEnquiryAction(target: Target, form: EnquiryForm) {
  const page = href("/staff/enquiries/:id", { id: target.id });
  const { text, note } = form;
  const kind = isReplyText(form.kind) ? form.kind : "first";
  const [, anyway, chosen = ""] = /^text(-anyway)?:(.*)$/.exec(form.do) ?? [];
  const isOwn = text !== "" && !(await isWrittenBySite(target, text));
  if (isReplyText(chosen)) {
    if (isOwn && anyway === undefined) return returned({ text, note, kind, instead: chosen });
    return returned({ text: "", note, kind: chosen, filled: newFillMark(target) });
  }
  if (form.do === "trial") return bookTrialAndFillReply(target, form, { isOwn, kind });
  const outcome = await run(target, form, page);
  if (outcome.code !== "done") return deskFormResponse(target.services, outcome, { text, note, kind });
  const left = {
    text: isOwn && !outcome.used.includes("text") ? text : "",
    note: outcome.used.includes("note") ? "" : note,
    kind: outcome.used.includes("text") ? "first" : kind,
  };
  const isNothingLeft = left.text === "" && left.note === "" && left.kind === "first";
  const isElsewhere = !outcome.to.startsWith(page);
  if (isNothingLeft || isElsewhere) return redirect(outcome.to, 303);
  return returned({ ...left, ...(form.do === "ask-delete" && { asked: "delete" }) });
}

/** Books the trial and fills in the reply; a written reply is replaced only on request. */
async function bookTrialAndFillReply(
  target: Target,
  form: EnquiryForm,
  { isOwn, kind }: { isOwn: boolean; kind: ReplyTemplate },
) {
  const { services, member, id } = target;
  const { text, note, session, person } = form;
  requirePermission(member, "edit", "bookings");
  const outcome =
    session === ""
      ? ({ code: "trial-date-missing" } as const)
      : await bookTrial(services, member, id, { sessionId: session, person });
  const typed = { text, note, kind, session, person };
  if (outcome.code === "ask-who") {
    const problem = deskFormResponse(services, { code: "trial-who" }, typed);
    const choice = await readPeopleChoice(services, member, "", outcome.ids);
    return data({ ...problem.data, choice }, problem.init ?? undefined);
  }
  if (outcome.code !== "done") return deskFormResponse(services, outcome, typed);
  if (isOwn) return returned({ text, note, kind, instead: "trial", booked: session });
  return returned({ text: "", note, kind: "trial", booked: session, filled: newFillMark(target) });
}

function newFillMark({ services }: Target): string {
  return String(services.now().getTime());
}

function returned(typed: Record<string, string>) {
  return data<ReturnedForm>({ errors: {}, typed });
}

async function isWrittenBySite({ services, member, id }: Target, text: string): Promise<boolean> {
  const enquiry = await findEnquiry(services, id);
  return enquiry !== undefined && Object.values(await replyTexts(services, member, enquiry)).includes(text);
}

/** @returns where the action leads, or why nothing was changed */
async function run(target: Target, form: EnquiryForm, page: string): Promise<CompletedAction | DeskFailure> {
  const { services, member, id } = target;
  const [action = "", ...rest] = form.do.split(":");
  const value = rest.join(":");
  const leadTo = async (
    to: string,
    work: Promise<{ code: "done" } | DeskFailure>,
    used: CompletedAction["used"] = [],
  ) => {
    const outcome = await work;
    return outcome.code === "done" ? { code: "done" as const, to, used } : outcome;
  };
  switch (action) {
    case "state":
      return leadTo(page, setEnquiryState(services, member, id, { seen: form.seen, to: value }));
    case "with":
      return leadTo(page, assign(target, { seen: form.seenWith, to: value }));
    case "note":
      if (form.note === "") return { code: "note-missing" };
      return leadTo(`${page}#notes`, addNote(services, member, id, form.note), ["note"]);
    case "retry":
      return leadTo(`${page}#replies`, retryReply(services, id, value));
    case "ask-delete":
      return { code: "done", to: `${page}?delete=1#delete`, used: [] };
    case "keep":
      return { code: "done", to: page, used: [] };
    case "delete":
      return leadTo(`${href("/staff/enquiries")}?deleted=1`, deleteEnquiry(services, member, id), ["text", "note"]);
    case "mail":
    case "whatsapp":
      return reply(target, action, form, page);
    default:
      return { code: "button-unknown" };
  }
}

export async function replyTexts(
  services: Services,
  member: StaffMember,
  enquiry: EnquiryDetails,
): Promise<Record<ReplyTemplate, string>> {
  const settings = await findSingleEntry(services, settingsType);
  const slots = await weeklySlotsToday(services);
  const times = slots
    .filter((slot) => slot.gymClass === enquiry.gymClass)
    .slice(0, MAX_TIMES_IN_REPLY)
    .map(({ day, time }) => `${dayName(day)}, ${time.from} to ${time.to}`);
  const trial = await trialFacts(services, enquiry.id);
  const facts = { ...enquiry, times, member: member.name, gym: settings.name, trial };
  return { first: replyText("first", facts), trial: replyText("trial", facts) };
}

async function trialFacts(services: Services, id: string) {
  const booked = await findTrial(services.db, id, services.now());
  if (booked === undefined) return undefined;
  const { session, priceKes } = booked;
  const gymClass = (await listEntries(services, classType)).find(({ slug }) => slug === session.classSlug);
  return {
    className: session.className,
    date: dayAndDate(session.date),
    time: session.time.from,
    price: priceKes === null ? "" : priceKes === 0 ? "It is free" : `It is ${priceWords(priceKes)}`,
    bring: gymClass?.bring ?? [],
  };
}

async function assign({ services, member, id }: Target, change: { seen: string; to: string }) {
  const staff = await listStaffForEnquiries(services);
  const isKnown = change.to === "" || staff.some((colleague) => colleague.id === change.to);
  return isKnown ? assignEnquiry(services, member, id, change) : { code: "assignee-unknown" as const };
}

async function reply(
  { services, member, id }: Target,
  by: "mail" | "whatsapp",
  { text, note, seen, kind }: EnquiryForm,
  page: string,
): Promise<CompletedAction | DeskFailure> {
  if (text === "") return { code: "reply-missing" };
  if (hasGap(text)) return { code: "reply-has-gaps" };
  const content = { text, seen, becomes: kind === "trial" ? ("trial-booked" as const) : ("answered" as const) };
  if (by === "whatsapp") {
    const outcome = await replyByWhatsApp(services, member, id, content);
    if (outcome.code !== "done") return outcome;
    // WhatsApp replaces the page: a typed note would be lost with it.
    if (note !== "") await addNote(services, member, id, note);
    return { code: "done", to: outcome.address, used: ["text", "note"] };
  }
  const { name: gym } = await findSingleEntry(services, settingsType);
  const outcome = await replyByMail(services, member, id, content, gym);
  return outcome.code === "done" ? { code: "done", to: `${page}#replies`, used: ["text"] } : outcome;
}

/** The response when nothing was changed: 410 for a deleted enquiry, 409 after a concurrent change. */
export function deskFormResponse(services: Services, failure: DeskFailure, typed: Record<string, string>) {
  const table = deskProblems(failure, (moment) => listMoment(moment, services.now()));
  return problemResponse(table, failure.code, typed);
}
