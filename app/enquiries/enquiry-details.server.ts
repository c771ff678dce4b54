import { localPhone, whatsAppAddress } from "../forms/phone.ts";
import type { Services } from "../platform/services.ts";
import { findListedEnquiry } from "./inbox.server.ts";
import { listReplies } from "./replies.server.ts";

export type EnquiryDetails = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

export async function findEnquiry(services: Services, id: string) {
  const [listed, notes, replies] = await Promise.all([
    findListedEnquiry(services, id),
    services.db
      .selectFrom("enquiry_notes")
      .select(["id", "at", "by_name as by", "text"])
      .where("enquiry_id", "=", id)
      .orderBy("at", "desc")
      .execute(),
    listReplies(services, id),
  ]);
  if (listed === undefined) return undefined;
  const hasWhatsApp = whatsAppAddress(listed.phone) !== undefined;
  return { ...listed, localPhone: localPhone(listed.phone), hasWhatsApp, notes, replies };
}

export async function findDeletion({ db }: Services, id: string): Promise<{ by: string; at: string } | undefined> {
  return db
    .selectFrom("audit_log")
    .select(["who_name as by", "at"])
    .where("type", "=", "enquiry")
    .where("slug", "=", id)
    .where("action", "=", "enquiry-deleted")
    .executeTakeFirst();
}
