/** What a content type adds to the publishing of its entries, such as what becomes of booked classes of a weekly slot. */
import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import type { Change } from "../../platform/transact.server.ts";
import type { Values } from "./stored-body.ts";

/** The texts of a form's inputs that are no fields of the entry. */
export type Controls = Partial<Record<string, string>>;

export type EntryExtension<Question> = {
  /** The inputs by which its question is answered. */
  controls: readonly string[];
  /**
   * What is asked before an entry that is on the site changes; undefined when nothing is, or when all of it was answered.
   * @param date the first day on which the change holds
   */
  ask: (
    services: Services,
    slug: string,
    sent: { values: Values; controls: Controls },
    date: string,
  ) => Promise<Question | undefined>;
  /** Does what was answered, in the transaction that publishes, once the entry is written. */
  settle: (change: Change, answered: Controls, actor: Actor) => Promise<void>;
};
