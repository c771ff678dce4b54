import { findEntry, listEntries } from "../content/entries.server.ts";
import type { Photo } from "../content/fields.ts";
import type { Services } from "../platform/services.ts";
import { type PicturePlace, placePictureType, type Settings, settingsType } from "./settings.ts";

const SLUG = "site";

/** The settings as they were last readable, by instance. */
const lastReadable = new WeakMap<Services["content"], Settings>();

/**
 * The site's settings. Every page shows them, so an entry that is missing or unreadable (which is logged) must not take
 * the whole site down: the last readable values stand in for it, else those of the seed.
 */
export async function findSettings(services: Services): Promise<Settings> {
  const settings =
    (await findEntry(services, settingsType, SLUG)) ?? lastReadable.get(services.content) ?? seeded(services);
  lastReadable.set(services.content, settings);
  return settings;
}

function seeded({ content }: Services): Settings {
  const seed = content.seeds.get(settingsType.name)?.find(({ slug }) => slug === SLUG);
  const read = settingsType.read(seed);
  if (!read.ok) throw new Error("The seed has no settings that can be read");
  return { slug: SLUG, ...read.values };
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
