/** Data for the console's pages of the weekly timetable: the list of slots, and one slot with its history. */
import { byWhom } from "../../cms/editing/messages.server.ts";
import type { Finder } from "../../console/search.server.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { capitalized, plainText } from "../../platform/text.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { addDays, comingDate, dateInNairobi, dayAndDate, shortDate, shortMoment } from "../../time/dates.server.ts";
import { DAYS, dayName } from "../../time/days.ts";
import { lastChange, listChangesOfAct, listSlotChanges, type SlotAction } from "../slot-history.server.ts";
import { isOver, type SlotPeriod, scheduledPeriod, shownPeriod } from "../slot-periods.server.ts";
import { readPeriods, readSlot } from "../slot-rows.server.ts";
import { byTimeOfWeek } from "../timetable-records.server.ts";
import { readClassesAndTrainers } from "../week-sources.server.ts";
import { classOf, type SlotNames, slotPath, slotTitle, timeAndClass, trainerOf } from "../weekly-slot.ts";

export async function readWeeklySlots(services: Services) {
  const today = dateInNairobi(services.now());
  const names = await readClassesAndTrainers(services);
  const rows = [...Map.groupBy(await readPeriods(services.db), ({ slot }) => slot)]
    .flatMap(([slot, periods]) => {
      const visible = shownPeriod(periods, today);
      return visible === undefined ? [] : { slot, periods, period: visible };
    })
    .sort((a, b) => byTimeOfWeek(a.period, b.period))
    .map(({ slot, periods, period }) => ({
      to: slotPath(slot),
      day: dayName(period.day),
      time: period.time,
      className: classOf(period, names),
      title: timeAndClass(period, names),
      trainer: trainerOf(period, names),
      state: stateOf(periods, period, today, names),
      isOver: isOver(period, today),
    }));
  const current = rows.filter((row) => !row.isOver);
  return {
    days: DAYS.map(dayName).map((name) => ({ name, rows: current.filter(({ day }) => day === name) })),
    ended: rows.filter((row) => row.isOver),
  };
}

type SlotState = { mark: "on" | "due" | "off" | "alert"; words: string; next?: string };

function stateOf(periods: readonly SlotPeriod[], visible: SlotPeriod, today: string, names: SlotNames): SlotState {
  const { first, last } = visible;
  const next = (label: string, date: string): SlotState => ({
    mark: "due",
    words: `${label} ${shortDate(date)}`,
    next: date,
  });
  if (last !== null && last < today) return { mark: "off", words: `Until ${shortDate(lastDate(visible, last))}` };
  if (!names.classes.has(visible.gymClass)) return { mark: "alert", words: "Not shown: its class is not on the site" };
  if (!names.trainers.has(visible.trainer))
    return { mark: "alert", words: "Not shown: its trainer is not on the site" };
  if (first !== null && first > today) return next("From", comingDate(visible.day, first));
  const scheduled = scheduledPeriod(periods, today);
  if (scheduled?.first) return next("Changes", comingDate(scheduled.day, scheduled.first));
  return last === null ? { mark: "on", words: "Every week" } : next("Until", lastDate(visible, last));
}

/** How many upcoming changes of slots the Today screen lists. */
const MAX_SLOTS_AHEAD = 4;

/** The slots that will begin, change or end, earliest first, for members who can change the timetable. */
export async function readSlotsAhead(services: Services, { role }: StaffMember) {
  if (!can(role, "publish", "timetable")) return [];
  const { days } = await readWeeklySlots(services);
  return days
    .flatMap(({ name, rows }) => rows.map(({ to, title, state }) => ({ to, title: `${name}, ${title}`, ...state })))
    .filter(({ next }) => next !== undefined)
    .sort((a, b) => ((a.next ?? "") < (b.next ?? "") ? -1 : 1))
    .slice(0, MAX_SLOTS_AHEAD)
    .map(({ to, title, words }) => ({
      ...{ kind: "scheduled" as const, to, title, text: words.charAt(0).toLowerCase() + words.slice(1), more: "" },
    }));
}

