import type { Effect, Preview } from "../../console/kit/actions.ts";
import { etagOf } from "../../forms/read-form.server.ts";
import type { Db } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { dateWithYear, dayText, isCalendarDate } from "../../time/dates.server.ts";
import { calendarDay, dateOfDay, dayNumber, sameDayMonthsAfter } from "../../time/days.ts";
import { daysInRow } from "../days-in-row.ts";
import { FREEZE_LENGTHS, FREEZE_LIMITS, type FreezeKind, MONTHS_BETWEEN_FREEZES } from "../freezes.ts";
import { canUndoFreeze, type FreezeEffect, type FreezeRefusal, previewFreeze } from "../pass-changes.server.ts";
import { givenDaysSince } from "../pass-extensions.server.ts";
import {
  activePassEvents,
  countedFreezes,
  type Pass,
  type PassEventRow,
  passEventsOfPerson,
  passesOfPerson,
} from "../pass-rows.server.ts";
import { isDayPass, stateOn } from "../passes.ts";
import { passLabel } from "./member-labels.server.ts";
import { type FoundPass, movedWords, sessionTextsOf } from "./pass-page.server.ts";
import { personHead } from "./person-request.server.ts";

/** The form's values. `show`: the number of days whose button was pressed. */
type FreezeValues = Record<"firstDay" | "lastDay" | "medical" | "show", string>;

export async function readFreezePage(foundPass: FoundPass) {
  const { services, person, pass } = foundPass;
  const today = calendarDay(services.now());
  const values = { ...defaultFreeze(pass, today), medical: "" };
  const events = await passEventsOfPerson(services.db, person.id);
  const latest = Math.max(...countedFreezes(events));
  const since = Number.isFinite(latest)
    ? `The last counted freeze started on ${dateWithYear(dateOfDay(latest))}.`
    : "No counted freeze so far.";
  return {
    ...personHead(person),
    meta: `${passLabel(pass, today)}. ${since}`,
    values,
    preview: mayBeFrozen(pass, today) ? await readFreezePreview(foundPass, { ...values, show: "" }) : undefined,
    notFrozen: isDayPass(pass.pass) ? DAY_PASS : PASS_ENDED,
    freezes: await readFreezes(foundPass, events, today),
  };
}

const DAY_PASS = "A day pass can’t be frozen.";
const PASS_ENDED = "This pass has ended, so it can’t be frozen.";

const DEFAULT_DAYS = 14;

function defaultFreeze({ firstDay, freezes }: Pass, today: number) {
  const first = Math.max(today, firstDay, ...freezes.map((freeze) => freeze.lastDay + 1));
  return { firstDay: dateOfDay(first), lastDay: dateOfDay(first + DEFAULT_DAYS - 1) };
}

/** Whether the desk can freeze a pass: a pass that was ended early just runs out. */
export function mayBeFrozen(pass: Pass, today: number): boolean {
  const state = stateOn(pass, today);
  return !isDayPass(pass.pass) && pass.end === undefined && state !== "grace" && state !== "ended";
}

export async function readFreezePreview({ services, pass }: FoundPass, { show, medical, ...days }: FreezeValues) {
  const { db, now } = services;
  const today = calendarDay(now());
  const text = (day: number) => dayText(day, today);
  const length = FREEZE_LENGTHS.find(([count]) => String(count) === show)?.[0];
  const lastDay = length === undefined ? days.lastDay : lastDayAfter(days.firstDay, length, today);
  const form = { firstDay: days.firstDay, lastDay, kind: kindOf(medical) };
  const filled = { lastDay };
  const effect = await previewFreeze(services, pass, form);
  if ("problem" in effect) {
    const sentence = refusalSentence(effect.problem, form, { pass, counted: effect.counted, today });
    return { problem: { field: "effects", status: 422, sentence }, filled } satisfies Preview;
  }
  const effects = await freezeEffects(db, pass, form, effect, today);
  const count = plural(dayNumber(lastDay) - dayNumber(form.firstDay) + 1, "day");
  return {
    effects,
    seen: etagOf(effects),
    submit: `Freeze for ${count}`,
    filled,
    bar: {
      days: daysInRow(effect.altered.find((change) => change.pass.row.id === pass.row.id)?.after ?? pass, today),
      words: [text(pass.firstDay), `${count} frozen`, text(effect.lastDay)],
    },
  } satisfies Preview & { bar: unknown };
}

/** How far from today a typed day may be, in days: no pass runs further. */
const MAX_DISTANCE_DAYS = 3660;

/** The last day of a freeze of some length, for its field; empty if the first day is invalid. */
function lastDayAfter(firstDay: string, days: number, today: number): string {
  if (!isCalendarDate(firstDay)) return "";
  const first = dayNumber(firstDay);
  return Math.abs(first - today) > MAX_DISTANCE_DAYS ? "" : dateOfDay(first + days - 1);
}

