/** Stores people's search words, and finds people by them. */

import { sql } from "kysely";
import { TEST_ACCOUNT } from "../platform/config.ts";
import type { Db, Services } from "../platform/services.ts";
import { transactWith } from "../platform/transact.server.ts";
import { letOthersIn } from "../platform/worker.server.ts";
import type { Person } from "./people.server.ts";
import { indexWords, searchTerms, WORDS_VERSION } from "./person-words.ts";

/** People per transaction: short enough that visitors' forms don't wait for it. */
const BATCH = 50;

/** Terms are compared by how many words begin with them, counted up to this limit. */
const MAX_COUNTED = 500;

const LAST = "\u{10FFFF}";

type IndexedPerson = Pick<Person, "id" | "name" | "phone" | "email" | "user_id">;

export async function indexPerson(db: Db, person: IndexedPerson): Promise<void> {
  await indexAll(db, [person]);
}

async function indexAll(db: Db, people: readonly IndexedPerson[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  const userIds = people.flatMap(({ user_id: userId }) => userId ?? []);
  const accounts =
    userIds.length === 0
      ? []
      : await db.selectFrom("users").select(["id", "email"]).where("id", "in", userIds).execute();
  const addressOf = new Map(accounts.map(({ id, email }) => [id, email]));
  const rows = people.flatMap(({ id, name, phone, email, user_id: userId }) => {
    const addresses = new Set([email, addressOf.get(userId ?? "") ?? email]);
    const terms = new Set([...addresses].flatMap((address) => indexWords({ name, phone, email: address })));
    return [...terms].map((term) => ({ word: term, person_id: id }));
  });
  await db.deleteFrom("person_words").where("person_id", "in", ids).execute();
  if (rows.length > 0) await db.insertInto("person_words").values(rows).execute();
  await db.updateTable("people").set({ words_version: WORDS_VERSION }).where("id", "in", ids).execute();
}

export async function indexNewAddress(db: Db, userId: string): Promise<void> {
  const person = await db.selectFrom("people").selectAll().where("user_id", "=", userId).executeTakeFirst();
  if (person !== undefined) await indexPerson(db, person);
}

/** Indexes people who have no words, or words of an older version. */
export async function indexPeople(services: Services, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await indexBatch(services)) === BATCH) await letOthersIn();
}

/** @returns how many people it indexed */
async function indexBatch(services: Services): Promise<number> {
  return transactWith(services, "people", async ({ transaction }) => {
    const people = await transaction
      .selectFrom("people")
      .selectAll()
      .where("words_version", "<", WORDS_VERSION)
      .orderBy("words_version")
      .limit(BATCH)
      .execute();
    if (people.length > 0) await indexAll(transaction, people);
    return people.length;
  });
}

/** Finds the ids of people who match all terms, at most `limit`. @param options.isByName whether to sort them by name */
export async function findByWords(
  db: Db,
  typed: string,
  { limit, isByName = false }: { limit: number; isByName?: boolean },
): Promise<string[]> {
  const [first, ...others] = await rarestFirst(db, searchTerms(typed));
  if (first === undefined) return [];
  let query = db
    .selectFrom("person_words")
    .select("person_words.person_id as id")
    .distinct()
    .where(({ and, eb }) => and([eb("word", ">=", first), eb("word", "<", `${first}${LAST}`)]))
    .limit(limit);
  for (const term of others) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("person_words as other")
          .select("other.word")
          .whereRef("other.person_id", "=", "person_words.person_id")
          .where("other.word", ">=", term)
          .where("other.word", "<", `${term}${LAST}`),
      ),
    );
  }
  if (isByName) {
    query = query
      .innerJoin("people", "people.id", "person_words.person_id")
      .select("plain_name")
      .orderBy("plain_name")
      .orderBy("person_words.person_id");
  }
  return (await query.execute()).map(({ id }) => id);
}

/** Sorts terms, rarest first: the first narrows the search most. */
async function rarestFirst(db: Db, terms: readonly string[]): Promise<string[]> {
  if (terms.length < 2) return [...terms];
  const counted = terms.map(async (term) => {
    const rows = await db
      .selectFrom("person_words")
      .select(sql<number>`1`.as("one"))
      .where("word", ">=", term)
      .where("word", "<", `${term}${LAST}`)
      .limit(MAX_COUNTED)
      .execute();
    return { term, count: rows.length };
  });
  return (await Promise.all(counted)).sort((a, b) => a.count - b.count).map(({ term }) => term);
}

/** Finds the account of a whole typed address; it may have no person yet. Nobody books for the test account. */
export async function accountOfAddress(db: Db, typed: string): Promise<string | undefined> {
  const email = typed.trim().toLowerCase();
  if (!email.includes("@") || email === TEST_ACCOUNT.email) return undefined;
  return (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst())?.id;
}
