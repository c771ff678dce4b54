import type { Photo } from "../content/content-type.ts";
import { findEntry, listEntries } from "../content/entries.server.ts";
import type { Services } from "../platform/services.ts";
import { type PicturePlace, placePictureType, type Settings, settingsType } from "./settings.ts";

/** The site's settings. They are seeded at the first start, so their absence is a fault of the installation. */
export async function findSettings(services: Services): Promise<Settings> {
  const settings = await findEntry(services, settingsType, "site");
  if (settings === undefined) throw new Error("The site's settings are missing or broken (entry settings/site)");
  return settings;
}

/** The picture shown where a place has none: a file that does not exist, which `Picture` draws as a placeholder. */
const NO_PICTURE: Photo = { file: "none.jpg", alt: "", focus: [50, 50] };

/** The pictures of some places, each under its place; a missing one shows the placeholder. */
export async function findPlacePictures<const Place extends PicturePlace>(
  services: Services,
  places: readonly Place[],
): Promise<Record<Place, Photo>> {
  const entries = await listEntries(services, placePictureType);
  const pairs = places.map((place) => [place, entries.find(({ slug }) => slug === place)?.photo ?? NO_PICTURE]);
  // Object.fromEntries forgets the keys' type; they are exactly the places asked for.
  return Object.fromEntries(pairs) as Record<Place, Photo>;
}
