/** The queue for the timetable's lock: it doesn't block other requests, and its length is limited. */
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { addMembers } from "../../test/bookings/booking-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { MAX_QUEUED, queued } from "../platform/queue.server.ts";
import { bookPlace } from "./book.server.ts";
import { findOffer } from "./own-bookings.server.ts";

const ID = "monday-1.2026-11-23";

describe.each(ENGINES)("the queue for the timetable's lock on %s", { timeout: 60_000 }, (kind) => {
  const { services } = openGymBeforeAll(kind, { now: "2026-11-22T09:00:00.000Z", places: { fitness: { places: 8 } } });

  test("a read that arrives after 80 bookings finishes before half of them", async () => {
    const people = await addMembers(services, 81);
    const [reader, ...others] = people;
    if (reader === undefined) throw new Error("Nobody was added");
    // Opening a connection takes longer than a booking on a busy machine.
    await Promise.all([findOffer(services, reader, ID), findOffer(services, reader, ID)]);
    let ended = 0;
    const booking = others.map(async (person) => {
      const { code } = await bookPlace(services, person, { sessionId: ID });
      ended += 1;
      return code;
    });
    // Requests arrive through the event loop, which a queue without pauses would block.
    await yieldToOthers();
    const offer = await findOffer(services, reader, ID);
    expect(offer?.session.id).toBe(ID);
    expect(ended).toBeLessThan(40);
    const codes = await Promise.all(booking);
    expect(codes.filter((code) => code === "booked")).toHaveLength(8);
    expect(codes.filter((code) => code === "waiting")).toHaveLength(72);
  });

  test("a request to a full queue is refused at once, and works later", async () => {
    const [person] = await addMembers(services, 1);
    const hasBegun = Promise.withResolvers<void>();
    const canEnd = Promise.withResolvers<void>();
    const held = queued(services, () => {
      hasBegun.resolve();
      return canEnd.promise;
    });
    await hasBegun.promise;
    const waiting = Array.from({ length: MAX_QUEUED - 1 }, () => queued(services, async () => {}));
    const book = async () => person && (await bookPlace(services, person, { sessionId: ID })).code;
    expect(await book()).toBe("busy");
    canEnd.resolve();
    await Promise.all([held, ...waiting]);
    expect(await book()).toBe("waiting");
  });
});
