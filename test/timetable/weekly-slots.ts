/** Test helpers that change weekly slots, whatever their previous state and whoever last changed them. */
import type { Services } from "../../app/platform/services.ts";
import { dateInNairobi } from "../../app/time/dates.server.ts";
import {
  type AffectedAnswer,
  addSlots,
  changeSlot,
  type SlotOutcome,
} from "../../app/timetable/slot-changes.server.ts";
import { lastChange, listChangesOfAct, listSlotChanges } from "../../app/timetable/slot-history.server.ts";
import { type SlotValues, shownPeriod } from "../../app/timetable/slot-periods.server.ts";
import { readSlot } from "../../app/timetable/slot-rows.server.ts";
import { ACTOR } from "../content/content-changes.ts";

/** The first day of a change, null for immediately, and the choice for affected sessions. */
type ChangeOptions = { from?: string | null; choice?: AffectedAnswer["choice"] };

export async function changeWeeklySlot(
  services: Services,
  slot: string,
  changed: Partial<SlotValues>,
  options: ChangeOptions = {},
): Promise<SlotOutcome> {
  const period = shownPeriod(await readSlot(services.db, slot), dateInNairobi(services.now()));
  if (period === undefined) throw new Error(`"${slot}" is not a slot in the timetable`);
  const { day, time, gymClass, trainer } = { ...period, ...changed };
  return submit(services, slot, { day, time, gymClass, trainer }, options);
}

export function removeWeeklySlot(services: Services, slot: string, options: ChangeOptions = {}): Promise<SlotOutcome> {
  return submit(services, slot, null, options);
}

export async function addWeeklySlot(services: Services, { day, ...values }: SlotValues): Promise<string> {
  const outcome = await addSlots(services, { ...values, days: [day], first: null }, ACTOR);
  if (outcome.code !== "done") throw new Error(JSON.stringify(outcome));
  return (await listChangesOfAct(services.db, outcome.actId))[0]?.slot ?? "";
}

/** The last change of a slot, as the form on its page submits it. */
export async function seenOf({ db }: Services, slot: string): Promise<string> {
  return lastChange(await listSlotChanges(db, slot))?.id ?? "";
}

/** Submits a current form, and answers the question about affected sessions. */
async function submit(
  services: Services,
  slot: string,
  values: SlotValues | null,
  { from = null, choice = "leave" }: ChangeOptions,
): Promise<SlotOutcome> {
  const change = { values, from, seen: await seenOf(services, slot) };
  const outcome = await changeSlot(services, slot, change, ACTOR);
  if (outcome.code !== "affected") return outcome;
  const listed = outcome.sessions.map(({ id }) => id);
  return changeSlot(services, slot, change, ACTOR, { listed, choice, reason: "Another week" });
}
