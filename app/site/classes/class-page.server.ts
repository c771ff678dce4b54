import { listEntries } from "../../cms/entries.server.ts";
import type { TimeRange } from "../../cms/fields.ts";
import { classType, type FeaturedClass, type GymClass } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { Services } from "../../platform/services.ts";
import { minutesOf } from "../../time/days.ts";
import { type CardTimes, cardTimes, type WeeklyTime, weeklyTimesOf } from "../../timetable/card-times.ts";
import { weeklySlotsToday } from "../../timetable/timetable-records.server.ts";

export type ClassPage = NonNullable<Awaited<ReturnType<typeof findClassPage>>>;

export type SimilarClass = ClassPage["similar"][number];

type Slot = WeeklyTime & { gymClass: string; trainer: string };

/** Reads what the page of a class shows; undefined when there is no such class. */
export async function findClassPage(services: Services, slug: string) {
  const [classes, slots, trainers] = await Promise.all([
    listEntries(services, classType),
    weeklySlotsToday(services),
    listEntries(services, trainerType),
  ]);
  const gymClass = classes.find((gymClass) => gymClass.slug === slug);
  if (gymClass === undefined) return undefined;
  const weekly = weeklyTimes(gymClass, slots);
  const trainer = trainers.find((trainer) => trainer.slug === gymClass.trainer);
  return {
    gymClass,
    length: lengthInWords(weekly.map(({ time }) => time)),
    /** Without a slot in the weekly timetable, the day and time of the card, if it has both. */
    weekly,
    isInTimetable: slots.some((slot) => slot.gymClass === slug),
    trainer: trainer && { ...trainer, alsoTeaches: alsoTaught(gymClass, classes, slots) },
    similar: similarClasses(classes, gymClass).map((gymClass) => ({
      slug: gymClass.slug,
      title: gymClass.title,
      summary: gymClass.summary,
      photo: gymClass.photo,
      days: [...new Set(weeklyTimes(gymClass, slots).map(({ day }) => day))],
      trainer: trainers.find(({ slug: who }) => who === gymClass.trainer)?.name,
    })),
  };
}

function weeklyTimes({ slug, day, time }: GymClass, slots: readonly Slot[]): WeeklyTime[] {
  const weekly = weeklyTimesOf(slug, slots);
  return weekly.length > 0 || day === undefined || time === undefined ? weekly : [{ day, time }];
}

function alsoTaught({ slug, trainer }: GymClass, classes: readonly GymClass[], slots: readonly Slot[]) {
  const taught = new Set(slots.filter((slot) => slot.trainer === trainer).map(({ gymClass }) => gymClass));
  return classes
    .filter((gymClass) => gymClass.slug !== slug && (gymClass.trainer === trainer || taught.has(gymClass.slug)))
    .map(({ slug: other, title }) => ({ slug: other, title }));
}

/**
 * The length of a class: "60 minutes", or "45 to 90 minutes". Ranges past midnight are supported. @returns undefined if
 * unreadable
 */
export function lengthInWords(times: readonly TimeRange[]): string | undefined {
  const minutes = times.map(minutesOf).filter((length) => length > 0);
  if (minutes.length === 0) return undefined;
  const [shortest, longest] = [Math.min(...minutes), Math.max(...minutes)];
  return shortest === longest ? `${shortest} minutes` : `${shortest} to ${longest} minutes`;
}

type Comparable = { slug: string; trainer: string; level?: string | undefined };

const SUGGESTED = 2;

/**
 * Similar classes: by trainer and level, then trainer, then level. Ties follow the list from this class on, for
 * variety between pages.
 */
export function similarClasses<C extends Comparable>(classes: readonly C[], liked: Comparable): C[] {
  const at = classes.findIndex(({ slug }) => slug === liked.slug);
  const others = [...classes.slice(at + 1), ...classes.slice(0, Math.max(at, 0))];
  const likeness = ({ trainer, level }: C) =>
    (trainer === liked.trainer ? 2 : 0) + (level !== undefined && level === liked.level ? 1 : 0);
  return others.sort((a, b) => likeness(b) - likeness(a)).slice(0, SUGGESTED);
}

type ClassOnCard = Pick<GymClass, "slug" | "title" | "summary" | "photo">;

/** A class as its card shows it: the trainer's name, or null when the trainer was deleted. */
export type ClassView = ClassOnCard & CardTimes & { trainer: string | null; isBookable: boolean };

export type FeaturedClassView = Omit<FeaturedClass, keyof CardTimes | "day"> & CardTimes;

/** Class cards. A class without its trainer is shown without a name, and logged. @param slots the weekly timetable */
export function classCards(
  services: Services,
  classes: readonly (ClassOnCard & Pick<GymClass, "day" | "time" | "trainer" | "places">)[],
  slots: readonly (WeeklyTime & { gymClass: string })[],
  trainers: readonly { slug: string; name: string }[],
): ClassView[] {
  return classes.map((gymClass) => {
    const trainer = trainers.find(({ slug }) => slug === gymClass.trainer)?.name ?? null;
    if (trainer === null) {
      services.log.warn(
        { event: "broken-reference", class: gymClass.slug },
        "a class names a trainer who is not there",
      );
    }
    const { slug, title, summary, photo } = gymClass;
    const isBookable = gymClass.places !== undefined;
    return { slug, title, summary, ...cardTimes(gymClass, weeklyTimesOf(slug, slots)), photo, trainer, isBookable };
  });
}

/** The featured classes as Home shows them. @param slots the weekly timetable */
export function featuredCards(
  featured: readonly FeaturedClass[],
  slots: readonly (WeeklyTime & { gymClass: string })[],
): FeaturedClassView[] {
  return featured.map(({ slug, title, gymClass, photo, ...own }) => {
    return { slug, title, gymClass, photo, ...cardTimes(own, weeklyTimesOf(gymClass, slots)) };
  });
}
