import type { SeedOf } from "../app/cms/content-type.ts";
import type { galleryPictureType } from "../app/content-types/pictures.ts";

/** The twelve pictures of the gallery: the first eight are page 1, the others page 2 (specification, section 9). */
export const galleryPictures: SeedOf<typeof galleryPictureType> = [
  {
    slug: "picture-1",
    photo: {
      file: "gallery-01.jpg",
      alt: "The empty gym at night: racks on the left, dumbbells on the right, a frame of red light along the ceiling.",
      focus: [50, 45],
    },
  },
  {
    slug: "picture-2",
    photo: {
      file: "gallery-02.jpg",
      alt: "Close up of red and black bumper plates on the end of a bar.",
      focus: [45, 50],
    },
  },
  {
    slug: "picture-3",
    photo: {
      file: "gallery-03.jpg",
      alt: "Two long shelves of hexagonal dumbbells with red edges, running into the dark.",
      focus: [50, 45],
    },
  },
  {
    slug: "picture-4",
    photo: { file: "gallery-04.jpg", alt: "A pair of red boxing gloves on a black leather bench.", focus: [45, 42] },
  },
  {
    slug: "picture-5",
    photo: { file: "gallery-05.jpg", alt: "Three heavy bags hanging in red haze.", focus: [55, 45] },
  },
  {
    slug: "picture-6",
    photo: {
      file: "gallery-06.jpg",
      alt: "A row of treadmills with red rails in front of upright red tubes.",
      focus: [40, 50],
    },
  },
  {
    slug: "picture-7",
    photo: { file: "gallery-07.jpg", alt: "A row of spin bikes in front of two red light lines.", focus: [45, 50] },
  },
  {
    slug: "picture-8",
    photo: { file: "gallery-08.jpg", alt: "Battle ropes lying in waves on a dark floor.", focus: [50, 55] },
  },
  {
    slug: "picture-9",
    photo: {
      file: "gallery-09.jpg",
      alt: "A gym bag with red straps, a rolled mat, a bottle and a skipping rope on the floor.",
      focus: [60, 44],
    },
  },
  {
    slug: "picture-10",
    photo: {
      file: "gallery-10.jpg",
      alt: "A boxer seen from behind, gloves up, facing a heavy bag between two red tubes.",
      focus: [45, 40],
    },
  },
  {
    slug: "picture-11",
    photo: {
      file: "gallery-11.jpg",
      alt: "A sprinter comes straight out of the dark down a corridor of red light.",
      focus: [50, 35],
    },
  },
  {
    slug: "picture-12",
    photo: {
      file: "gallery-12.jpg",
      alt: "Profile of a woman with cornrows in a bun, drawn only by a thin line of light.",
      focus: [35, 45],
    },
  },
];
