/** Tasks of the desk and the owner on Today: records without an account, reopened days. */

import type { Actor } from "../../platform/activity.server.ts";
import type { Services } from "../../platform/services.ts";
import { can, type StaffMember } from "../../staff/roles.ts";
import { dayText } from "../../time/dates.server.ts";
import { calendarDay, dayNumber } from "../../time/days.ts";
import { areMembersOn } from "../coverage.server.ts";
import { decideOnOpenedDays, listOpenedDays } from "../pass-extensions.server.ts";
import { type WaitingMember, waitingMembers } from "../pass-retention.server.ts";

export function waitingRecordText({ lastDay, hasPass, isGuardian }: WaitingMember, today: number): string {
  if (isGuardian) return "It is kept as long as this person is the guardian of a child here.";
  if (!hasPass) return `It is deleted automatically after ${dayText(Math.max(lastDay, today), today)}.`;
  return "It is deleted automatically once no pass runs, but not before seven days.";
}

export async function readWaitingRecords(services: Services, { role }: StaffMember) {
  if (!can(role, "publish", "members") || !(await areMembersOn(services))) return [];
  const today = calendarDay(services.now());
  return (await waitingMembers(services)).map((record) => ({
    personId: record.person.id,
    name: record.person.name,
    text: waitingRecordText(record, today),
  }));
}

export type OpenedDaysRow = { openedAt: string; days: string; text: string };

/** The reopened days that wait for a decision, for staff who may add days to passes. */
export async function readOpenedDays(services: Services, { role }: StaffMember): Promise<OpenedDaysRow[]> {
  if (!can(role, "publish", "members") || !(await areMembersOn(services))) return [];
  const today = calendarDay(services.now());
  return (await listOpenedDays(services.db)).map(({ openedAt, openedBy, days }) => {
    const isSingle = days.length === 1;
    const ends = [...new Set([days[0] ?? "", days.at(-1) ?? ""])];
    return {
      openedAt,
      days: ends.map((day) => dayText(dayNumber(day), today)).join(" to "),
      text: `reopened by ${openedBy}. Passes still have the ${isSingle ? "day" : `${days.length} days`} added for the closure.`,
    };
  });
}

export const OPENED_DAYS_DONE = {
  "days-back": "The days are removed from passes.",
  "days-kept": "Passes keep the days.",
  "days-decided": "That has already been decided. Nothing was changed.",
} as const;

/** @returns the code of what was done; undefined if the form is about something else */
export async function changeOpenedDays(
  services: Services,
  actor: Actor,
  form: { do: string; opened: string },
): Promise<keyof typeof OPENED_DAYS_DONE | undefined> {
  if (form.do !== "days-back" && form.do !== "days-kept") return undefined;
  const isKept = form.do === "days-kept";
  return (await decideOnOpenedDays(services, actor, { openedAt: form.opened, isKept })) ? form.do : "days-decided";
}
