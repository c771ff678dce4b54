/** Reads the log of what staff did: newest first, paged by key, each entry as a sentence. */
import { afterKey, cutPage } from "../../platform/cursor.server.ts";
import type { Tables } from "../../platform/schema.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized } from "../../platform/text.ts";
import { clockTime, dateInNairobi, shortDate } from "../../time/dates.server.ts";
import { moneyText } from "../../time/money.ts";
import { isRole, ROLE_NAMES } from "../roles.ts";

export const ACTIVITY_PAGE = 50;

/** Filters by person, by kind of subject or by subject, and by the key of a page (`PageKey`). */
export type ActivityFilter = Partial<Record<"who" | "type" | "slug" | "after", string | null | undefined>>;

/** A page of the log, newest first, and the key of its last entry when there are older ones. */
export async function listActivity({ db }: Pick<Services, "db">, filter: ActivityFilter, limit = ACTIVITY_PAGE) {
  const { who, type, slug, after } = filter;
  const rows = await db
    .selectFrom("audit_log")
    .selectAll()
    .$if(who !== undefined, (query) => query.where("who_id", "=", who ?? ""))
    .$if(type !== undefined, (query) => query.where("type", "=", type ?? ""))
    .$if(slug !== undefined, (query) => query.where("slug", "=", slug ?? ""))
    .where(afterKey(["at", "id"], after))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const { page, next } = cutPage(rows, limit, ({ at, id }) => [at, id]);
  return { entries: page.map(entryOf), next };
}

export async function findActivity({ db }: Pick<Services, "db">, id: string): Promise<ActivityEntry | undefined> {
  const row = await db.selectFrom("audit_log").selectAll().where("id", "=", id).executeTakeFirst();
  return row && entryOf(row);
}

/** A stored entry. `actId` is shared by all entries of one action; `details` are the action's facts. */
export type ActivityEntry = ReturnType<typeof entryOf>;

function entryOf({ who_id, who_name, act_id, details, ...row }: Tables["audit_log"]) {
  const facts: Record<string, unknown> = JSON.parse(details);
  return { ...row, actId: act_id, whoId: who_id, whoName: who_name, details: facts };
}

type ActivityFacts = { label: string; details: Record<string, unknown> };

/** The name that a slug was probably made from: `amina-yusuf` is "Amina Yusuf". */
function nameOf(slug: string): string {
  return slug.split("-").map(capitalized).join(" ");
}

