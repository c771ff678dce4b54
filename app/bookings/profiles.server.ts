/** People who book: contact data for the desk, reminders, and whether the gym knows them. */
import { randomBytes } from "node:crypto";
import { hasLink } from "../forms/link-in-name.ts";
import { readPhone } from "../forms/read-phone.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { MAX_NAME_CHARACTERS } from "./booking.ts";
import { indexAccount } from "./person-index.server.ts";

/** Problem of a name or a phone number. */
export type ProfileProblem = { code: "name-missing" | "name-long" | "name-link" | "phone-invalid" };

/** A name as the desk reads it, and a phone number or an empty text. */
export type Contact = { name: string; phone: string };

type TypedContact = { name?: string | undefined; phone?: string | undefined };

/** Reads what somebody typed about themselves, or the desk about a guest. */
export function readContact({ name = "", phone = "" }: TypedContact): Contact | ProfileProblem {
  const read = asLine(name).replaceAll(/\s+/g, " ");
  if (read === "") return { code: "name-missing" };
  if (read.length > MAX_NAME_CHARACTERS) return { code: "name-long" };
  if (hasLink(read)) return { code: "name-link" };
  if (asLine(phone) === "") return { name: read, phone: "" };
  const number = readPhone(phone);
  return number === undefined ? { code: "phone-invalid" } : { name: read, phone: number };
}

/** Problem of the name of somebody's guest. */
export type GuestProblem = { code: "guest-missing" | "guest-long" | "guest-link" };

/** Reads the name of a guest whom somebody brings: it is as long as any other, and the host's number is known. */
export function readGuest(name: string): Contact | GuestProblem {
  const contact = readContact({ name });
  if (!("code" in contact)) return contact;
  if (contact.code === "name-link") return { code: "guest-link" };
  return { code: contact.code === "name-long" ? "guest-long" : "guest-missing" };
}

/** The profile of an account; undefined before its first booking. */
export async function findProfile(
  { db }: Pick<Services, "db">,
  userId: string,
): Promise<(Contact & { reminders: boolean }) | undefined> {
  const row = await db.selectFrom("booking_profiles").selectAll().where("user_id", "=", userId).executeTakeFirst();
  return row && { name: row.name, phone: row.phone, reminders: row.reminders === 1 };
}

/** Writes what was typed, if anything was. @returns its problem, also when nothing was typed and nothing is known yet */
export async function ensureProfile(db: Db, userId: string, typed: TypedContact): Promise<ProfileProblem | undefined> {
  const known = await findProfile({ db }, userId);
  if (known !== undefined && typed.name === undefined) return undefined;
  const contact = readContact(typed);
  if ("code" in contact) return contact;
  await db
    .insertInto("booking_profiles")
    .values({ user_id: userId, ...contact, unsubscribe_key: randomBytes(24).toString("base64url") })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(contact))
    .execute();
  await indexAccount(db, userId);
  return undefined;
}

/** Switches reminders on or off for somebody who has booked before. */
export async function setReminders({ db }: Services, userId: string, on: boolean): Promise<void> {
  await db
    .updateTable("booking_profiles")
    .set({ reminders: on ? 1 : 0 })
    .where("user_id", "=", userId)
    .execute();
}

/** Switches them off by the key in a reminder. @returns false when nobody has this key */
export async function switchRemindersOff({ db }: Services, key: string): Promise<boolean> {
  const found = await db
    .updateTable("booking_profiles")
    .set({ reminders: 0 })
    .where("unsubscribe_key", "=", key)
    .returning("user_id")
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether an account's address is confirmed, or the desk has checked its owner in: anybody can sign up with a stranger's. */
export async function isKnown(db: Db, userId: string): Promise<boolean> {
  const user = await db.selectFrom("users").select("emailVerified").where("id", "=", userId).executeTakeFirst();
  if (user?.emailVerified) return true;
  const visit = await db
    .selectFrom("bookings")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "=", "attended")
    .limit(1)
    .executeTakeFirst();
  return visit !== undefined;
}
