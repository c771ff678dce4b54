/** A new door number for who has joined an account, or for a child whose guardian they are, without the desk. */
import { DAY_MS } from "../platform/durations.ts";
import { countAttempt, type RateLimit } from "../platform/rate-limit.server.ts";
import type { Services } from "../platform/services.ts";
import { transact } from "../platform/transact.server.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { peopleOfAccount } from "./account-people.server.ts";
import { findDoorNumber, giveDoorNumber, logOfMember } from "./members.server.ts";

/** No number is given twice, and there are a hundred thousand. */
const NUMBERS_PER_ACCOUNT: RateLimit = { name: "door-number/account", max: 3, windowMs: DAY_MS };

/**
 * The number before ends.
 * @param form.seen the number that the page showed
 * @returns `same`: they have another one since, as after a double click
 */
export async function renewOwnDoorNumber(
  services: Services,
  userId: string,
  { memberId, seen }: { memberId: string; seen: string },
): Promise<{ code: "done" | "same" | "card-unknown" | "door-limited" }> {
  const { db } = services;
  const isOfAccount = async (of = db) =>
    (await peopleOfAccount(of, userId, dateInNairobi(services.now()))).find(({ id }) => id === memberId);
  if ((await isOfAccount()) === undefined) return { code: "card-unknown" };
  if ((await findDoorNumber(db, memberId)) !== seen) return { code: "same" };
  if (!(await countAttempt(services, NUMBERS_PER_ACCOUNT, userId))) return { code: "door-limited" };
  return transact(
    services,
    async (change) => {
      const member = await isOfAccount(change.transaction);
      if (member === undefined) return { code: "card-unknown" };
      if ((await findDoorNumber(change.transaction, memberId)) !== seen) return { code: "same" };
      await giveDoorNumber(change, memberId);
      await logOfMember(change, null, "door-number-own", member);
      return { code: "done" };
    },
    { lock: "members" },
  );
}
