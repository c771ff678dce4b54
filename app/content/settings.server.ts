import type { Services } from "../platform/services.ts";
import { findEntry } from "./entries.server.ts";
import { type Settings, settingsType } from "./types/settings.ts";

const SLUG = "site";

/** The settings as last read successfully, by instance. */
const lastReadable = new WeakMap<Services["content"], Settings>();

/**
 * The site's settings. Every page shows them, so an entry that is missing or unreadable (which is logged) must not take
 * the whole site down: the values last read are used instead, or those of the seed.
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
