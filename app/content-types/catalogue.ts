/** The content types by name. Seeding and reading go through this list, so a type that is not in it does not exist. */

import type { ContentType } from "../cms/content-type.ts";
import { classType, featuredClassType } from "./class.ts";
import { galleryPictureType } from "./gallery-picture.ts";
import { aboutCardType, factType, homeType, perkType } from "./home.ts";
import { milestoneType } from "./milestone.ts";
import { placePictureType } from "./place-picture.ts";
import { planType } from "./plan.ts";
import { questionType } from "./question.ts";
import { settingsType } from "./settings.ts";
import { partnerType, testimonialType } from "./testimonial.ts";
import { bannerType, descriptionType, noteType, sectionType } from "./texts.ts";
import { nextStepType, thanksType } from "./thanks.ts";
import { trainerType } from "./trainer.ts";
import { weeklySlotType } from "./weekly-slot.ts";

export const catalogue = {
  settings: settingsType,
  "place-picture": placePictureType,
  trainer: trainerType,
  class: classType,
  "featured-class": featuredClassType,
  slot: weeklySlotType,
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
