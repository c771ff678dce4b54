/** What a weekly slot adds to its publishing: the classes that were booked or decided by hand are asked about, and follow. */
import type { EntryExtension } from "../../cms/editing/editing-types.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import { AFFECTED_CONTROLS, applyAnswer, askAboutAffected } from "./affected-questions.server.ts";
import type { AffectedQuestion } from "./affected-sessions.tsx";

export const slotExtension: EntryExtension<AffectedQuestion> = {
  controls: AFFECTED_CONTROLS,
  // Of values that can't be published nothing is asked.
  ask: async (services, slug, { values, controls }, date) => {
    const read = weeklySlotType.read(values);
    return read.ok ? askAboutAffected(services, slug, read.values, date, controls) : undefined;
  },
  settle: applyAnswer,
};
