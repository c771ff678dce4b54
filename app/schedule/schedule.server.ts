import { listEntries } from "../content/entries.server.ts";
import type { Day } from "../content/nairobi-time.ts";
import { classType } from "../content/types/class.ts";
import { slotType } from "../content/types/slot.ts";
import { trainerType } from "../content/types/trainer.ts";
import type { Services } from "../platform/services.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/**
 * A day's rows in their order. A row whose class or trainer was deleted is left out and logged, so that one broken
 * reference never fails the whole page.
 * @param ofTrainer only the rows of the trainer with this slug
 */
export async function listDay(services: Services, day: Day, ofTrainer?: string): Promise<ScheduleRow[]> {
  const [slots, classes, trainers] = await Promise.all([
    listEntries(services, slotType),
    listEntries(services, classType),
    listEntries(services, trainerType),
  ]);
  return slots
    .filter((slot) => slot.day === day && (ofTrainer === undefined || slot.trainer === ofTrainer))
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
