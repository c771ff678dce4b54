/** The content types by name. Seeding and reading go through this list, so a type that is not in it does not exist. */
import { classType, featuredClassType } from "./classes/class.ts";
import type { ContentType } from "./content/content-type.ts";
import { galleryPictureType } from "./gallery/gallery-picture.ts";
import { planType } from "./pricing/plan.ts";
import { slotType } from "./schedule/slot.ts";
import { placePictureType, settingsType } from "./site/settings.ts";
import { partnerType, testimonialType } from "./testimonials/testimonial.ts";
import { trainerType } from "./trainers/trainer.ts";

export const catalogue = {
  settings: settingsType,
  "place-picture": placePictureType,
  trainer: trainerType,
  class: classType,
  "featured-class": featuredClassType,
  slot: slotType,
  plan: planType,
  testimonial: testimonialType,
  partner: partnerType,
  "gallery-picture": galleryPictureType,
} as const satisfies Record<string, ContentType>;

export type Catalogue = typeof catalogue;
