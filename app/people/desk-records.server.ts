/** The desk's records: people known by more than a booking, each with a door number. */
import { randomUUID } from "node:crypto";
import { isEmailAddress } from "../forms/field-schemas.ts";
import { isFormId } from "../forms/read-form.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { dateInNairobi, isCalendarDate } from "../time/dates.server.ts";
import { assignDoorNumber, findDoorNumber } from "./door-numbers.server.ts";
import { matchPeople } from "./match-people.server.ts";
import {
  changePerson,
  childrenOf,
  findPerson,
  insertPerson,
  logOfPerson,
  type Person,
  personOfAccount,
  readContact,
  updatePerson,
} from "./people.server.ts";
import { HEARD_OF_MAX, isChildOn, isUnderAge, type PersonProblem, type ReadPerson } from "./person.ts";

export type TypedPerson = {
  name: string;
  phone: string;
  email: string;
  /** `on`: a child, even without a date of birth. */
  isChild: string;
  bornOn: string;
  guardianId: string;
  heardOf: string;
};

export type MakeOutcome =
  | { code: "done" | "same"; id: string }
  /** Similar people: the desk decides whether it is one of them. */
  | { code: "similar"; ids: string[] }
  | PersonProblem;

/**
 * Creates a person with a door number.
 * @param form.formId idempotency key @param form.isOther the desk ruled out similar people
 */
export async function makePersonWithin(
  change: Change,
  actor: Actor,
  typed: TypedPerson,
  { formId, isOther, enquiryId }: { formId: string; isOther: boolean; enquiryId?: string },
): Promise<MakeOutcome> {
  const { transaction, at } = change;
  const id = isFormId(formId) ? formId : randomUUID();
  if ((await findPerson(transaction, id)) !== undefined) return { code: "same", id };
  const read = await readPerson(transaction, typed, dateInNairobi(at));
  if ("code" in read) return read;
  const { ids } = isOther ? { ids: [] } : await matchPeople(transaction, read);
  if (ids.length > 0) return { code: "similar", ids };
  await insertPerson(change, actor, { id, ...columnsOf(read), enquiry_id: enquiryId ?? null });
  await assignDoorNumber(change, id);
  await logOfPerson(change, actor, "member-made", { id });
  return { code: "done", id };
}

export type ChangeOutcome = { code: "done" | "same" | "unknown" | "conflict" } | PersonProblem;

/** Corrects a person's record. @param version the version that the form showed */
export async function correctPerson(
  services: Services,
  actor: Actor,
  id: string,
  typed: TypedPerson,
  version: number,
): Promise<ChangeOutcome> {
  return changePerson<ChangeOutcome>(services, id, async (change, person) => {
    const { transaction, at } = change;
    const read = await readPerson(transaction, typed, dateInNairobi(at), person.id);
    if ("code" in read) return read;
    const columns = columnsOf(read);
    const isSame = Object.entries(columns).every(([column, value]) => person[column as keyof Person] === value);
    if (isSame) return { code: "same" };
    if (person.version !== version) return { code: "conflict" };
    await updatePerson(change, person, columns);
    await logOfPerson(change, actor, "member-changed", person);
    return { code: "done" };
  });
}

function columnsOf({ name, phone, email, isChild, bornOn, guardianId, heardOf }: ReadPerson) {
  return {
    ...{ name, phone, email, is_child: isChild ? 1 : 0 },
    ...{ born_on: bornOn, guardian_id: guardianId, heard_of: heardOf },
  };
}

/** Checks a person's form. A child needs an adult guardian. @param id the person's id, for an existing record */
async function readPerson(db: Db, typed: TypedPerson, today: string, id?: string): Promise<ReadPerson | PersonProblem> {
  const contact = readContact(typed);
  if ("code" in contact) return contact;
  const email = asLine(typed.email).toLowerCase();
  if (email !== "" && !isEmailAddress(email)) return { code: "email-malformed" };
  const heardOf = asLine(typed.heardOf);
  if (heardOf.length > HEARD_OF_MAX) return { code: "heard-of-long" };
  const bornOn = asLine(typed.bornOn) || null;
  if (bornOn !== null && !isCalendarDate(bornOn)) return { code: "born-invalid" };
  if (bornOn !== null && bornOn > today) return { code: "born-ahead" };
  const isChild = typed.isChild === "on" || isUnderAge(bornOn, today);
  const guardian = isChild ? await findPerson(db, typed.guardianId) : undefined;
  if (isChild && typed.guardianId === "") return { code: "guardian-missing" };
  if (isChild && (guardian === undefined || guardian.erased_at !== null || guardian.id === id))
    return { code: "guardian-unknown" };
  if (guardian !== undefined && isChildOn(guardian, today)) return { code: "guardian-child" };
  return { ...contact, email, isChild, bornOn, guardianId: guardian?.id ?? null, heardOf };
}

/** The people whom an account acts for: its own person and their children. */
export async function peopleOfAccount(db: Db, userId: string, today: string): Promise<Person[]> {
  const person = await personOfAccount(db, userId);
  if (person === undefined || (await findDoorNumber(db, person.id)) === undefined) return [];
  return [person, ...(await childrenOf(db, person.id, today))];
}
