/** Linking an account to the desk's record, and unlinking it. */

import { describe, expect, test } from "vitest";
import { addMembers, bookingIdOf, type Member } from "../../test/bookings/booking-gym.ts";
import {
  bookAtDesk,
  DESK,
  give,
  join,
  loggedAbout,
  makePerson,
  merge,
  versionOf,
} from "../../test/members/members-gym.ts";
import { GYM_WITH_MEMBERS, openGymBeforeAll } from "../../test/support/open-gym.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { findDeskSession } from "../bookings/desk-day.server.ts";
import { addDays } from "../time/dates.server.ts";
import { findDoorNumber } from "./door-numbers.server.ts";
import { inviteToLink, unlinkAccount } from "./link-account.server.ts";
import { setMailPreference } from "./mail-preferences.server.ts";
import { findPerson, personOfAccount } from "./people.server.ts";

/** A Sunday. */
const SUNDAY = "2026-11-22";
const MONDAY = `monday-1.${addDays(SUNDAY, 1)}`;
const WEDNESDAY = `wednesday-3.${addDays(SUNDAY, 3)}`;
const THURSDAY = `thursday-1.${addDays(SUNDAY, 4)}`;

describe.each(ENGINES)("an account on %s", (kind) => {
  const { services } = openGymBeforeAll(kind, GYM_WITH_MEMBERS);

  const account = async () => (await addMembers(services, 1))[0] ?? expect.unreachable();
  const codeFor = async (id: string) => (await inviteToLink(services, DESK, id))?.code ?? "";
  const bookOwn = async (user: Member, sessionId: string, guest?: string) =>
    bookingIdOf(await bookPlace(services, user, { sessionId, ...(guest && { guest }) }));
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

  // Both records are merged, which has its own tests; the random desk follows the bookings.
  test("merged with a record has its door number, and can be unlinked", async () => {
    const own = (await personOfAccount(services.db, (await account()).id))?.id ?? "";
    const record = await makePerson(services);
    const number = await findDoorNumber(services.db, record);
    expect(await merge(services, own, record)).toEqual({ code: "done" });
    expect(await findDoorNumber(services.db, own)).toBe(number);
    expect(await unlinkAccount(services, DESK, own)).toEqual({ code: "done" });
  });

  test("brings along its own bookings, which a pass of the record then covers", async () => {
    const user = await account();
    const record = await makePerson(services, { name: "Zuhura Linked", phone: "0712 500 601" });
    await give(services, record, "mwanzo");
    const booked = await bookOwn(user, THURSDAY);
    expect(await wordAtDesk(THURSDAY, booked)).toBe("KES 800 to pay");
    expect(await join(services, user.id, await codeFor(record))).toEqual({ code: "joined" });
    expect(await wordAtDesk(THURSDAY, booked)).toBe("Mwanzo, until Mon 21 Dec");
    const linked = await personOfAccount(services.db, user.id);
    expect(linked).toMatchObject({ id: record, name: "Zuhura Linked", phone: "+254712500601" });
  });

  test("keeps its key, its reminders off and its guests when it is unlinked, and can be linked to the right record", async () => {
    const user = await account();
    const record = await makePerson(services, { name: "Wrong Record" });
    const booked = await bookOwn(user, MONDAY, "Zuri");
    await join(services, user.id, await codeFor(record));
    const key = (await findPerson(services.db, record))?.unsubscribe_key ?? "";
    await setMailPreference(services, "reminders", user.id, false);
    // Neither the desk's booking nor one that the record's pass covers is the account's.
    await bookAtDesk(services, THURSDAY, record);
    await give(services, record, "mwanzo");
    expect(await bookOwn(user, WEDNESDAY)).toMatch(/-/);
    // Forms opened before it are stale.
    const linked = await versionOf(services, record);
    expect(await unlinkAccount(services, DESK, record)).toEqual({ code: "done" });
    expect(await versionOf(services, record)).toBeGreaterThan(linked);
    const own = (await personOfAccount(services.db, user.id)) ?? expect.unreachable();
    expect(own).toMatchObject({ name: "", phone: "", joined_at: null, unsubscribe_key: key, reminders: 0 });
    const unlinked = { name: "Wrong Record", user_id: null, joined_at: null, unsubscribe_key: null };
    expect(await findPerson(services.db, record)).toMatchObject(unlinked);
    const rows = services.db.selectFrom("bookings").select(["id", "host_id", "person_id"]);
    const guests = rows.where("guest_name", "=", "Zuri");
    expect(await guests.execute()).toMatchObject([{ host_id: booked, person_id: null }]);
    expect(await wordAtDesk(MONDAY, booked)).toBe("KES 800 to pay");
    // A name is needed again.
    expect(await bookOwn(user, THURSDAY)).toBe("name-missing");
    const right = await makePerson(services, { name: "Right Record" });
    expect(await join(services, user.id, await codeFor(right))).toEqual({ code: "joined" });
    expect(await rows.where("person_id", "=", right).execute()).toMatchObject([{ id: booked }]);
    const acts = ["member-made", "member-invited", "member-joined", "pass-given", "member-left"];
    expect(await loggedAbout(services, record)).toEqual(acts);
  });
});
