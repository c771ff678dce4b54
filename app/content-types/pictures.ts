import { contentType, type EntryOf, fixedEntries } from "../cms/content-type.ts";
import { photo } from "../cms/fields.ts";

/** A picture that belongs to a place on the site; the slug names the place. */
export const placePictureType = contentType("place-picture", {
  label: "Page picture",
  plural: "Page pictures",
  help: "The pictures that each have a fixed position on the site, such as the top of Home or a page’s banner.",
  entries: fixedEntries({
    hero: "Home: first view, on wide screens",
    "hero-portrait": "Home: first view, on phones",
    about: "Home: who we are",
    "about-page": "About: who we are",
    "why-choose-us": "Home: why choose us",
    cta: "Home: the red banner",
    testimonial: "Home: next to the testimonials",
    history: "About: history",
    banner: "Schedule and pages not found: banner",
    "sign-in": "Sign In",
    "sign-up": "Sign Up",
    account: "Account",
    "banner-about": "About: banner",
    "banner-classes": "Classes: banner",
    "banner-contact": "Contact: banner",
    "banner-gallery": "Gallery: banner",
    "banner-pricing": "Pricing: banner",
  }),
  title: [],
  summary: ["photo"],
  fields: { photo: photo("Picture") },
});

export type PicturePlace = (typeof placePictureType)["entries"]["slugs"][number];

/** A gallery picture (specification, section 3, "Gallery item": id and image). The id is the slug. */
export const galleryPictureType = contentType("gallery-picture", {
  label: "Gallery picture",
  plural: "Gallery",
  help: "The gallery, in this order: eight pictures on its first page, the rest on the second. The first six are also in the info panel, and the first five in the strip on Home.",
  entries: { kind: "list", max: 100 },
  title: ["photo"],
  summary: [],
  fields: {
    photo: photo("Picture"),
  },
});

export type GalleryPicture = EntryOf<typeof galleryPictureType>;
