/** Quotes: what some passes cost and on which days they run, as the page shows them and the press checks them. */
import { randomUUID } from "node:crypto";
import { listEntries } from "../cms/entries.server.ts";
import { planType } from "../content-types/pricing.ts";
import { factsHash } from "../forms/form-id.server.ts";
import { lastDayWith, type Offer } from "../members/give-pass.server.ts";
import { passesOfPerson, readGivenDays } from "../members/pass-rows.server.ts";
import { graceOf, type PassDays, placeNext } from "../members/passes.ts";
import { termsOf } from "../members/plans.ts";
import { findPerson, type Person } from "../people/people.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { calendarDay } from "../time/days.ts";

/** A pass that somebody is to get. */
export type WantedLine = { personId: string; planSlug: string };

/** The most passes of one sale. */
export const LINES_MAX = 8;

export type QuotedLine = { person: Person; offer: Offer };

/** The passes of a sale; undefined where a plan or a person is gone. `seen` changes with prices and days. */
export type Quote = { lines: QuotedLine[]; price: number; seen: string };

/** Quotes some passes in their order: a second month of one person begins behind the first. */
export async function quoteSale(
  services: Services,
  db: Db,
  wanted: readonly WantedLine[],
  at: Date,
): Promise<Quote | undefined> {
  const today = calendarDay(at);
  const closedDays = await readGivenDays(db);
  const plans = await listEntries({ ...services, db }, planType);
  const passes = new Map<string, PassDays[]>();
  const lines: QuotedLine[] = [];
  for (const { personId, planSlug } of wanted) {
    const person = await findPerson(db, personId);
    const plan = plans.find(({ slug }) => slug === planSlug);
    if (person === undefined || person.erased_at !== null || plan === undefined) return undefined;
    const own = passes.get(person.id) ?? (await passesOfPerson(db, person.id));
    const terms = termsOf(plan);
    const placing = placeNext(own, { length: terms.length, visits: terms.visits, today });
    const runsTo = placing && lastDayWith(placing, closedDays);
    if (placing && runsTo !== undefined) {
      const pass = { id: randomUUID(), days: placing.days, visits: terms.visits, graceDays: graceOf(placing.days) };
      const days = { firstDay: placing.firstDay, lastDay: runsTo, graceDay: runsTo + pass.graceDays };
      passes.set(person.id, [...own, { pass, ...days, freezes: [], visitsUsed: 0, daysCut: 0 }]);
    }
    const offer = { slug: plan.slug, name: plan.name, priceKes: plan.price, terms };
    lines.push({ person, offer: { ...offer, placing: placing && { ...placing, runsTo: runsTo ?? placing.lastDay } } });
  }
  const price = lines.reduce((sum, { offer }) => sum + offer.priceKes, 0);
  const facts = lines.map(({ person, offer: { slug, priceKes, placing } }) => {
    return [person.id, slug, priceKes, placing?.firstDay, placing?.runsTo];
  });
  return { lines, price, seen: factsHash([today, facts]) };
}
