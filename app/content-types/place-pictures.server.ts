import { listEntries } from "../cms/entries.server.ts";
import type { Photo } from "../cms/fields.ts";
import type { Services } from "../platform/services.ts";
import { type PicturePlace, placePictureType } from "./place-picture.ts";

/** The picture shown where a place has none: a file that does not exist, which `Picture` draws as a placeholder. */
const NO_PICTURE: Photo = { file: "none.jpg", alt: "", focus: [50, 50] };

/** The pictures of some places, each under its place; a missing one shows the placeholder. */
export async function findPlacePictures<const Place extends PicturePlace>(
  services: Services,
  places: readonly Place[],
): Promise<Record<Place, Photo>> {
  const entries = await listEntries(services, placePictureType);
  const pairs = places.map((place) => [place, entries.find(({ slug }) => slug === place)?.photo ?? NO_PICTURE]);
  // Object.fromEntries loses the keys' type; they are exactly the requested places.
  return Object.fromEntries(pairs) as Record<Place, Photo>;
}
