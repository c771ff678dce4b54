import { describe, expect, test } from "vitest";
import { addMembers, bookingIdOf, momentAt } from "../../test/bookings/booking-gym.ts";
import { tryPublishing } from "../../test/content/content-changes.ts";
import { DESK, freeze, give, loggedAbout, makePerson, setAccount } from "../../test/members/members-gym.ts";
import { GYM_WITH_MEMBERS, openGymBeforeAll } from "../../test/support/open-gym.ts";
import { recordQueries } from "../../test/support/query-plans.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { bookPlace } from "../bookings/book.server.ts";
import { checkIn } from "../bookings/desk-actions.server.ts";
import { membershipType } from "../content-types/membership.ts";
import { findByDoorNumber, findDoorNumber, renewDoorNumber } from "../people/door-numbers.server.ts";
import { setMailPreference, switchOffByKey } from "../people/mail-preferences.server.ts";
import { findPerson } from "../people/people.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import { addDays } from "../time/dates.server.ts";
import { PASS_MAIL_RETENTION, queueExpiryMails } from "./expiry-mails.server.ts";
import { searchMembers } from "./member-list.server.ts";
import { renewOwnDoorNumber } from "./own-door-number.server.ts";
import { exportMember } from "./pass-retention.server.ts";

/** A Sunday. A month from it ends on 21 December, a Monday. */
const SUNDAY = "2026-11-22";

