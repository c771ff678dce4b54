import { listEntries } from "../content/entries.server.ts";
import { type Trainer, trainerType } from "../content/types/trainer.ts";
import type { Services } from "../platform/services.ts";

/** The trainers in the order of their cards. */
export function listTrainers(services: Services): Promise<readonly Trainer[]> {
  return listEntries(services, trainerType);
}
