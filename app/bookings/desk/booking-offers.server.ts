/** The classes that the desk may book for somebody with one button. */

import type { Services } from "../../platform/services.ts";
import { plural } from "../../platform/text.ts";
import { ownTrainer, type StaffMember } from "../../staff/roles.ts";
import { shortRelativeDay } from "../../time/date-texts.server.ts";
import { dateInNairobi } from "../../time/dates.server.ts";
import { freeSessionsForDesk } from "../availability.server.ts";

const DATES_OFFERED = 3;
const ROWS_SHOWN = 8;
const MAX_ROWS = 40;

/**
 * The next classes with free places, by start time; for a trainer, only their own.
 * @param taken the class sessions that somebody has a place in or waits for
 */
export async function readBookingOffers(services: Services, member: StaffMember, taken: ReadonlySet<string>) {
  const trainerSlug = ownTrainer(member);
  const today = dateInNairobi(services.now());
  const offers = (await freeSessionsForDesk(services, DATES_OFFERED))
    .filter(({ session }) => !taken.has(session.id) && (trainerSlug ?? session.trainerSlug) === session.trainerSlug)
    .sort((a, b) => (a.session.startsAt < b.session.startsAt ? -1 : 1))
    .slice(0, MAX_ROWS)
    .map(({ session: { id, className, trainerName, date, time }, free }) => ({
      id,
      className,
      when: `${shortRelativeDay(date, today)} ${time.from}`,
      about: `${trainerName}, ${plural(free, "place free", "places free")}`,
    }));
  return { offers: offers.slice(0, ROWS_SHOWN), moreOffers: offers.slice(ROWS_SHOWN) };
}

export type BookingOffersView = Awaited<ReturnType<typeof readBookingOffers>>;