/** Why a pass can’t be frozen on these days. @param facts.counted the first days of counted freezes */
function refusalSentence(
  problem: FreezeRefusal,
  { kind, ...form }: { firstDay: string; lastDay: string; kind: FreezeKind },
  { pass, counted, today }: { pass: Pass; counted: readonly number[]; today: number },
): string {
  const text = (day: number) => dayText(day, today);
  const [firstDay, lastDay] = [dayNumber(form.firstDay), dayNumber(form.lastDay)];
  const days = plural(lastDay - firstDay + 1, "day");
  const { min, max } = FREEZE_LIMITS[kind];
  switch (problem) {
    case "day-invalid":
      return "Choose a first and a last day.";
    case "days-reversed":
      return "The last day comes before the first.";
    case "past":
      return "A freeze can’t start in the past.";
    case "freeze-short":
      return `A freeze has to last at least ${min} days; this is ${days}. One that is not counted can last a single day.`;
    case "freeze-long":
      return kind === "medical"
        ? `A freeze that is not counted can last at most ${max} days; this is ${days}.`
        : `A freeze can last at most ${max} days; this is ${days}. One that is not counted can last ${FREEZE_LIMITS.medical.max}.`;
    case "outside-pass":
      return `A freeze has to start on a day of the pass, which runs from ${text(pass.firstDay)} to ${text(pass.lastDay)}.`;
    case "day-pass":
      return DAY_PASS;
    case "overlap": {
      const taken = pass.freezes.filter((freeze) => freeze.firstDay <= lastDay && firstDay <= freeze.lastDay);
      const texts = taken.map((freeze) => `${text(freeze.firstDay)} to ${text(freeze.lastDay)}`);
      return `The pass is already frozen: ${texts.join(", ")}.`;
    }
    case "too-soon": {
      const latest = Math.max(...counted);
      const next = sameDayMonthsAfter(latest, MONTHS_BETWEEN_FREEZES);
      return `Once in twelve months: after the freeze from ${dateWithYear(dateOfDay(latest))}, the next one can start from ${dateWithYear(dateOfDay(next))}. One that is not counted can start on any day.`;
    }
    case "pass-ended":
      return PASS_ENDED;
  }
}

export function kindOf(medical: string): FreezeKind {
  return medical === "on" ? "medical" : "counted";
}

export async function freezeEffects(
  db: Db,
  pass: Pass,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  effect: FreezeEffect,
  today: number,
): Promise<Effect[]> {
  const text = (day: number) => dayText(day, today);
  const given = await countGivenDays(db, firstDay, dayNumber(lastDay));
  const reached = await countGivenDays(db, dateOfDay(Math.max(pass.lastDay, dayNumber(lastDay)) + 1), effect.lastDay);
  const bookings = await sessionTextsOf(db, effect.bookings);
  const sentences = [
    `Frozen ${text(dayNumber(firstDay))} to ${text(dayNumber(lastDay))}`,
    `Ends ${text(effect.lastDay)}, not ${text(pass.lastDay)}`,
    given === 0
      ? []
      : given === 1
        ? "One of these days was a closed day that passes were extended for: it is not added twice."
        : `${given} of these days were closed days that passes were extended for: they are not added twice.`,
    reached === 0
      ? []
      : plural(
          reached,
          "closed day falls within the pass, and is added.",
          "closed days fall within the pass, and are added.",
        ),
    movedWords(effect.altered, pass, today),
  ];
  const cancellations =
    bookings.length === 0
      ? "No booking is cancelled"
      : plural(bookings.length, "booking is cancelled", "bookings are cancelled");
  return [...sentences.flat().map((sentence) => ({ text: sentence })), { text: cancellations, below: bookings }];
}

/** Counts the closed days in a range that passes were extended by. */
async function countGivenDays(db: Db, firstDay: string, lastDay: number): Promise<number> {
  return (await givenDaysSince(db, firstDay)).filter(({ day }) => day <= lastDay).length;
}

/** The freezes of all passes of a person, newest first. */
async function readFreezes(
  { services: { db, now }, person, actor }: FoundPass,
  events: readonly PassEventRow[],
  today: number,
) {
  const passes = await passesOfPerson(db, person.id);
  return activePassEvents(events)
    .freezes.toReversed()
    .flatMap(({ event, passId, firstDay, lastDay, isCounted, wasEarly }) => {
      const pass = passes.find(({ row }) => row.id === passId);
      if (pass === undefined) return [];
      const isOver = stateOn(pass, today) === "ended" || pass.end !== undefined;
      const mayTakeBack = canUndoFreeze(event, actor, now());
      const about = [
        pass.row.plan_name,
        isCounted ? "" : "not counted",
        wasEarly && lastDay >= firstDay ? "back early" : "",
        `by ${event.by}`,
        event.reason,
      ];
      return {
        actId: event.id,
        days:
          lastDay < firstDay
            ? `From ${dayText(firstDay, today)}, ended on the same day`
            : `${dayText(firstDay, today)} to ${dayText(lastDay, today)}`,
        about: about.filter((text) => text !== "").join(", "),
        mayReturn: !isOver && firstDay <= today && today <= lastDay,
        mayTakeBack: mayTakeBack && pass.end !== "void",
        isTooLate: !mayTakeBack,
      };
    });
}

export type FreezeRowData = Awaited<ReturnType<typeof readFreezes>>[number];
