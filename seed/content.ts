/** Everything the database is filled with at the first start, each list beside its type. */
import { classType, featuredClassType } from "../app/classes/class.ts";
import { galleryPictureType } from "../app/gallery/gallery-picture.ts";
import { planType } from "../app/pricing/plan.ts";
import { slotType } from "../app/schedule/slot.ts";
import { placePictureType, settingsType } from "../app/site/settings.ts";
import { partnerType, testimonialType } from "../app/testimonials/testimonial.ts";
import { trainerType } from "../app/trainers/trainer.ts";
import { classes, featuredClasses } from "./classes.ts";
import { galleryPictures } from "./gallery.ts";
import { placePictures } from "./place-pictures.ts";
import { plans } from "./plans.ts";
import { settings } from "./settings.ts";
import { slots } from "./slots.ts";
import { partners, testimonials } from "./testimonials.ts";
import { trainers } from "./trainers.ts";

export const content = [
  { type: settingsType, entries: settings },
  { type: placePictureType, entries: placePictures },
  { type: trainerType, entries: trainers },
  { type: classType, entries: classes },
  { type: featuredClassType, entries: featuredClasses },
  { type: slotType, entries: slots },
  { type: planType, entries: plans },
  { type: testimonialType, entries: testimonials },
  { type: partnerType, entries: partners },
  { type: galleryPictureType, entries: galleryPictures },
];
