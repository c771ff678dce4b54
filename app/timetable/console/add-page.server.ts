/** Adding a class once: what its form offers, and what it does. */
import { z } from "zod";
import { listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { addSession } from "../add-session.server.ts";
import { type ActionResult, confirmedIn, readTimes, resultOf } from "./session-change.server.ts";

export const addForm = z.object({
  do: z.string(),
  class: z.string(),
  trainer: z.string(),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  anyway: z.string(),
});

type Option = { value: string; label: string };

/** The classes and trainers there are. */
export async function readChoices(services: Services): Promise<{ classes: Option[]; trainers: Option[] }> {
  const classes = await listEntries(services, classType);
  const trainers = await listEntries(services, trainerType);
  return {
    classes: classes.map(({ slug, title }) => ({ value: slug, label: title })),
    trainers: trainers.map(({ slug, name }) => ({ value: slug, label: name })),
  };
}

/** Adds a class once. Without a trainer it is taught by whoever teaches it most often in the week. */
export async function addOnce(services: Services, actor: Actor, form: z.output<typeof addForm>): Promise<ActionResult> {
  const trainerSlug = form.trainer || (await usualTrainer(services, form.class));
  const when = { date: form.date, time: readTimes(form) };
  const what = { classSlug: form.class, trainerSlug, reason: form.reason, confirmed: confirmedIn(form.anyway) };
  return resultOf(await addSession(services, { ...when, ...what }, actor), services.now());
}

/** The trainer with the most rows of a class in the weekly timetable; empty when it is not in it. */
async function usualTrainer(services: Services, classSlug: string): Promise<string> {
  const counts = new Map<string, number>();
  for (const { gymClass, trainer } of await listEntries(services, weeklySlotType)) {
    if (gymClass === classSlug) counts.set(trainer, (counts.get(trainer) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? "";
}
