import { contentType, type EntryOf } from "../cms/content-type.ts";
import { photo } from "../cms/fields.ts";

/** A gallery picture (specification, section 3, "Gallery item": id and image). The id is the slug. */
export const galleryPictureType = contentType("gallery-picture", {
  label: "Gallery picture",
  plural: "Gallery",
  help: "The gallery, in this order: eight pictures on its first page, the others on its second. The first six are in the info panel, and five in the strip on Home.",
  entries: { kind: "list", max: 100 },
  title: ["photo"],
  summary: [],
  fields: {
    photo: photo("Picture"),
  },
});

export type GalleryPicture = EntryOf<typeof galleryPictureType>;
