/** People known to the gym, and shorthands for adding records at the desk, for tests. */
import type { Services } from "../../app/platform/services.ts";
import { makePerson } from "../members/members-gym.ts";

export type Typed = { name: string; phone: string };

export const KAMAU: Typed = { name: "Ng'ang'a Kamau", phone: "0712 000 007" };
export const KNOWN: readonly Typed[] = [
  KAMAU,
  { name: "Tom Fisher", phone: "+44 7700 900123" },
  { name: "Achieng Odhiambo", phone: "020 234 5678" },
];

/** Adds the records of some people. @returns their ids */
export async function addPeople<Known extends Typed>(
  services: Services,
  people: readonly Known[],
): Promise<ReadonlyMap<Known, string>> {
  const ids = new Map<Known, string>();
  for (const person of people) ids.set(person, await makePerson(services, person));
  return ids;
}
