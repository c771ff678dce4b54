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

type Choice = AffectedAnswer["choice"];

/** The first day of a change, null for immediately, and the choice for affected sessions. */
type ChangeOptions = { from?: string | null; choice?: Choice };

/** Changes some values of a slot. */
export async function changeWeeklySlot(
  services: Services,
  slot: string,
  changed: Partial<SlotValues>,
  { from = null, choice }: ChangeOptions = {},
): Promise<SlotOutcome> {
  const period = shownPeriod(await readSlot(services.db, slot), dateInNairobi(services.now()));
  if (period === undefined) throw new Error(`"${slot}" is not a slot in the timetable`);
  const { day, time, gymClass, trainer } = { ...period, ...changed };
  const change = { values: { day, time, gymClass, trainer }, from, seen: await seenOf(services, slot) };
  return answered((answer) => changeSlot(services, slot, change, ACTOR, answer), choice);
}

/** Takes a slot off the timetable. */
export async function removeWeeklySlot(
  services: Services,
  slot: string,
  { from = null, choice }: ChangeOptions = {},
): Promise<SlotOutcome> {
  const end = { values: null, from, seen: await seenOf(services, slot) };
  return answered((answer) => changeSlot(services, slot, end, ACTOR, answer), choice);
}

/** Adds a slot. @returns its id */
export async function addWeeklySlot(
  services: Services,
  { day, ...values }: SlotValues,
  first: string | null = null,
): Promise<string> {
  const outcome = await addSlots(services, { ...values, days: [day], first }, ACTOR);
  if (outcome.code !== "done") throw new Error(JSON.stringify(outcome));
  return (await listChangesOfAct(services.db, outcome.actId))[0]?.slot ?? "";
}

/** The last change of a slot, as the form on its page submits it. */
export async function seenOf({ db }: Services, slot: string): Promise<string> {
  return lastChange(await listSlotChanges(db, slot))?.id ?? "";
}

async function answered(
  act: (answer?: AffectedAnswer) => Promise<SlotOutcome>,
  choice: Choice = "leave",
): Promise<SlotOutcome> {
  const outcome = await act();
  if (outcome.code !== "affected") return outcome;
  return act({ listed: outcome.sessions.map(({ id }) => id), choice, reason: "Another week" });
}
