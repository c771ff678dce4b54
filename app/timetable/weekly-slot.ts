/** Names of weekly slots for pages and the log, and the addresses of their pages. */
import { capitalized } from "../platform/text.ts";
import { dayName } from "../time/days.ts";
import type { SlotValues } from "./slot-periods.server.ts";

export type SlotNames = {
  classes: ReadonlyMap<string, { title: string }>;
  trainers: ReadonlyMap<string, { name: string }>;
};

export function slotPath(slot: string): string {
  return `/staff/timetable/rows/${slot}`;
}

/** `Monday, 9:00am-10:00am, Boxing` */
export function slotTitle(slot: SlotValues, names: Pick<SlotNames, "classes">): string {
  return `${dayName(slot.day)}, ${timeAndClass(slot, names)}`;
}

/** `9:00am-10:00am, Boxing` */
export function timeAndClass(slot: SlotValues, names: Pick<SlotNames, "classes">): string {
  return `${slot.time.from}-${slot.time.to}, ${classOf(slot, names)}`;
}

export function classOf({ gymClass }: SlotValues, { classes }: Pick<SlotNames, "classes">): string {
  return classes.get(gymClass)?.title ?? nameOfSlug(gymClass);
}

export function trainerOf({ trainer }: SlotValues, { trainers }: Pick<SlotNames, "trainers">): string {
  return trainers.get(trainer)?.name ?? nameOfSlug(trainer);
}

function nameOfSlug(slug: string): string {
  return capitalized(slug.replaceAll("-", " "));
}
