/** Passes given by the desk: what it may give, as it stands on the page before the press, and the giving itself. */
import { listEntries } from "../cms/entries.server.ts";
import { planType } from "../content-types/pricing.ts";
import { factsHash, isFormId } from "../forms/form-id.server.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { asLine } from "../platform/text.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { calendarDay } from "../time/days.ts";
import { REASON_MAX } from "./member.ts";
import { findMember, logOfMember, type Member } from "./members.server.ts";
import { dateOf, passesOfMember, readGivenDays, refreshDays } from "./pass-rows.server.ts";
import { computeDays, graceOf, type Placing, placeNext } from "./passes.ts";
import { PAID_WAYS, type PaidWay, type PlanTerms, termsOf } from "./plans.ts";

/** A plan, and the days of a pass of it if it is given now. */
export type Offer = {
  slug: string;
  name: string;
  priceKes: number;
  terms: PlanTerms;
  /** Undefined: its last day would lie too far ahead. */
  placing: (Placing & { /** With the closed days inside it that were given back. */ runsTo: number }) | undefined;
};

/** What the desk may give somebody now. `seen` stands in the form: a press on an older page gives nothing. */
export type Offers = { offers: Offer[]; seen: string; today: number };

/** What somebody may be given, in the order of the plans. */
export async function offersFor(services: Services, member: Member): Promise<Offers> {
  return readOffers(services, services.db, member, services.now());
}

/** What somebody may be given whose record is made by the same form. */
export async function offersForNobody(services: Services): Promise<Offers> {
  return readOffers(services, services.db, { id: "", version: 1 }, services.now());
}

/** What somebody may be given, in a transaction. */
export async function offersWithin({ services, transaction, at }: Change, member: Member): Promise<Offers> {
  return readOffers(services, transaction, member, at);
}

async function readOffers(
  services: Services,
  db: Db,
  member: Pick<Member, "id" | "version">,
  at: Date,
): Promise<Offers> {
  const today = calendarDay(at);
  const passes = await passesOfMember(db, member.id);
  const closedDays = await readGivenDays(db);
  const offers = (await listEntries({ ...services, db }, planType)).map((plan): Offer => {
    const terms = termsOf(plan);
    const placing = placeNext(passes, { length: terms.length, visits: terms.visits, today });
    return {
      slug: plan.slug,
      name: plan.name,
      priceKes: plan.price,
      terms,
      placing: placing && { ...placing, runsTo: lastDayWith(placing, closedDays) },
    };
  });
  return { offers, seen: factsHash([member.version, today, offers]), today };
}

/** The last day of a pass that is placed so, with closed days. */
function lastDayWith({ firstDay, days }: Placing, closedDays: ReadonlySet<number>): number {
  const pass = { id: "", days, visits: null, graceDays: 0, begins: { day: firstDay } };
  const [computed] = computeDays({ passes: [pass], freezes: [], ends: [], visits: [], closedDays });
  return computed?.lastDay ?? firstDay;
}

export type GiveOutcome =
  | { code: "done" | "same"; passId: string }
  /** The page was older than what is so now. */
  | { code: "conflict" }
  | { code: "unknown" | "plan-unknown" | "paid-missing" | "too-far" | "paid-note-long" };

/**
 * Gives somebody a pass of a plan.
 * @param form.formId the id of the pass, which the form's page has made: sent twice it is one pass
 * @param form.seen of the offers that the page showed
 */
export async function givePass(
  services: Services,
  actor: Actor,
  memberId: string,
  form: { formId: string; planSlug: string; seen: string; paidHow: string; paidNote: string },
): Promise<GiveOutcome> {
  const paidHow = PAID_WAYS.find((way) => way === form.paidHow);
  const paidNote = asLine(form.paidNote);
  return transact(
    services,
    async (change): Promise<GiveOutcome> => {
      const { transaction, at } = change;
      const member = await findMember(transaction, memberId);
      if (member === undefined || member.erased_at !== null || !isFormId(form.formId)) return { code: "unknown" };
      const made = await transaction
        .selectFrom("passes")
        .select("member_id")
        .where("id", "=", form.formId)
        .executeTakeFirst();
      if (made !== undefined)
        return made.member_id === memberId ? { code: "same", passId: form.formId } : { code: "unknown" };
      const { offers, seen } = await readOffers(services, transaction, member, at);
      const offer = offers.find(({ slug }) => slug === form.planSlug);
      if (offer === undefined) return { code: "plan-unknown" };
      if (paidHow === undefined) return { code: "paid-missing" };
      if (paidNote.length > REASON_MAX) return { code: "paid-note-long" };
      if (seen !== form.seen) return { code: "conflict" };
      if (offer.placing === undefined) return { code: "too-far" };
      await insertPass(change, actor, member, { id: form.formId, offer, placing: offer.placing, paidHow, paidNote });
      return { code: "done", passId: form.formId };
    },
    { lock: "members" },
  );
}

async function insertPass(
  change: Change,
  actor: Actor,
  member: Member,
  {
    id,
    offer,
    placing,
    paidHow,
    paidNote,
  }: { id: string; offer: Offer; placing: Placing; paidHow: PaidWay; paidNote: string },
): Promise<void> {
  const { transaction, at } = change;
  const { begins, days } = placing;
  await transaction
    .insertInto("passes")
    .values({
      id,
      member_id: member.id,
      plan_slug: offer.slug,
      plan_name: offer.name,
      terms: JSON.stringify(offer.terms),
      price_kes: offer.priceKes,
      days,
      visits: offer.terms.visits,
      grace_days: graceOf(days),
      first_day: "day" in begins ? dateOf(begins.day) : null,
      behind_id: "behind" in begins ? begins.behind : null,
      paid_how: paidHow,
      paid_note: paidNote,
      given_at: at.toISOString(),
      given_by_id: actor.id,
      given_by: actor.name,
    })
    .execute();
  await refreshDays(change, member.id);
  await touchMember(change, member);
  await logOfMember(change, actor, "pass-given", member, { plan: offer.name });
}

/** Has pages of a person that are open elsewhere notice that something of it has changed. */
export async function touchMember(
  { transaction }: Pick<Change, "transaction">,
  { id }: Pick<Member, "id">,
): Promise<void> {
  await transaction
    .updateTable("members")
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}
