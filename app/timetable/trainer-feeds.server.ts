/** The calendar feed of a trainer: the classes they lead, at a private address that ends when they are that trainer no more. */
import type { Services } from "../platform/services.ts";
import { trainerOfAccount } from "../staff/trainers.server.ts";
import { calendarFeeds } from "./calendar-feeds.server.ts";
import { type CalendarFile, calendarOfTrainer } from "./calendars.server.ts";

export const trainerFeeds = calendarFeeds("trainer_feeds");

/** The calendar of a feed; undefined for an unknown token. */
export async function trainerCalendar(services: Services, token: string): Promise<CalendarFile | undefined> {
  const userId = await trainerFeeds.ownerOf(services, token);
  const trainerSlug = userId === undefined ? undefined : await trainerOfAccount(services.db, userId);
  return trainerSlug === undefined ? undefined : calendarOfTrainer(services, trainerSlug);
}
