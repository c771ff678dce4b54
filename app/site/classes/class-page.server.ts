/** Reads what the page of a class shows. */
import { listEntries } from "../../cms/entries.server.ts";
import { classType, type GymClass } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { Services } from "../../platform/services.ts";
import { type WeeklyTime, weeklyTimesOf } from "../../timetable/card-times.ts";
import { lengthInWords } from "./class-length.ts";
import type { ClassPage } from "./class-view.ts";
import { similarClasses } from "./similar-classes.ts";

type Slot = WeeklyTime & { gymClass: string; trainer: string };

/** Reads what the page of a class shows; undefined when there is no such class. */
export async function findClassPage(services: Services, slug: string): Promise<ClassPage | undefined> {
  const [classes, slots, trainers] = await Promise.all([
    listEntries(services, classType),
    listEntries(services, weeklySlotType),
    listEntries(services, trainerType),
  ]);
  const gymClass = classes.find((one) => one.slug === slug);
  if (gymClass === undefined) return undefined;
  const weekly = weeklyTimes(gymClass, slots);
  const trainer = trainers.find((one) => one.slug === gymClass.trainer);
  return {
    gymClass,
    length: lengthInWords(weekly.map(({ time }) => time)),
    weekly,
    isInTimetable: slots.some((slot) => slot.gymClass === slug),
    trainer: trainer && { ...trainer, alsoTeaches: alsoTaught(gymClass, classes, slots) },
    similar: similarClasses(classes, gymClass).map((one) => ({
      slug: one.slug,
      title: one.title,
      summary: one.summary,
      photo: one.photo,
      days: [...new Set(weeklyTimes(one, slots).map(({ day }) => day))],
      trainer: trainers.find(({ slug: who }) => who === one.trainer)?.name,
    })),
  };
}

/** The times of a class in the weekly timetable. One that has none there has that of its card. */
function weeklyTimes({ slug, day, time }: GymClass, slots: readonly Slot[]): WeeklyTime[] {
  const weekly = weeklyTimesOf(slug, slots);
  return weekly.length > 0 || day === undefined || time === undefined ? weekly : [{ day, time }];
}

/** The other classes of a class's trainer, by their cards and by the weekly timetable. */
function alsoTaught({ slug, trainer }: GymClass, classes: readonly GymClass[], slots: readonly Slot[]) {
  const taught = new Set(slots.filter((slot) => slot.trainer === trainer).map(({ gymClass }) => gymClass));
  return classes
    .filter((one) => one.slug !== slug && (one.trainer === trainer || taught.has(one.slug)))
    .map(({ slug: other, title }) => ({ slug: other, title }));
}
