/** The page of somebody who trains: what they have, what happened, and what can be done. */
import { randomUUID } from "node:crypto";
import { bookingsWithSessions } from "../../bookings/booking-rows.server.ts";
import { localPhone } from "../../forms/phone.ts";
import type { Db, Services } from "../../platform/services.ts";
import { dateWithYear, listMoment, shortDayAndTime } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { calendarDay } from "../../time/days.ts";
import { doorNumberText } from "../door-number.ts";
import { childrenOf, waitingRecords } from "../erasure.server.ts";
import { formerRecords } from "../former-records.server.ts";
import { offersFor } from "../give-pass.server.ts";
import { type GivenDay, givenDaysSince } from "../given-days.server.ts";
import { isChildOn } from "../member.ts";
import { listed } from "../member-list.server.ts";
import { findDoorNumber, findMember, listMemberNotes, type Member, marketingConsent } from "../members.server.ts";
import { lastMerge, mayTakeApart } from "../merge.server.ts";
import { mayVoid } from "../pass-changes.server.ts";
import { type ActRow, actsOfMember, countingActs, dateOf, type Pass, passesOfMember } from "../pass-rows.server.ts";
import { stateOn } from "../passes.ts";
import { BROUGHT_IN } from "../plans.ts";
import { mayBeFrozen } from "./freeze-page.server.ts";
import { dayText, paidWords, passStateWords, passWords, stateWords, waysTo } from "./member-words.server.ts";
import { daysWords } from "./pass-messages.ts";
import { waitingRecordText } from "./waiting-records-view.server.ts";

/** How many bookings are listed of those that are over. */
const PAST_BOOKINGS_SHOWN = 10;

const BOOKING_STATES: Readonly<Record<string, string>> = {
  booked: "Booked",
  waiting: "Waiting",
  attended: "Came",
  no_show: "Missed",
  cancelled: "Cancelled",
  late_cancelled: "Cancelled late",
  gym_cancelled: "Cancelled by us",
  expired: "Got no place",
};

export type MemberPage = Awaited<ReturnType<typeof readMemberPage>>;

export async function readMemberPage(services: Services, person: Member, { isOwner }: { isOwner: boolean }) {
  const { db } = services;
  const now = services.now();
  const today = calendarDay(now);
  const passes = await passesOfMember(db, person.id);
  const acts = await actsOfMember(db, person.id);
  const view = listed(person, passes, today);
  const guardian = person.guardian_id === null ? undefined : await findMember(db, person.guardian_id);
  const lastPlan = view.pass?.row.plan_slug;
  const renewal = (await offersFor(services, person)).offers.find(({ slug }) => slug === lastPlan)?.placing;
  const door = await findDoorNumber(db, person.id);
  const given = await givenDaysSince(db, dateOf(Math.min(today, ...passes.map(({ firstDay }) => firstDay))));
  const notes = await listMemberNotes(db, person.id);
  const consent = await marketingConsent(db, person.id);
  const isWaiting = person.account_deleted_at !== null;
  const waiting = isWaiting
    ? (await waitingRecords(db, now)).find(({ member: { id } }) => id === person.id)
    : undefined;
  return {
    id: person.id,
    noteId: randomUUID(),
    version: person.version,
    // Of a record that was deleted the passes stay, under the number that it had.
    name: person.erased_at === null ? person.name : "A deleted record",
    isErased: person.erased_at !== null,
    isChild: isChildOn(person, dateOf(today)),
    state: stateWords(view, today),
    what:
      view.pass &&
      passWords(view.pass, today) + (view.paidTo === undefined ? "" : `, paid to ${dayText(view.paidTo, today)}`),
    since: dateWithYear(dateInNairobi(new Date(person.made_at))),
    renewal:
      renewal &&
      renewal.firstDay < renewal.runsTo &&
      `The next one would run from ${dayText(renewal.firstDay, today)} to ${dayText(renewal.runsTo, today)}.`,
    ways: waysTo(guardian ?? person),
    guardian: guardian && { id: guardian.id, name: guardian.name },
    children: (await childrenOf(db, person.id, dateOf(today))).map(({ id, name }) => ({ id, name })),
    heardOf: person.heard_of,
    enquiryId: person.enquiry_id,
    door: door === undefined ? undefined : { number: door, text: doorNumberText(door) },
    hasAccount: person.user_id !== null,
    waiting: waiting && waitingRecordText(waiting, today),
    ...(await readMerges(db, person, now)),
    isOwner,
    passes: passes.toReversed().map((pass) => passView(pass, acts, given, { today, now, isOwner })),
    notes: notes.map(({ id, text, by, at }) => ({ id, text, about: `${by}, ${listMoment(new Date(at), now)}` })),
    consent: consent && {
      isGiven: consent.isGiven,
      words: `${consent.isGiven ? "Yes" : "No"}, ${consent.how}, ${listMoment(new Date(consent.at), now)}, written by ${consent.by}`,
    },
    ...(await readMemberBookings(services, person.id)),
  };
}

