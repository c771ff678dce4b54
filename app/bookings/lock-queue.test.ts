/** Bookings wait in the queue for the timetable's lock. */
import { expect, test } from "vitest";
import { addMembers } from "../../test/bookings/booking-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { MAX_QUEUED, queued } from "../platform/queue.server.ts";
import { bookPlace } from "./book.server.ts";

const ID = "monday-1.2026-11-23";

const { services } = openGymBeforeAll("sqlite", { now: "2026-11-22T09:00:00.000Z", places: { fitness: 8 } });

test("a booking is refused at once while the queue is full, and works later", async () => {
  const [person] = await addMembers(services, 1);
  const canEnd = Promise.withResolvers<void>();
  const work = Array.from({ length: MAX_QUEUED }, () => queued(services, () => canEnd.promise));
  const book = async () => person && (await bookPlace(services, person, { sessionId: ID })).code;
  expect(await book()).toBe("busy");
  canEnd.resolve();
  await Promise.all(work);
  expect(await book()).toBe("booked");
});
