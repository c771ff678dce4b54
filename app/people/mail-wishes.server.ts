/** Which mails people want: reminders of booked classes, and mails about passes. Each has a link that switches it off. */
import type { Services } from "../platform/services.ts";

const KEYS = { reminders: "unsubscribe_key", mails: "mails_key" } as const;

/** `reminders` of booked classes, `mails` about passes. */
export type MailWish = keyof typeof KEYS;

export async function setMailWish({ db }: Services, wish: MailWish, userId: string, isOn: boolean): Promise<void> {
  await db
    .updateTable("people")
    .set({ [wish]: isOn ? 1 : 0 })
    .where("user_id", "=", userId)
    .execute();
}

/** Switches emails off by the secret of a link, also of a merged person. @returns false for an unknown one */
export async function switchOffByKey({ db }: Services, wish: MailWish, key: string): Promise<boolean> {
  const column = KEYS[wish];
  const own = await db.selectFrom("people").select("id").where(column, "=", key).executeTakeFirst();
  const merged = await db
    .selectFrom("merged_people")
    .select("person_id as id")
    .where(column, "=", key)
    .executeTakeFirst();
  const person = own ?? merged;
  if (person === undefined) return false;
  await db
    .updateTable("people")
    .set({ [wish]: 0 })
    .where("id", "=", person.id)
    .execute();
  return true;
}
