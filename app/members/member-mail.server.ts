/** Emails about passes: finds their recipients, and queues them. */
import { randomBytes } from "node:crypto";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { addressOf, findPerson, type Person } from "../people/people.server.ts";
import { isChildOn } from "../people/person.ts";
import { siteOrigin } from "../platform/config.ts";
import type { Db } from "../platform/services.ts";
import { TEST_ACCOUNT } from "../platform/test-account.ts";
import type { Change } from "../platform/transact.server.ts";
import { type MembershipMailKind, membershipMail } from "./membership-mails.server.ts";

/** The recipient of emails about a person; a guardian for a child. */
export type MailRecipient = { member: Person; to: string; userId: string | null };

/** Finds the recipient; undefined without an address. */
export async function findMailRecipient(db: Db, about: Person, today: string): Promise<MailRecipient | undefined> {
  const isForGuardian = isChildOn(about, today) && about.guardian_id !== null;
  const member = isForGuardian ? await findPerson(db, about.guardian_id ?? "") : about;
  return member && asMailRecipient(db, member);
}

export async function asMailRecipient(db: Db, member: Person): Promise<MailRecipient | undefined> {
  if (member.erased_at !== null) return undefined;
  const to = await addressOf(db, member);
  return to === "" || to === TEST_ACCOUNT.email ? undefined : { member, to, userId: member.user_id };
}

export async function queueMembershipMail(
  change: Change,
  kind: MembershipMailKind,
  { about, recipient }: { about: Person; recipient: MailRecipient },
  facts: Omit<Parameters<typeof membershipMail>[1], "childName">,
  discardAfter?: Date,
): Promise<void> {
  const { services, transaction } = change;
  // From this instance's memory: no transaction that queues email changes the settings.
  const settings = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const gym = { ...settings, origin: siteOrigin(services.config) };
  const offUrl = `${gym.origin}/membership/mails?key=${await ensureKey(change, recipient.member)}`;
  const childName = recipient.member.id === about.id ? undefined : about.name;
  const mail = membershipMail(kind, { ...facts, childName }, { gym, offUrl, hasAccount: recipient.userId !== null });
  await change.queueMail({
    ...mail,
    to: recipient.to,
    personId: about.id,
    ...(recipient.userId !== null && { userId: recipient.userId }),
    ...(discardAfter && { discardAfter }),
  });
}

/** The key of the link that switches a recipient's emails off, created with the first email. */
async function ensureKey({ transaction }: Change, recipient: Person): Promise<string> {
  // Read again: another email of this transaction may have created it.
  const known = (await findPerson(transaction, recipient.id))?.mails_key;
  if (known) return known;
  const key = randomBytes(24).toString("base64url");
  await transaction.updateTable("people").set({ mails_key: key }).where("id", "=", recipient.id).execute();
  return key;
}

/** Tells the address of a record that an account with another address was linked to it. */
export async function mailLinkedAccount(change: Change, person: Person, address: string): Promise<void> {
  if (person.email === "" || person.email === address) return;
  const recipient = { member: person, to: person.email, userId: null };
  await queueMembershipMail(change, "account-joined", { about: person, recipient }, {});
}
