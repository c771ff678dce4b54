/** A guest has a booking of their own that follows the host's, with one email to the host. */

import { beforeEach, describe, expect, test } from "vitest";
import { addNewcomers, momentAt } from "../../test/bookings/booking-gym.ts";
import { BookingWeek } from "../../test/bookings/booking-week.ts";
import { ACTOR } from "../../test/content/content-changes.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { PERSON_NAME_MAX } from "../people/person.ts";
import { cancelSession } from "../timetable/session-actions.server.ts";
import { bookPlace } from "./book.server.ts";
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

    test("is never promoted while the host waits", async () => {
      await week.book(1, week.other);
      await week.services.db
        .updateTable("class_sessions")
        .set({ starts_at: momentAt(week.monday, 9), ends_at: momentAt(week.monday, 10) })
        .where("id", "=", week.other)
        .execute();
      await week.giveUp(0);
      expect(await week.own(1)).toMatchObject({ state: "waiting", guest: { state: "waiting" } });
    });

    test("can be booked by the host when a place becomes free after promotions have ended", async () => {
      await week.giveUp(0);
      week.setClock(week.sunday, 22);
      await week.giveUp(2);
      expect((await week.kindsTo(1)).at(-1)).toBe("place-free");
      expect(await week.lastTextTo(1)).toMatch(/^A place is free for your guest\./);
      expect(await week.bookWith(1, "Amina")).toMatchObject({
        code: "booked",
        booking: { guest: { state: "booked" } },
      });
    });
  });

  test("a guest counts towards the host's limits", async () => {
    const [newcomer] = await addNewcomers(week.services, 1);
    if (newcomer === undefined) throw new Error("No newcomer was added");
    await week.services.db.deleteFrom("rate_limits").execute();
    const bookAs = (sessionId: string, guest?: string) =>
      bookPlace(week.services, newcomer, { sessionId, ...(guest !== undefined && { guest }) });
    expect(await bookAs(week.id)).toMatchObject({ code: "booked" });
    expect(await bookAs(week.other, "Amina")).toEqual({ code: "guest-too-many", max: 2 });
    expect((await findOffer(week.services, newcomer, week.other))?.mayBringGuest).toBe(false);
    expect(await bookAs(week.id, "Amina")).toMatchObject({ code: "booked" });
    expect(await bookAs(week.other)).toEqual({ code: "unconfirmed", max: 2 });
    const [counted] = await week.services.db.selectFrom("rate_limits").select("count").execute();
    expect(counted?.count).toBe(2);
    // Unconfirmed accounts get an email about their first booking only.
    const mails = week.services.db.selectFrom("outbox").select("kind").where("user_id", "=", newcomer.id);
    expect(await mails.execute()).toEqual([{ kind: "booking-booked" }]);
  });

  test("adding a guest makes a newer version of the calendar's event, which names the guest, as does the download", async () => {
    await makeFeed(week.services, week.person(0).id);
    const feed = async () =>
      bookingsOfFeed(week.services, (await findFeed(week.services, week.person(0).id))?.token ?? "");
    await week.book(0);
    const before = (await feed())?.changes.get(week.id)?.number ?? 0;
    await week.bookWith(0, "Amina");
    const after = await feed();
    expect(after?.changes.get(week.id)?.number).toBe(before + 1);
    expect(after?.bookings).toMatchObject([{ guest: { name: "Amina" } }]);
    const { list } = await exportBookings(week.services.db, week.person(0).id);
    expect(list.map(({ guest }) => guest)).toEqual([null, "Amina"]);
  });
});
