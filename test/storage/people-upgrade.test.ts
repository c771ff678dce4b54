/** The migration that gives each person one record, where members, accounts and guests had separate rows. */
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { migrate } from "../../app/platform/migrate.server.ts";
import { asTexts } from "../members/members-gym.ts";
import { ENGINES } from "../support/test-services.ts";
import {
  addedSession,
  MOMENT,
  type OldDatabase,
  type OldRow,
  oldPass,
  oldUser,
  openOldDatabase,
  TOLD,
  UNTOLD,
  upgradeBeforeAll,
} from "./old-database.ts";

const BEFORE = "0047-weekly-slots";
const LATER = "2026-11-22T05:00:00.000Z";

const by = (at = MOMENT) => ({ made_at: at, made_by_id: "staff", made_by: "Mercy" });

function member(id: string, name: string, phone: string, columns: OldRow = {}): OldRow {
  return { id, name, plain_name: name.toLowerCase(), phone, email: "", heard_of: "", ...by(), ...columns };
}

let tickets = 0;
function booking(id: string, columns: OldRow): OldRow {
  tickets += 1;
  const none = { user_id: null, guest_name: null, guest_phone: null, guest_key: null, host_id: null, member_id: null };
  const kept = { state: "booked", booked_at: MOMENT, free_until: MOMENT, ended_at: MOMENT, cover: null, pass_id: null };
  return { id, session_id: "added-1", ticket: tickets, ...none, ...kept, ...columns };
}

function guest(id: string, name: string, phone: string, columns: OldRow = {}): OldRow {
  return booking(id, { guest_name: name, guest_phone: phone, guest_key: id, ...columns });
}

const MEMBERS = [
  member("nganga", "Ng'ang'a Kamau", "+254712000007", { email: "nganga@example.com", heard_of: "a friend" }),
  member("linked", "Naliaka Wekesa", "", { user_id: "u-linked", joined_at: MOMENT }),
  member("moved", "Moved House", "+254711000009", { user_id: "u-moved", joined_at: MOMENT }),
  member("kept", "Wanjiku Kept", "+254733000001", { mails_key: "mails-kept", mails: 0 }),
  member("merged", "Wanjiku Merged", "+254733000002", { mails_key: "mails-merged", erased_at: MOMENT }),
  member("erased", "", "", { erased_at: MOMENT }),
  member("doubt", "Doubtful Number", "0712 34"),
  member("spelled", "Spelled Number", "+254 0712 000 099"),
  member("landline", "Land Line", "020 234 5678"),
  member("child", "Small Kamau", "", { is_child: 1, guardian_id: "nganga" }),
  member("twin-1", "Same Name", "+254744000001"),
  member("twin-2", "Name Same", "+254744000001"),
  member("left", "Left Account", "+254755000001"),
];

const BOOKINGS = [
  // A member, with other spellings of the name and the number.
  guest("g-1", "Kamau Nganga", "+254 0712 000 007"),
  guest("g-2", "NG’ANG’A  KAMAU", "0712000007", { ended_at: null, booked_at: LATER }),
  booking("m-1", { guest_name: "Ng'ang'a Kamau", guest_phone: "+254712000007", guest_key: "k", member_id: "nganga" }),
  // A person who is no member, booked three times; the last booking has the name to keep.
  guest("z-1", "Zawadi Chebet", "+254712000005"),
  guest("z-2", "chebet zawadi", "0712 000 005", { booked_at: LATER }),
  guest("z-3", "Zawadi Chebet", "00254712000005"),
  // The same number with another name.
  guest("z-4", "Baraka Chebet", "0712000005"),
  // People without a number are never matched.
  guest("o-1", "Otieno", ""),
  guest("o-2", "Otieno", ""),
  // Two members match.
  guest("t-1", "Same Name", "0744000001"),
  // The name and number of an account are not verified.
  guest("a-1", "Own Account", "0722000001"),
  booking("own", { user_id: "u-own" }),
  booking("own-guest", { guest_name: "Zuri", guest_phone: "", guest_key: "q", host_id: "own" }),
  booking("by-desk", { user_id: "u-desk" }),
  booking("of-linked", { user_id: "u-linked", member_id: "linked", ended_at: null }),
  booking("of-merged", { guest_name: "W", guest_phone: "", guest_key: "w", member_id: "kept" }),
  // The account was unlinked from the record, whose pass had paid for one booking.
  booking("left-covered", { user_id: "u-left", member_id: "left", cover: "visit", pass_id: "pass-left" }),
  booking("left-own", { user_id: "u-left" }),
];