describe.each(ENGINES)("the member's side on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, GYM_WITH_MEMBERS);

  async function withAccount(typed: Parameters<typeof makePerson>[1] = {}) {
    const [user = expect.unreachable()] = await addMembers(services, 1);
    const id = await makePerson(services, typed);
    await setAccount(services, id, user.id);
    const book = (sessionId: string, guest?: string) =>
      bookPlace(services, user, { sessionId, ...(guest && { guest }) });
    return { id, userId: user.id, address: user.email, book };
  }

  const mails = () => services.db.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("id");
  const mailsTo = (address: string) => mails().where("recipient", "=", address).execute();
  const mailsAbout = (personId: string) => mails().where("person_id", "=", personId).execute();
  const kindsAbout = async (personId: string) =>
    (await mailsAbout(personId)).map((mail) => `${mail.kind.replace("membership-", "")} ${mail.recipient}`);
  const forgetMailsTo = (address: string) =>
    services.db.deleteFrom("outbox").where("recipient", "=", address).execute();

  /** Runs the job at an hour of a day. */
  const mailOn = async (date: string, hour = 9) => {
    clock.now = momentAt(date, hour);
    await queueExpiryMails(services);
  };

  describe("a freeze", () => {
    test("sends one email, with all classes that it cancels", async () => {
      const { id, address, book } = await withAccount({ name: "Grace Atieno", email: "earlier@example.com" });
      await book("thursday-1.2026-11-26");
      const pass = await give(services, id, "mwanzo");
      await book("monday-1.2026-11-23");
      const prices = (await mailsTo(address)).map((mail) => mail.body_text.includes("Price:   KES 800"));
      expect(prices).toEqual([true, false]);
      await forgetMailsTo(address);
      clock.now = momentAt(SUNDAY, 13);
      expect(await freeze(services, id, pass, "2026-11-23", "2026-12-06")).toEqual({ code: "done" });
      const sent = await mailsTo(address);
      expect(sent.map((mail) => mail.kind)).toEqual(["membership-frozen"]);
      const [{ subject = "", body_text: text = "" } = {}] = sent;
      expect(subject).toBe("Your Mwanzo is frozen: 23 November to 6 December");
      expect(text).toContain("Ends now: Monday 4 January, instead of Monday 21 December");
      expect(text.match(/Fitness, \w+/g)).toEqual(["Fitness, Monday", "Fitness, Thursday"]);
      const states = services.db.selectFrom("bookings").select("state").where("person_id", "=", id);
      expect(await states.execute()).toEqual([{ state: "cancelled" }, { state: "cancelled" }]);
    });

    test("emails a person who switched emails off only if it cancels classes", async () => {
      for (const isBooked of [false, true]) {
        const { id, userId, address, book } = await withAccount();
        const pass = await give(services, id, "mwanzo");
        if (isBooked) await book("monday-1.2026-11-23");
        await setMailPreference(services, "mails", userId, false);
        await freeze(services, id, pass, "2026-11-23", "2026-12-06");
        expect(await kindsAbout(id)).toEqual(isBooked ? [`frozen ${address}`] : []);
      }
    });

    test("emails a person without an account, with a link that stops such emails", async () => {
      const id = await makePerson(services, { email: "halima@example.com" });
      const pass = await give(services, id, "mwanzo");
      await freeze(services, id, pass, "2026-11-23", "2026-12-06");
      const [mail] = await mailsAbout(id);
      expect(mail?.recipient).toBe("halima@example.com");
      const key = new URL(mail?.unsubscribe_url ?? "").searchParams.get("key") ?? "";
      expect(await switchOffByKey(services, "mails", "no such key")).toBe(false);
      expect(await switchOffByKey(services, "mails", key)).toBe(true);
      expect((await findPerson(services.db, id))?.mails).toBe(0);
    });

    test("emails the guardian of a child, with the guardian's booking for the child", async () => {
      const { id: guardianId, userId, address, book } = await withAccount();
      const sister = await makePerson(services, { isChild: "on", guardianId });
      await setMailPreference(services, "mails", userId, false);
      await freeze(services, sister, await give(services, sister, "mwanzo"), "2026-11-23", "2026-12-06");
      expect(await kindsAbout(sister)).toEqual([]);
      const id = await makePerson(services, { name: "Baraka", isChild: "on", guardianId, email: "child@example.com" });
      const pass = await give(services, id, "mwanzo");
      expect((await book("thursday-1.2026-11-26", "Baraka")).code).toBe("booked");
      await services.db.updateTable("bookings").set({ person_id: id }).where("guest_name", "=", "Baraka").execute();
      await forgetMailsTo(address);
      await freeze(services, id, pass, "2026-11-23", "2026-12-06");
      const subject = "Baraka's Mwanzo is frozen: 23 November to 6 December";
      expect(await mailsTo(address)).toMatchObject([{ subject, body_text: expect.stringContaining("for Baraka") }]);
    });
  });

  describe("emails about the end of a pass", () => {
    // On which days is compared by the random desk.
    test("are sent once, during the day, by any number of instances", async () => {
      const { id, address } = await withAccount({ name: "Naliaka Wekesa" });
      await give(services, id, "mwanzo");
      // It was cheaper when it was given.
      await services.db.updateTable("passes").set({ price_kes: 1 }).execute();
      await mailOn("2026-12-14", 7);
      expect(await kindsAbout(id)).toEqual([]);
      clock.now = momentAt("2026-12-14", 8);
      await Promise.all([1, 2, 3].map(() => queueExpiryMails(services)));
      expect(await kindsAbout(id)).toEqual([`ends ${address}`]);
      await mailOn("2026-12-22", 20);
      expect(await kindsAbout(id)).toHaveLength(1);
      await give(services, id, "day-pass");
      for (const hour of [19, 19.5]) await mailOn("2026-12-22", hour);
      expect(await kindsAbout(id)).toEqual([`ends ${address}`, `ended ${address}`]);
      const [ends, ended] = await mailsAbout(id);
      expect(ends?.subject).toBe("Your Mwanzo ends on Monday 21 December");
      expect(ended?.subject).toBe("Your Mwanzo has ended");
      expect(ends?.body_text).toMatch(/Next: +22 December to 21 January\nPrice: +KES 39, payable/);
      expect(ended?.body_text).toContain("You can still come until Thursday 24 December.");
      expect(ended?.unsubscribe_url).toBe(ends?.unsubscribe_url);
      expect(ends?.discard_after).toBe(momentAt("2026-12-22", 0));
      expect(ended?.discard_after).toBe(momentAt("2026-12-25", 0));
    });

    test("are sent again for the new last day after a freeze", async () => {
      const { id, address } = await withAccount();
      const pass = await give(services, id, "mwanzo");
      await mailOn("2026-12-14");
      await freeze(services, id, pass, "2026-12-15", "2026-12-28");
      await forgetMailsTo(address);
      await mailOn("2026-12-29");
      expect((await mailsAbout(id)).map(({ subject }) => subject)).toEqual(["Your Mwanzo ends on Monday 4 January"]);
    });

    test("are sent even if another person's pass can't be read", async () => {
      const [{ id: broken }, { id: other }] = [await withAccount(), await withAccount()];
      const pass = await give(services, broken, "mwanzo");
      await give(services, other, "mwanzo");
      const passRow = services.db.selectFrom("passes").select("terms").where("id", "=", pass);
      const { terms } = await passRow.executeTakeFirstOrThrow();
      const setTerms = (text: string) =>
        services.db.updateTable("passes").set({ terms: text }).where("id", "=", pass).execute();
      await setTerms("{");
      await mailOn("2026-12-14");
      expect([await kindsAbout(broken), await kindsAbout(other)]).toEqual([[], [expect.any(String)]]);
      await setTerms(terms);
      await mailOn("2026-12-14");
      for (const id of [broken, other]) expect(await kindsAbout(id)).toHaveLength(1);
    });

    test("go to the guardian of a child; people without an address or with emails off get none, and take no lock", async () => {
      const [renewed, off] = [await withAccount(), await withAccount()];
      const none = await makePerson(services);
      const childOf = (guardianId: string) => makePerson(services, { isChild: "on", guardianId });
      const [child, unwanted, mailed] = [await childOf(none), await childOf(off.id), await childOf(renewed.id)];
      const own = { guardianId: renewed.id, email: "grown@example.com" };
      const grown = await makePerson(services, { ...own, bornOn: "2008-12-01" });
      const withPass = [renewed.id, renewed.id, off.id, none, child, unwanted, mailed, grown];
      for (const id of withPass) await give(services, id, "mwanzo");
      await setMailPreference(services, "mails", off.userId, false);
      await mailOn("2026-12-14");
      for (const id of [off.id, none, child, unwanted]) expect(await kindsAbout(id)).toEqual([]);
      expect(await exportMember(services.db, off.userId)).toMatchObject({ mailsAboutEnds: [] });
      expect(await kindsAbout(mailed)).toEqual([`ends ${renewed.address}`]);
      expect((await mailsAbout(mailed))[0]?.body_text).toContain("/account/membership");
      expect(await kindsAbout(grown)).toEqual([`ends ${own.email}`]);
      const { services: recorded, queries } = recordQueries(services);
      await queueExpiryMails(recorded);
      expect([...queries.keys()].filter((query) => query.includes('from "passes"'))).toEqual([]);
    });

    test("are sent when the last visit uses up a pack", async () => {
      const { id, book } = await withAccount();
      await give(services, id, "pack-of-two");
      const dates = ["2026-11-23", "2026-11-26"] as const;
      const bookings = [await book(`monday-1.${dates[0]}`), await book(`thursday-1.${dates[1]}`)];
      for (const [visit, date] of dates.entries()) {
        clock.now = momentAt(date, 9);
        const booking = bookingIdOf(bookings[visit] ?? expect.unreachable());
        expect(await checkIn(services, booking, DESK)).toEqual({ code: "done" });
      }
      await mailOn("2026-11-27");
      const ended = (await mailsAbout(id)).filter((mail) => mail.kind === "membership-ended");
      expect(ended.map(({ body_text: text }) => text)).toEqual([expect.stringContaining("All 2 visits are used.")]);
      expect(ended[0]?.body_text).not.toContain("You can still come");
      expect(ended[0]?.discard_after).toBe(momentAt("2026-11-30", 0));
    });

    test("are not sent while members are switched off, and their rows are deleted after 90 days", async () => {
      const { id } = await withAccount();
      await give(services, id, "mwanzo");
      await tryPublishing(services, membershipType, "membership", { isOn: "off" });
      await mailOn("2026-12-14");
      expect(await kindsAbout(id)).toEqual([]);
      await tryPublishing(services, membershipType, "membership", { isOn: "on" });
      await mailOn("2026-12-14");
      const rowsLeftOn = async (date: string) => {
        clock.now = momentAt(date, 12);
        await applyRetention(services, PASS_MAIL_RETENTION);
        return (await services.db.selectFrom("pass_mails").select("pass_id").execute()).length;
      };
      expect(await rowsLeftOn("2027-03-13")).toBeGreaterThan(0);
      expect(await rowsLeftOn("2027-06-01")).toBe(0);
    });
  });

  test("a door number is found before a phone number that ends with it, and replaced once by several clicks, at most three times a day", async () => {
    const { id, userId } = await withAccount();
    const child = await makePerson(services, { bornOn: "2008-11-25", guardianId: id });
    const stranger = await withAccount();
    const first = (await findDoorNumber(services.db, id)) ?? "";
    const other = await makePerson(services, { name: "With That Phone", phone: `0712${first}` });
    const { members } = await searchMembers(services, first, { shown: 5 });
    expect(members.map((member) => member.id)).toEqual([id, other]);
    const renew = (personId: string, seen: string, account = userId) =>
      renewOwnDoorNumber(services, account, { personId, seen });
    expect(await renew(id, first, stranger.userId)).toEqual({ code: "card-unknown" });
    const codes = await Promise.all([1, 2, 3].map(() => renew(id, first)));
    expect(codes.filter(({ code }) => code === "done")).toHaveLength(1);
    const second = (await findDoorNumber(services.db, id)) ?? "";
    expect(second).not.toBe(first);
    expect(await findByDoorNumber(services.db, first)).toBeUndefined();
    expect((await findByDoorNumber(services.db, second))?.id).toBe(id);
    clock.now = momentAt(addDays(SUNDAY, 2), 12);
    const ofChild = (await findDoorNumber(services.db, child)) ?? "";
    for (const code of ["done", "same"]) expect(await renew(child, ofChild)).toEqual({ code });
    const seen = (await findDoorNumber(services.db, child)) ?? "";
    for (const code of ["done", "same"]) expect(await renewDoorNumber(services, DESK, child, seen)).toEqual({ code });
    expect((await loggedAbout(services, child)).slice(1)).toEqual(["door-number-own", "door-number-renewed"]);
    for (const code of ["done", "done", "door-limited"]) {
      expect(await renew(id, (await findDoorNumber(services.db, id)) ?? "")).toEqual({ code });
    }
    clock.now = momentAt("2026-11-25", 12);
    expect(await renew(child, (await findDoorNumber(services.db, child)) ?? "")).toEqual({ code: "card-unknown" });
  });
});
