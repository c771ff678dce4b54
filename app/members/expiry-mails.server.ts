/**
 * Expiry emails: a week before a pass ends, and the day after. Only what was sent is stored, so any instance can run
 * this at any time.
 */

import { sql } from "kysely";
import { hourOf } from "../bookings/booking-times.server.ts";
import { changePeople, findPerson, type Person } from "../people/people.server.ts";
import { daysBefore } from "../platform/durations.ts";
import type { Retention } from "../platform/retention.server.ts";
import type { Db, Services } from "../platform/services.ts";
import type { Change } from "../platform/transact.server.ts";
import { letOthersIn } from "../platform/worker.server.ts";
import { dateInNairobi, dayRangeWords, dayWords, startOfDate } from "../time/dates.server.ts";
import { calendarDay, dateOfDay, dayNumber } from "../time/days.ts";
import { moneyText } from "../time/money.ts";
import { areMembersOn } from "./coverage.server.ts";
import { offersFor } from "./give-pass.server.ts";
import { findMailRecipient, queueMembershipMail } from "./membership-mails.server.ts";
import { type Pass, type PassRow, passesOfPerson } from "./pass-rows.server.ts";
import { endsWithin, expiresOn, GRACE_DAYS, isDayPass, SOON_DAYS, visitsLeft } from "./passes.ts";
import { IMPORTED } from "./plans.ts";

const FIRST_HOUR = 8;
const END_HOUR = 20;

/** After an outage, late emails are not sent. */
const MIN_DAYS_AHEAD = 5;
const MAX_DAYS_AFTER = 3;

export const PASS_MAILS_DAYS = 90;

type Kind = "ends" | "ended";

export async function queueExpiryMails(services: Services): Promise<void> {
  const hour = hourOf(services.now().getTime());
  if (hour < FIRST_HOUR || hour >= END_HOUR || !(await areMembersOn(services))) return;
  for (const duePass of await passesDue(services.db, calendarDay(services.now()))) {
    try {
      // Separate transactions: the desk doesn't wait for all of them, and a failure doesn't undo the others.
      await changePeople(services, (change) => queueExpiryMail(change, duePass));
    } catch (error) {
      services.log.error(
        { event: "pass-mail-failed", passId: duePass.passId, err: error },
        "could not queue an expiry email; will try again",
      );
    }
    await letOthersIn();
  }
}

type Due = { passId: string; personId: string; kind: Kind };

/** Passes that may need an email. Filtered here without a lock, every few minutes; checked again under the lock. */
async function passesDue(db: Db, today: number): Promise<Due[]> {
  const within = async (kind: Kind, from: number, to: number) => {
    const rows = await db
      .selectFrom("pass_days")
      .innerJoin("passes", "passes.id", "pass_days.pass_id")
      .innerJoin("people", "people.id", "pass_days.person_id")
      .leftJoin("people as guardians", "guardians.id", "people.guardian_id")
      .select(["pass_days.pass_id as passId", "pass_days.person_id as personId", "given_at", "paid_how"])
      .select(["pass_days.first_day", "pass_days.last_day"])
      // For the index of `grace_day`, which is at most a few days after the last day.
      .where("pass_days.grace_day", ">=", dateOfDay(from))
      .where("pass_days.grace_day", "<=", dateOfDay(to + GRACE_DAYS))
      .where("pass_days.last_day", ">=", dateOfDay(from))
      .where("pass_days.last_day", "<=", dateOfDay(to))
      .where("pass_days.end_kind", "is", null)
      .where("people.erased_at", "is", null)
      .where(isNotDayPass("passes"))
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
              .where(isNotDayPass("later_pass")),
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
    ...(await within("ends", today + MIN_DAYS_AHEAD, today + SOON_DAYS)),
    ...(await within("ended", today - MAX_DAYS_AFTER, today - 1)),
  ];
}

/** The opposite of `isDayPass`, in SQL. */
function isNotDayPass(passes: "passes" | "later_pass") {
  const column = (name: string) => sql.ref(`${passes}.${name}`);
  return sql<boolean>`(${column("days")} > 1 or ${column("visits")} is not null or ${column("grace_days")} > 0)`;
}

