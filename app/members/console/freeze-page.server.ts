import type { Effect, Preview } from "../../console/kit/actions.ts";
import { etagOf } from "../../forms/read-form.server.ts";
import type { Db } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { dateWithYear, dayText } from "../../time/dates.server.ts";
import { calendarDay, dateOfDay, dayNumber } from "../../time/days.ts";
import { daysInRow } from "../days-in-row.ts";
import { defaultFreeze, freezeFacts, lastDayAfter, sessionTextsOf } from "../freezes.server.ts";
import { FREEZE_LENGTHS, type FreezeKind } from "../freezes.ts";
import { canUndoFreeze, type FreezeEffect, previewFreeze } from "../pass-changes.server.ts";
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
import { FREEZE_PROBLEMS } from "./pass-messages.ts";
import { type FoundPass, movedWords } from "./pass-page.server.ts";
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
    notFrozen: FREEZE_PROBLEMS[isDayPass(pass.pass) ? "day-pass" : "pass-ended"](NO_FACTS),
    freezes: await readFreezes(foundPass, events, today),
  };
}

const NO_FACTS = { kind: "counted", days: 0, from: "", to: "", taken: "", latestStart: "", nextStart: "" } as const;

/** Whether the desk can freeze a pass: a pass that was ended early just runs out. */
export function mayBeFrozen(pass: Pass, today: number): boolean {
  const state = stateOn(pass, today);
  return !isDayPass(pass.pass) && pass.end === undefined && state !== "grace" && state !== "ended";
}

export async function readFreezePreview(
  { services, person, pass }: FoundPass,
  { show, medical, ...days }: FreezeValues,
) {
  const { db, now } = services;
  const today = calendarDay(now());
  const text = (day: number) => dayText(day, today);
  const length = FREEZE_LENGTHS.find(([count]) => String(count) === show)?.[0];
  const lastDay = length === undefined ? days.lastDay : lastDayAfter(days.firstDay, length, today);
  const form = { firstDay: days.firstDay, lastDay, kind: kindOf(medical) };
  const filled = { lastDay };
  const effect = await previewFreeze(services, pass, form);
  if ("problem" in effect) {
    const counted = countedFreezes(await passEventsOfPerson(db, person.id));
    const facts = freezeFacts(effect.problem, form, { kind: form.kind, pass, counted, today, formatDay: text });
    const sentence = FREEZE_PROBLEMS[effect.problem](facts);
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
      : reached === 1
        ? "1 closed day falls within the pass, and is added."
        : `${reached} closed days fall within the pass, and are added.`,
    movedWords(effect.altered, pass, today),
  ];
  const cancellations =
    bookings.length === 0
      ? "No booking is cancelled"
      : bookings.length === 1
        ? "1 booking is cancelled"
        : `${bookings.length} bookings are cancelled`;
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
