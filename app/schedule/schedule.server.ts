import { listClasses } from "../classes/classes.server.ts";
import type { Day } from "../content/day.ts";
import { listEntries } from "../content/entries.server.ts";
import type { Services } from "../platform/services.ts";
import { listTrainers } from "../trainers/trainers.server.ts";
import { type ScheduleRow, slotType } from "./slot.ts";

/**
 * A day's rows in their order. A row whose class or trainer is gone is left off and logged, so that one broken
 * reference never takes the day with it.
 */
export async function listDay(services: Services, day: Day): Promise<ScheduleRow[]> {
  const [slots, classes, trainers] = await Promise.all([
    listEntries(services, slotType),
    listClasses(services),
    listTrainers(services),
  ]);
  return slots
    .filter((slot) => slot.day === day)
    .flatMap((slot) => {
      const gymClass = classes.find(({ slug }) => slug === slot.gymClass);
      const trainer = trainers.find(({ slug }) => slug === slot.trainer);
      if (gymClass === undefined || trainer === undefined) {
        services.log.warn({ event: "broken-reference", slot: slot.slug }, "a schedule row names what is not there");
        return [];
      }
      return [
        {
          slug: slot.slug,
          time: slot.time,
          classSlug: gymClass.slug,
          className: gymClass.title,
          trainer: trainer.name,
        },
      ];
    });
}