const PEOPLE_OF: Readonly<Record<string, string | null>> = {
  ...{ "g-1": "nganga", "g-2": "nganga", "m-1": "nganga", "of-linked": "linked", "of-merged": "kept" },
  ...{ "z-1": "z-2", "z-2": "z-2", "z-3": "z-2", "z-4": "z-4", "o-1": "o-1", "o-2": "o-2", "t-1": "t-1", "a-1": "a-1" },
  ...{ "own-guest": null, "left-covered": "left" },
  ...{ own: "of u-own", "by-desk": "of u-desk", "left-own": "of u-left" },
};

const TABLES_OF_MEMBERS = ["passes", "pass_acts", "pass_days", "door_numbers", "member_notes", "member_consents"];

async function fill({ insert }: OldDatabase): Promise<void> {
  await insert("class_sessions", addedSession("added-1"));
  await insert("users", ...["u-own", "u-linked", "u-moved", "u-desk", "u-left"].map((id) => oldUser(id)));
  const profile = (user_id: string, name: string, phone: string, reminders: number) => {
    return { user_id, name, phone, reminders, unsubscribe_key: `key-${user_id}` };
  };
  await insert(
    "booking_profiles",
    profile("u-own", "Own Account", "+254722000001", 0),
    profile("u-linked", "Naliaka", "0711 000 001", 0),
    profile("u-moved", "Moved", "+254711000008", 1),
    profile("u-left", "Left", "", 1),
  );
  await insert("members", ...MEMBERS);
  await insert("bookings", ...BOOKINGS);
  await insert("member_merges", {
    ...{ member_id: "merged", into_id: "kept", exchanged: "[]", moved: "{}", facts: "", ticket: 1 },
    ...{ at: MOMENT, by_id: "staff", by: "Mercy" },
  });
  for (const member_id of ["kept", "merged"]) {
    const hashes = { token_hash: `token ${member_id}`, code_hash: `code ${member_id}` };
    await insert("member_invitations", { member_id, ...hashes, made_at: MOMENT, expires_at: "2099-01-01" });
  }
  for (const [index, member_id] of ["nganga", "kept", "erased", "left"].entries()) {
    const pass_id = `pass-${member_id}`;
    await insert("passes", { ...oldPass(pass_id), member_id });
    await insert("pass_days", {
      ...{ pass_id, member_id, first_day: "2026-11-21", last_day: "2026-12-20", grace_day: "2026-12-23" },
      ...{ freezes: "[]", visits_used: 0, used_up_on: null, days_cut: 0, end_kind: null },
    });
    await insert("door_numbers", { number: `10000${index}`, member_id, given_at: MOMENT, ended_at: null });
    const written = { member_id, at: MOMENT, by_id: "1", by: "Mercy" };
    await insert("member_notes", { id: `note-${member_id}`, ...written, text: "A note", today_until: null });
    await insert("member_consents", { id: `consent-${member_id}`, ...written, is_given: 1, how: "at the desk" });
  }
  const event = { at: MOMENT, actor_kind: "staff", actor_id: "staff", actor_name: "Joseph", to_state: "booked" };
  for (const { id = "" } of BOOKINGS) {
    await insert("booking_events", { id: `event-${id}`, booking_id: id, ...event, from_state: null, note: null });
  }
  const toTell = (id: string, booking_id: string | null, person: string, how: OldRow, made_at = MOMENT) => ({
    ...{ id, session_id: "added-1", booking_id, trainer_slug: booking_id === null ? person : null, person },
    ...{ kind: "moved", before: "x", made_at, ...how },
  });
  await insert(
    "people_to_tell",
    toTell("older", "g-1", "g-1", UNTOLD),
    toTell("newer", "g-2", "g-2", UNTOLD, LATER),
    toTell("told-1", "g-1", "g-1", TOLD),
    toTell("told-2", "g-2", "g-2", TOLD),
    toTell("account", "own", "u-own", UNTOLD),
    toTell("guest", "own-guest", "own-guest", TOLD),
    toTell("trainer", null, "amina-yusuf", UNTOLD),
  );
  const log = { at: MOMENT, who_id: "staff", who_name: "Mercy", details: "{}", type: "member", label: null };
  await insert(
    "audit_log",
    { id: "1", act_id: "1", action: "member-made", slug: "nganga", ...log },
    { id: "2", act_id: "2", action: "records-merged", slug: "kept", ...log },
  );
}

