/** Enquiries for tests, stored as the contact form stores them. */
import { recordEnquiry } from "../../app/enquiries/enquiries.server.ts";
import type { Services } from "../../app/platform/services.ts";

const FORM = { name: "Zawadi", email: "zawadi@example.com", phone: "", class: "", comment: "Karibu" };

export async function enquire(services: Services, changes: Partial<typeof FORM> = {}): Promise<string> {
  await recordEnquiry(services, { ...FORM, ...changes });
  const enquiries = services.db.selectFrom("enquiries").select("id").orderBy("received_at", "desc");
  return (await enquiries.executeTakeFirstOrThrow()).id;
}
