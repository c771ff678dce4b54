import { localPhone, whatsAppAddress } from "../forms/phone.ts";
import type { Services } from "../platform/services.ts";
import { findListedEnquiry, type ListedEnquiry } from "./inbox.server.ts";
import { listReplies, type ReplyView } from "./replies.server.ts";

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

/** An enquiry with its notes and replies, newest first; undefined when there is none. */
export async function findEnquiry(services: Services, id: string): Promise<EnquiryDetails | undefined> {
  const { db } = services;
  const [listed, row, notes, replies] = await Promise.all([
    findListedEnquiry(services, id),
    db.selectFrom("enquiries").select("class").where("id", "=", id).executeTakeFirst(),
    db
      .selectFrom("enquiry_notes")
      .select(["id", "at", "by_name as by", "text"])
      .where("enquiry_id", "=", id)
      .orderBy("at", "desc")
      .execute(),
    listReplies(services, id),
  ]);
  if (listed === undefined || row === undefined) return undefined;
  return {
    ...listed,
    gymClass: row.class,
    localPhone: localPhone(listed.phone),
    hasWhatsApp: whatsAppAddress(listed.phone) !== undefined,
    notes,
    replies,
  };
}

/** Who deleted an enquiry, and when; undefined when it never existed or its time was up. */
export async function findDeletion({ db }: Services, id: string): Promise<{ by: string; at: string } | undefined> {
  return db
    .selectFrom("audit_log")
    .select(["who_name as by", "at"])
    .where("type", "=", "enquiry")
    .where("slug", "=", id)
    .where("action", "=", "enquiry-deleted")
    .executeTakeFirst();
}
