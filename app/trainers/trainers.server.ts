import { listEntries } from "../content/entries.server.ts";
import type { Services } from "../platform/services.ts";
import { type Trainer, trainerType } from "./trainer.ts";

/** The trainers in the order of their cards. */
export function listTrainers(services: Services): Promise<readonly Trainer[]> {
  return listEntries(services, trainerType);
}
