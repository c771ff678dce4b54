/** To whom mails about passes go, whether they are wanted, and queueing them. */
import { randomBytes } from "node:crypto";
import { findSingleEntry } from "../cms/entries.server.ts";
import { settingsType } from "../content-types/settings.ts";
import { siteOrigin } from "../platform/config.ts";
import type { Db, Services } from "../platform/services.ts";
import { TEST_ACCOUNT } from "../platform/test-account.ts";
import type { Change } from "../platform/transact.server.ts";
import { currentRecord } from "./former-records.server.ts";
import { isChildOn } from "./member.ts";
import type { Member } from "./members.server.ts";
import { type MembershipMailKind, membershipMail } from "./membership-mails.server.ts";

/** Who reads the mails about somebody, and where. `member` is the reader: of a child the guardian. */
export type MailReader = { member: Member; to: string; userId: string | null };

/** Who reads the mails about somebody; undefined: nobody has an address. */
export async function findMailReader(db: Db, about: Member, today: string): Promise<MailReader | undefined> {
  const isForGuardian = isChildOn(about, today) && about.guardian_id !== null;
  const member = isForGuardian ? await findRecord(db, about.guardian_id ?? "") : about;
  return member && asMailReader(db, member);
}

/** Somebody as the reader of mails; undefined: they have no address. */
export async function asMailReader(db: Db, member: Member): Promise<MailReader | undefined> {
  if (member.erased_at !== null) return undefined;
  const { user_id: userId } = member;
  const to = userId === null ? member.email : await addressOfAccount(db, userId);
  return to === undefined || to === "" || to === TEST_ACCOUNT.email ? undefined : { member, to, userId };
}

async function findRecord(db: Db, id: string): Promise<Member | undefined> {
  return db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst();
}

async function addressOfAccount(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst())?.email;
}

/** Queues a mail about somebody's pass. */
export async function queueMembershipMail(
  change: Change,
  kind: MembershipMailKind,
  { about, reader }: { about: Member; reader: MailReader },
  facts: Omit<Parameters<typeof membershipMail>[1], "childName">,
  discardAfter?: Date,
): Promise<void> {
  const { services, transaction } = change;
  // In memory, as this instance knows them: no transaction that mails changes the settings.
  const settings = await findSingleEntry({ ...services, db: transaction }, settingsType);
  const gym = { ...settings, origin: siteOrigin(services.config) };
  const offUrl = `${gym.origin}/membership/mails?key=${await ensureKey(change, reader.member)}`;
  const childName = reader.member.id === about.id ? undefined : about.name;
  const mail = membershipMail(kind, { ...facts, childName }, { gym, offUrl, hasAccount: reader.userId !== null });
  await change.queueMail({
    ...mail,
    to: reader.to,
    memberId: about.id,
    ...(reader.userId !== null && { userId: reader.userId }),
    ...(discardAfter && { discardAfter }),
  });
}

/** The key of the link that switches the mails of a reader off, made with the first one. */
async function ensureKey({ transaction }: Change, reader: Member): Promise<string> {
  // The row that is read under the lock: another mail of this transaction may have made it.
  const known = (await findRecord(transaction, reader.id))?.mails_key;
  if (known) return known;
  const key = randomBytes(24).toString("base64url");
  await transaction.updateTable("members").set({ mails_key: key }).where("id", "=", reader.id).execute();
  return key;
}

/** Switches the mails about passes on or off for who has joined an account. */
export async function setMembershipMails({ db }: Services, userId: string, isOn: boolean): Promise<void> {
  await db
    .updateTable("members")
    .set({ mails: isOn ? 1 : 0 })
    .where("user_id", "=", userId)
    .execute();
}

/** Switches them off by the key in a mail. @returns false when nobody has this key */
export async function switchMembershipMailsOff({ db }: Services, key: string): Promise<boolean> {
  const found = await db.selectFrom("members").select("id").where("mails_key", "=", key).executeTakeFirst();
  if (found === undefined) return false;
  // A mail may be older than the record that two have become.
  const id = await currentRecord(db, found.id);
  await db.updateTable("members").set({ mails: 0 }).where("id", "=", id).execute();
  return true;
}