/** The page of one slot; undefined when it never existed. */
export async function readSlotPage(services: Services, slot: string, viewer: Actor) {
  const now = services.now();
  const today = dateInNairobi(now);
  const names = await readClassesAndTrainers(services);
  const periods = await readSlot(services.db, slot);
  const changes = await listSlotChanges(services.db, slot);
  const last = lastChange(changes);
  // A slot removed on its first day has no periods left, only its history.
  const period = shownPeriod(periods, today);
  const visible = period ?? changes.flatMap(({ before }) => before).at(-1);
  if (visible === undefined) return undefined;
  const scheduled = scheduledPeriod(periods, today);
  const end = periods.at(-1);
  const isInTimetable = period !== undefined && !isOver(period, today);
  return {
    slot,
    title: classOf(visible, names),
    when: `${dayName(visible.day)}, ${visible.time.from}-${visible.time.to}`,
    values: { day: visible.day, time: visible.time, class: visible.gymClass, trainer: visible.trainer },
    seen: last?.id ?? "",
    isInTimetable,
    state: isInTimetable ? stateOf(periods, period, today, names) : { mark: "off", words: "Not in the timetable" },
    /** "Monday 7 December", if it has not begun. */
    begins:
      isInTimetable && period.first !== null && period.first > today
        ? dayAndDate(comingDate(period.day, period.first))
        : undefined,
    ahead: [
      ...(scheduled?.first
        ? [
            `From ${dayAndDate(comingDate(scheduled.day, scheduled.first))}: ${slotTitle(scheduled, names)}, ${trainerOf(scheduled, names)}.`,
          ]
        : []),
      ...(isInTimetable && end?.last ? [`The last class is on ${dayAndDate(lastDate(end, end.last))}.`] : []),
    ],
    undo: last?.actId,
    history: changes.map(({ id, what, label, by, at, undoneBy }) => ({
      id,
      who: capitalized(byWhom(by, viewer)),
      what: `${VERBS[what]} ${label}`,
      when: shortMoment(new Date(at), now),
      undone: undoneBy === null ? undefined : `Undone by ${byWhom(undoneBy, viewer)}.`,
    })),
  };
}

const VERBS: Readonly<Record<SlotAction, string>> = {
  added: "added",
  changed: "changed it to",
  ended: "removed it from the timetable:",
};

/** `Added: Monday, Tuesday: 9:00am-10:00am, Boxing, Amina Yusuf.`; undefined once the act is undone. */
export async function readAddedSlots({ db }: Services, act: string) {
  const labels = (await listChangesOfAct(db, act))
    .filter(({ undoneBy }) => undoneBy === null)
    .map(({ label }) => label);
  const [first] = labels;
  if (first === undefined) return undefined;
  const days = labels.map((label) => label.slice(0, label.indexOf(",")));
  return { act, sentence: `Added: ${days.join(", ")}${first.slice(first.indexOf(",")).replace(",", ":")}.` };
}

export async function readSlotOptions(services: Services) {
  const { classes, trainers } = await readClassesAndTrainers(services);
  return {
    classes: [...classes.values()].map(({ slug, title }) => ({ value: slug, label: title })),
    trainers: [...trainers.values()].map(({ slug, name }) => ({ value: slug, label: name })),
  };
}

function lastDate({ day }: SlotPeriod, last: string): string {
  return comingDate(day, addDays(last, 1 - DAYS.length));
}

/** Finds weekly slots, in the order of the week; ended slots come last. */
export const findSlots: Finder = async (services, member, typed) => {
  if (!can(member.role, "publish", "timetable")) return undefined;
  const terms = plainText(typed).split(/\s+/).filter(Boolean);
  const { days, ended } = await readWeeklySlots(services);
  const rows = [...days.flatMap(({ name, rows: slots }) => slots.map((row) => ({ ...row, day: name }))), ...ended];
  return {
    name: "Weekly timetable",
    rows: rows
      .map((row) => ({ ...row, title: `${row.day}, ${row.title}` }))
      .filter(({ title, trainer }) => terms.every((term) => plainText(`${title} ${trainer}`).includes(term)))
      .map(({ to, title, trainer, state }) => ({
        key: to,
        title,
        isSentence: true,
        to,
        about: `${trainer}, ${state.words}`,
      })),
  };
};