/** What records say that were made one with somebody's, in place of what stands in theirs; and whether the last one can be taken apart. */
async function readMerges(db: Db, person: Member, now: Date) {
  const former = await formerRecords(db, person.id);
  const last = former.length === 0 ? undefined : await lastMerge(db, person.id);
  const says = ({ name, phone, email }: Member) => [name, localPhone(phone), email];
  const own = says(person);
  const others = former.flatMap(says).filter((text) => text !== "" && !own.includes(text));
  return {
    also: [...new Set(others)],
    merge: last && {
      secondId: last.member_id,
      about: `Made one by ${last.by}, ${listMoment(new Date(last.at), now)}.`,
      mayTakeApart: person.erased_at === null && (await mayTakeApart(db, last)),
    },
  };
}

function passView(
  pass: Pass,
  acts: readonly ActRow[],
  given: readonly GivenDay[],
  { today, now, isOwner }: { today: number; now: Date; isOwner: boolean },
) {
  const state = stateOn(pass, today);
  const isOpen = state === "running" || state === "frozen" || state === "future";
  const { freezes, ends } = countingActs(acts.filter(({ pass_id: id }) => id === pass.row.id));
  return {
    id: pass.row.id,
    isVoid: pass.end === "void",
    what: passWords(pass, today),
    // Of one to come the first day stands in what it is.
    from: state === "future" ? "" : `From ${dayText(pass.firstDay, today)}. `,
    state: passStateWords(pass, state, today),
    paid: paidWords(pass.row),
    given: `${pass.row.paid_how === BROUGHT_IN ? "Brought in" : "Given"} by ${pass.row.given_by}, ${listMoment(new Date(pass.row.given_at), now)}`,
    happened: [
      ...freezes.map(({ act, firstDay, lastDay }) => {
        const days = `${dayText(firstDay, today)} to ${dayText(lastDay, today)}`;
        return `Frozen ${days}, by ${act.by}${act.reason === "" ? "" : `: ${act.reason}`}`;
      }),
      ...givenWords(pass, given, today),
      ...ends.map(({ act, kind, day }) =>
        kind === "void"
          ? `Taken back by ${act.by}`
          : `Ended on ${dayText(day, today)} by ${act.by}${act.reason === "" ? "" : `: ${act.reason}`}`,
      ),
    ],
    mayFreeze: mayBeFrozen(pass, today) || freezes.length > 0,
    mayEnd: isOwner && isOpen,
    mayTakeBack: pass.end !== "void" && mayVoid(pass, { isOwner }, now),
  };
}

/** The closed days that a pass was given back, those that were given back at once together. */
function givenWords({ firstDay, lastDay, freezes }: Pass, given: readonly GivenDay[], today: number): string[] {
  const isFrozen = (day: number) => freezes.some((freeze) => freeze.firstDay <= day && day <= freeze.lastDay);
  const own = given.filter(({ day }) => firstDay <= day && day <= lastDay && !isFrozen(day));
  return [...Map.groupBy(own, ({ givenId }) => givenId).values()].map((days) => {
    const range = [...new Set([days[0], days.at(-1)])].map((one) => dayText(one?.day ?? 0, today)).join(" to ");
    return `${daysWords(days.length)} longer, closed ${range}: ${days[0]?.reason}`;
  });
}

/** Bookings to come, and the last ones that are over. */
export async function readMemberBookings({ db, now: clock }: Services, memberId: string) {
  const now = clock();
  const rows = await bookingsWithSessions(db)
    .select(["bookings.id", "session_id", "bookings.state", "class_name", "starts_at"])
    .where("bookings.member_id", "=", memberId)
    .orderBy("booked_at", "desc")
    .limit(100)
    .execute();
  const shown = rows.map(({ id, session_id, state, class_name, starts_at }) => ({
    id,
    startsAt: starts_at,
    sessionId: session_id,
    text: `${class_name}, ${shortDayAndTime(new Date(starts_at))}`,
    state: BOOKING_STATES[state] ?? state,
    isOpen: state === "booked" || state === "waiting",
    page: `/staff/day/${session_id}`,
  }));
  const isComing = (one: (typeof shown)[number]) => one.isOpen && one.startsAt > now.toISOString();
  const byStart = (one: { startsAt: string }, other: { startsAt: string }) => (one.startsAt < other.startsAt ? -1 : 1);
  return {
    coming: shown.filter(isComing).toSorted(byStart),
    past: shown
      .filter((one) => !isComing(one))
      .toSorted(byStart)
      .toReversed()
      .slice(0, PAST_BOOKINGS_SHOWN),
  };
}
