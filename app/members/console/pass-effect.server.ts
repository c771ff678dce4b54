/** What a change of a pass would do, for the page before its press. */
import type { Db, Services } from "../../platform/services.ts";
import { dateWithYear } from "../../time/date-texts.server.ts";
import { calendarDay, dayNumber } from "../../time/days.ts";
import { daysInRow } from "../days-in-row.ts";
import { sessionTextsOf, usualFreeze } from "../freeze-days.server.ts";
import { freezeFacts } from "../freeze-facts.server.ts";
import { givenDaysSince } from "../given-days.server.ts";
import type { Member } from "../members.server.ts";
import {
  type AlteredPass,
  isGivenSince,
  mayTakeFreezeBack,
  mayVoid,
  type PassActor,
  previewEnd,
  previewFreeze,
} from "../pass-changes.server.ts";
import { type ActRow, actsOfMember, countingActs, dateOf, type Pass, passesOfMember } from "../pass-rows.server.ts";
import { type FreezeKind, isDayPass, type PassEnd, stateOn } from "../passes.ts";
import { dayText, passWords } from "./member-words.server.ts";
import { FREEZE_PROBLEMS } from "./pass-messages.ts";
import { type FoundPass, passHead } from "./pass-page.server.ts";

/** The days of a freeze as its form says them. */
export type AskedFreeze = { firstDay: string; lastDay: string; isMedical: boolean };

export type FreezePage = Awaited<ReturnType<typeof readFreezePage>>;

/**
 * The page of a freeze.
 * @param asked what was typed; undefined: two weeks from today, or from the first day of a pass to come
 */
export async function readFreezePage(
  services: Services,
  person: Member,
  pass: Pass,
  actor: PassActor,
  asked: AskedFreeze | undefined,
) {
  const { db, now } = services;
  const at = now();
  const today = calendarDay(at);
  const form = asked ?? { ...usualFreeze(pass, today), isMedical: false };
  const kind: FreezeKind = form.isMedical ? "medical" : "counted";
  const preview = await previewFreeze(services, pass, { ...form, kind });
  const acts = await actsOfMember(db, person.id);
  const passes = await passesOfMember(db, person.id);
  const count = "problem" in preview ? 0 : dayNumber(form.lastDay) - dayNumber(form.firstDay) + 1;
  const text = (day: number) => dayText(day, today);
  const counted = countingActs(acts).freezes.flatMap(({ isCounted, firstDay }) => (isCounted ? firstDay : []));
  const latest = counted.length === 0 ? undefined : Math.max(...counted);
  return {
    id: person.id,
    name: person.name,
    version: person.version,
    passId: pass.row.id,
    what: passWords(pass, today),
    since:
      latest === undefined
        ? "No freeze that counts so far."
        : `The last freeze that counts: from ${dateWithYear(dateOf(latest))}.`,
    mayFreeze: mayBeFrozen(pass, today),
    notFrozen: isDayPass(pass.pass) ? FREEZE_PROBLEMS["day-pass"](noFacts) : FREEZE_PROBLEMS["pass-over"](noFacts),
    form: { ...form, days: count },
    isAsked: asked !== undefined,
    effect:
      "problem" in preview
        ? {
            problem: FREEZE_PROBLEMS[preview.problem](
              freezeFacts(preview.problem, form, { kind, pass, counted, today, text }),
            ),
          }
        : {
            seen: preview.seen,
            ends: { before: text(pass.lastDay), after: text(preview.lastDay) },
            bar: daysInRow(preview.altered.find((one) => one.pass.row.id === pass.row.id)?.after ?? pass, today),
            barFrom: text(pass.firstDay),
            bookings: await sessionTextsOf(db, preview.bookings),
            given: await givenWithin(db, form.firstDay, dayNumber(form.lastDay)),
            /** Closed days that the pass reaches by it, and is longer by. */
            reached: await givenWithin(
              db,
              dateOf(Math.max(pass.lastDay, dayNumber(form.lastDay)) + 1),
              preview.lastDay,
            ),
            moved: movedWords(preview.altered, pass, today),
          },
    freezes: freezesOf(passes, acts, actor, { today, at }),
  };
}

/** Whether the desk is offered to freeze a pass: what was ended on purpose runs out. */
export function mayBeFrozen(pass: Pass, today: number): boolean {
  const state = stateOn(pass, today);
  return !isDayPass(pass.pass) && pass.end === undefined && state !== "grace" && state !== "ended";
}

/** How many of some days were closed and are given back: a day is given once. */
async function givenWithin(db: Db, firstDay: string, lastDay: number): Promise<number> {
  return (await givenDaysSince(db, firstDay)).filter(({ day }) => day <= lastDay).length;
}

const noFacts = { kind: "counted", days: 0, from: "", to: "", taken: "", before: "", next: "" } as const;

type Effect = { text: string; below?: string[] };

