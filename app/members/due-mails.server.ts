/**
 * The mails about the end of a pass: a week before, and the day after. Who is due follows from the days of passes; what is written is
 * only who was told, of which last day. Any instance may run this, as often as it likes: each is told once.
 */

import { sql } from "kysely";
import { hourOf } from "../bookings/booking-times.server.ts";
import { findPerson, type Person } from "../people/people.server.ts";
import { daysBefore } from "../platform/durations.ts";
import { deleteInPortions, letOthersIn } from "../platform/portions.server.ts";
import type { Db, Services } from "../platform/services.ts";
import { type Change, transact } from "../platform/transact.server.ts";
import { dateInNairobi, startOfDate } from "../time/dates.server.ts";
import { calendarDay, dayNumber } from "../time/days.ts";
import { moneyText } from "../time/money.ts";
import { areMembersOn } from "./cover.server.ts";
import { dayWords, passDaysWords } from "./day-words.server.ts";
import { offersWithin } from "./give-pass.server.ts";
import { findMailReader, queueMembershipMail } from "./member-mail.server.ts";
import { dateOf, type Pass, type PassRow, passesOfPerson } from "./pass-rows.server.ts";
import { endsWithin, GRACE_DAYS, isDayPass, overOn, SOON_DAYS, visitsLeft } from "./passes.ts";
import { BROUGHT_IN } from "./plans.ts";

/** Mails are sent between these hours in Nairobi. */
const FIRST_HOUR = 8;
const END_HOUR = 20;

/** After days without the site: with fewer days left nobody is told any more, nor longer after the end. */
const LEAST_DAYS_AHEAD = 5;
const MOST_DAYS_AFTER = 3;

/** How long it is known who was told, in days: as long as any mail is due, and longer than the site may be away. */
export const PASS_MAILS_DAYS = 90;

type Kind = "ends" | "ended";

/** Queues the mails that are due. */
export async function mailEndsOfPasses(services: Services): Promise<void> {
  const hour = hourOf(services.now().getTime());
  if (hour < FIRST_HOUR || hour >= END_HOUR || !(await areMembersOn(services))) return;
  for (const one of await passesDue(services.db, calendarDay(services.now()))) {
    try {
      // A transaction of its own: the desk doesn't wait for all that is due, and one that fails undoes no other.
      await transact(services, (change) => tell(change, one), { lock: "people" });
    } catch (error) {
      services.log.error({ event: "pass-mail-failed", passId: one.passId, err: error }, "will try again");
    }
    await letOthersIn();
  }
}

type Due = { passId: string; personId: string; kind: Kind };

/**
 * The passes of which somebody is to be told. This runs every few minutes and without a lock, so who has paid ahead, wants no mails or
 * has no address is left out here, and not each time under the lock; there what counts is read again.
 */
async function passesDue(db: Db, today: number): Promise<Due[]> {
  const within = async (kind: Kind, from: number, to: number) => {
    const rows = await db
      .selectFrom("pass_days")
      .innerJoin("passes", "passes.id", "pass_days.pass_id")
      .innerJoin("people", "people.id", "pass_days.person_id")
      .leftJoin("people as guardians", "guardians.id", "people.guardian_id")
      .select(["pass_days.pass_id as passId", "pass_days.person_id as personId", "given_at", "paid_how"])
      .select(["pass_days.first_day", "pass_days.last_day"])
      // By the index: the grace ends a few days after the last day, or on it.
      .where("pass_days.grace_day", ">=", dateOf(from))
      .where("pass_days.grace_day", "<=", dateOf(to + GRACE_DAYS))
      .where("pass_days.last_day", ">=", dateOf(from))
      .where("pass_days.last_day", "<=", dateOf(to))
      .where("pass_days.end_kind", "is", null)
      .where("people.erased_at", "is", null)
      .where(isNoDayPass("passes"))
      .where(({ or }) => or([mayBeMailed("people"), mayBeMailed("guardians")]))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("pass_days as later")
              .innerJoin("passes as later_pass", "later_pass.id", "later.pass_id")
              .select("later.pass_id")
              .whereRef("later.person_id", "=", "pass_days.person_id")
              .whereRef("later.last_day", ">", "pass_days.last_day")
              .where(sql<boolean>`later.last_day > coalesce(pass_days.used_up_on, '')`)
              .whereRef("later.first_day", "<=", "later.last_day")
              .where(isNoDayPass("later_pass")),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("pass_mails")
              .select("pass_id")
              .whereRef("pass_mails.pass_id", "=", "pass_days.pass_id")
              .whereRef("pass_mails.last_day", "=", "pass_days.last_day")
              .where("kind", "=", kind),
          ),
        ),
      )
      .orderBy("pass_days.grace_day")
      .orderBy("pass_days.pass_id")
      .execute();
    return rows
      .filter(({ first_day, last_day, ...row }) =>
        isInTime(kind, { firstDay: dayNumber(first_day), lastDay: dayNumber(last_day), row }, today),
      )
      .map(({ passId, personId }) => ({ passId, personId, kind }));
  };
  return [
    ...(await within("ends", today + LEAST_DAYS_AHEAD, today + SOON_DAYS)),
    ...(await within("ended", today - MOST_DAYS_AFTER, today - 1)),
  ];
}

