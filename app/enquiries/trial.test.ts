import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { momentAt } from "../../test/bookings/booking-gym.ts";
import { enquire } from "../../test/enquiries/enquire.ts";
import { addPeople, KAMAU, type Typed } from "../../test/people/known-people.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, race } from "../../test/support/test-services.ts";
import { bookFor, cancelFor } from "../bookings/desk-actions.server.ts";
import { findDeskSession } from "../bookings/desk-day.server.ts";
import { erasePerson } from "../people/erase-person.server.ts";
import { PERSON_NAME_MAX, SOMEBODY_ELSE } from "../people/person.ts";
import type { Actor } from "../platform/activity.server.ts";
import type { Services } from "../platform/services.ts";
import { activitySentence, listActivity } from "../staff/activity/activity-log.server.ts";
import { cancelSession } from "../timetable/session-actions.server.ts";
import { findEnquiry } from "./inbox.server.ts";
import { deleteEnquiry } from "./retention.server.ts";
import { bookTrial, findTrial, trialClasses } from "./trial.server.ts";

const SUNDAY = "2026-11-22";

describe.each(ENGINES)("a trial on %s", (kind) => {
  let gym: Awaited<ReturnType<typeof openGym>>;
  let services: Services;
  let id: string;
  let moraa: Actor;

  beforeEach(async () => {
    gym = await openGym(kind, { now: momentAt(SUNDAY, 12), places: { fitness: { places: 2, price: 800 } } });
    onTestFinished(gym.close);
    services = gym.services;
    moraa = { id: (await addStaffMember(services, "desk", { name: "Moraa" })).member.id, name: "Moraa" };
    id = await enquire(services, { name: "Zawadi Mumo", phone: "+254712345678", class: "fitness" });
  });

  const offered = async (gymClass = "fitness") =>
    (await trialClasses(services, gymClass)).flatMap(({ dates }) =>
      dates.map(({ session, free }) => [session.id, free] as const),
    );
  const first = async () => (await offered())[0]?.[0] ?? "";
  const peopleOf = async (sessionId: string) => (await findDeskSession(services, sessionId))?.people ?? [];
  const bookOn = (sessionId: string, person = "") => bookTrial(services, moraa, id, { sessionId, person });
  const write = (typed: Typed) => services.db.updateTable("enquiries").set(typed).execute();
  const fill = async (sessionId: string) => {
    for (const name of ["Amina", "Otieno"]) await bookFor(services, sessionId, { name }, moraa);
  };

  test("is offered on the next three dates with places, including dates that visitors can't book yet", async () => {
    const dates = await offered();
    expect(dates.map(([, free]) => free)).toEqual([2, 2, 2]);
    const [next = ""] = dates[0] ?? [];
    await fill(next);
    const later = await offered();
    expect(later.map(([session]) => session)).not.toContain(next);
    expect(later).toHaveLength(3);
    expect(await offered("")).toEqual(later);
    expect(await trialClasses(services, "boxing")).toEqual([]);
  });

  test("books a place by name and number, moves the enquiry on, and is logged without the person; a cancelled or begun trial is over", async () => {
    const session = await first();
    expect(await bookOn(session)).toEqual({ code: "done" });
    expect(await peopleOf(session)).toMatchObject([{ name: "Zawadi Mumo", phone: "+254712345678", state: "booked" }]);
    expect(await findTrial(services.db, id, services.now())).toMatchObject({ session: { id: session }, priceKes: 800 });
    expect(await findEnquiry(services, id)).toMatchObject({ state: "trial-booked", stateBy: moraa.name });
    const sentences = (await listActivity(services, {}, 10)).entries.map(activitySentence);
    expect(sentences).toContainEqual(expect.stringMatching(/^booked a trial for an enquiry: Fitness/));
    expect(sentences.join(" ")).not.toMatch(/Zawadi/);
    const [{ id: bookingId = "" } = {}] = await peopleOf(session);
    await cancelFor(services, bookingId, { free: true }, moraa);
    expect(await findTrial(services.db, id, services.now())).toBeUndefined();
    expect(await bookOn(session)).toEqual({ code: "done" });
    gym.clock.now = momentAt("2026-12-20", 12);
    expect(await findTrial(services.db, id, services.now())).toBeUndefined();
  });

  test("is booked once by concurrent presses, a later press and a colleague's press", async () => {
    const session = await first();
    const other = await gym.secondWriter();
    const { member: akinyi } = await addStaffMember(services, "desk", { name: "Akinyi" });
    const colleague = { ...other.services, now: services.now };
    const presses = () => [bookOn(session), bookTrial(colleague, akinyi, id, { sessionId: session, person: "" })];
    expect(await race(services, "bookings", presses)).toEqual([{ code: "done" }, { code: "done" }]);
    expect(await bookOn(session)).toEqual({ code: "done" });
    const [, [second = ""] = []] = await offered();
    expect(await bookOn(second)).toEqual({ code: "trial-booked-before" });
    expect(await gym.rows("bookings")).toHaveLength(1);
  });

  describe("of a person with a record", () => {
    const book = async (person = "") => bookOn(await first(), person);
    const booked = async () => (await gym.rows("bookings")).map((booking) => booking.person_id);

    test.each(["phone", "comment"])("is booked for that record by the %s, however the name is spelt", async (field) => {
      const ids = await addPeople(services, [KAMAU]);
      await write({ name: "kamau, nganga", phone: "", [field]: "+254 (0)712 000 007" });
      expect(await book()).toEqual({ code: "done" });
      expect(await booked()).toEqual([ids.get(KAMAU)]);
      await erasePerson(services, moraa, ids.get(KAMAU) ?? "");
      expect(await gym.rows("enquiries")).toEqual([]);
    });

    test("asks about possible records, and is booked for the chosen one", async () => {
      const knownId = (await addPeople(services, [KAMAU])).get(KAMAU) ?? "";
      await write({ name: "N. Kamau", phone: "0712000007" });
      expect(await book()).toEqual({ code: "ask-who", ids: [knownId] });
      expect([await booked(), (await gym.rows("people")).length]).toEqual([[], 1]);
      expect(await findEnquiry(services, id)).toMatchObject({ state: "new" });
      for (const answer of [knownId, SOMEBODY_ELSE]) {
        expect(await book(answer)).toEqual({ code: "done" });
        expect((await booked())[0] === knownId, answer).toBe(answer === knownId);
        await services.db.updateTable("enquiries").set({ trial_booking_id: null, state: "new" }).execute();
        await services.db.deleteFrom("bookings").execute();
      }
    });
  });

  test("accepts a long name and number, and is cancelled when the enquiry is deleted", async () => {
    await write({ name: `${"n".repeat(PERSON_NAME_MAX - 1)}\u{10330}`, phone: "1".repeat(40) });
    const session = await first();
    expect(await bookOn(session)).toEqual({ code: "done" });
    expect(await peopleOf(session)).toMatchObject([{ name: "n".repeat(PERSON_NAME_MAX - 1), phone: "" }]);
    await deleteEnquiry(services, moraa, id);
    expect(await peopleOf(session)).toMatchObject([{ name: "", phone: "", personId: null, state: "cancelled" }]);
  });

  if (kind === "postgres") return;

  test("changes nothing when the class has filled up or is not taking place", async () => {
    const session = await first();
    await fill(session);
    expect(await bookOn(session)).toEqual({ code: "trial-full" });
    const [[next = ""] = []] = await offered();
    await cancelSession(services, { id: next, seen: 0, reason: "No water" }, moraa);
    for (const code of [next, "nothing", "monday-1.2026-01-05"]) {
      expect(await bookOn(code)).toEqual({ code: "trial-not-bookable" });
    }
    for (const table of ["bookings", "people"] as const) expect(await gym.rows(table)).toHaveLength(2);
    expect(await findEnquiry(services, id)).toMatchObject({ state: "new", assignee: null });
    expect(await bookTrial(services, moraa, "x", { sessionId: session, person: "" })).toEqual({ code: "enquiry-gone" });
  });
});
