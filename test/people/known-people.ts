/** People whom the desk has made a record of. */
import { randomUUID } from "node:crypto";
import { makePerson, type TypedPerson } from "../../app/people/desk-records.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { ACTOR } from "../content/content-changes.ts";
import type { Typed } from "./same-person-cases.ts";

/** Makes the record of somebody, whoever is like them. @returns its id */
export async function addPerson(
  services: Services,
  { name, phone }: Typed,
  more: Partial<TypedPerson> = {},
): Promise<string> {
  const typed = { name, phone, email: "", isChild: "", bornOn: "", guardianId: "", heardOf: "", ...more };
  const made = await makePerson(services, ACTOR, typed, { formId: randomUUID(), isOther: true });
  if (made.code !== "done") throw new Error(`${name} was not added: ${made.code}`);
  return made.id;
}

/** @returns the id of each */
export async function addPeople<Known extends Typed>(
  services: Services,
  people: readonly Known[],
): Promise<ReadonlyMap<Known, string>> {
  const ids = new Map<Known, string>();
  for (const person of people) ids.set(person, await addPerson(services, person));
  return ids;
}