/** As `isDayPass` has it. */
function isNoDayPass(passes: "passes" | "later_pass") {
  const column = (name: string) => sql.ref(`${passes}.${name}`);
  return sql<boolean>`(${column("days")} > 1 or ${column("visits")} is not null or ${column("grace_days")} > 0)`;
}

/** Whether a record may be the one to whom mails go: it has an address or an account, and mails are on. */
function mayBeMailed(people: "people" | "guardians") {
  const column = (name: string) => sql.ref(`${people}.${name}`);
  return sql<boolean>`(${column("mails")} = 1 and (${column("email")} <> '' or ${column("user_id")} is not null))`;
}

/** Tells somebody, if it is so still under the lock, and nobody has. */
async function tell(change: Change, { passId, personId, kind }: Due): Promise<void> {
  const { transaction, at } = change;
  const today = calendarDay(at);
  const member = await findPerson(transaction, personId);
  if (member === undefined || member.erased_at !== null) return;
  const passes = await passesOfPerson(transaction, personId);
  const pass = passes.find(({ row }) => row.id === passId);
  if (pass === undefined || !isDue(kind, passes, pass, today)) return;
  const reader = await findMailReader(transaction, member, dateInNairobi(at));
  if (reader === undefined || reader.member.mails === 0) return;
  const told = await transaction
    .insertInto("pass_mails")
    .values({ pass_id: passId, kind, last_day: dateOf(pass.lastDay), at: at.toISOString() })
    .onConflict((conflict) => conflict.columns(["pass_id", "kind", "last_day"]).doNothing())
    .returning("pass_id")
    .executeTakeFirst();
  if (told === undefined) return;
  const facts = await factsOf(change, member, pass, { kind, today });
  // Of no use after the last day, or once the grace is over.
  const discardAfter = startOfDate(dateOf(1 + (kind === "ends" ? pass.lastDay : pass.lastDay + MOST_DAYS_AFTER)));
  await queueMembershipMail(change, kind, { about: member, reader }, facts, discardAfter);
}

/** Whether somebody is to be told today of the end of a pass: nothing is behind it, and it was not ended by the desk. */
function isDue(kind: Kind, passes: readonly Pass[], pass: Pass, today: number): boolean {
  const isLast = endsWithin(passes, pass, [overOn(pass), overOn(pass)]);
  return pass.end === undefined && !isDayPass(pass.pass) && isLast && isInTime(kind, pass, today);
}

/** Whether it is the time to tell of the end of a pass. */
function isInTime(
  kind: Kind,
  { firstDay, lastDay, row }: Pick<Pass, "firstDay" | "lastDay"> & { row: Pick<PassRow, "given_at" | "paid_how"> },
  today: number,
): boolean {
  if (kind === "ended") {
    // Of one that was over when a list brought it in nobody is told.
    const wasHere = calendarDay(new Date(row.given_at)) <= lastDay;
    return wasHere && today - MOST_DAYS_AFTER <= lastDay && lastDay < today;
  }
  if (lastDay < today + LEAST_DAYS_AHEAD || today + SOON_DAYS < lastDay) return false;
  // A week's pass ends within the week from its first day on, which is no news.
  if (row.paid_how !== BROUGHT_IN) return firstDay <= lastDay - SOON_DAYS;
  // Nobody is mailed on the day of an import.
  return Math.max(firstDay, calendarDay(new Date(row.given_at))) < lastDay - SOON_DAYS;
}

async function factsOf(
  change: Change,
  member: Person,
  pass: Pass,
  { kind, today }: { kind: Kind; today: number },
): Promise<Parameters<typeof queueMembershipMail>[3]> {
  const { offers } = await offersWithin(change, member);
  const offer = offers.find(({ slug }) => slug === pass.row.plan_slug);
  // Of a pack the next one begins when it is paid.
  const isBehind = offer?.placing !== undefined && "behind" in offer.placing.begins;
  const left = visitsLeft(pass);
  const isOver = pass.graceDay <= pass.lastDay || (kind === "ended" && pass.graceDay < today);
  return {
    plan: pass.row.plan_name,
    lastDay: dayWords(pass.lastDay, today),
    ...(!isOver && { graceDay: dayWords(pass.graceDay, today) }),
    ...(left !== null && { visits: { left, all: pass.pass.visits ?? 0 } }),
    ...(offer?.placing &&
      isBehind && {
        next: {
          days: passDaysWords(offer.placing.firstDay, offer.placing.runsTo, today),
          price: moneyText(offer.priceKes),
        },
      }),
  };
}

/** Forgets who was told once no mail of it can be due again; a clean-up job runs it. */
export async function removeOldPassMails(services: Services): Promise<void> {
  const before = daysBefore(services.now(), PASS_MAILS_DAYS);
  // By their moments: a pass may have a newer one.
  await deleteInPortions(services.db, "pass_mails", "at", sql`at < ${before}`);
}
