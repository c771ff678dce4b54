/** A handover emails both trainers. */
import { expect, onTestFinished, test } from "vitest";
import { momentAt } from "../../test/bookings/booking-gym.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { restoreSession, substituteTrainer } from "./session-actions.server.ts";

const ID = "monday-1.2026-11-23";
const LABEL = "Fitness, Mon 23 Nov, 9:00am";

test.each(ENGINES)("both trainers get one email, and another when the handover is undone, on %s", async (kind) => {
  const { services, close } = await openGym(kind, { now: momentAt("2026-11-19", 9) });
  onTestFinished(close);
  const { member: desk } = await addStaffMember(services, "desk", { name: "Moraa" });
  for (const trainerSlug of ["wanjiru-kamau", "amina-yusuf"]) {
    await addStaffMember(services, "trainer", { trainerSlug, email: `${trainerSlug}@nguvu.example` });
  }
  /** Reads the queued emails as "recipient: subject", and deletes them. */
  const newEmails = async () => {
    const rows = await services.db.deleteFrom("outbox").returningAll().execute();
    const text = rows.find(({ subject }) => subject.startsWith("You are"))?.body_text;
    return { text, list: rows.map(({ recipient, subject }) => `${recipient.split("@")[0]}: ${subject}`).toSorted() };
  };
  for (const code of ["done", "same"]) {
    const handover = { id: ID, seen: 0, trainerSlug: "amina-yusuf" };
    expect(await substituteTrainer(services, handover, desk)).toMatchObject({ code });
  }
  const { list, text } = await newEmails();
  expect(list).toEqual([`amina-yusuf: You are leading ${LABEL}`, `wanjiru-kamau: Amina Yusuf is leading ${LABEL}`]);
  expect(text).toContain(
    "You are leading this class, for Wanjiru Kamau:\n\nClass:   Fitness\nWhen:    Monday 23 November, 9:00am-10:00am\n\nMoraa has",
  );
  await restoreSession(services, { id: ID, seen: 1 }, desk);
  const undone = [`amina-yusuf: Wanjiru Kamau is leading ${LABEL}`, `wanjiru-kamau: You are leading ${LABEL}`];
  expect((await newEmails()).list).toEqual(undone);
  // A trainer without an account gets no email.
  await substituteTrainer(services, { id: ID, seen: 2, trainerSlug: "brian-otieno" }, desk);
  expect((await newEmails()).list).toEqual([`wanjiru-kamau: Brian Otieno is leading ${LABEL}`]);
});
