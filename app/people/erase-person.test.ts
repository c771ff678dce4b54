/** Erasing people: afterwards nothing names them, and their places are free for others. */

import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addMembers, bookingIdOf, momentAt, setPlaces } from "../../test/bookings/booking-gym.ts";
import { importSent, sendList } from "../../test/members/import-gym.ts";
import {
  BLANK,
  backdatePass,
  bookAtDesk,
  DESK,
  give,
  linkNewAccount,
  makePerson,
  merge,
  OWNER,
  passForm,
  setAccount,
  versionOf,
} from "../../test/members/members-gym.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { staffCall } from "../../test/support/route-calls.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { ENGINES, type TestSite } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { bookFor, checkIn } from "../bookings/desk-actions.server.ts";
import { recordEnquiry } from "../enquiries/enquiries.server.ts";
import { addNote } from "../enquiries/enquiry-changes.server.ts";
import { deleteEnquiry, trialAfterDeletion } from "../enquiries/retention.server.ts";
import { bookTrial } from "../enquiries/trial.server.ts";
import { loader as eraseLoader } from "../members/console/erase-person.route.tsx";
import { queueExpiryMails } from "../members/expiry-mails.server.ts";
import { searchMembers } from "../members/member-list.server.ts";
import { endPass } from "../members/pass-changes.server.ts";
import { createMailTransport } from "../platform/mail.server.ts";
import { sendDueMail } from "../platform/outbox-worker.server.ts";
import type { StaffMember } from "../staff/roles.ts";
import { addDays } from "../time/dates.server.ts";
import { findStoredSessions } from "../timetable/class-sessions.server.ts";
import { cancelSession } from "../timetable/session-actions.server.ts";
import { correctPerson } from "./desk-records.server.ts";
import { erasePerson } from "./erase-person.server.ts";
import { inviteToLink } from "./link-account.server.ts";
import { findPerson, personOfAccount } from "./people.server.ts";
import { addPersonNote, recordMarketingConsent } from "./person-notes.server.ts";

/** A Wednesday. The Thursdays before and after it have a class with one place. */
const TODAY = "2026-11-25";
const TOMORROW = `thursday-1.${addDays(TODAY, 1)}`;
const LAST_WEEK = `thursday-1.${addDays(TODAY, -6)}`;

const ZAWADI = { name: "Zawadi Chebet", phone: "0712 000 005" };
const MAIL = "zawadi.chebet@example.com";

/** Search strings in small letters: any spelling of her number ends with these digits. */
const TRACES = ["zawadi", "chebet", "12000005", "12 000 005"];