const SENTENCES: Readonly<Record<string, (act: ActivityFacts) => string>> = {
  published: ({ label }) => `published ${label}`,
  scheduled: ({ label, details }) =>
    `${details.what === "remove" ? "scheduled the removal of" : "scheduled the publication of"} ${label}${moment(details.dueAt, " for ")}`,
  "schedule-cancelled": ({ label }) => `cancelled the schedule of ${label}`,
  "schedule-kept": ({ label, details }) => `kept a change of ${label} for later${moment(details.dueAt)}`,
  "schedule-failed": ({ label }) => `could not publish ${label} as scheduled`,
  "schedule-held": ({ label, details }) =>
    `put a scheduled change by ${text(details.scheduledBy)} on hold: ${label}${moment(details.dueAt)}`,
  "draft-saved": ({ label }) => `saved a draft of ${label}`,
  "draft-discarded": ({ label }) => `discarded the draft of ${label}`,
  removed: ({ label }) => `unpublished ${label}`,
  "put-back": ({ label }) => `restored ${label}`,
  ordered: ({ label }) => `changed the order of a list: ${label}`,
  "order-undone": ({ label }) => `undid the last change of an order: ${label}`,
  undone: ({ label }) => `undid the last change of ${label}`,
  "reference-changed": ({ label }) => `replaced a reference in ${label}`,
  "picture-uploaded": ({ label }) => `uploaded the picture ${label}`,
  "picture-changed": ({ label }) => `changed the picture ${label}`,
  "picture-removed": ({ label }) => `removed the picture ${label}`,
  "person-named": ({ label }) => `named a person in the picture ${label}, without a consent yet`,
  "consent-recorded": ({ label }) => `recorded a consent for ${label}`,
  "consent-withdrawn": ({ label }) => `withdrew the consent for ${label}`,
  "slot-added": ({ label }) => `added ${label} to the weekly timetable`,
  "slot-changed": ({ label }) => `changed the weekly timetable: ${label}`,
  "slot-ended": ({ label }) => `removed from the weekly timetable: ${label}`,
  "slot-undone": ({ label }) => `undid a change of the weekly timetable: ${label}`,
  "slot-draft-ended": ({ label }) => `lost a draft in the weekly timetable: ${label}`,
  "session-cancelled": ({ label, details }) => `cancelled ${label}${withReason(details.reason)}`,
  "session-restored": ({ label, details }) =>
    Array.isArray(details.what) && details.what.includes("state") && details.to === details.from
      ? `undid the cancellation of ${label}`
      : `restored ${label}${details.to === details.from ? "" : `, back to ${text(details.to)}`}`,
  "session-moved": ({ label, details }) => `moved ${label} to ${text(details.to)}${withReason(details.reason)}`,
  "session-followed": ({ label, details }) => `moved ${label} with its weekly class to ${text(details.to)}`,
  "trainer-substituted": ({ label, details }) =>
    `handed over ${label}, from ${text(details.from)} to ${text(details.to)}${withReason(details.reason)}`,
  "cover-needed": ({ label }) => `reported being unable to lead ${label}`,
  "cover-asked": ({ label, details }) => `asked ${text(details.to)} for cover: ${label}`,
  "cover-accepted": ({ label, details }) => `agreed to lead ${label} for ${text(details.from)}`,
  "cover-declined": ({ label }) => `declined to cover ${label}`,
  "cover-withdrawn": ({ label }) => `withdrew the cover request for ${label}`,
  "session-added": ({ label, details }) => `added ${label}${withReason(details.reason)}`,
  "days-closed": ({ label, details }) => `closed the gym: ${label}${withReason(details.note)}`,
  "days-opened": ({ label }) => `reopened the gym: ${label}`,
  "booking-made": ({ label }) => `booked somebody a place in ${label}`,
  "booking-cancelled": ({ label }) => `cancelled a booking of ${label}`,
  "booking-told": ({ label }) => `told somebody about a place in ${label}`,
  "booking-checked-in": ({ label }) => `checked somebody in for ${label}`,
  "booking-check-in-undone": ({ label }) => `undid a check-in for ${label}`,
  "all-came": ({ label }) => `checked in everybody else for ${label}`,
  "all-missed": ({ label }) => `recorded a missed class for everybody not checked in: ${label}`,
  "booking-missed": ({ label }) => `recorded a missed class for somebody: ${label}`,
  "walk-in-added": ({ label }) => `added a walk-in to ${label}`,
  "walk-in-removed": ({ label }) => `removed a walk-in from ${label}`,
  "contact-corrected": () => "corrected the contact details of somebody who books",
  "late-excused": ({ label }) => `excused a late cancellation of ${label}`,
  "member-made": () => "created a member record",
  "member-changed": () => "edited the record of a member",
  "member-noted": () => "added a note about a member",
  "member-invited": () => "created an account link and code for a member",
  "member-joined": () => "linked an account to a member record",
  "member-left": () => "unlinked an account from a member record",
  "member-account-deleted": () => "unlinked a deleted account from the record of a member",
  "member-kept": () => "kept the record of a member whose account was deleted",
  "member-deleted": () => "erased a person",
  "records-merged": () => "merged two records of one person",
  "records-parted": () => "undid a merge of two member records",
  "door-number-renewed": () => "gave a member a new door number",
  "door-number-replaced": () => "replaced a member’s door number because somebody’s phone ends in it",
  "door-number-own": () => "replaced a member’s door number at the member’s request",
  "marketing-allowed": () => "recorded that a member agrees to offers",
  "marketing-refused": () => "recorded that a member wants no offers",
  "pass-given": ({ details }) => `gave a member a pass: ${text(details.plan)}`,
  "pass-frozen": ({ details }) => `froze a member’s ${text(details.plan)}`,
  "freeze-asked": ({ details }) => `received a member’s freeze request for their ${text(details.plan)}`,
  "freeze-refused": () => "declined a member’s freeze request",
  "pass-freeze-ended": ({ details }) => `ended the freeze of a member’s ${text(details.plan)} early`,
  "pass-freeze-taken-back": ({ details }) => `undid the freeze of a member’s ${text(details.plan)}`,
  "pass-ended": ({ details }) => `ended a member’s ${text(details.plan)}`,
  "pass-end-taken-back": ({ details }) => `undid the end of a member’s ${text(details.plan)}`,
  "pass-taken-back": ({ details }) => `voided a member’s ${text(details.plan)}, given by mistake`,
  "days-given": ({ details }) => `extended ${plain(String(details.passes))} passes for closed days`,
  "list-brought-in": ({ details }) =>
    `imported members: ${plain(String(details.people))} new, ${plain(String(details.passes))} ${details.passes === 1 ? "pass" : "passes"}`,
  "list-taken-back": () => "undid a member import",
  "days-kept": () => "kept an extension of passes for reopened days",
  "days-taken-back": () => "undid an extension of passes for closed days",
  "enquiry-state": ({ details }) => `set the status of an enquiry to ${plain(details.to)}`,
  "enquiry-assigned": ({ details }) =>
    typeof details.to === "string" ? `assigned an enquiry to ${details.to}` : "unassigned an enquiry",
  "enquiry-taken": () => "took over an enquiry",
  "enquiry-note": () => "added a note to an enquiry",
  "enquiry-reply": ({ details }) => `replied to an enquiry by ${details.channel === "whatsapp" ? "WhatsApp" : "email"}`,
  "enquiry-trial": ({ details }) => `booked a trial for an enquiry: ${text(details.session)}`,
  "enquiry-deleted": () => "deleted an enquiry",
  "enquiries-exported": () => "exported enquiries",
  "mail-removed": () => "deleted an email that could not be delivered",
  "gym-mail-set": () => "changed where the gym’s own emails go",
  "sale-undone": () => "undid a sale",
  "money-sent-back": ({ details }) => `refunded ${kes(details.amount)}`,
  "drawer-closed": ({ details }) => `closed the drawer, ${drawerResult(details.difference)}`,
  "became-owner": () => "became the owner with the owner link",
  invited: ({ label, details }) => `invited ${label} as ${roleName(details.role)}`,
  "invitation-revoked": ({ label }) => `withdrew the invitation of ${label}`,
  joined: ({ details }) => `joined the team as ${roleName(details.role)}`,
  left: () => "left, and deleted the account",
  "role-changed": ({ label, details }) =>
    `changed the role of ${label} from ${roleName(details.from)} to ${roleName(details.to)}${typeof details.trainer === "string" ? `, ${nameOf(details.trainer)}` : ""}`,
  "trainer-set": ({ label, details }) =>
    typeof details.to === "string"
      ? `linked ${label} to the trainer ${nameOf(details.to)}`
      : `unlinked ${label} from their trainer`,
  "removed-person": ({ label }) => `removed ${label} from the team`,
  "second-step-reset": ({ label }) => `reset the two-step verification of ${label}`,
  "app-added": () => "set up an authenticator app",
  "app-removed": () => "switched the authenticator app off",
  "passkey-added": () => "added a passkey",
  "passkey-removed": () => "removed a passkey",
  "recovery-codes-made": () => "created new recovery codes",
  "recovery-code-used": () => "signed in with a recovery code",
};

