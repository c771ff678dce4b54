/** What the page of one dated class shows. */

import { findEntry, listEntries } from "../../cms/entries.server.ts";
import { withMarks } from "../../console/session-marks.server.ts";
import type { MarkedRow } from "../../console/session-marks.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { weeklySlotType } from "../../content-types/weekly-slot.ts";
import type { Services } from "../../platform/services.ts";
import { activityOf, activitySentence } from "../../staff/activity/activity-log.server.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { dayAndDate, shortMoment } from "../../time/date-texts.server.ts";
import { addDays, dateInNairobi, dayOfDate, mondayOf } from "../../time/dates.server.ts";
import type { ClassSession } from "../session.ts";
import { HORIZON_DAYS } from "../sessions.server.ts";
import type { NamedTrainer } from "./session-actions.tsx";
import type { ActivityLine } from "./session-side.tsx";
import { consoleWeekPath } from "./week-page.server.ts";

/** How many of the acts on a class its page lists. */
const DECISIONS_SHOWN = 12;

export type SessionPage = {
  row: MarkedRow;
  /** "Monday 23 November". */
  dayText: string;
  today: string;
  /** The week it is in, in the console. */
  weekPath: string;
  hasBegun: boolean;
  decisions: ActivityLine[];
  dayPath: string | undefined;
  slot: { slug: string; mayChange: boolean } | undefined;
  /** Those who could stand in. */
  trainers: NamedTrainer[];
  mayChange: boolean;
};

/** The page of a dated class for a member of staff. */
export async function readSessionPage(
  services: Services,
  session: ClassSession,
  member: StaffMember,
): Promise<SessionPage> {
  const now = services.now();
  const today = dateInNairobi(now);
  const slot = session.slot === null ? undefined : await findEntry(services, weeklySlotType, session.slot);
  const trainers = await listEntries(services, trainerType);
  const isShown = session.date >= today && session.date < addDays(today, HORIZON_DAYS);
  return {
    row: withMarks({ ...session, movedTo: null }),
    dayText: dayAndDate(session.date),
    today,
    weekPath: consoleWeekPath(mondayOf(session.date), today),
    hasBegun: session.startsAt <= now.toISOString(),
    decisions: await readDecisions(services, session.id),
    dayPath: isShown ? `/schedule/${dayOfDate(session.date)}?date=${session.date}` : undefined,
    slot: slot && { slug: slot.slug, mayChange: can(member.role, "publish", "slot") },
    trainers: trainers.flatMap(({ slug, name }) => (slug === session.trainerSlug ? [] : [{ slug, name }])),
    mayChange: can(member.role, "publish", "timetable"),
  };
}

async function readDecisions(services: Services, id: string): Promise<ActivityLine[]> {
  const now = services.now();
  const acts = await activityOf(services, { type: "session", slug: id, limit: DECISIONS_SHOWN });
  return acts.map((act) => ({
    id: act.id,
    who: act.whoName,
    sentence: activitySentence(act),
    when: shortMoment(new Date(act.at), now),
  }));
}