function mayBeMailed(people: "people" | "guardians") {
  const column = (name: string) => sql.ref(`${people}.${name}`);
  return sql<boolean>`(${column("mails")} = 1 and (${column("email")} <> '' or ${column("user_id")} is not null))`;
}

/** Queues an expiry email if still due under the lock, and not yet sent. */
async function queueExpiryMail(change: Change, { passId, personId, kind }: Due): Promise<void> {
  const { transaction, at } = change;
  const today = calendarDay(at);
  const member = await findPerson(transaction, personId);
  if (member === undefined || member.erased_at !== null) return;
  const passes = await passesOfPerson(transaction, personId);
  const pass = passes.find(({ row }) => row.id === passId);
  if (pass === undefined || !isDue(kind, passes, pass, today)) return;
  const recipient = await findMailRecipient(transaction, member, dateInNairobi(at));
  if (recipient === undefined || recipient.member.mails === 0) return;
  const recorded = await transaction
    .insertInto("pass_mails")
    .values({ pass_id: passId, kind, last_day: dateOfDay(pass.lastDay), at: at.toISOString() })
    .onConflict((conflict) => conflict.columns(["pass_id", "kind", "last_day"]).doNothing())
    .returning("pass_id")
    .executeTakeFirst();
  if (recorded === undefined) return;
  const facts = await factsOf(change, member, pass, { kind, today });
  // Useless after the last day, or after the grace period.
  const discardAfter = startOfDate(dateOfDay(1 + (kind === "ends" ? pass.lastDay : pass.lastDay + MAX_DAYS_AFTER)));
  await queueMembershipMail(change, kind, { about: member, recipient }, facts, discardAfter);
}

/** Whether an email is due today: nothing follows the pass, and the desk has not ended it. */
function isDue(kind: Kind, passes: readonly Pass[], pass: Pass, today: number): boolean {
  const isLast = endsWithin(passes, pass, [expiresOn(pass), expiresOn(pass)]);
  return pass.end === undefined && !isDayPass(pass.pass) && isLast && isInTime(kind, pass, today);
}

function isInTime(
  kind: Kind,
  { firstDay, lastDay, row }: Pick<Pass, "firstDay" | "lastDay"> & { row: Pick<PassRow, "given_at" | "paid_how"> },
  today: number,
): boolean {
  if (kind === "ended") {
    // Passes that had ended before their import get no email.
    const wasGivenInTime = calendarDay(new Date(row.given_at)) <= lastDay;
    return wasGivenInTime && today - MAX_DAYS_AFTER <= lastDay && lastDay < today;
  }
  if (lastDay < today + MIN_DAYS_AHEAD || today + SOON_DAYS < lastDay) return false;
  // A one-week pass would get this email on its first day.
  if (row.paid_how !== IMPORTED) return firstDay <= lastDay - SOON_DAYS;
  // Imported passes get no email on the day of the import.
  return Math.max(firstDay, calendarDay(new Date(row.given_at))) < lastDay - SOON_DAYS;
}

async function factsOf(
  change: Change,
  member: Person,
  pass: Pass,
  { kind, today }: { kind: Kind; today: number },
): Promise<Parameters<typeof queueMembershipMail>[3]> {
  const { services, transaction, at } = change;
  const { offers } = await offersFor({ ...services, db: transaction, now: () => at }, member);
  const offer = offers.find(({ slug }) => slug === pass.row.plan_slug);
  // A new pack starts on the day it is paid.
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
          days: dayRangeWords(offer.placing.firstDay, offer.placing.runsTo, today),
          price: moneyText(offer.priceKes),
        },
      }),
  };
}

/** Records of emails that can't be due again. */
export const PASS_MAIL_RETENTION: Retention = {
  table: "pass_mails",
  // By time: a pass may also have a newer row.
  key: ["at"],
  old: (now) => sql`at < ${daysBefore(now, PASS_MAILS_DAYS)}`,
};
