/** Finds and resolves contradictions between a class's card and the weekly timetable. */
import type { ContentType } from "../../cms/content-type.ts";
import { findEditableEntry } from "../../cms/editing/editable-entry.server.ts";
import type { TimeRange } from "../../cms/fields.ts";
import { classType, featuredClassType } from "../../content-types/class.ts";
import type { Services } from "../../platform/services.ts";
import { dayName } from "../../time/days.ts";
import { contradictsTimetable, weeklyTimesOf } from "../card-times.ts";
import { weeklySlotsToday } from "../timetable-records.server.ts";
import { FOLLOW_TIMETABLE } from "./card-contradiction.tsx";

const LISTED_TIMES = 4;

/** Describes how a card contradicts the weekly timetable; undefined when it doesn't, and for other entries. */
export async function cardContradiction(
  services: Services,
  type: ContentType,
  slug: string,
): Promise<string | undefined> {
  if (type.name !== classType.name && type.name !== featuredClassType.name) return undefined;
  const values = (await findEditableEntry(services, type, slug))?.values;
  const read = type.name === classType.name ? classType.read(values) : featuredClassType.read(values);
  if (!read.ok) return undefined;
  const gymClass = "gymClass" in read.values ? read.values.gymClass : slug;
  const weekly = weeklyTimesOf(gymClass, await weeklySlotsToday(services));
  const { day, time } = read.values;
  if (!contradictsTimetable(read.values, weekly)) return undefined;
  const own = [day && dayName(day), time && rangeText(time)].filter(Boolean).join(" ");
  const times = weekly.slice(0, LISTED_TIMES).map((each) => `${dayName(each.day)} ${rangeText(each.time)}`);
  const listed = new Intl.ListFormat("en-GB").format(weekly.length > LISTED_TIMES ? [...times, "more"] : times);
  return `The card says ${own}. The weekly timetable has ${listed}.`;
}

function rangeText({ from, to }: TimeRange): string {
  return `${from}-${to}`;
}

type SentForm = {
  texts: Readonly<Record<string, string>>;
  values: Record<string, unknown>;
  controls: Partial<Record<string, string>>;
};

/** A card's form; its button "Follow the weekly timetable" publishes it without a day and time. */
export function followingTimetable<Sent extends SentForm>(sent: Sent): Sent {
  if (sent.controls.do !== FOLLOW_TIMETABLE) return sent;
  const texts = Object.fromEntries(Object.entries(sent.texts).filter(([name]) => !/^(day|time)(\.|$)/.test(name)));
  const { day: _, time: __, ...values } = sent.values;
  return { ...sent, texts, values, controls: { ...sent.controls, do: "publish" } };
}
