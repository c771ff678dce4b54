/** Replaces the door number of an account's member, or of their child, without the desk. */
import { peopleOfAccount } from "../people/desk-records.server.ts";
import { assignDoorNumber, findDoorNumber } from "../people/door-numbers.server.ts";
import { changePeople, logOfPerson } from "../people/people.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import { countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { dateInNairobi } from "../time/dates.server.ts";

/** Numbers are never reused, and there are only a hundred thousand. */
const NUMBERS_PER_ACCOUNT: RateLimit = { name: "door-number/account", max: 3, windowMs: DAY_MS };

/**
 * Replaces a door number. @param form.seen the number that the page showed
 * @returns `same` if it has already been replaced, for example after a double click
 */
export async function renewOwnDoorNumber(
  services: Services,
  userId: string,
  { personId, seen }: { personId: string; seen: string },
): Promise<{ code: "done" | "same" | "card-unknown" | "door-limited" }> {
  const { db } = services;
  const findMember = async (connection = db) =>
    (await peopleOfAccount(connection, userId, dateInNairobi(services.now()))).find(({ id }) => id === personId);
  if ((await findMember()) === undefined) return { code: "card-unknown" };
  if ((await findDoorNumber(db, personId)) !== seen) return { code: "same" };
  if (!(await countAttempt(services, NUMBERS_PER_ACCOUNT, userId))) return { code: "door-limited" };
  return changePeople(services, async (change) => {
    const member = await findMember(change.transaction);
    if (member === undefined) return { code: "card-unknown" };
    if ((await findDoorNumber(change.transaction, personId)) !== seen) return { code: "same" };
    await assignDoorNumber(change, personId);
    await logOfPerson(change, null, "door-number-own", member);
    return { code: "done" };
  });
}
