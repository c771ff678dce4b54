import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { momentAt } from "../../test/bookings/booking-gym.ts";
import { openGymBeforeAll } from "../../test/support/open-gym.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES } from "../../test/support/test-services.ts";
import { changeRole } from "../staff/people.server.ts";
import type { StaffMember } from "../staff/roles.ts";
import { dayAndDate, shortDate } from "../time/date-texts.server.ts";
import { addDays } from "../time/dates.server.ts";
import { restoreSession, substituteTrainer } from "./session-actions.server.ts";

const [WANJIRU, AMINA, BRIAN] = ["wanjiru-kamau", "amina-yusuf", "brian-otieno"] as const;

type Who = "desk" | typeof WANJIRU | typeof AMINA | typeof BRIAN;

describe.each(ENGINES)("a handover on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: momentAt("2026-11-12", 9) });
  let staff: Record<Who, StaffMember>;
  /** Each test has its own week. */
  let MONDAY = "2026-11-16";
  /** Wanjiru's class of that Monday, 9:00am. */
  let ID = "";
  let LABEL = "";

  beforeAll(async () => {
    const add = async (slug: string) =>
      (await addStaffMember(services, "trainer", { name: slug, email: `${slug}@nguvu.example`, trainerSlug: slug }))
        .member;
    staff = {
      desk: (await addStaffMember(services, "desk", { name: "Moraa" })).member,
      [WANJIRU]: await add(WANJIRU),
      [AMINA]: await add(AMINA),
      [BRIAN]: await add(BRIAN),
    };
  });
  beforeEach(async () => {
    MONDAY = addDays(MONDAY, 7);
    clock.now = momentAt(addDays(MONDAY, -4), 9);
    ID = `monday-1.${MONDAY}`;
    LABEL = `Fitness, ${shortDate(MONDAY)}, 9:00am`;
    for (const { id, name, role, trainerSlug } of Object.values(staff)) {
      const values = { name, role, trainer_slug: trainerSlug, added_at: clock.now, added_by: "A test" };
      await services.db
        .insertInto("staff")
        .values({ user_id: id, ...values })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
        .execute();
    }
    await newEmails();
  });

  /** The emails since the last call, as "recipient: subject". */
  const read = new Set<string>();
  async function newEmails(): Promise<string[]> {
    const rows = await services.db.selectFrom("outbox").select(["id", "recipient", "subject"]).execute();
    const fresh = rows.filter(({ id }) => !read.has(id));
    for (const { id } of fresh) read.add(id);
    return fresh.map(({ recipient, subject }) => `${recipient.replace("@nguvu.example", "")}: ${subject}`).toSorted();
  }

  test("emails both trainers once, and again when it is undone", async () => {
    const handover = { id: ID, seen: 0, trainerSlug: AMINA };
    for (const code of ["done", "same"]) {
      expect(await substituteTrainer(services, handover, staff.desk)).toMatchObject({ code });
    }
    expect(await newEmails()).toEqual([
      `${AMINA}: You are leading ${LABEL}`,
      `${WANJIRU}: Amina Yusuf is leading ${LABEL}`,
    ]);
    await restoreSession(services, { id: ID, seen: 1 }, staff.desk);
    expect(await newEmails()).toEqual([
      `${AMINA}: Wanjiru Kamau is leading ${LABEL}`,
      `${WANJIRU}: You are leading ${LABEL}`,
    ]);
    // A trainer without an account gets no email.
    await changeRole(services, null, staff[BRIAN].id, "trainer", null);
    await substituteTrainer(services, { id: ID, seen: 2, trainerSlug: BRIAN }, staff.desk);
    expect(await newEmails()).toEqual([`${WANJIRU}: Brian Otieno is leading ${LABEL}`]);
    const text = await services.db
      .selectFrom("outbox")
      .select("body_text")
      .where("subject", "=", `You are leading ${LABEL}`);
    expect((await text.orderBy("about_order").execute())[0]?.body_text).toContain(
      `You are leading this class, for Wanjiru Kamau:\n\nClass:   Fitness\nWhen:    ${dayAndDate(MONDAY)}, 9:00am-10:00am\n\nMoraa has`,
    );
  });
});
