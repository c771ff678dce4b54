/** What the enquiries' code says to visitors and to the desk. The codes of every form are in `app/forms/messages.ts`. */
import type { Messages } from "../forms/messages.ts";
import type { AssigneeChanged, DeskFailure, InboxProblem, StateChanged } from "./desk-outcome.ts";
import type { EnquiryProblem } from "./enquiry.ts";
import type { State } from "./states.ts";

export const ENQUIRY_MESSAGES = {
  "name-missing": "Please tell us your name.",
  "phone-malformed": "This doesn’t look like a phone number. It should be like 0712 345 678.",
  "class-not-offered": "Please choose one of the classes in the list.",
} as const satisfies Messages<EnquiryProblem>;

export const STATE_NAMES = {
  suspect: "Held apart",
  new: "New",
  answered: "Answered",
  "trial-booked": "Trial booked",
  joined: "Joined",
  "not-now": "Not now",
  spam: "Spam",
} as const satisfies Record<State, string>;

const DESK_MESSAGES = {
  "enquiry-gone": "This enquiry was deleted meanwhile. Nothing was changed.",
  "state-unknown": "This is no state of an enquiry. Please choose one of those here.",
  "assignee-unknown": "This person can’t take enquiries any more. Please choose somebody else.",
  "note-missing": "Please write the note first.",
  "reply-missing": "Please write the reply first.",
  "reply-has-gaps": "The reply still has a gap, “…”. Please write the day and the time there, then send it.",
  "no-whatsapp": "There is no mobile number in this enquiry, so there is no chat to open. Please reply by mail.",
  "mail-not-waiting": "This mail isn’t waiting any more: it was sent, or is being sent now.",
  "button-unknown": "This form is not one of ours, so nothing was done.",
} as const satisfies Messages<Exclude<InboxProblem, "state-changed" | "assignee-changed">>;

/** The sentences of the desk's codes, with the facts of this failure. @param textOf writes a moment for staff */
export function deskMessages(failure: DeskFailure, textOf: (moment: Date) => string): Messages {
  if (failure.code === "state-changed") return { "state-changed": stateChangedMessage(failure, textOf) };
  if (failure.code === "assignee-changed") return { "assignee-changed": assigneeChangedMessage(failure) };
  return DESK_MESSAGES;
}

/** Says who changed the state meanwhile, when, and to what. */
function stateChangedMessage({ state, by, at }: StateChanged, textOf: (moment: Date) => string): string {
  const when = textOf(new Date(at));
  return `Meanwhile ${by} set this enquiry to “${STATE_NAMES[state]}” (${when}). Nothing was changed; press again if you still want to.`;
}

/** Says with whom the enquiry is meanwhile. */
function assigneeChangedMessage({ to }: AssigneeChanged): string {
  const present = to === null ? "with nobody" : `with ${to}`;
  return `Meanwhile this enquiry is ${present}. Nothing was changed; press again if you still want to.`;
}

/** Why a mail could not be sent, from the code of the error. */
export function mailErrorMessage(code: string): string {
  if (code === "552" || code === "452") return "the mailbox is full";
  if (/^55\d$/.test(code)) return "the mail server refused the address";
  return /^\d+$/.test(code) ? `the mail server refused it (${code})` : "the mail server could not be reached";
}

/** What the text of a reply is made of. */
export type ReplyFacts = {
  /** The enquirer's name as typed. */
  name: string;
  /** Empty when no class was chosen. */
  classTitle: string;
  /** When the class is on: "Monday, 9:00am to 10:00am". */
  times: readonly string[];
  /** Who writes. */
  member: string;
  gym: string;
};

export const REPLY_TEXTS = ["first", "trial"] as const;

export type ReplyText = (typeof REPLY_TEXTS)[number];

/** Whether a text is the name of one of the texts. */
export function isReplyText(text: string): text is ReplyText {
  return REPLY_TEXTS.some((known) => known === text);
}

export const REPLY_TEXT_NAMES: Readonly<Record<ReplyText, string>> = { first: "First reply", trial: "Trial booked" };

/** The text that a reply begins with, to be changed before it is sent. */
export function replyText(text: ReplyText, { name, classTitle, times, member, gym }: ReplyFacts): string {
  const about = classTitle === "" ? "your question" : `asking about ${classTitle}`;
  const classWords = classTitle === "" ? "a class" : classTitle;
  const body =
    text === "first"
      ? `thank you for ${about}.${timesSentence(classTitle, times)} Would you like to come by and try ${classWords} once?`
      : `you are booked for a trial of ${classWords} on … at …. Please come ten minutes early, with sports shoes, a towel and water. We are looking forward to seeing you.`;
  return `Hello ${firstWord(name)},\n\n${body}\n\n${firstWord(member)}, ${gym}`;
}

/** Whether a text has a gap that is to be filled in: an ellipsis that stands alone. One that ends a word is only written so. */
export function hasGap(text: string): boolean {
  return /(?<=^|\s)…(?=$|[\s.,;:!?])/.test(text);
}

function timesSentence(classTitle: string, times: readonly string[]): string {
  return classTitle === "" || times.length === 0 ? "" : ` ${classTitle} is on ${times.join("; ")}.`;
}

function firstWord(name: string): string {
  return name.split(/\s/)[0] ?? name;
}

/** The mail of a reply: the text as written, and below it what the enquirer wrote. */
export function replyMail(reply: { text: string; comment: string; classTitle: string; gym: string }): {
  subject: string;
  text: string;
} {
  const { text, comment, classTitle, gym } = reply;
  const quoted = comment === "" ? "" : `\n\nYou wrote:\n${comment.replaceAll(/^/gm, "> ")}`;
  const about = classTitle === "" ? "" : ` about ${classTitle}`;
  return { subject: `Your enquiry${about} at ${gym}`, text: `${text}${quoted}\n` };
}

/** The heads of the columns of the exported sheet. */
export const SHEET_HEADS = [
  "Received (Nairobi)",
  "Name",
  "E-mail",
  "Phone",
  "Class",
  "Comment",
  "State",
  "State since",
  "Set by",
  "With",
] as const;

/** The subject of the enquiry notification. That of a suspect enquiry begins with a mark, for the desk's mail filter. */
export function enquiryNotificationSubject(name: string, isSuspect: boolean): string {
  return `${isSuspect ? "[Possibly spam] " : ""}Enquiry from ${name}`;
}

/**
 * The text of the enquiry notification.
 * @param enquiry `phone`, `classTitle` and `comment` are undefined when the visitor left them empty, `whatsApp` when the number has
 * none that is known
 */
export function enquiryNotificationText(enquiry: {
  name: string;
  email: string;
  phone: string | undefined;
  whatsApp: string | undefined;
  classTitle: string | undefined;
  sentAt: string;
  comment: string | undefined;
}): string {
  return `${enquiry.name} left an enquiry on the website.

Name:    ${enquiry.name}
E-mail:  ${enquiry.email}${enquiry.phone ? `\nPhone:   ${enquiry.phone}` : ""}${enquiry.whatsApp ? `\n         ${enquiry.whatsApp}` : ""}
Class:   ${enquiry.classTitle ?? "none chosen"}
Sent:    ${enquiry.sentAt} (Nairobi)

Comment:
${enquiry.comment ?? "(none)"}

Answer this mail to write to the visitor.
`;
}
