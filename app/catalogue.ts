/** The one list of content types: what is stored, seeded and checked goes through it. */
import { classType, featuredClassType } from "./classes/class.ts";
import { galleryPictureType } from "./gallery/gallery-picture.ts";
import { planType } from "./pricing/plan.ts";
import { slotType } from "./schedule/slot.ts";
import { placePictureType, settingsType } from "./site/settings.ts";
import { partnerType, testimonialType } from "./testimonials/testimonial.ts";
import { trainerType } from "./trainers/trainer.ts";

export const catalogue = [
  settingsType,
  placePictureType,
  trainerType,
  classType,
  featuredClassType,
  slotType,
  planType,
  testimonialType,
  partnerType,
  galleryPictureType,
] as const;
