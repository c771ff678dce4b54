/** What the owner has typed about a row of a list, read. */

import { wholeNumberIn } from "../../forms/whole-number.ts";
import { PERSON_NAME_MAX } from "../../people/person.ts";
import { asLine } from "../../platform/text.ts";
import { isCalendarDate } from "../../time/dates.server.ts";
import { dayNumber } from "../../time/days.ts";
import type { Rehearsal } from "../list/bring-in.server.ts";
import { addsDays, type JudgedRow, NO_PASS, type RowDecision } from "../list/judge-list.ts";
import { readListPhone } from "../list/list-values.ts";
import { lastPossibleDay } from "../pass-calendar.ts";
import type { ListFormProblem } from "./list-messages.server.ts";

type Fields = Record<"who" | "among" | "name" | "phone" | "plan" | "lastDay" | "visits", string>;

/** The most visits of a pack, as plans have them. */
const MAX_VISITS = 500;

export function readDecision(
  fields: Fields,
  { plans, people, today }: Rehearsal,
  { candidates }: JudgedRow,
): RowDecision | { code: ListFormProblem } {
  const name = asLine(fields.name).replaceAll(/\s+/g, " ");
  if (!/\p{L}/u.test(name)) return { code: "name-missing" };
  if (name.length > PERSON_NAME_MAX) return { code: "name-long" };
  // As strictly as in the list itself.
  const read = readListPhone(fields.phone);
  if ("problem" in read && read.problem !== "missing") return { code: "phone-invalid" };
  const phone = "phone" in read ? read.phone : "";
  const among = fields.among.split(" ").filter((key) => key !== "");
  const who = among.includes(fields.who) || fields.who === "new" ? fields.who : "";
  if (who === "" && candidates.length > 0) return { code: "who-missing" };
  const pass = readPass(fields, plans, today);
  if ("code" in pass) return pass;
  const person = people.find(({ id }) => id === who);
  const { planSlug, lastDay, visits } = pass;
  if (person !== undefined && lastDay !== null && planSlug !== "") {
    if (!addsDays({ planSlug, lastDay, visits }, person, { plans, people, today })) return { code: "adds-nothing" };
  }
  return { do: "bring", who: who === "" ? "new" : who, among, name, phone, ...pass };
}

function readPass(
  fields: Fields,
  plans: Rehearsal["plans"],
  today: number,
): Pick<Extract<RowDecision, { do: "bring" }>, "planSlug" | "lastDay" | "visits"> | { code: ListFormProblem } {
  if (fields.plan === "") return { code: "plan-missing" };
  if (fields.plan === NO_PASS) return { planSlug: "", lastDay: null, visits: null };
  const plan = plans.find(({ slug }) => slug === fields.plan);
  if (plan === undefined) return { code: "plan-unknown" };
  if (!isCalendarDate(fields.lastDay)) return { code: "last-day-missing" };
  const lastDay = dayNumber(fields.lastDay);
  if (lastDay < today && plan.isPack) return { code: "last-day-over" };
  if (lastDay > lastPossibleDay(today)) return { code: "last-day-far" };
  const visits = plan.isPack ? wholeNumberIn(fields.visits.trim()) : null;
  if (visits === undefined || visits === 0 || (visits ?? 0) > MAX_VISITS) return { code: "visits-wrong" };
  return { planSlug: plan.slug, lastDay, visits };
}
