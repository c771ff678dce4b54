import { listEntries } from "../content/entries.server.ts";
import { type Plan, planType } from "../content/types/plan.ts";
import type { Services } from "../platform/services.ts";

/** The membership plans in the order of their cards. */
export function listPlans(services: Services): Promise<readonly Plan[]> {
  return listEntries(services, planType);
}
