/** Enquiries, notes and replies as the console shows them. */
import type { State } from "./states.ts";

/** An enquiry as lists show it. */
export type ListedEnquiry = {
  id: string;
  receivedAt: string;
  name: string;
  email: string;
  /** The number given, or one found in the comment; empty when there is neither. */
  phone: string;
  /** Whether the number was found in the comment, where it may be somebody else's. */
  isPhoneFound: boolean;
  /** The title of the chosen class, its slug if the class is gone; empty when none was chosen. */
  classTitle: string;
  comment: string;
  state: State;
  /** The state before the last change, to undo it; null before the first. */
  stateBefore: State | null;
  /** When and by whom the state was changed last; null when it never was. */
  stateAt: string | null;
  stateBy: string | null;
  /** Who has it; null for nobody. */
  assignee: { id: string; name: string } | null;
};

/** Where a page begins: after this enquiry, the last one of the page before. */
export type InboxKey = { receivedAt: string; id: string };

/** A reply as the enquiry's page shows it. */
export type ReplyView = {
  id: string;
  at: string;
  by: string;
  channel: "mail" | "whatsapp";
  text: string;
  /** Of a mail; undefined for WhatsApp, where the site can't know. */
  mail?: MailStatus;
};

/**
 * Whether a mail has left. `failed` is tried again by itself, for about five days, until it is given up. `undelivered` was
 * given up, and is not stored any more.
 */
export type MailStatus =
  | { id: string; status: "waiting" }
  | { id: string; status: "sent"; at: string | null }
  | { id: string; status: "failed"; error: string; attempts: number; isGivenUp: boolean }
  | { id: null; status: "undelivered" };

/** A reply whose mail could not be sent yet, and is tried again. */
export type FailedReply = {
  enquiryId: string;
  name: string;
  mailId: string;
  /** The code of the last error: a number of the mail server (RFC 5321), or of the network. */
  error: string;
  attempts: number;
};

/** A note of the desk; the name is that of the moment. */
export type Note = { id: string; at: string; by: string; text: string };

/** All that an enquiry's page shows. */
export type EnquiryDetails = ListedEnquiry & {
  /** The slug of the chosen class; empty when none was chosen. */
  gymClass: string;
  localPhone: string;
  hasWhatsApp: boolean;
  notes: Note[];
  replies: ReplyView[];
};
