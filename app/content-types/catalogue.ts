/** The content types by name. A type that is not listed here is neither seeded nor read. */
import type { ContentType } from "../cms/content-type.ts";
import { classType, featuredClassType } from "./class.ts";
import { aboutCardType, factType, homeType, perkType } from "./home.ts";
import { membershipType } from "./membership.ts";
import { noticeType } from "./notice.ts";
import { galleryPictureType, placePictureType } from "./pictures.ts";
import { planType, questionType, visitQuestionType } from "./pricing.ts";
import { settingsType } from "./settings.ts";
import { partnerType, testimonialType } from "./testimonial.ts";
import {
  bannerType,
  descriptionType,
  milestoneType,
  nextStepType,
  noteType,
  sectionType,
  thanksType,
} from "./texts.ts";
import { trainerType } from "./trainer.ts";

export const catalogue = {
  settings: settingsType,
  "place-picture": placePictureType,
  trainer: trainerType,
  class: classType,
  "featured-class": featuredClassType,
  plan: planType,
  membership: membershipType,
  testimonial: testimonialType,
  partner: partnerType,
  "gallery-picture": galleryPictureType,
  home: homeType,
  fact: factType,
  "about-card": aboutCardType,
  perk: perkType,
  milestone: milestoneType,
  question: questionType,
  "visit-question": visitQuestionType,
  thanks: thanksType,
  "next-step": nextStepType,
  section: sectionType,
  banner: bannerType,
  note: noteType,
  notice: noticeType,
  description: descriptionType,
} as const satisfies Record<string, ContentType>;

export type Catalogue = typeof catalogue;
