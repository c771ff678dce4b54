import { beforeEach, describe, expect, test } from "vitest";
import { momentAt } from "../../../test/bookings/booking-gym.ts";
import { importSent, memberRows, readImport, sendList, undoSent } from "../../../test/members/import-gym.ts";
import { DESK, give, makePerson, OWNER } from "../../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { ENGINES } from "../../../test/support/test-services.ts";
import { correctPerson } from "../../people/desk-records.server.ts";
import { addPersonNote, marketingConsent } from "../../people/person-notes.server.ts";
import { dayNumber } from "../../time/days.ts";
import { mailEndsOfPasses } from "../due-mails.server.ts";
import { dateOf, passesOfPerson } from "../pass-rows.server.ts";
import { stateOn } from "../passes.ts";

const SUNDAY = "2026-11-22";

describe.each(ENGINES)("an import on %s", (kind) => {
  const { services, clock } = openGymBeforeAll(kind, { now: momentAt(SUNDAY, 12), hasMembers: true });

  beforeEach(async () => {
    clock.now = momentAt(SUNDAY, 12);
    for (const table of ["imports", "pass_mails", "pass_acts", "pass_days", "passes", "door_numbers"] as const) {
      await services.db.deleteFrom(table).execute();
    }
    for (const table of ["person_notes", "people"] as const) await services.db.deleteFrom(table).execute();
  });

  const people = () => services.db.selectFrom("people").selectAll().orderBy("name").execute();
  const idOf = async (name: string) => (await people()).find((one) => one.name === name)?.id ?? "";
  const passesOf = async (name: string) =>
    (await passesOfPerson(services.db, await idOf(name))).map(
      (pass) =>
        `${pass.row.plan_slug} ${dateOf(pass.firstDay)} ${dateOf(pass.lastDay)} ${stateOn(pass, dayNumber(SUNDAY))}`,
    );
  const HEAD = "Name,Phone,Plan,Last day,Visits left\n";

  test("adds people and passes once, and is undone row for row", async () => {
    await makePerson(services, { name: "Somebody Else", phone: "0700 111 222" });
    const before = await memberRows(services);
    const id = await sendList(
      services,
      `${HEAD}Jane Wanja,0712345678,Nguvu,2026-12-20,\nJohn Kim,0712345679 (wife),Pack of two,2026-11-22,1\nAda Were,0712345670,Nguvu,2026-11-20,\nUma Old,0712345671,Pack of two,2026-10-01,2\n`,
    );
    expect(await importSent(services, id)).toEqual({ code: "done" });
    expect(await passesOf("Jane Wanja")).toEqual(["nguvu 2026-11-22 2026-12-20 running"]);
    expect(await passesOf("John Kim")).toEqual(["pack-of-two 2026-11-22 2026-11-22 running"]);
    expect(await passesOf("Ada Were")).toEqual(["nguvu 2026-11-20 2026-11-20 grace"]);
    expect(await passesOf("Uma Old")).toEqual(["pack-of-two 2026-10-01 2026-10-01 ended"]);
    expect(await marketingConsent(services.db, await idOf("Jane Wanja"))).toBeUndefined();
    expect(await importSent(services, id)).toEqual({ code: "same" });
    expect((await people()).length).toBe(5);
    expect(await undoSent(services, id)).toEqual({ code: "done" });
    expect(await memberRows(services)).toEqual(before);
    expect(await undoSent(services, id)).toEqual({ code: "same" });
  });
});
