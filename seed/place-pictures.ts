import type { SeedOf } from "../app/cms/content-type.ts";
import type { placePictureType } from "../app/content-types/pictures.ts";

/** The fixed pictures of the site's places. Those behind a title are decoration and have no alt text. */
export const placePictures: SeedOf<typeof placePictureType> = [
  {
    slug: "hero",
    photo: {
      file: "hero.jpg",
      alt: "A man braces over a loaded barbell on a wet black floor while a trainer with cornrows watches, red light tubes behind them.",
      focus: [80, 0],
    },
  },
  {
    slug: "hero-portrait",
    photo: {
      file: "hero-portrait.jpg",
      alt: "A man braces over a loaded barbell under red light tubes, a trainer standing behind him.",
      focus: [25, 48],
    },
  },
  {
    slug: "about",
    photo: {
      file: "about.jpg",
      alt: "A trainer stands with folded arms beside a member lifting a dumbbell, red tubes behind them.",
      focus: [50, 30],
    },
  },
  {
    slug: "about-page",
    photo: {
      file: "gallery-12.jpg",
      alt: "Profile of a woman with cornrows in a bun, drawn only by a thin line of light.",
      focus: [20, 45],
    },
  },
  {
    slug: "why-choose-us",
    photo: {
      file: "why-choose-us.jpg",
      alt: "A man at the bottom of a squat, bar across his shoulders, looking up past the camera.",
      focus: [50, 50],
    },
  },
  { slug: "cta", photo: { file: "cta.jpg", alt: "", focus: [72, 6] } },
  {
    slug: "testimonial",
    photo: {
      file: "testimonial.jpg",
      alt: "Head and shoulders of a smiling man in a black T-shirt against deep red.",
      focus: [50, 38],
    },
  },
  {
    slug: "history",
    photo: {
      file: "history.jpg",
      alt: "Worn boxing gloves, a stack of plates with a kettlebell on top, a medicine ball and a dumbbell on a dark floor.",
      focus: [55, 50],
    },
  },
  { slug: "banner", photo: { file: "banner.jpg", alt: "", focus: [78, 72] } },
  {
    slug: "sign-in",
    photo: {
      file: "class-boxing.jpg",
      alt: "A boxer in red gloves holds his guard beside a heavy bag, red tubes behind.",
      focus: [71, 25],
    },
  },
  {
    slug: "sign-up",
    photo: {
      file: "class-running.jpg",
      alt: "A woman in a red top drives her knee high in mid sprint in front of three red light lines.",
      focus: [56, 4],
    },
  },
  { slug: "account", photo: { file: "gallery-07.jpg", alt: "", focus: [45, 50] } },
  { slug: "banner-about", photo: { file: "gallery-03.jpg", alt: "", focus: [50, 45] } },
  { slug: "banner-classes", photo: { file: "gallery-11.jpg", alt: "", focus: [50, 0] } },
  { slug: "banner-contact", photo: { file: "gallery-05.jpg", alt: "", focus: [55, 45] } },
  { slug: "banner-gallery", photo: { file: "plan-3.jpg", alt: "", focus: [50, 45] } },
  { slug: "banner-pricing", photo: { file: "gallery-09.jpg", alt: "", focus: [55, 38] } },
];
