/** Quotes: prices and days of each plan for some people, shown on the page and checked when the form is sent. */
import { etagOf } from "../forms/form-id.server.ts";
import { type Offer, offersFor } from "../members/give-pass.server.ts";
import { findPerson, type Person } from "../people/people.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { dateInNairobi } from "../time/dates.server.ts";
import { PEOPLE_MAX } from "./sales.ts";

/** `seen` changes with prices and days: a stale form sells nothing. */
export type Quote = { people: { person: Person; offers: Offer[] }[]; seen: string };

/** Quotes every plan for each person once. @returns undefined if a person no longer exists */
export async function quoteSale(
  services: Services,
  db: Db,
  personIds: readonly string[],
  at: Date,
): Promise<Quote | undefined> {
  const people: Quote["people"] = [];
  for (const id of personIds.slice(0, PEOPLE_MAX)) {
    const person = await findPerson(db, id);
    if (person === undefined || person.erased_at !== null) return undefined;
    if (people.some((quoted) => quoted.person.id === person.id)) continue;
    const { offers } = await offersFor({ ...services, db, now: () => at }, person);
    people.push({ person, offers });
  }
  const facts = people.map(({ person, offers }) => [
    person.id,
    offers.map(({ slug, priceKes, placing }) => [slug, priceKes, placing?.firstDay, placing?.runsTo]),
  ]);
  return { people, seen: etagOf([dateInNairobi(at), facts]) };
}
