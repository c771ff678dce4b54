import { withMarks } from "../../console/session-marks.server.ts";
import { daysOfTrainer, isGone } from "../../console/session-marks.ts";
import type { Services } from "../../platform/services.ts";
import { ownTrainer, type StaffMember } from "../../staff/staff-member.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { minuteOfDay } from "../../time/days.ts";
import { daysBetween } from "../../timetable/sessions.server.ts";
import { rulesOf } from "../bookable.server.ts";
import { placesInWords } from "../booked-words.ts";
import { bookingCounts } from "../places.server.ts";
import type { TodaysClass } from "./todays-classes.tsx";

const NOBODY = { taken: 0, waiting: 0 };

/** The classes of today in the order of the clock: to a trainer those they teach. */
export async function readTodaysClasses(services: Services, member: StaffMember): Promise<TodaysClass[]> {
  const now = services.now();
  const today = dateInNairobi(now);
  const days = daysOfTrainer(await daysBetween(services, today, today), ownTrainer(member));
  const at = now.toISOString();
  const rows = days.flatMap((day) => day.rows);
  const ruleOf = await rulesOf(services);
  const counts = await bookingCounts(
    services,
    rows.map(({ id }) => id),
  );
  return rows
    .map((row) => ({
      ...withMarks(row),
      isOn: !isGone(row) && row.startsAt <= at && at < row.endsAt,
      places: isGone(row) ? null : placesInWords(counts.get(row.id) ?? NOBODY, ruleOf(row).capacity),
    }))
    .sort((one, other) => minuteOfDay(one.time.from) - minuteOfDay(other.time.from));
}
