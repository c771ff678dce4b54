/** The first entries of each content type, under the type's name. */

import type { SeedOf } from "../app/cms/content-type.ts";
import type { Catalogue } from "../app/content-types/catalogue.ts";
import { classes, featuredClasses } from "./classes.ts";
import { galleryPictures } from "./gallery.ts";
import { aboutCards, facts, home, perks } from "./home.ts";
import { membership } from "./membership.ts";
import { milestones } from "./milestones.ts";
import { notice } from "./notice.ts";
import { placePictures } from "./place-pictures.ts";
import { plans } from "./plans.ts";
import { questions } from "./questions.ts";
import { settings } from "./settings.ts";
import { partners, testimonials } from "./testimonials.ts";
import { banners, descriptions, notes, sections } from "./texts.ts";
import { nextSteps, thanks } from "./thanks.ts";
import { trainers } from "./trainers.ts";
import { visitQuestions } from "./visit-questions.ts";

const content: { [Name in keyof Catalogue]: SeedOf<Catalogue[Name]> } = {
  settings,
  "place-picture": placePictures,
  trainer: trainers,
  class: classes,
  "featured-class": featuredClasses,
  plan: plans,
  membership,
  testimonial: testimonials,
  partner: partners,
  "gallery-picture": galleryPictures,
  home,
  fact: facts,
  "about-card": aboutCards,
  perk: perks,
  milestone: milestones,
  question: questions,
  "visit-question": visitQuestions,
  thanks,
  "next-step": nextSteps,
  section: sections,
  banner: banners,
  note: notes,
  notice,
  description: descriptions,
};

/** The seed of every type, by the type's name. */
export const seeds: ReadonlyMap<string, readonly { slug: string }[]> = new Map(Object.entries(content));
