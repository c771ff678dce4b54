/** A new door number for who has joined an account, or for a child whose guardian they are, without the desk. */
import { peopleOfAccount } from "../people/desk-records.server.ts";
import { assignDoorNumber, findDoorNumber } from "../people/door-numbers.server.ts";
import { logOfPerson } from "../people/people.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import { countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";

/** No number is given twice, and there are a hundred thousand. */
const NUMBERS_PER_ACCOUNT: RateLimit = { name: "door-number/account", max: 3, windowMs: DAY_MS };

/**
 * The number before ends. @param form.seen the number that the page showed @returns `same`: they have another one
 * since, as after a double click
 */
export async function renewOwnDoorNumber(
  services: Services,
  userId: string,
  { personId, seen }: { personId: string; seen: string },
): Promise<{ code: "done" | "same" | "card-unknown" | "door-limited" }> {
  const { db } = services;
  const isOfAccount = async (connection = db) =>
    (await peopleOfAccount(connection, userId, dateInNairobi(services.now()))).find(({ id }) => id === personId);
  if ((await isOfAccount()) === undefined) return { code: "card-unknown" };
  if ((await findDoorNumber(db, personId)) !== seen) return { code: "same" };
  if (!(await countAttempt(services, NUMBERS_PER_ACCOUNT, userId))) return { code: "door-limited" };
  return transact(
    services,
    async (change) => {
      const member = await isOfAccount(change.transaction);
      if (member === undefined) return { code: "card-unknown" };
      if ((await findDoorNumber(change.transaction, personId)) !== seen) return { code: "same" };
      await assignDoorNumber(change, personId);
      await logOfPerson(change, null, "door-number-own", member);
      return { code: "done" };
    },
    { lock: "people" },
  );
}
