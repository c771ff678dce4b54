/** A guest has a booking of their own that follows the host's, with one email to the host. */

import { beforeEach, describe, expect, test } from "vitest";
import { addNewcomers } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { PERSON_NAME_MAX } from "../people/person.ts";
import { cancelSession } from "../timetable/session-actions.server.ts";
import { findDeskSession } from "./desk-day.server.ts";
import { exportBookings } from "./erasure.server.ts";
import { bookingsOfFeed, findFeed, makeFeed } from "./feed-tokens.server.ts";
import { findOffer } from "./own-bookings.server.ts";

describe.each(ENGINES)("guests on %s", (kind) => {
  const week = BookingWeek.on(kind);
  const people = async () => (await findDeskSession(week.services, week.id))?.people ?? [];

  test("an email to an unconfirmed address does not contain the guest’s name", async () => {
    const { services } = week;
    await services.db.updateTable("users").set({ emailVerified: 0 }).where("id", "=", week.person(0).id).execute();
    expect(await week.bookWith(0, "Win KES 5000")).toMatchObject({ code: "booked" });
    expect(await week.lastTextTo(0)).toContain("\nGuest:   Your guest\n");
    await cancelSession(services, { id: week.id, seen: 0, reason: "No power" }, ACTOR);
    const mails = await services.db.selectFrom("outbox").select(["subject", "body_text", "body_html"]).execute();
    expect(mails).toHaveLength(2);
    expect(JSON.stringify(mails)).not.toContain("Win KES");
  });

  test("nothing is booked without a valid name", async () => {
    expect(await week.bookWith(0, "www.evil.example/claim KES 5000")).toEqual({ code: "guest-link" });
    expect(await week.bookWith(0, " ")).toEqual({ code: "guest-missing" });
    expect(await week.bookWith(0, "x".repeat(PERSON_NAME_MAX + 1))).toEqual({ code: "guest-long" });
    expect(await people()).toEqual([]);
  });

  describe("a guest who joined the waiting list with the host before 2027", () => {
    /** Two people are booked, and a host and guest wait after them, as the site then allowed. */
    beforeEach(async () => {
      await week.setPlaces("fitness", { places: 4 });
      await week.bookAll(0, 2);
      await week.bookWith(1, "Amina");
      await week.services.db
        .updateTable("bookings")
        .set({ state: "waiting" })
        .where("id", "in", [await week.bookingId(1), (await week.guest(1))?.id ?? ""])
        .execute();
      await week.setPlaces("fitness", { places: 2 });
    });

    test("is promoted after the host", async () => {
      await week.book(3);
      await week.giveUp(0);
      expect(await week.own(1)).toMatchObject({ state: "booked", guest: { state: "waiting", position: 1 } });
      expect(await week.lastTextTo(1)).toMatch(/^A place became free, and it is yours\./);
      expect(await week.lastTextTo(1)).toContain("\nGuest:   Amina, on the waiting list\n");
      await week.giveUp(2);
      expect(await week.guest(1)).toMatchObject({ state: "booked" });
      expect(await week.lastTextTo(1)).toMatch(/^A place became free, and it is your guest's\./);
      expect(await week.state(3)).toBe("waiting");
    });

    test("can be booked by the host when a place becomes free after promotions have ended", async () => {
      await week.giveUp(0);
      week.setClock(week.sunday, 22);
      await week.giveUp(2);
      expect((await week.kindsTo(1)).at(-1)).toBe("place-free");
      expect(await week.lastTextTo(1)).toMatch(/^A place is free for your guest\./);
      const booking = { guest: { state: "booked" } };
      expect(await week.bookWith(1, "Amina")).toMatchObject({ code: "booked", booking });
    });
  });

  test("a guest counts towards the host's limits", async () => {
    const { services, other, id } = week;
    const NEW = week.members.push(...(await addNewcomers(services, 1))) - 1;
    await services.db.deleteFrom("rate_limits").execute();
    expect(await week.book(NEW)).toMatchObject({ code: "booked" });
    expect(await week.book(NEW, other, "Amina")).toEqual({ code: "guest-too-many", max: 2 });
    expect((await findOffer(services, week.person(NEW), other))?.mayBringGuest).toBe(false);
    expect(await week.book(NEW, id, "Amina")).toMatchObject({ code: "booked" });
    expect(await week.book(NEW, other)).toEqual({ code: "unconfirmed", max: 2 });
    expect(await services.db.selectFrom("rate_limits").select("count").execute()).toEqual([{ count: 2 }]);
    // Unconfirmed accounts get an email about their first booking only.
    expect(await week.kindsTo(NEW)).toEqual(["booked"]);
  });

  test("each change of a booking and its guest makes a newer version of the calendar's event", async () => {
    const { id: userId } = week.person(0);
    await makeFeed(week.services, userId);
    const key = (await findFeed(week.services, userId))?.token ?? "";
    const versions: (number | undefined)[] = [];
    for (const act of [() => week.book(0), () => week.bookWith(0, "Amina"), () => week.giveUp(0), () => week.book(0)]) {
      await act();
      versions.push((await bookingsOfFeed(week.services, key))?.changes.get(week.id)?.number);
    }
    expect(versions).toEqual([1, 2, 4, 5]);
    expect((await exportBookings(week.services.db, userId)).list.map(({ guest }) => guest)).toContain("Amina");
  });
});
