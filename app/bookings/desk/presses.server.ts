/** The presses of the desk: somebody is here, is not here after all, or did not come. */
import { data } from "react-router";
import { z } from "zod";
import { fixedValue } from "../../forms/field-schemas.ts";
import { withFormReturnedOnError } from "../../forms/form-response.server.ts";
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { checkIn, type DeskActor, markMissed, undoCheckIn } from "../desk-actions.server.ts";
import { findDeskSession } from "../desk-day.server.ts";
import { deskSessionView } from "./desk-session-view.server.ts";
import { PRESSES, type Press, type ReturnedPress } from "./desk-session-view.ts";
import { PRESS_PROBLEMS } from "./messages.ts";

const ACTS = { here: checkIn, undo: undoCheckIn, missed: markMissed } as const satisfies Record<Press, unknown>;

/** The inputs of a press. `script`: the page stays as it is, and shows what comes back. */
export const pressInputs = { session: z.string(), booking: z.string(), script: z.string() };

export const pressForm = z.object({ do: fixedValue(PRESSES), ...pressInputs });

/** Who does something at the desk: a trainer only for the sessions they teach. */
export function deskActor(member: StaffMember): DeskActor {
  return { id: member.id, name: member.name, trainerSlug: ownTrainer(member) };
}

/**
 * Does what was pressed. The session comes back as it is afterwards, also when nothing was done; 503 when it may work later.
 * @returns `gone` for a session that doesn't exist, or is not the trainer's own
 */
export async function doPress(
  services: Services,
  member: StaffMember,
  { do: press, session, booking }: { do: Press; session: string; booking: string },
  { withDetails = false }: { withDetails?: boolean } = {},
) {
  const typed = { do: press, session, booking };
  return withFormReturnedOnError(services.log, typed, async () => {
    const { code } = await ACTS[press](services, booking, deskActor(member));
    // By its moment a page with several presses under way shows the newest copy.
    const now = services.now();
    const found = await findDeskSession(services, session, ownTrainer(member));
    if (found === undefined) return { gone: true as const };
    const isDone = code === "done" || code === "same";
    const returned: ReturnedPress = {
      errors: isDone ? {} : { form: PRESS_PROBLEMS[code] },
      typed,
      session: deskSessionView(found, now, { withDetails }),
      isRefused: !isDone && code !== "busy",
    };
    return data(returned, { status: isDone ? 200 : code === "busy" ? 503 : 422 });
  });
}
