import { listEntries } from "../content/entries.server.ts";
import { classType, type FeaturedClass, featuredClassType, type GymClass } from "../content/types/class.ts";
import type { Services } from "../platform/services.ts";

/** The classes in the order of their cards. */
export function listClasses(services: Services): Promise<readonly GymClass[]> {
  return listEntries(services, classType);
}

/** The classes of the home page, in their order. */
export function listFeaturedClasses(services: Services): Promise<readonly FeaturedClass[]> {
  return listEntries(services, featuredClassType);
}
