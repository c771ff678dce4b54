/** Sentences of the enquiries, to visitors and to the desk. The codes of every form are in `app/forms/messages.ts`. */
import type { Messages } from "../forms/messages.ts";
import { localPhone, whatsAppAddress } from "../forms/phone.ts";
import type { EnquiryProblem, SentEnquiry } from "./enquiry.ts";
import type { State } from "./states.ts";

export const ENQUIRY_MESSAGES = {
  "name-missing": "Please tell us your name.",
  "email-and-phone-missing":
    "Please enter your email address or your phone number: without one of the two we can’t answer you.",
  "phone-malformed": "This doesn’t look like a phone number. It should be like 0712 345 678.",
  "class-not-offered": "Please choose one of the classes in the list.",
} as const satisfies Messages<EnquiryProblem>;

/** How an enquiry is answered, in the thanks for it, where the form takes a phone number in place of an address. */
export function answerSentence({ email, phone }: Pick<SentEnquiry, "email" | "phone">): string {
  const call = whatsAppAddress(phone) === undefined ? "call you" : "call or WhatsApp you";
  const byPhone = phone === "" ? [] : [`${call} on ${localPhone(phone)}`];
  const byMail = email === "" ? [] : [`write to ${email}`];
  return `We will ${[...byMail, ...byPhone].join(", or ")}.`;
}

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
  "no-email": "There is no e-mail address in this enquiry, so no mail can be sent. Please call, or reply on WhatsApp.",
  "trial-date-missing": "Please choose a date first.",
  "trial-full": "Every place is taken by now, so nothing was booked. Please choose another date.",
  "trial-not-bookable":
    "This class has begun, does not take place, or can’t be booked any more. Nothing was booked; please choose another date.",
  "trial-name-link":
    "There is a web or mail address in this name, so nothing was booked. Book it on the page of the class, with the name alone.",
  "trial-booked-before": "A trial is booked already, on the date that stands here. Cancel that one in the day first.",
  "trial-busy": "The booking desk is busy right now, so nothing was booked. Please try again in a moment.",
  "mail-not-waiting": "This mail isn’t waiting any more: it was sent, or is being sent now.",
  "button-unknown": "This form is not one of ours, so nothing was done.",
} as const satisfies Messages;

/** A colleague changed the state since the page was made. */
export type StateChanged = { ok: false; code: "state-changed"; state: State; by: string; at: string };

/** Why a change of the desk was not made. `to` is whom a colleague gave the enquiry to meanwhile, null for nobody. */
export type DeskFailure =
  | StateChanged
  | { ok: false; code: "assignee-changed"; to: string | null }
  | { ok: false; code: keyof typeof DESK_MESSAGES };

export type DeskOutcome = { ok: true } | DeskFailure;

/** The sentences of the desk's codes, with the facts of this failure. @param textOf writes a moment for staff */
export function deskMessages(failure: DeskFailure, textOf: (moment: Date) => string): Messages {
  const unchanged = "Nothing was changed; press again if you still want to.";
  if (failure.code === "state-changed") {
    const { state, by, at } = failure;
    const changed = `Meanwhile ${by} set this enquiry to “${STATE_NAMES[state]}” (${textOf(new Date(at))}).`;
    return { "state-changed": `${changed} ${unchanged}` };
  }
  if (failure.code === "assignee-changed") {
    const { to } = failure;
    return { "assignee-changed": `Meanwhile this enquiry is with ${to ?? "nobody"}. ${unchanged}` };
  }
  return DESK_MESSAGES;
}

/** The texts that a reply can begin with. */
export const REPLY_TEXT_NAMES = { first: "First reply", trial: "Trial booked" } as const;

export type ReplyText = keyof typeof REPLY_TEXT_NAMES;

export function isReplyText(text: string): text is ReplyText {
  return Object.hasOwn(REPLY_TEXT_NAMES, text);
}

/**
 * The facts in the text of a reply: the enquirer's name as typed, the class, empty when none was chosen, when it is on
 * ("Monday, 9:00am to 10:00am"), who writes, and the gym's name.
 */
type ReplyFacts = {
  name: string;
  classTitle: string;
  times: readonly string[];
  member: string;
  gym: string;
  /** The trial that is booked, if one is. */
  trial?: TrialFacts | undefined;
};

/** A trial: its class, `Monday 30 November`, `9:00am`, the price in words, and what to bring; both may be empty. */
type TrialFacts = { className: string; date: string; time: string; price: string; bring: readonly string[] };

/** The text that a reply begins with, to be changed before it is sent. */
export function replyText(text: ReplyText, { name, classTitle, times, member, gym, trial }: ReplyFacts): string {
  const about = classTitle === "" ? "your question" : `asking about ${classTitle}`;
  const classWords = classTitle === "" ? "a class" : classTitle;
  const body =
    text === "first"
      ? `thank you for ${about}.${timesSentence(classTitle, times)} Would you like to come by and try ${classWords} once?`
      : trial !== undefined
        ? bookedTrialText(trial)
        : `you are booked for a trial of ${classWords} on … at …. Please come ten minutes early, with sports shoes, a towel and water. We are looking forward to seeing you.`;
  return `Hello ${firstWord(name)},\n\n${body}\n\n${firstWord(member)}, ${gym}`;
}

function bookedTrialText({ className, date, time, price, bring }: TrialFacts): string {
  const cost = price === "" ? "" : ` ${price}.`;
  const things = bring.length === 0 ? "" : `\n\nWhat to bring:\n${bring.map((thing) => `- ${thing}`).join("\n")}`;
  return `you are booked for a trial of ${className} on ${date} at ${time}.${cost} Please come ten minutes early.${things}\n\nWe are looking forward to seeing you.`;
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

/** The mail of a reply. It does not quote the enquiry: anybody can write one in the name of a stranger's address. */
export function replyMail({ text, classTitle, gym }: { text: string; classTitle: string; gym: string }) {
  const about = classTitle === "" ? "" : ` about ${classTitle}`;
  return { subject: `Your enquiry${about} at ${gym}`, text: `${text}\n` };
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

/** The note on an enquiry whose form came again. */
export const SENT_AGAIN = "Sent the same enquiry again.";

/**
 * The mail that notifies the desk of an enquiry. The subject of a suspect one begins with a mark, for the desk's mail filter.
 * @param enquiry its fields are empty where the visitor left them empty; `whatsApp` is undefined for a number without it
 */
export function enquiryNotificationMail(
  enquiry: SentEnquiry & { whatsApp: string | undefined; classTitle: string; sentAt: string } & {
    isSuspect: boolean;
    isAgain: boolean;
  },
): { subject: string; text: string } {
  const { name, email, phone, whatsApp, classTitle, sentAt, comment, isSuspect, isAgain } = enquiry;
  return {
    subject: `${isSuspect ? "[Possibly spam] " : ""}${isAgain ? "Sent again: " : ""}Enquiry from ${name}`,
    text: `${name} ${isAgain ? "sent the same enquiry again" : "left an enquiry"} on the website.

Name:    ${name}
E-mail:  ${email || "none given"}${phone && `\nPhone:   ${phone}`}${whatsApp ? `\n         ${whatsApp}` : ""}
Class:   ${classTitle || "none chosen"}
Sent:    ${sentAt} (Nairobi)

Comment:
${comment || "(none)"}

${email === "" ? "There is no address to answer to: please call, or write on WhatsApp." : "Answer this mail to write to the visitor."}
`,
  };
}
