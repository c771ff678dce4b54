import { contentType, type EntryOf } from "../content-type.ts";
import { photo, wholeNumber } from "../fields.ts";

/** A gallery picture (specification, section 3, "Gallery item": id and image). */
export const galleryPictureType = contentType("gallery-picture", "Gallery picture", {
  number: wholeNumber("Number", { min: 1, max: 9999 }),
  photo: photo("Picture"),
});

export type GalleryPicture = EntryOf<typeof galleryPictureType>;
