/** The classes of a first visit: for everybody, with places, and none that begins while the page is cached. */
import { expect, test } from "vitest";
import { addMembers, setPlaces } from "../../test/bookings/booking-gym.ts";
import { publishValues } from "../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { findEntry } from "../cms/entries.server.ts";
import { classType } from "../content-types/class.ts";
import { firstVisitSessions } from "./availability.server.ts";
import { bookPlace } from "./book.server.ts";

/** Monday 23 November 2026, 8:05am in Nairobi. Fitness is at 9:00am on Monday, for beginners. */
const MORNING = "2026-11-23T05:05:00.000Z";

const places = { fitness: { places: 2, price: 800 }, yoga: 1, crossfit: 5, boxing: 5 };
const { services, clock } = openGymBeforeAll("sqlite", { now: MORNING, places });

test("they are the next two of each class that needs no experience, with places", async () => {
  const listSessions = async () => (await firstVisitSessions(services)).map(({ session }) => session);
  const first = await listSessions();
  const classes = new Set(first.map(({ classSlug }) => classSlug));
  expect(classes).toEqual(new Set(["fitness", "yoga", "boxing"]));
  expect(first.map(({ startsAt }) => startsAt)).toEqual(first.map(({ startsAt }) => startsAt).toSorted());
  for (const slug of classes) expect(first.filter(({ classSlug }) => classSlug === slug).length).toBeLessThanOrEqual(2);
  // In less than an hour: the page may be kept until it has begun.
  expect(first.map(({ id }) => id)).not.toContain("monday-1.2026-11-23");
  expect((await firstVisitSessions(services)).find(({ session }) => session.classSlug === "fitness")?.price).toBe(800);

  const [member = expect.unreachable()] = await addMembers(services, 1);
  const yoga = first.find(({ classSlug }) => classSlug === "yoga") ?? expect.unreachable();
  await bookPlace(services, member, { sessionId: yoga.id });
  expect((await listSessions()).map(({ id }) => id)).not.toContain(yoga.id);

  const { slug, ...values } = (await findEntry(services, classType, "boxing")) ?? expect.unreachable();
  await publishValues(services, classType, slug, { ...values, level: "experienced" });
  expect((await listSessions()).map(({ classSlug }) => classSlug)).not.toContain("boxing");
  await setPlaces(services, "yoga", { places: undefined });
  clock.now = "2026-11-23T03:00:00.000Z";
  expect((await listSessions())[0]?.id).toBe("monday-1.2026-11-23");
});
