import { describe, expect, test } from "vitest";
import { insertRows } from "../../test/support/insert-rows.ts";
import { addRecoveryCode, addSession, addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach, race } from "../../test/support/test-services.ts";
import { deleteAccount } from "../accounts/account-settings.server.ts";
import { findConsoleSignIn } from "./access.server.ts";
import { activitySentence, listActivity } from "./activity/activity-log.server.ts";
import { changeRole, findRemovedName, listPeople, removePerson, resetSecondStep } from "./people.server.ts";
import { checkRecoveryCode } from "./second-step.server.ts";

const LAST_OWNER = { code: "last-owner" };

describe.each(ENGINES)("members of staff on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const owners = async () => (await listPeople(site.services)).filter(({ role }) => role === "owner").length;
  const addOwner = async () => (await addStaffMember(site.services, "owner")).member;

  test("are listed by role and name, with what they have and when they were last seen", async () => {
    await addStaffMember(site.services, "trainer", { name: "Kamau", trainerSlug: "kamau", secondStep: "missing" });
    await addStaffMember(site.services, "desk", { name: "Wanjiru" });
    await addStaffMember(site.services, "desk", { name: "Achieng" });
    const { member: zawadi } = await addStaffMember(site.services, "owner", { name: "Zawadi" });
    site.passTime(60_000);
    const now = site.services.now().toISOString();
    await addSession(site.services, zawadi.id, true);
    const people = await listPeople(site.services);
    expect(people.map(({ name, role, hasApp, passkeys }) => [name, role, hasApp, passkeys])).toEqual([
      ["Zawadi", "owner", true, 0],
      ["Achieng", "desk", true, 0],
      ["Wanjiru", "desk", true, 0],
      ["Kamau", "trainer", false, 0],
    ]);
    expect(people.at(-1)).toMatchObject({ trainerSlug: "kamau", lastSeenAt: null });
    expect((people[0]?.lastSeenAt ?? "") >= now).toBe(true);
  });

  test("get a new role at once, and lose their sessions' second step and their trainer", async () => {
    const owner = await addOwner();
    const trainer = await addStaffMember(site.services, "trainer", { trainerSlug: "kamau" });
    expect(await changeRole(site.services, owner, trainer.member.id, "desk")).toEqual({ code: "done" });
    const session = await findConsoleSignIn(site.services, trainer.signInId);
    const state = { secondStepAt: null, consoleUsedAt: null };
    expect(session).toMatchObject({ member: { role: "desk", trainerSlug: null }, state });
    const change = { action: "role-changed", label: trainer.member.name, details: '{"from":"trainer","to":"desk"}' };
    expect(await site.rows("audit_log")).toMatchObject([{ who_id: owner.id, ...change }]);
  });

  test("the last owner can't be demoted, removed, or delete the account", async () => {
    const { member: owner, password } = await addStaffMember(site.services, "owner");
    await addStaffMember(site.services, "trainer");
    expect(await changeRole(site.services, owner, owner.id, "desk")).toEqual(LAST_OWNER);
    expect(await removePerson(site.services, null, owner.id)).toEqual(LAST_OWNER);
    const visitor = { ...owner, savedShows: [], isTestAccount: false };
    const visit = { request: new Request("http://localhost/"), clientAddress: "192.0.2.1" };
    const leave = () => deleteAccount(site.services, visitor, password, visit);
    expect(await leave()).toEqual(LAST_OWNER);
    expect(await owners()).toBe(1);
    await addStaffMember(site.services, "owner");
    expect(await leave()).toMatchObject({ code: "done" });
    expect(await owners()).toBe(1);
    expect(await site.rows("audit_log")).toMatchObject([{ action: "left", label: owner.name }]);
  });

  test("of owners who remove or demote each other at the same moment, one is left", async () => {
    const [owner, other] = [await addOwner(), await addOwner()];
    await race(site.services, "staff", () => [
      removePerson(site.services, owner, other.id),
      changeRole(site.services, other, owner.id, "trainer"),
    ]);
    expect(await owners()).toBe(1);
  });

  test("are visitors from the next request after they are removed, without second factors", async () => {
    const owner = await addOwner();
    const desk = await addStaffMember(site.services, "desk");
    const passkey = { id: "p1", public_key: "", counter: 0, transports: "[]", name: "Passkey", added_at: "2026-11-22" };
    await insertRows(site.services.db, "passkeys", [{ ...passkey, user_id: desk.member.id }]);
    await addRecoveryCode(site.services, desk.member.id);
    await changeRole(site.services, owner, desk.member.id, "trainer");
    expect(await removePerson(site.services, owner, desk.member.id)).toEqual({ code: "done" });
    expect([await site.rows("passkeys"), await site.rows("recovery_codes")]).toEqual([[], []]);
    expect(await findConsoleSignIn(site.services, desk.signInId)).toBeUndefined();
    const sessions = site.services.db.selectFrom("sessions").select("secondStepAt");
    expect(await sessions.where("id", "=", desk.signInId).execute()).toEqual([{ secondStepAt: null }]);
    expect(await removePerson(site.services, owner, desk.member.id)).toEqual({ code: "not-staff" });
    expect(await findRemovedName(site.services, desk.member.id)).toBe(desk.member.name);
    expect(await findRemovedName(site.services, owner.id)).toBeUndefined();
    expect(await site.rows("totp_keys")).toMatchObject([{ user_id: owner.id }]);
  });

  test("lose their factors and all sessions in a reset, and get an email", async () => {
    const desk = await addStaffMember(site.services, "desk");
    const other = await addSession(site.services, desk.member.id, true);
    // It also clears the attempts of an intruder.
    const guess = async () => (await checkRecoveryCode(site.services, desk, "K7QM-4RXD")).code;
    for (let attempt = 0; attempt < 10; attempt += 1) await guess();
    expect(await guess()).toBe("code-limited");
    expect(await resetSecondStep(site.services, null, desk.member.id)).toEqual({ code: "done" });
    expect(await guess()).toBe("recovery-code-wrong");
    for (const { signInId } of [desk, other]) expect(await findConsoleSignIn(site.services, signInId)).toBeUndefined();
    expect(await site.rows("totp_keys")).toEqual([]);
    const mail = { recipient: desk.member.email, body_text: expect.stringContaining("was reset") };
    expect(await site.rows("outbox")).toMatchObject([mail]);
    expect(await site.rows("audit_log")).toMatchObject([{ who_id: null, who_name: "The site" }]);
  });

  if (kind === "postgres") return;

  test("get a role and a trainer on the site in one choice, which is logged", async () => {
    const owner = await addOwner();
    const { member } = await addStaffMember(site.services, "desk");
    for (const [role, chosen, trainerSlug] of [
      ["trainer", "kamau", "kamau"],
      ["trainer", undefined, "kamau"],
      ["trainer", "kamau", "kamau"],
      ["trainer", "amina-yusuf", "amina-yusuf"],
      ["trainer", null, null],
      ["desk", "kamau", null],
    ] as const) {
      await changeRole(site.services, owner, member.id, role, chosen);
      const listed = (await listPeople(site.services)).find(({ id }) => id === member.id);
      expect(listed).toMatchObject({ role, trainerSlug });
    }
    expect((await listActivity(site.services, {})).entries.map(activitySentence).reverse()).toEqual([
      `changed the role of ${member.name} from Desk to Trainer, Kamau`,
      `linked ${member.name} to the trainer Amina Yusuf`,
      `unlinked ${member.name} from their trainer`,
      `changed the role of ${member.name} from Trainer to Desk`,
    ]);
  });
});
