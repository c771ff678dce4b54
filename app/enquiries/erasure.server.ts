/** Deletes enquiries with all that is about them: notes, replies and words by the database, mails and fingerprints here. */
import type { Transaction } from "kysely";
import { type Actor, recordActivity } from "../platform/activity.server.ts";
import { removeDeletedFromLog } from "../platform/deleted-content.server.ts";
import { removeMailFiles } from "../platform/mail.server.ts";
import { deleteMailOfEnquiries } from "../platform/outbox.server.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { fingerprintOf } from "./enquiries.server.ts";
import type { State } from "./states.ts";

/**
 * Deletes an enquiry for good, as its sender may ask (Data Protection Act, 2019, section 40). Deleting it again changes
 * nothing.
 */
export async function deleteEnquiry(services: Services, actor: Actor, id: string): Promise<{ ok: true }> {
  const mails = await transact(services, async ({ transaction }) => {
    const deleted = await deleteEnquiries(transaction, [id]);
    if (deleted.count > 0) {
      const act = { action: "enquiry-deleted", type: "enquiry", slug: id };
      await recordActivity(transaction, services.now(), actor, act);
    }
    return deleted.mails;
  });
  await removeMailFiles(services, mails);
  await removeDeletedFromLog(services);
  return { ok: true };
}

/**
 * Deletes enquiries, in the caller's transaction.
 * @param onlyIn leaves those alone that are in another state by now
 * @returns how many there were, and the ids of their mails for `removeMailFiles` after the commit
 */
export async function deleteEnquiries(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  onlyIn?: State,
): Promise<{ count: number; mails: string[] }> {
  let deletion = transaction.deleteFrom("enquiries").where("id", "in", ids);
  if (onlyIn !== undefined) deletion = deletion.where("state", "=", onlyIn);
  const deleted = await deletion.returning(["id", "name", "email", "phone", "class", "comment"]).execute();
  if (deleted.length === 0) return { count: 0, mails: [] };
  await transaction.deleteFrom("enquiry_fingerprints").where("fingerprint", "in", deleted.map(fingerprintOf)).execute();
  const mails = await deleteMailOfEnquiries(
    transaction,
    deleted.map(({ id }) => id),
  );
  return { count: deleted.length, mails };
}
