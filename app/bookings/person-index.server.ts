/**
 * The words of people who book, by which the desk finds them: of accounts with their profile, and of guests of the desk, of whom one
 * name with one number is one person.
 */
import { createHash } from "node:crypto";
import { personWords, WORDS_VERSION } from "../people/person-words.ts";
import { letOthersIn } from "../platform/portions.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { plainText } from "../platform/text.ts";
import { transact } from "../platform/transact.server.ts";
import type { Contact } from "./profiles.server.ts";

/** People of one transaction: short enough that visitors' forms don't wait for it. */
const BATCH = 50;

/** What a guest's bookings have in common: the name, whatever its case and accents, with the number. */
export function guestKey({ name, phone }: Contact): string {
  return createHash("sha256")
    .update(`${plainText(name)}\n${phone}`)
    .digest("base64url")
    .slice(0, 22);
}

/** Stores the words of an account anew, in the transaction that changed its name, number or address. */
export async function indexAccount(db: Db, userId: string): Promise<void> {
  const account = await db
    .selectFrom("users")
    .leftJoin("booking_profiles", "booking_profiles.user_id", "users.id")
    .select(["users.email", "booking_profiles.name", "booking_profiles.phone"])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (account === undefined) return;
  const { email, name, phone } = account;
  await db.deleteFrom("person_words").where("person", "=", userId).execute();
  const words = personWords({ email, name: name ?? "", phone: phone ?? "" });
  await insertWordsOf(db, userId, words, userId);
  await db
    .updateTable("booking_profiles")
    .set({ words_version: WORDS_VERSION })
    .where("user_id", "=", userId)
    .execute();
}

/** Makes an account known that has no words yet, as one that the desk books for and that never booked itself. */
export async function indexNewAccount(db: Db, userId: string): Promise<void> {
  if (!(await isIndexed(db, userId))) await indexAccount(db, userId);
}

/** The words of an account follow its new address. Who never booked has none. */
export async function indexNewAddress(db: Db, userId: string): Promise<void> {
  if (await isIndexed(db, userId)) await indexAccount(db, userId);
}

async function isIndexed(db: Db, person: string): Promise<boolean> {
  const found = await db.selectFrom("person_words").select("word").where("person", "=", person).limit(1).execute();
  return found.length > 0;
}

/** Stores the words of a guest, in the transaction of the booking. */
export async function indexGuest(db: Db, guest: Contact): Promise<void> {
  await insertWordsOf(db, guestKey(guest), personWords({ ...guest, email: "" }), null);
}

async function insertWordsOf(db: Db, person: string, words: readonly string[], userId: string | null): Promise<void> {
  if (words.length === 0) return;
  await db
    .insertInto("person_words")
    .values(words.map((word) => ({ word, person, user_id: userId })))
    .onConflict((conflict) => conflict.columns(["word", "person"]).doNothing())
    .execute();
}

/** Deletes the words of guests who have no booking any more, in the transaction that took the last one. */
export async function forgetGuests(db: Db, keys: readonly (string | null)[]): Promise<void> {
  const gone = [...new Set(keys)].filter((key) => key !== null);
  if (gone.length === 0) return;
  await db
    .deleteFrom("person_words")
    .where("person", "in", gone)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("bookings").select("id").whereRef("bookings.guest_key", "=", "person_words.person"))),
    )
    .execute();
}

/** Stores the words of all who have none, or some of older rules: what an older version of the site has written. */
export async function indexPeople(services: Services): Promise<void> {
  while ((await indexAccounts(services)) === BATCH) await letOthersIn();
  while ((await indexGuests(services)) === BATCH) await letOthersIn();
}

/** @returns how many it indexed */
async function indexAccounts(services: Services): Promise<number> {
  return transact(services, async ({ transaction }) => {
    const found = await transaction
      .selectFrom("booking_profiles")
      .select("user_id")
      .where("words_version", "<", WORDS_VERSION)
      .orderBy("words_version")
      .limit(BATCH)
      .execute();
    for (const { user_id: userId } of found) await indexAccount(transaction, userId);
    return found.length;
  });
}

/** @returns how many bookings it has given their key */
async function indexGuests(services: Services): Promise<number> {
  return transact(services, async ({ transaction }) => {
    const found = await transaction
      .selectFrom("bookings")
      .select(["id", "guest_name", "guest_phone"])
      .where("guest_name", "is not", null)
      .where("guest_key", "is", null)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const { id, guest_name: name, guest_phone: phone } of found) {
      const guest = { name: name ?? "", phone: phone ?? "" };
      await transaction
        .updateTable("bookings")
        .set({ guest_key: guestKey(guest) })
        .where("id", "=", id)
        .execute();
      await indexGuest(transaction, guest);
    }
    return found.length;
  });
}
