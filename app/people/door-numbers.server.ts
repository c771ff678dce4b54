/** Door numbers: five random digits and a check digit. Each is assigned once and never reused. */
import { randomInt } from "node:crypto";
import type { Actor } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { changePerson, logOfPerson, type Person } from "./people.server.ts";

const DIGITS = 5;

export const DOOR_NUMBER_COUNT = 10 ** DIGITS;

/** Appends the check digit (Luhn, ISO/IEC 7812-1, annex B). @param index less than `DOOR_NUMBER_COUNT` */
export function doorNumber(index: number): string {
  const payload = String(index).padStart(DIGITS, "0");
  return payload + checkDigit(payload);
}

function isDoorNumber(text: string): boolean {
  return /^\d{6}$/.test(text) && checkDigit(text.slice(0, DIGITS)) === text[DIGITS];
}

/** Formats a door number: `318 204`. */
export function doorNumberText(number: string): string {
  return `${number.slice(0, 3)} ${number.slice(3)}`;
}

function checkDigit(payload: string): string {
  const sum = [...payload].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

const MIN_DIGITS = 4;

export async function assignDoorNumber(change: Change, personId: string): Promise<string> {
  const { transaction, at } = change;
  await endDoorNumber(change, personId);
  for (;;) {
    const number = doorNumber(randomInt(DOOR_NUMBER_COUNT));
    const existing = transaction.selectFrom("door_numbers").select("number").where("number", "=", number);
    if ((await existing.executeTakeFirst()) === undefined) {
      await transaction
        .insertInto("door_numbers")
        .values({ number, person_id: personId, given_at: at.toISOString(), ended_at: null })
        .execute();
      return number;
    }
  }
}

export async function ensureDoorNumber(change: Change, personId: string): Promise<void> {
  if ((await findDoorNumber(change.transaction, personId)) === undefined) await assignDoorNumber(change, personId);
}

export async function endDoorNumber({ transaction, at }: Change, personId: string): Promise<void> {
  await transaction
    .updateTable("door_numbers")
    .set({ ended_at: at.toISOString() })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
}

/** Finds the person who has a door number now. @param typed may have blanks and lack leading zeros */
export async function findByDoorNumber(db: Db, typed: string): Promise<Person | undefined> {
  const digits = typed.replaceAll(/\s/g, "");
  const number = digits.length < MIN_DIGITS ? digits : digits.padStart(6, "0");
  if (!isDoorNumber(number)) return undefined;
  return db
    .selectFrom("people")
    .selectAll()
    .where("erased_at", "is", null)
    .where("id", "in", (numbers) =>
      numbers.selectFrom("door_numbers").select("person_id").where("number", "=", number).where("ended_at", "is", null),
    )
    .executeTakeFirst();
}

export async function findDoorNumber(db: Db, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("door_numbers")
    .select("number")
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row?.number;
}

/** Replaces a door number. @param seen the number that the page showed @returns `same` after a double click */
export async function renewDoorNumber(
  services: Services,
  actor: Actor,
  personId: string,
  seen: string,
): Promise<{ code: "done" | "same" | "unknown" }> {
  return changePerson(services, personId, async (change, person) => {
    if ((await findDoorNumber(change.transaction, person.id)) !== seen) return { code: "same" };
    await assignDoorNumber(change, person.id);
    await logOfPerson(change, actor, "door-number-renewed", person);
    return { code: "done" };
  });
}
