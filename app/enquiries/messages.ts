/** Sentences about enquiries, for visitors and the desk. Those of problems are in `problems.ts`. */
import { localPhone, whatsAppAddress } from "../forms/phone.ts";
import type { SentEnquiry } from "./enquiry.ts";
import type { State } from "./states.ts";

/** How the gym will answer: a sentence of the thanks page, when the form accepts a phone number instead of an address. */
export function answerSentence({ email, phone }: Pick<SentEnquiry, "email" | "phone">): string {
  const call = whatsAppAddress(phone) === undefined ? "call you" : "call or WhatsApp you";
  const byPhone = phone === "" ? [] : [`${call} on ${localPhone(phone)}`];
  const byMail = email === "" ? [] : [`write to ${email}`];
  return `We will ${[...byMail, ...byPhone].join(", or ")}.`;
}

export const STATE_NAMES = {
  suspect: "Suspected spam",
  new: "New",
  answered: "Answered",
  "trial-booked": "Trial booked",
  joined: "Joined",
  "not-now": "Not now",
  spam: "Spam",
} as const satisfies Record<State, string>;

export const REPLY_TEXT_NAMES = { first: "First reply", trial: "Trial booked" } as const;

export type ReplyTemplate = keyof typeof REPLY_TEXT_NAMES;

export function isReplyText(text: string): text is ReplyTemplate {
  return Object.hasOwn(REPLY_TEXT_NAMES, text);
}

/** The facts in a reply's text: names, class, time, author and gym. */
type ReplyFacts = {
  name: string;
  classTitle: string;
  times: readonly string[];
  member: string;
  gym: string;
  trial?: TrialFacts | undefined;
};

type TrialFacts = { className: string; date: string; time: string; price: string; bring: readonly string[] };

export function replyText(text: ReplyTemplate, { name, classTitle, times, member, gym, trial }: ReplyFacts): string {
  const about = classTitle === "" ? "your question" : `asking about ${classTitle}`;
  const classWords = classTitle === "" ? "a class" : classTitle;
  const body =
    text === "first"
      ? `Thank you for ${about}.${timesSentence(classTitle, times)} Would you like to come by and try ${classWords} once?`
      : trial !== undefined
        ? bookedTrialText(trial)
        : `You are booked for a trial of ${classWords} on … at …. Please come ten minutes early, with sports shoes, a towel and water. We are looking forward to seeing you.`;
  return `Hello ${firstWord(name)},\n\n${body}\n\n${firstWord(member)}, ${gym}`;
}

function bookedTrialText({ className, date, time, price, bring }: TrialFacts): string {
  const cost = price === "" ? "" : ` ${price}.`;
  const things = bring.length === 0 ? "" : `\n\nWhat to bring:\n${bring.map((thing) => `- ${thing}`).join("\n")}`;
  return `You are booked for a trial of ${className} on ${date} at ${time}.${cost} Please come ten minutes early.${things}\n\nWe are looking forward to seeing you.`;
}

/** Whether a text has a gap: an ellipsis on its own. */
export function hasGap(text: string): boolean {
  return /(?<=^|\s)…(?=$|[\s.,;:!?])/.test(text);
}

function timesSentence(classTitle: string, times: readonly string[]): string {
  return classTitle === "" || times.length === 0 ? "" : ` ${classTitle} takes place every week: ${times.join("; ")}.`;
}

function firstWord(name: string): string {
  return name.split(/\s/)[0] ?? name;
}

/** The email of a reply. It does not quote the enquiry: anybody can send an enquiry with a stranger's address. */
export function replyMail({ text, classTitle, gym }: { text: string; classTitle: string; gym: string }) {
  const about = classTitle === "" ? "" : ` about ${classTitle}`;
  return { subject: `Your enquiry${about} at ${gym}`, text: `${text}\n` };
}

export const SENT_AGAIN = "Sent the same enquiry again.";

/**
 * The notification to the desk; suspect enquiries have a mark in the subject for mail filters. @param enquiry unset
 * fields are empty
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
Email:   ${email || "none given"}${phone && `\nPhone:   ${phone}`}${whatsApp ? `\n         ${whatsApp}` : ""}
Class:   ${classTitle || "none chosen"}
Sent:    ${sentAt} (Nairobi)

Comment:
${comment || "(none)"}

${email === "" ? "There is no email address to reply to: please call, or write on WhatsApp." : "Reply to this email to write to the visitor."}
`,
  };
}