describe.each(ENGINES)("erasing a person on %s", { timeout: 60_000 }, (kind) => {
  let site: TestSite & { clock: { now: string } };
  let owner: StaffMember;
  beforeEach(async () => {
    site = await openGym(kind, {
      now: momentAt(addDays(TODAY, -7), 9),
      places: { fitness: { places: 1, price: 800 }, boxing: 1 },
      hasMembers: true,
    });
    owner = (await addStaffMember(site.services, "owner")).member;
  });
  afterEach(() => site.close());

  const bookNext = async () => bookingIdOf(await bookFor(site.services, TOMORROW, { name: "Next In Line" }, DESK));
  const bookingOf = (id: string) =>
    site.services.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const personOf = async (id: string) => (await bookingOf(id)).person_id ?? "";
  const stateOf = async (id: string) => (await bookingOf(id)).state;
  const effectsOn = async (personId: string): Promise<string[]> => {
    const call = staffCall(site.services, owner, `/staff/members/${personId}/erase`, { params: { person: personId } });
    const { page } = (await eraseLoader(call as never)) as { page: { effects: { text: string }[] } };
    return page.effects.map(({ text }) => text);
  };
  const sendMail = () =>
    sendDueMail(site.services, createMailTransport(site.services.config, site.services.log), undefined, {
      ...{ failures: 0, pausedUntil: new Date(0), isStuckLogged: false },
    });

  /** Finds what is left of her: in columns of tables, and in files. */
  const tracesLeft = async (traces = TRACES): Promise<string[]> => {
    const { db, config } = site.services;
    const has = (text: string) => traces.some((trace) => text.toLowerCase().includes(trace));
    const left: string[] = [];
    for (const { name, columns } of await db.introspection.getTables()) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      for (const column of columns) {
        if (rows.some((row) => has(String(row[column.name])))) left.push(`${name}.${column.name}`);
      }
    }
    for (const file of await readdir(config.dataDir, { recursive: true, withFileTypes: true })) {
      // Unused pages remain until compaction; backups don't have them.
      if (!file.isFile() || file.name.endsWith(".sqlite")) continue;
      if (has(await readFile(joinPath(file.parentPath, file.name), "latin1"))) left.push(file.name);
    }
    if (kind === "sqlite") {
      const copy = joinPath(await temporaryFolder(), "copy.sqlite");
      await sql`vacuum into ${copy}`.execute(db);
      if (has(await readFile(copy, "latin1"))) left.push("the copy");
    }
    return left;
  };

  test("works for a record with rows of every kind", async () => {
    const { services } = site;
    const former = await makePerson(services, { name: "Cheb Z.", phone: "0733 777 888" });
    const id = await makePerson(services, { ...ZAWADI, email: MAIL });
    expect(await merge(services, id, former)).toEqual({ code: "done" });
    // Last week she came; tomorrow's only place is hers, and somebody waits for it.
    const past = await bookAtDesk(services, LAST_WEEK, id);
    site.clock.now = momentAt(addDays(TODAY, -6), 9);
    expect(await checkIn(services, past, DESK)).toEqual({ code: "done" });
    site.clock.now = momentAt(TODAY, 12);
    const upcoming = await bookAtDesk(services, TOMORROW, id);
    const waiting = await bookNext();
    expect([await stateOf(upcoming), await stateOf(waiting)]).toEqual(["booked", "waiting"]);
    // A cancelled class next week, about which she has to be told.
    const later = `thursday-1.${addDays(TODAY, 8)}`;
    await bookAtDesk(services, later, id);
    const [session] = await findStoredSessions(services, [later]);
    await cancelSession(services, { id: later, seen: session?.sequence ?? 0, reason: "No water" }, OWNER);
    const pass = await give(services, id, "mwanzo");
    await backdatePass(services, pass, 24);
    await services.db.updateTable("passes").set({ paid_note: "Chebet's sister pays" }).execute();
    await addPersonNote(services, DESK, id, { formId: randomUUID(), text: "Zawadi forgot her bag" });
    await recordMarketingConsent(services, DESK, id, { isGiven: true, how: "by phone" });
    const record = { email: MAIL, heardOf: "Chebet's sister", bornOn: "1990-05-09" };
    const typed = { ...BLANK, name: "Zawadi Chebet", phone: "0712 000 006", ...record };
    await correctPerson(services, DESK, id, typed, await versionOf(services, id));
    await inviteToLink(services, DESK, id);
    const sendRows = (...rows: string[]) =>
      sendList(services, ["Name,Phone", "Zawadi Chebet,0712 000 006", ...rows, ""].join("\n"));
    await importSent(services, await sendRows("Brought In,0733 555 333", "Chebet Zawadi,0712 000 006,left over"));
    await sendRows("Chebet Zawadi,0712 000 005", "Other One,0733 555 444");
    await queueExpiryMails(services);
    await sendMail();
    const form = { ...(await passForm(services, id, pass)), reason: "Zawadi moves to Kisumu" };
    expect(await endPass(services, OWNER, form)).toEqual({ code: "done" });
    expect(await effectsOn(id)).toContain("Passes are kept without a name for five years, as the law requires");
    expect(await tracesLeft()).toEqual(
      expect.arrayContaining([
        ...["people.name", "former_phones.phone", "person_notes.text", "pass_acts.reason", "outbox.recipient"],
        ...["imports.source", expect.stringMatching(/\.eml$/)],
      ]),
    );
    expect(await erasePerson(services, OWNER, id)).toEqual({ code: "done" });
    expect(await tracesLeft([...TRACES, "12000006", "12 000 006", "33777888", "cheb z", "1990-05-09"])).toEqual([]);
    expect([await site.rows("person_consents"), await site.rows("person_invitations")]).toEqual([[], []]);
    // The links in her emails lead to nobody.
    expect(await findPerson(services.db, id)).toMatchObject({ mails_key: null, unsubscribe_key: null });
    expect((await searchMembers(services, "zawadi", { shown: 5 })).members).toEqual([]);
    expect([await stateOf(upcoming), await stateOf(waiting)]).toEqual(["cancelled", "booked"]);
    // Attendance is still counted.
    expect([await stateOf(past), await personOf(past)]).toEqual(["attended", ""]);
    // She is no longer on the call list.
    expect(await services.db.selectFrom("people_to_tell").select("id").where("person", "=", id).execute()).toEqual([]);
    // Other people on the imported list are kept.
    const sources = await services.db.selectFrom("imports").select("source").execute();
    expect(sources.some(({ source }) => source.includes("Other One"))).toBe(true);
  });

  /** Stores an enquiry and books its trial for tomorrow. @returns the enquiry's id */
  const bookTrialOf = async (comment: string, person = ""): Promise<string> => {
    const { services } = site;
    await recordEnquiry(services, { ...ZAWADI, email: MAIL, class: "fitness", comment });
    const { id } = await services.db.selectFrom("enquiries").select("id").executeTakeFirstOrThrow();
    await addNote(services, owner, id, "Zawadi is new");
    site.clock.now = momentAt(TODAY, 12);
    await sendMail();
    expect(await bookTrial(services, owner, id, { sessionId: TOMORROW, person })).toEqual({ code: "done" });
    return id;
  };

  test.each(["the enquiry", "the person"])(
    "deletes her and the enquiry of her trial when %s is erased",
    async (what) => {
      const { services } = site;
      const id = await bookTrialOf("It is Zawadi, on 0712000005");
      const [{ id: upcoming = "" } = {}] = await services.db.selectFrom("bookings").select("id").execute();
      const waiting = await bookNext();
      expect(await trialAfterDeletion(services, id)).toEqual({ isErased: true, upcoming: 1 });
      const person = await personOf(upcoming);
      const erased = what === "the person" ? erasePerson(services, OWNER, person) : deleteEnquiry(services, owner, id);
      expect(await erased).toEqual({ code: "done" });
      expect(await tracesLeft()).toEqual([]);
      expect(await services.db.selectFrom("enquiries").selectAll().execute()).toEqual([]);
      expect([await stateOf(upcoming), await stateOf(waiting)]).toEqual(["cancelled", "booked"]);
    },
  );

  test("deletes the person's account", async () => {
    const { services } = site;
    const id = await makePerson(services, { ...ZAWADI, email: MAIL });
    const user = await linkNewAccount(services, id, "zawadi.chebet");
    site.clock.now = momentAt(TODAY, 12);
    expect((await bookPlace(services, user, { sessionId: TOMORROW })).code).toBe("booked");
    await sendMail();
    expect(await effectsOn(id)).toContain("The account is deleted");
    expect(await erasePerson(services, OWNER, id)).toEqual({ code: "done" });
    expect(await tracesLeft()).toEqual([]);
    expect(await services.db.selectFrom("users").select("id").where("id", "=", user.id).execute()).toEqual([]);
  });

  if (kind === "postgres") return;

  test.each(["a record", "an account", "a note"])(
    "leaves a person with %s when the enquiry is deleted",
    async (has) => {
      const { services } = site;
      const [user] = await addMembers(services, 1);
      const account = (await personOfAccount(services.db, user?.id ?? ""))?.id ?? "";
      if (has === "a record") await makePerson(services, ZAWADI);
      const id = await bookTrialOf("", has === "an account" ? account : "");
      const [{ id: booking = "" } = {}] = await services.db.selectFrom("bookings").select("id").execute();
      const note = { formId: randomUUID(), text: "Zawadi likes boxing" };
      if (has === "a note") await addPersonNote(services, DESK, await personOf(booking), note);
      expect(await trialAfterDeletion(services, id)).toEqual({ isErased: false, upcoming: 1 });
      expect(await deleteEnquiry(services, owner, id)).toEqual({ code: "done" });
      expect(await stateOf(booking)).toBe("booked");
      expect(await tracesLeft([MAIL])).toEqual([]);
    },
  );

  test("erases the guests of a host with the host", async () => {
    const { services } = site;
    const [user = expect.unreachable()] = await addMembers(services, 1);
    site.clock.now = momentAt(TODAY, 12);
    const boxing = `tuesday-1.${addDays(TODAY, 6)}`;
    await setPlaces(services, "boxing", { places: 4 });
    const outcome = await bookPlace(services, user, { sessionId: boxing, guest: "Zawadi Chebet" });
    expect(outcome.code).toBe("booked");
    const host = await personOf(bookingIdOf(outcome));
    expect(await effectsOn(host)).toContain("2 upcoming bookings are cancelled, and the places go to the waiting list");
    expect(await erasePerson(services, OWNER, host)).toEqual({ code: "done" });
    expect(await tracesLeft()).toEqual([]);
  });

  test("is refused for a member of staff", async () => {
    const { services } = site;
    const { member } = await addStaffMember(services, "desk", { name: "Moraa" });
    const ofStaff = await makePerson(services, ZAWADI);
    await setAccount(services, ofStaff, member.id);
    expect(await erasePerson(services, OWNER, ofStaff)).toEqual({ code: "on-team" });
    expect(await findPerson(services.db, ofStaff)).toMatchObject({ name: ZAWADI.name, user_id: member.id });
  });
});
