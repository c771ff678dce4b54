import type { SeedOf } from "../app/cms/content-type.ts";
import type { trainerType } from "../app/content-types/trainer.ts";

/** Sample names: the specification gives only the three roles. The pictures are rendered and show no real person. */
export const trainers: SeedOf<typeof trainerType> = [
  {
    slug: "amina-yusuf",
    name: "Amina Yusuf",
    job: "Yoga Trainer",
    photo: {
      file: "trainer-yoga.jpg",
      alt: "Head and shoulders of a woman with short cropped hair and a slight smile, in a dark top with red trim.",
      focus: [50, 38],
    },
    facebook: "https://www.facebook.com/",
    twitter: "https://x.com/",
    instagram: "https://www.instagram.com/",
    email: "amina@nguvu.example",
  },
  {
    slug: "brian-otieno",
    name: "Brian Otieno",
    job: "Crossfit Trainer",
    photo: {
      file: "trainer-crossfit.jpg",
      alt: "Head and shoulders of a broad man with a close fade, in a black training vest against deep red.",
      focus: [50, 38],
    },
    facebook: "https://www.facebook.com/",
    twitter: "https://x.com/",
    instagram: "https://www.instagram.com/",
    email: "brian@nguvu.example",
  },
  {
    slug: "wanjiru-kamau",
    name: "Wanjiru Kamau",
    job: "Personal Trainer",
    photo: {
      file: "trainer-personal.jpg",
      alt: "Head and shoulders of a woman with cornrows tied in a bun, red light on one cheek and white on the other.",
      focus: [50, 40],
    },
    facebook: "https://www.facebook.com/",
    twitter: "https://x.com/",
    instagram: "https://www.instagram.com/",
    email: "wanjiru@nguvu.example",
  },
];
