import { contentType } from "../content-type.ts";
import { photo } from "../fields.ts";

/** The places of the site that show one fixed picture. */
export const PICTURE_PLACES = [
  "hero",
  "hero-portrait",
  "about",
  "about-progression",
  "about-workout",
  "about-nutritions",
  "about-page",
  "why-choose-us",
  "cta",
  "testimonial",
  "history",
  "banner",
  "sign-in",
  "sign-up",
  "account",
  "banner-about",
  "banner-classes",
  "banner-contact",
  "banner-gallery",
  "banner-pricing",
] as const;

export type PicturePlace = (typeof PICTURE_PLACES)[number];

/** The picture of one place; the slug is the place. */
export const placePictureType = contentType("place-picture", "Picture of a place", {
  photo: photo("Picture"),
});
