/** Sites of gyms with members, for unit tests. */
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { momentAt, seedGym, setPlaces, withClock } from "../bookings/booking-gym.ts";
import { openTestSite, type TestSite } from "../support/test-services.ts";
import { openMembers } from "./members-gym.ts";

/**
 * A site of a gym with members, on an engine, at noon of a day. Each act has a moment of its own, by which they are in order.
 * @param places of the class that asks for a pass
 */
export async function openMembersSite(
  kind: DatabaseKind,
  date: string,
  places: number,
): Promise<{ site: TestSite; services: Services; clock: { now: string } }> {
  const site = await openTestSite(kind);
  const opened = withClock(site.services, momentAt(date, 12));
  let reads = 0;
  const now = () => {
    reads += 1;
    return new Date(Date.parse(opened.clock.now) + reads);
  };
  const services = { ...opened.services, now };
  await seedGym(services);
  await setPlaces(services, "fitness", { places, price: 800 });
  await openMembers(services);
  return { site, services, clock: opened.clock };
}
