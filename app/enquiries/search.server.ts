import type { Transaction } from "kysely";
import { findPhone } from "../forms/read-phone.ts";
import { indexWords, WORDS_VERSION } from "../people/person-words.ts";
import type { Tables } from "../platform/schema.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { letOthersIn } from "../platform/worker.server.ts";

/** Enquiries per transaction: few enough that visitors' forms don't wait for it. */
const BATCH = 100;

type Searchable = { id: string; name: string; email: string; phone: string; comment: string };

export async function insertWords(transaction: Transaction<Tables>, enquiries: readonly Searchable[]): Promise<void> {
  const rows = enquiries.flatMap((enquiry) => wordsOf(enquiry).map((term) => ({ word: term, enquiry_id: enquiry.id })));
  if (rows.length > 0) await transaction.insertInto("enquiry_words").values(rows).execute();
}

/** Indexes enquiries that have no words or outdated ones, for example from an older version running alongside. */
export async function indexEnquiries(services: Services): Promise<void> {
  while ((await indexBatch(services)) === BATCH) await letOthersIn();
}

/** @returns how many enquiries it indexed */
async function indexBatch(services: Services): Promise<number> {
  return transact(services, async ({ transaction }) => {
    const ids = transaction
      .selectFrom("enquiries")
      .select("id")
      .where("words_version", "<", WORDS_VERSION)
      .orderBy("words_version")
      .limit(BATCH);
    const enquiries = await transaction
      .updateTable("enquiries")
      .set({ words_version: WORDS_VERSION })
      .where("id", "in", ids)
      // Another instance may have indexed it since; on PostgreSQL the update waits for that.
      .where("words_version", "<", WORDS_VERSION)
      .returning(["id", "name", "email", "phone", "comment"])
      .execute();
    if (enquiries.length === 0) return 0;
    const indexed = enquiries.map(({ id }) => id);
    await transaction.deleteFrom("enquiry_words").where("enquiry_id", "in", indexed).execute();
    await insertWords(transaction, enquiries);
    return enquiries.length;
  });
}

/** The distinct words of an enquiry's name, address and number; without a number, the one in its comment. */
export function wordsOf({ name, email, phone, comment }: Omit<Searchable, "id">): string[] {
  return indexWords({ name, email, phone: phone === "" ? (findPhone(comment) ?? "") : phone });
}
