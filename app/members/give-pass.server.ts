/** Gives passes at the desk, and computes the offers to choose from. */
import { listEntries } from "../cms/entries.server.ts";
import { planType } from "../content-types/pricing.ts";
import { etagOf, isFormId } from "../forms/read-form.server.ts";
import { type MakeOutcome, makePersonWithin, type TypedPerson } from "../people/desk-records.server.ts";
import { ensureDoorNumber } from "../people/door-numbers.server.ts";
import { changePeople, findPerson, logOfPerson, type Person, touchPerson } from "../people/people.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import type { Change } from "../platform/transact.server.ts";
import { calendarDay, dateOfDay } from "../time/days.ts";
import { areSalesOn } from "./coverage.server.ts";
import type { PassActor } from "./pass-changes.server.ts";
import { type PassRow, passesOfPerson, readGivenDays, recomputePassDays } from "./pass-rows.server.ts";
import { computeDays, graceOf, nextPassPeriod, type PassPeriod, REASON_MAX } from "./passes.ts";
import { type IMPORTED, PAID_WAYS, type PaidWay, type PlanTerms, type SOLD, termsOf } from "./plans.ts";

export type OfferedPlan = { slug: string; name: string; priceKes: number; terms: PlanTerms };

export type Offer = OfferedPlan & {
  /** Undefined if it would end too far ahead. */
  placing: (PassPeriod & { /** The last day, with added closed days. */ runsTo: number }) | undefined;
};

/** The desk's offers. `seen`: an etag, to refuse stale forms. */
export type Offers = { offers: Offer[]; seen: string; today: number };

/** A person without a record. */
const NOBODY = { id: "", version: 1 };

export async function listPlans(services: Services): Promise<OfferedPlan[]> {
  const plans = await listEntries(services, planType);
  return plans.map((plan) => ({ slug: plan.slug, name: plan.name, priceKes: plan.price, terms: termsOf(plan) }));
}

export async function offersFor(services: Services, person: Pick<Person, "id" | "version"> = NOBODY): Promise<Offers> {
  const today = calendarDay(services.now());
  const passes = await passesOfPerson(services.db, person.id);
  const closedDays = await readGivenDays(services.db);
  const offers = (await listPlans(services)).map((plan): Offer => {
    const { length, visits } = plan.terms;
    const placing = nextPassPeriod(passes, { length, visits, today });
    return { ...plan, placing: placing && { ...placing, runsTo: lastDayWith(placing, closedDays) } };
  });
  return { offers, seen: etagOf([person.version, today, offers]), today };
}

/** The last day of a pass with these days, including added closed days. */
function lastDayWith({ firstDay, days }: PassPeriod, closedDays: ReadonlySet<number>): number {
  const pass = { id: "", days, visits: null, graceDays: 0, begins: { day: firstDay } };
  const [computed] = computeDays({ passes: [pass], freezes: [], ends: [], visits: [], closedDays });
  return computed?.lastDay ?? firstDay;
}

export type GiveOutcome =
  | { code: "done" | "same"; passId: string }
  | { code: "conflict" | "unknown" | "plan-unknown" | "paid-missing" | "too-far" | "paid-note-long" | "sold-only" };

/** Gives a pass of a plan. @param form.formId idempotency key and id of the pass @param form.seen etag of the offers */
export async function givePass(
  services: Services,
  actor: PassActor,
  personId: string,
  form: PassForm,
): Promise<GiveOutcome> {
  return changePeople(services, (change) => giveWithin(change, actor, personId, form));
}

/** Creates a person's record and gives them a pass, both or neither. @param pass undefined for no pass yet */
export async function createMember(
  services: Services,
  actor: PassActor,
  typed: TypedPerson,
  form: Parameters<typeof makePersonWithin>[3],
  pass: PassForm | undefined,
): Promise<MakeOutcome | Exclude<GiveOutcome, { passId: string }>> {
  return changePeople(services, async (change) => {
    const made = await makePersonWithin(change, actor, typed, form);
    if (!("id" in made) || pass === undefined) return made;
    const given = await giveWithin(change, actor, made.id, pass);
    return "passId" in given ? made : change.abandon(given);
  });
}

type PassForm = { formId: string; planSlug: string; seen: string; paidHow: string; paidNote: string };

async function giveWithin(change: Change, actor: PassActor, personId: string, form: PassForm): Promise<GiveOutcome> {
  const paidHow = (Object.keys(PAID_WAYS) as PaidWay[]).find((way) => way === form.paidHow);
  const paidNote = asLine(form.paidNote);
  const { services, transaction, at } = change;
  const isSold = await areSalesOn({ ...services, db: transaction });
  if (isSold && (!actor.isOwner || paidHow !== "gift")) return { code: "sold-only" };
  const person = await findPerson(transaction, personId);
  if (person === undefined || person.erased_at !== null || !isFormId(form.formId)) return { code: "unknown" };
  const existing = await transaction
    .selectFrom("passes")
    .select("person_id")
    .where("id", "=", form.formId)
    .executeTakeFirst();
  if (existing !== undefined)
    return existing.person_id === person.id ? { code: "same", passId: form.formId } : { code: "unknown" };
  // A person added in this transaction: the form showed the offers for new members.
  const isNew = person.made_at === at.toISOString() && person.version === 1;
  const { offers, seen } = await offersFor({ ...services, db: transaction, now: () => at }, isNew ? NOBODY : person);
  const offer = offers.find(({ slug }) => slug === form.planSlug);
  if (offer === undefined) return { code: "plan-unknown" };
  if (paidHow === undefined) return { code: "paid-missing" };
  if (paidNote.length > REASON_MAX) return { code: "paid-note-long" };
  if (seen !== form.seen) return { code: "conflict" };
  if (offer.placing === undefined) return { code: "too-far" };
  await insertPass(change, actor, person, { id: form.formId, offer, placing: offer.placing, paidHow, paidNote });
  return { code: "done", passId: form.formId };
}

type GivenPass = {
  id: string;
  offer: OfferedPlan;
  placing: Pick<PassPeriod, "begins" | "days">;
  paidHow: PaidWay | typeof SOLD | typeof IMPORTED;
  paidNote: string;
};

/** Adds a pass and recomputes the person's days, with the lock on people. */
export async function insertPass(change: Change, actor: Actor, person: Person, pass: GivenPass): Promise<void> {
  await change.transaction
    .insertInto("passes")
    .values(passRow(change, actor, person, pass))
    .execute();
  await ensureDoorNumber(change, person.id);
  await recomputePassDays(change, person.id);
  await touchPerson(change, person);
  await logOfPerson(change, actor, "pass-given", person, { plan: pass.offer.name });
}

export function passRow(
  { at }: Pick<Change, "at">,
  actor: Actor,
  person: Pick<Person, "id">,
  { id, offer, placing: { begins, days }, paidHow, paidNote }: GivenPass,
): PassRow {
  return {
    id,
    person_id: person.id,
    plan_slug: offer.slug,
    plan_name: offer.name,
    terms: JSON.stringify(offer.terms),
    price_kes: offer.priceKes,
    days,
    visits: offer.terms.visits,
    grace_days: graceOf(days),
    first_day: "day" in begins ? dateOfDay(begins.day) : null,
    behind_id: "behind" in begins ? begins.behind : null,
    paid_how: paidHow,
    paid_note: paidNote,
    given_at: at.toISOString(),
    given_by_id: actor.id,
    given_by: actor.name,
  };
}
