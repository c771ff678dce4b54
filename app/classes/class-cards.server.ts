import type { Services } from "../platform/services.ts";
import type { ClassOnCard, ShownClass } from "./class-card.tsx";

/**
 * The classes as their cards show them. A class whose trainer was deleted still takes place: its card is shown without a
 * name, and the broken reference is logged.
 * @param trainers every trainer, by slug and name
 */
export function classCards(
  services: Services,
  classes: readonly (ClassOnCard & { trainer: string })[],
  trainers: readonly { slug: string; name: string }[],
): ShownClass[] {
  return classes.map((gymClass) => {
    const trainer = trainers.find(({ slug }) => slug === gymClass.trainer)?.name ?? null;
    if (trainer === null) {
      services.log.warn(
        { event: "broken-reference", class: gymClass.slug },
        "a class names a trainer who is not there",
      );
    }
    const { slug, title, summary, day, time, photo } = gymClass;
    return { slug, title, summary, day, time, photo, trainer };
  });
}
