/** Records whose accounts were deleted, for the owner's decision. */

import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { calendarDay } from "../../time/days.ts";
import { areMembersOn } from "../coverage.server.ts";
import { type WaitingMember, waitingMembers } from "../pass-retention.server.ts";
import { dayText } from "./member-labels.server.ts";

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
