/** Finds people already known by a name, a phone number or an email address. */

import type { Db } from "../platform/services.ts";
import type { Contact } from "./people.server.ts";
import { joinedPairs, nameWords, samePerson } from "./person-name.ts";

const MAX_COMPARED = 50;

const MAX_LISTED = 5;

/** `same`: exactly one person. `ask`: the desk decides. `other`: nobody. `ids`: matches, likeliest first. */
/**
 * Finds people by name, address, and current or former number. Unlinked accounts have proved nothing, so they are
 * never `same`. @param id the person to exclude
 */
export async function matchPeople(
  db: Db,
  { id, name, phone, email = "" }: Contact & { id?: string; email?: string },
): Promise<{ code: "same" | "ask" | "other"; ids: string[] }> {
  const ids = new Set([
    ...(await idsByPhone(db, phone)),
    ...(await idsByName(db, name)),
    ...(await idsByAddress(db, email)),
  ]);
  ids.delete(id ?? "");
  if (ids.size === 0) return { code: "other", ids: [] };
  const people = await db
    .selectFrom("people")
    .leftJoin("users", "users.id", "people.user_id")
    .select(["people.id", "people.name", "phone", "people.email", "user_id", "joined_at", "users.email as account"])
    .where("people.id", "in", [...ids])
    .where("erased_at", "is", null)
    .orderBy("plain_name")
    .orderBy("people.id")
    .execute();
  const former = await db
    .selectFrom("former_phones")
    .selectAll()
    .where("person_id", "in", [...ids])
    .execute();
  const typed = { name, phones: phone === "" ? [] : [phone], mail: email };
  const same: string[] = [];
  const candidates: string[] = [];
  for (const person of people) {
    const before = former.filter((row) => row.person_id === person.id).map((row) => row.phone);
    const phones = [person.phone, ...before].filter((number) => number !== "");
    const answer = samePerson(typed, { name: person.name, phones, mail: person.account ?? person.email });
    const isProved = person.user_id === null || person.joined_at !== null;
    if (answer === "same" && isProved) same.push(person.id);
    else if (answer !== "other") candidates.push(person.id);
  }
  if (same.length === 1) return { code: "same", ids: same };
  const listed = [...same, ...candidates].slice(0, MAX_LISTED);
  return { code: listed.length === 0 ? "other" : "ask", ids: listed };
}

async function idsByPhone(db: Db, phone: string): Promise<string[]> {
  if (phone === "") return [];
  const current = await db.selectFrom("people").select("id").where("phone", "=", phone).limit(MAX_COMPARED).execute();
  const former = await db
    .selectFrom("former_phones")
    .select("person_id as id")
    .where("phone", "=", phone)
    .limit(MAX_COMPARED)
    .execute();
  return [...current, ...former].map(({ id }) => id);
}

/** People whose names have all words of a name, also with two neighbouring words joined. */
async function idsByName(db: Db, name: string): Promise<string[]> {
  const parts = nameWords(name);
  const joined = joinedPairs(parts).map((part, index) => parts.toSpliced(index, 2, part));
  const ids: string[] = [];
  for (const spelling of [parts, ...joined]) ids.push(...(await idsByWords(db, spelling)));
  return ids;
}

async function idsByWords(db: Db, [first, ...others]: readonly string[]): Promise<string[]> {
  if (first === undefined) return [];
  let query = db.selectFrom("person_words").select("person_id as id").where("word", "=", first).limit(MAX_COMPARED);
  for (const part of others) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("person_words as other")
          .select("other.word")
          .whereRef("other.person_id", "=", "person_words.person_id")
          .where("other.word", "=", part),
      ),
    );
  }
  return (await query.execute()).map(({ id }) => id);
}

async function idsByAddress(db: Db, email: string): Promise<string[]> {
  if (email === "") return [];
  const recorded = await db.selectFrom("people").select("id").where("email", "=", email).limit(MAX_COMPARED).execute();
  const ofAccounts = await db
    .selectFrom("people")
    .innerJoin("users", "users.id", "people.user_id")
    .select("people.id")
    .where("users.email", "=", email)
    .execute();
  return [...recorded, ...ofAccounts].map(({ id }) => id);
}
