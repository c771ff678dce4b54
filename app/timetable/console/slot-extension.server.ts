/** What a weekly slot adds to its publishing: the classes that were booked or decided by hand are asked about, and follow. */
import type { EntryExtension } from "../../cms/editing/entry-extension.ts";
import { slotType } from "../../content-types/slot.ts";
import { applyAnswer, askAboutTouched, TOUCHED_CONTROLS } from "./touched.server.ts";
import type { TouchedQuestion } from "./touched-sessions.tsx";

export const slotExtension: EntryExtension<TouchedQuestion> = {
  controls: TOUCHED_CONTROLS,
  // Of values that can't be published nothing is asked.
  ask: async (services, slug, { values, controls }, date) => {
    const read = slotType.read(values);
    return read.ok ? askAboutTouched(services, slug, read.values, date, controls) : undefined;
  },
  settle: applyAnswer,
};
