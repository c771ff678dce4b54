/** Requests for a freeze as the desk reads them. */
import type { Services } from "../../platform/services.ts";
import { can } from "../../staff/roles.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { timeSince } from "../../time/date-texts.server.ts";
import { calendarDay, dayNumber } from "../../time/days.ts";
import { areMembersOn } from "../cover.server.ts";
import { type FreezeRequest, openFreezeRequests } from "../freeze-request-rows.server.ts";
import { dayText } from "./member-words.server.ts";

/** A request, without its person. */
export function requestView({ id, pass_id, first_day, last_day, word, made_at }: FreezeRequest, now: Date) {
  const today = calendarDay(now);
  const [first, last] = [dayNumber(first_day), dayNumber(last_day)];
  return {
    id,
    passId: pass_id,
    days: `${dayText(first, today)} to ${dayText(last, today)}, ${last - first + 1} days`,
    word,
    since: timeSince(new Date(made_at), now),
  };
}

export type FreezeRequestView = Awaited<ReturnType<typeof readFreezeRequests>>[number];

/** The open freeze requests, for staff who may freeze passes. */
export async function readFreezeRequests(services: Services, { role }: StaffMember) {
  if (!can(role, "edit", "members") || !(await areMembersOn(services))) return [];
  const now = services.now();
  const requests = await openFreezeRequests(services.db);
  return requests.map(({ name, plan, ...request }) => ({
    ...requestView(request, now),
    name,
    plan,
    memberId: request.member_id,
  }));
}