describe.each(ENGINES)("one record for each person, on %s", (kind) => {
  const before = new Map<string, OldRow[]>();
  const old = upgradeBeforeAll(kind, {
    [BEFORE]: async (database) => {
      await fill(database);
      for (const table of [...TABLES_OF_MEMBERS, "bookings", "booking_events", "audit_log"]) {
        before.set(table, await database.rowsOf(table));
      }
    },
  });
  const personOf = async (userId: string) =>
    (await old.rowsOf("people")).find(({ user_id: id }) => id === userId) ?? expect.unreachable();

  test("keeps every booking, pass, note, consent and log row, with its person", async () => {
    const ids = Object.fromEntries(
      await Promise.all(["u-own", "u-desk", "u-left"].map(async (id) => [`of ${id}`, (await personOf(id)).id])),
    );
    const bookings = await old.rowsOf("bookings");
    const peopleOf = Object.fromEntries(bookings.map(({ id, person_id }) => [id, person_id]));
    const expected = Object.entries(PEOPLE_OF).map(([id, person]) => [id, ids[person ?? ""] ?? person]);
    expect(peopleOf).toEqual(Object.fromEntries(expected));
    const WHO = ["user_id", "member_id", "guest_phone", "guest_key", "guest_name", "person_id"];
    expect(asTexts(bookings, ...WHO)).toEqual(asTexts(before.get("bookings") ?? [], ...WHO));
    // Guests of a host have only a name.
    const names = bookings.filter(({ guest_name: name }) => name !== null);
    expect(names).toMatchObject([{ id: "own-guest", guest_name: "Zuri", host_id: "own" }]);

    for (const table of ["booking_events", "audit_log", ...TABLES_OF_MEMBERS]) {
      const renamed = before.get(table)?.map(({ member_id, ...row }) => {
        return member_id === undefined ? row : { ...row, person_id: member_id };
      });
      const rows = await old.rowsOf(table.replace("member_", "person_"));
      expect(asTexts(rows), table).toEqual(asTexts(renamed ?? []));
    }
    const isThere = new Set((await old.rowsOf("people")).map(({ id }) => id));
    for (const { person_id } of bookings) if (person_id !== null) expect(isThere).toContain(person_id);
  });

  test("keeps names, settings and keys, and rewrites readable phone numbers", async () => {
    const people = new Map((await old.rowsOf("people")).map((row) => [row.id, row]));
    expect(people.get("nganga")).toMatchObject({
      ...{ name: "Ng'ang'a Kamau", phone: "+254712000007", email: "nganga@example.com", heard_of: "a friend" },
      ...{ user_id: null, made_at: MOMENT, made_by: "Mercy" },
    });
    expect(people.get("child")).toMatchObject({ is_child: 1, guardian_id: "nganga" });
    expect(people.get("spelled")).toMatchObject({ phone: "+254712000099" });
    expect(people.get("landline")).toMatchObject({ phone: "+254202345678" });
    expect(people.get("doubt")).toMatchObject({ phone: "0712 34" });
    expect(people.get("erased")).toMatchObject({ name: "", erased_at: MOMENT });
    // A record gets its account's settings; a second number becomes a former number.
    const settings = { reminders: 0, unsubscribe_key: "key-u-linked" };
    expect(people.get("linked")).toMatchObject({ name: "Naliaka Wekesa", phone: "+254711000001", ...settings });
    expect(people.get("moved")).toMatchObject({ phone: "+254711000009", unsubscribe_key: "key-u-moved" });
    expect(await old.valuesOf("former_phones", "person_id", "phone")).toEqual([
      ["kept", "+254733000002"],
      ["moved", "+254711000008"],
    ]);
    expect(await personOf("u-own")).toMatchObject({
      ...{ name: "Own Account", plain_name: "own account", phone: "+254722000001", reminders: 0 },
      ...{ unsubscribe_key: "key-u-own", joined_at: null, made_at: MOMENT },
    });
    expect(await personOf("u-desk")).toMatchObject({ name: "", phone: "", reminders: 1 });
    expect(await personOf("u-left")).toMatchObject({ name: "Left", unsubscribe_key: "key-u-left" });
    expect(people.get("left")).toMatchObject({ user_id: null });
    // The name of the last booking, and the time of the first.
    expect(people.get("z-2")).toMatchObject({ name: "chebet zawadi", phone: "+254712000005", made_at: MOMENT });
    expect(people.get("z-2")).toMatchObject({ made_by_id: "staff", made_by: "Joseph" });
    expect(people.get("o-1")).toMatchObject({ name: "Otieno", phone: "" });
    // The next start indexes all people again.
    expect([...people.values()].every(({ words_version }) => words_version === 0)).toBe(true);
    expect(people.size).toBe(MEMBERS.length - 1 + 3 + ["z-2", "z-4", "o-1", "o-2", "t-1", "a-1"].length);
  });

  test("makes merges final: keys, codes and addresses of the merged record lead to the other", async () => {
    expect(await old.rowsOf("merged_people")).toEqual([
      { id: "merged", person_id: "kept", mails_key: "mails-merged", unsubscribe_key: null },
    ]);
    expect((await old.rowsOf("people")).some(({ id }) => id === "merged")).toBe(false);
    expect(await old.valuesOf("person_invitations", "token_hash", "code_hash", "person_id")).toEqual([
      ["token kept", "code kept", "kept"],
      ["token merged", "code merged", "kept"],
    ]);
  });

  test("keeps the newer open row of a person and session on the call list, and all told rows", async () => {
    const own = await personOf("u-own");
    expect(await old.valuesOf("people_to_tell", "id", "person")).toEqual([
      ["account", own.id],
      ["guest", own.id],
      ["newer", "nganga"],
      ["told-1", "nganga"],
      ["told-2", "nganga"],
      ["trainer", "amina-yusuf"],
    ]);
  });

  test("is done completely or not at all, and by the next start if it failed", async () => {
    const { old: failing, remove } = await openOldDatabase(kind, BEFORE);
    onTestFinished(remove);
    await fill(failing);
    // The migration creates this table after most others.
    await sql`create table new_people_to_tell (id text)`.execute(failing.db);
    const readTables = async () => (await failing.db.introspection.getTables()).map(({ name }) => name).toSorted();
    const tables = await readTables();
    await expect(migrate(failing.db, kind)).rejects.toThrow("new_people_to_tell");
    expect(await readTables()).toEqual(tables);
    expect(await failing.rowsOf("members")).toHaveLength(MEMBERS.length);
    await sql`drop table new_people_to_tell`.execute(failing.db);
    await migrate(failing.db, kind);
    expect(await failing.rowsOf("bookings")).toHaveLength(BOOKINGS.length);
  });
});
