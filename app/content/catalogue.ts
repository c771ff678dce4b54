/** The content types by name. Seeding and reading go through this list, so a type that is not in it does not exist. */

import type { ContentType } from "./content-type.ts";
import { classType, featuredClassType } from "./types/class.ts";
import { galleryPictureType } from "./types/gallery-picture.ts";
import { aboutCardType, factType, homeType, perkType } from "./types/home.ts";
import { milestoneType } from "./types/milestone.ts";
import { placePictureType } from "./types/place-picture.ts";
import { planType } from "./types/plan.ts";
import { questionType } from "./types/question.ts";
import { settingsType } from "./types/settings.ts";
import { slotType } from "./types/slot.ts";
import { partnerType, testimonialType } from "./types/testimonial.ts";
import { bannerType, descriptionType, noteType, sectionType } from "./types/texts.ts";
import { nextStepType, thanksType } from "./types/thanks.ts";
import { trainerType } from "./types/trainer.ts";

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
  home: homeType,
  fact: factType,
  "about-card": aboutCardType,
  perk: perkType,
  milestone: milestoneType,
  question: questionType,
  thanks: thanksType,
  "next-step": nextStepType,
  section: sectionType,
  banner: bannerType,
  note: noteType,
  description: descriptionType,
} as const satisfies Record<string, ContentType>;

export type Catalogue = typeof catalogue;
