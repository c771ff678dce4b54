/** People whom the site knows already under a name, a number or an address. */

import type { Db } from "../platform/services.ts";
import type { Contact } from "./people.server.ts";
import { joinedPairs, nameWords } from "./person-name.ts";
import { samePerson } from "./same-person.ts";

const MAX_COMPARED = 50;

const MOST_ASKED = 5;

/** `same`: that one person. `ask`: the desk decides. `other`: nobody. `ids`: matches, the likeliest first. */
export type PeopleMatch = { code: "same" | "ask" | "other"; ids: string[] };

/**
 * Finds a person by name and number, earlier ones included. Unlinked accounts have proved neither. @param id excluded
 * person
 */
export async function matchPeople(
  db: Db,
  { id, name, phone, email = "" }: Contact & { id?: string; email?: string },
): Promise<PeopleMatch> {
  const ids = new Set([...(await withPhone(db, phone)), ...(await withName(db, name)), ...(await withMail(db, email))]);
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
  const listed = [...same, ...candidates].slice(0, MOST_ASKED);
  return { code: listed.length === 0 ? "other" : "ask", ids: listed };
}

async function withPhone(db: Db, phone: string): Promise<string[]> {
  if (phone === "") return [];
  const now = await db.selectFrom("people").select("id").where("phone", "=", phone).limit(MAX_COMPARED).execute();
  const before = await db
    .selectFrom("former_phones")
    .select("person_id as id")
    .where("phone", "=", phone)
    .limit(MAX_COMPARED)
    .execute();
  return [...now, ...before].map(({ id }) => id);
}

/** People with each word of a name, also with two words joined. */
async function withName(db: Db, name: string): Promise<string[]> {
  const parts = nameWords(name);
  const joined = joinedPairs(parts).map((part, index) => parts.toSpliced(index, 2, part));
  const ids: string[] = [];
  for (const spelling of [parts, ...joined]) ids.push(...(await withWords(db, spelling)));
  return ids;
}

async function withWords(db: Db, [first, ...others]: readonly string[]): Promise<string[]> {
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

async function withMail(db: Db, email: string): Promise<string[]> {
  if (email === "") return [];
  const ofDesk = await db.selectFrom("people").select("id").where("email", "=", email).limit(MAX_COMPARED).execute();
  const ofAccount = await db
    .selectFrom("people")
    .innerJoin("users", "users.id", "people.user_id")
    .select("people.id")
    .where("users.email", "=", email)
    .execute();
  return [...ofDesk, ...ofAccount].map(({ id }) => id);
}
