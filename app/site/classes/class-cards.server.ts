import type { FeaturedClass, GymClass } from "../../content-types/class.ts";
import type { Services } from "../../platform/services.ts";
import { type CardTimes, cardTimes, type WeeklyTime, weeklyTimesOf } from "../../timetable/card-times.ts";

export type ClassOnCard = Pick<GymClass, "slug" | "title" | "summary" | "photo">;

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