/** The page on which a pass is ended, or taken back as given by mistake. */
export async function readEndPage(found: FoundPass) {
  const { services, person, pass, actor } = found;
  const { db, now } = services;
  const at = now();
  const today = calendarDay(at);
  const state = stateOn(pass, today);
  const passes = await passesOfMember(db, person.id);
  const ended = countingActs(await actsOfMember(db, person.id)).ends.find(
    ({ passId, kind }) => passId === pass.row.id && kind === "ended",
  );
  const isOpen = state === "running" || state === "frozen" || state === "future";
  const mayEnd = actor.isOwner && isOpen && ended === undefined;
  const mayTakeBack = pass.end !== "void" && mayVoid(pass, actor, at);
  return {
    ...passHead(found),
    meta: passWords(pass, today),
    isOwner: actor.isOwner,
    end: mayEnd ? await effectsOf(services, pass, "ended", today) : undefined,
    ended:
      actor.isOwner && ended && pass.end !== "void"
        ? {
            words: `On ${dayText(ended.day, today)} by ${ended.act.by}: ${ended.act.reason}`,
            undo: isGivenSince(passes, ended.act) ? undefined : { actId: ended.act.id },
          }
        : undefined,
    takeBack: mayTakeBack ? await effectsOf(services, pass, "void", today) : undefined,
    nothing:
      pass.end === "void"
        ? "It was taken back, as if it had never been given."
        : mayTakeBack || mayEnd
          ? undefined
          : "The desk takes a pass back on the day it was given. Later the owner does, and ends passes too.",
  };
}

/** What an end does, or taking a pass back, in sentences. */
async function effectsOf(services: Services, pass: Pass, kind: PassEnd["kind"], today: number): Promise<Effect[]> {
  const { altered, bookings } = await previewEnd(services, pass, kind);
  const after = altered.find((one) => one.pass.row.id === pass.row.id)?.after;
  const isNever = after !== undefined && after.lastDay < after.firstDay;
  const sentence =
    kind === "void"
      ? "As if it had never been given."
      : isNever
        ? "It never runs."
        : pass.lastDay === today
          ? "Today is its last day already. Ended, it has no days of grace."
          : `Today is its last day, and not ${dayText(pass.lastDay, today)}.`;
  const moved = movedWords(altered, pass, today);
  const count = bookings.length === 1 ? "One booked class" : `${bookings.length} booked classes`;
  return [
    { text: sentence },
    ...(moved.length === 0
      ? []
      : [
          {
            text:
              kind === "ended" && !isNever
                ? "What is behind it begins tomorrow."
                : "What is behind it takes its place.",
            below: moved,
          },
        ]),
    ...(bookings.length === 0
      ? []
      : [
          {
            text: `${count} that it covers ${bookings.length === 1 ? "stays" : "stay"} booked. Cancel or keep ${bookings.length === 1 ? "it" : "them"} on the day’s page.`,
            below: await sessionTextsOf(services.db, bookings),
          },
        ]),
  ];
}

/** The freezes of all passes of a person, the newest first. */
function freezesOf(
  passes: readonly Pass[],
  acts: readonly ActRow[],
  actor: PassActor,
  { today, at }: { today: number; at: Date },
) {
  return countingActs(acts)
    .freezes.toReversed()
    .flatMap(({ act, passId, firstDay, lastDay, isCounted, wasEarly }) => {
      const pass = passes.find(({ row }) => row.id === passId);
      if (pass === undefined) return [];
      const isOver = stateOn(pass, today) === "ended" || pass.end !== undefined;
      const days =
        lastDay < firstDay
          ? `From ${dayText(firstDay, today)}, and back on that day`
          : `${dayText(firstDay, today)} to ${dayText(lastDay, today)}`;
      const mayTakeBack = mayTakeFreezeBack(act, actor, at);
      return [
        {
          actId: act.id,
          passId,
          days,
          about: [
            pass.row.plan_name,
            isCounted ? "" : "not counted",
            wasEarly && lastDay >= firstDay ? "back early" : "",
            `by ${act.by}`,
            act.reason,
          ]
            .filter((words) => words !== "")
            .join(", "),
          mayReturn: !isOver && firstDay <= today && today <= lastDay,
          mayTakeBack: mayTakeBack && pass.end !== "void",
          isTooLate: !mayTakeBack,
        },
      ];
    });
}

/** The other passes of a person that get other days, in words. */
export function movedWords(altered: readonly AlteredPass[], of: Pass, today: number): string[] {
  return altered
    .filter(({ pass }) => pass.row.id !== of.row.id && pass.end !== "void")
    .map(({ pass, after }) => {
      const days = `${dayText(after.firstDay, today)} to ${dayText(after.lastDay, today)}`;
      return `${pass.row.plan_name} behind it: ${days}, not from ${dayText(pass.firstDay, today)}`;
    });
}
