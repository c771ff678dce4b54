/** Email preferences: reminders of booked classes, and emails about passes. Each email has a link that switches it off. */
import type { Services } from "../platform/services.ts";

const KEYS = { reminders: "unsubscribe_key", mails: "mails_key" } as const;

/** `reminders`: of booked classes. `mails`: about passes. */
export type MailPreference = keyof typeof KEYS;

export async function setMailPreference(
  { db }: Services,
  preference: MailPreference,
  userId: string,
  isOn: boolean,
): Promise<void> {
  await db
    .updateTable("people")
    .set({ [preference]: isOn ? 1 : 0 })
    .where("user_id", "=", userId)
    .execute();
}

/** Switches emails off by the key of a link, also a merged person's. @returns false for an unknown key */
export async function switchOffByKey({ db }: Services, preference: MailPreference, key: string): Promise<boolean> {
  const column = KEYS[preference];
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
    .set({ [preference]: 0 })
    .where("id", "=", person.id)
    .execute();
  return true;
}