/** The sentence of a log entry, without its author. Unknown actions are named by their code. */
export function activitySentence(entry: Pick<ActivityEntry, "action" | "label" | "details">): string {
  const { action, label, details } = entry;
  const sentence = SENTENCES[action];
  if (sentence !== undefined) return sentence({ label: label ?? "", details });
  return `${action.replaceAll("-", " ")}${label ? ` ${label}` : ""}`;
}

function moment(stored: unknown, start = ", for "): string {
  const at = typeof stored === "string" ? new Date(stored) : undefined;
  return at === undefined || Number.isNaN(at.getTime())
    ? ""
    : `${start}${shortDate(dateInNairobi(at))} ${dateInNairobi(at).slice(0, 4)}, ${clockTime(at)}`;
}

function text(stored: unknown): string {
  return typeof stored === "string" ? stored : "another";
}

function withReason(reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? `: “${reason}”` : "";
}

function kes(amount: unknown): string {
  return typeof amount === "number" ? moneyText(amount) : "money";
}

/** "KES 10 short". */
function drawerResult(difference: unknown): string {
  if (typeof difference !== "number" || difference === 0) return "correct to the shilling";
  return `${kes(Math.abs(difference))} ${difference < 0 ? "short" : "over"}`;
}

function plain(code: unknown): string {
  return typeof code === "string" ? code.replaceAll("-", " ") : "another";
}

function roleName(role: unknown): string {
  return typeof role === "string" && isRole(role) ? ROLE_NAMES[role] : "somebody";
}
