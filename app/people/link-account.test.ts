/** Linking an account to the desk's record, and unlinking it. */

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addMembers, momentAt } from "../../test/bookings/booking-gym.ts";
import { DESK, give, join, makePerson } from "../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { bookFor, checkIn } from "../bookings/desk-actions.server.ts";
import { findDeskSession } from "../bookings/desk-day.server.ts";
import { addDays } from "../time/dates.server.ts";
import { inviteToLink, unlinkAccount } from "./link-account.server.ts";
import { setMailPreference, switchOffByKey } from "./mail-preferences.server.ts";
import { matchPeople } from "./match-people.server.ts";
import { findPerson, personOfAccount } from "./people.server.ts";

/** A Sunday. */
const SUNDAY = "2026-11-22";
const MONDAY = `monday-1.${addDays(SUNDAY, 1)}`;
const THURSDAY = `thursday-1.${addDays(SUNDAY, 4)}`;
const NEXT_SUNDAY = `sunday-1.${addDays(SUNDAY, 7)}`;

describe.each(ENGINES)("an account on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, {
    now: momentAt(SUNDAY, 12),
    places: { fitness: { places: 100, price: 800 } },
    hasMembers: true,
  });

  const account = async () => (await addMembers(services, 1))[0] ?? expect.unreachable();
  const codeFor = async (id: string) => (await inviteToLink(services, DESK, id))?.code ?? "";
  const bookOwn = async (user: Awaited<ReturnType<typeof account>>, sessionId: string, guest?: string) => {
    const outcome = await bookPlace(services, user, { sessionId, ...(guest && { guest }) });
    return "booking" in outcome ? outcome.booking.id : outcome.code;
  };
  const bookAtDesk = async (person: string, sessionId: string) => {
    const outcome = await bookFor(services, sessionId, { person, formId: randomUUID() }, DESK);
    return "booking" in outcome ? outcome.booking.id : outcome.code;
  };
  const bookingsOf = async (id: string) =>
    (await services.db.selectFrom("bookings").select("id").where("person_id", "=", id).execute())
      .map((row) => row.id)
      .toSorted();
  const wordAtDesk = async (sessionId: string, bookingId: string) =>
    (await findDeskSession(services, sessionId))?.people.find(({ id }) => id === bookingId)?.cover;

  test("with a pass of its own can't be linked to a record, or unlinked", async () => {
    const user = await account();
    const [record, own] = [await makePerson(services), await personOfAccount(services.db, user.id)];
    const ownId = own?.id ?? expect.unreachable();
    await give(services, ownId, "mwanzo");
    expect(await join(services, user.id, await codeFor(record))).toEqual({ code: "other-record" });
    expect(await inviteToLink(services, DESK, ownId)).toBeUndefined();
    expect(await unlinkAccount(services, DESK, ownId)).toEqual({ code: "same" });
  });

  test("brings along its own person: bookings, guests, number, email preferences and keys", async () => {
    const user = await account();
    const own = (await personOfAccount(services.db, user.id)) ?? expect.unreachable();
    await services.db.updateTable("people").set({ phone: "+254712500600" }).where("id", "=", own.id).execute();
    await setMailPreference(services, "reminders", user.id, false);
    const record = await makePerson(services, { name: "Zuhura Linked", phone: "0712 500 601" });
    await give(services, record, "mwanzo");
    const atDesk = await bookAtDesk(record, NEXT_SUNDAY);
    const booked = await bookOwn(user, THURSDAY, "Zuri");
    expect(await wordAtDesk(THURSDAY, booked)).toBe("KES 800 to pay");
    expect(await join(services, user.id, await codeFor(record))).toEqual({ code: "joined" });

    expect(await bookingsOf(record)).toEqual([atDesk, booked].toSorted());
    // Formerly unpaid, now covered by the pass.
    expect(await wordAtDesk(THURSDAY, booked)).toBe("Mwanzo, until Mon 21 Dec");
    const guests = services.db.selectFrom("bookings").select(["guest_name", "person_id"]).where("host_id", "=", booked);
    expect(await guests.execute()).toEqual([{ guest_name: "Zuri", person_id: null }]);
    const linked = await personOfAccount(services.db, user.id);
    expect(linked).toMatchObject({ id: record, name: "Zuhura Linked", phone: "+254712500601", reminders: 0 });
    // Its own person is gone; that person's id and number lead to the record.
    expect((await findPerson(services.db, own.id))?.id).toBe(record);
    expect(await matchPeople(services.db, { name: "Linked Zuhura", phone: "+254712500600" })).toEqual({
      ...{ code: "same", ids: [record] },
    });
    await setMailPreference(services, "reminders", user.id, true);
    expect(await switchOffByKey(services, "reminders", own.unsubscribe_key ?? "")).toBe(true);
    expect((await findPerson(services.db, record))?.reminders).toBe(0);
  });

  test("keeps its own bookings when it is unlinked, but not those that a pass covers", async () => {
    const user = await account();
    const record = await makePerson(services, { name: "Wrong Record" });
    const before = await bookOwn(user, MONDAY, "Zuri");
    await join(services, user.id, await codeFor(record));
    const key = (await findPerson(services.db, record))?.unsubscribe_key ?? "";
    await give(services, record, "pack-of-two");
    const covered = await bookOwn(user, THURSDAY);
    const atDesk = await bookAtDesk(record, NEXT_SUNDAY);
    clock.now = momentAt(addDays(SUNDAY, 4), 9);
    expect(await checkIn(services, covered, DESK)).toEqual({ code: "done" });
    expect(await unlinkAccount(services, DESK, record)).toEqual({ code: "done" });

    const own = (await personOfAccount(services.db, user.id)) ?? expect.unreachable();
    expect(own).toMatchObject({ name: "", phone: "", joined_at: null, unsubscribe_key: key });
    expect(await bookingsOf(own.id)).toEqual([before]);
    expect(await bookingsOf(record)).toEqual([covered, atDesk].toSorted());
    expect(await findPerson(services.db, record)).toMatchObject({
      ...{ name: "Wrong Record", user_id: null, joined_at: null, unsubscribe_key: null },
    });
    // The guest goes with the account.
    const guests = services.db.selectFrom("bookings").select("host_id").where("guest_name", "=", "Zuri");
    expect((await guests.execute()).map((row) => row.host_id)).toContain(before);
    // A name is needed again, and the right record can be linked.
    clock.now = momentAt(addDays(SUNDAY, 5), 9);
    expect(await bookOwn(user, NEXT_SUNDAY)).toBe("name-missing");
    const right = await makePerson(services, { name: "Right Record" });
    expect(await join(services, user.id, await codeFor(right))).toEqual({ code: "joined" });
    expect(await bookingsOf(right)).toEqual([before]);
  });
});
