/** Seeded gyms for unit tests, on a chosen engine and with their own clock. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { DatabaseKind } from "../../app/platform/database.server.ts";
import type { Services } from "../../app/platform/services.ts";
import type { Role, StaffMember } from "../../app/staff/roles.ts";
import { type ClassPlaces, seedGym, setPlaces } from "../bookings/booking-gym.ts";
import { switchOnMembers } from "../members/members-gym.ts";
import { addStaffMember, type StaffOptions } from "./staff.ts";
import { openTestSite, type TestSite } from "./test-services.ts";

type Clock = { now: string };

export type GymOptions = {
  /** The time at which tests begin. */
  now: string;
  /** Places of classes, or all their booking fields, by their slugs. */
  places?: Record<string, number | ClassPlaces>;
  /** Members are on, with more plans; Fitness asks for a pass. */
  hasMembers?: boolean;
};

/** A gym with members, on a Sunday at noon. A pass of a month from that day ends on 21 December. */
export const GYM_WITH_MEMBERS: GymOptions = {
  now: "2026-11-22T09:00:00.000Z",
  places: { fitness: { places: 200, price: 800 } },
  hasMembers: true,
};

/** Opens the site of a gym that uses `clock`. Close it when the test is done. */
export async function openGym(
  kind: DatabaseKind,
  { now, places = {}, hasMembers = false }: GymOptions,
  clock: Clock = { now },
): Promise<TestSite & { clock: Clock }> {
  const site = await openTestSite(kind);
  let reads = 0;
  const readClock = () => {
    // Members' actions are sorted by time, so each needs its own.
    if (hasMembers) reads += 1;
    return new Date(Date.parse(clock.now) + reads);
  };
  const services = { ...site.services, now: readClock };
  await seedGym(services);
  for (const [slug, rule] of Object.entries(places))
    await setPlaces(services, slug, typeof rule === "number" ? { places: rule } : rule);
  if (hasMembers) await switchOnMembers(services);
  return { ...site, services, clock };
}

/** Opens one gym for the tests of a `describe` or file. Use the services in hooks and tests; each test begins at `now`. */
export function openGymBeforeAll(kind: DatabaseKind, options: GymOptions): { services: Services; clock: Clock } {
  const gym = { services: {} as Services, clock: { now: options.now } };
  let close: TestSite["close"] | undefined;
  beforeAll(async () => {
    const site = await openGym(kind, options, gym.clock);
    Object.assign(gym.services, site.services);
    close = site.close;
  });
  beforeEach(() => {
    gym.clock.now = options.now;
  });
  afterAll(() => close?.());
  return gym;
}

/** Adds a member of staff for the tests of a `describe` or file. Read it in hooks and tests. */
export function addStaffBeforeAll(services: Services, role: Role, options?: StaffOptions): StaffMember {
  const member = {} as StaffMember;
  beforeAll(async () => {
    Object.assign(member, (await addStaffMember(services, role, options)).member);
  });
  return member;
}
