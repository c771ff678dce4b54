import { beforeEach, describe, expect, test } from "vitest";
import { PASSWORD } from "../../test/support/http-client.ts";
import { addAccount as addAccountOf, addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
import { newestInMails } from "../../test/support/visitors.ts";
import { TEST_ACCOUNT } from "../platform/config.ts";
import { readMailText } from "../platform/outbox.server.ts";
import { applyRetention } from "../platform/retention.server.ts";
import {
  acceptInvitation,
  becomeOwner,
  findInvitation,
  findOwnerLinkProblem,
  INVITATION_RETENTION,
  invite,
  isNewOwner,
  listInvitations,
  makeOwnerLink,
  resendInvitation,
  revokeInvitation,
} from "./invitations.server.ts";
import { listPeople } from "./people.server.ts";
import type { Role, StaffMember } from "./roles.ts";

const HOUR_MS = 60 * 60_000;
const OK = { code: "done" };
const tokenOf = (link: string | undefined) => new URL(link ?? "http://none.invalid").searchParams.get("token") ?? "";

describe.each(ENGINES)("joining the staff on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  type Account = { id: string; email: string };

  async function addAccount(email: string): Promise<Account> {
    return { id: await addAccountOf(site.services, { email, password: PASSWORD }), email };
  }

  const roles = async () => (await listPeople(site.services)).map(({ name, role }) => `${name}: ${role}`);

  async function logged(): Promise<string[]> {
    const rows = await site.services.db.selectFrom("audit_log").select(["who_name", "action"]).orderBy("at").execute();
    return rows.map(({ who_name, action }) => `${who_name}: ${action}`);
  }

  describe("the owner's link", () => {
    const become = (token: string, account: Account, name = "A") => becomeOwner(site.services, token, account, name);
    const problemOf = (token: string) => findOwnerLinkProblem(site.services, token);

    test("makes one owner and then stops working; the new owner is known for a minute", async () => {
      const [amani, wanjiru] = [await addAccount("amani@x.example"), await addAccount("wanjiru@x.example")];
      const link = await makeOwnerLink(site.services);
      expect(link).toMatch(/^http:\/\/localhost:3000\/staff\/welcome\?token=[\w-]{43}$/);
      const token = tokenOf(link);
      expect(await problemOf(token)).toBeUndefined();
      for (let time = 0; time < 2; time += 1) expect(await become(token, amani, "Amani")).toEqual(OK);
      expect(await become(token, wanjiru)).toEqual({ code: "owner-link-void" });
      expect(await problemOf(token)).toBe("owner-link-void");
      expect(await roles()).toEqual(["Amani: owner"]);
      expect(await makeOwnerLink(site.services)).toBeUndefined();
      expect(await logged()).toEqual(["Amani: became-owner"]);
      await addStaffMember(site.services, "desk", { email: "desk@x.example" });
      const areNew = async () =>
        Promise.all([" AMANI@x.example", "desk@x.example"].map((email) => isNewOwner(site.services, email)));
      expect(await areNew()).toEqual([true, false]);
      site.passTime(60_000);
      expect(await areNew()).toEqual([false, false]);
    });

    test("is the same on every instance and at each start, and changes with the secret", async () => {
      const amani = await addAccount("amani@x.example");
      const second = await site.secondInstance();
      const instances = [site.services, second.services, site.services];
      const [link, ...others] = await Promise.all(instances.map((services) => makeOwnerLink(services)));
      expect(others).toEqual([link, link]);
      expect(await makeOwnerLink(site.services)).toBe(link);
      const config = { ...site.services.config, secret: "another secret that is long enough 7d02" };
      const newest = await makeOwnerLink({ ...site.services, config });
      expect(newest).not.toBe(link);
      expect(await problemOf(tokenOf(link))).toBe("owner-link-wrong");
      for (const wrong of [tokenOf(link), ""]) expect(await become(wrong, amani)).toEqual({ code: "owner-link-wrong" });
      // A member of the team, here the desk, becomes an owner too.
      await addStaffMember(site.services, "desk");
      await site.services.db.updateTable("staff").set({ user_id: amani.id }).execute();
      expect(await become(tokenOf(newest), amani, "Amani")).toEqual(OK);
      expect(await roles()).toEqual(["Amani: owner"]);
    });

    test("is stored as a hash, never makes the test account an owner, and makes one of ten people who open it at once", async () => {
      const shared = await addAccount(TEST_ACCOUNT.email);
      const accounts = await Promise.all(Array.from({ length: 10 }, (_, n) => addAccount(`${n}@x.example`)));
      const token = tokenOf(await makeOwnerLink(site.services));
      expect(JSON.stringify(await site.rows("owner_link"))).not.toContain(token);
      expect(await become(token, shared)).toMatchObject({ code: "test-account-staff" });
      expect(await roles()).toEqual([]);
      const outcomes = await Promise.all(accounts.map((account) => become(token, account)));
      expect(outcomes.filter(({ code }) => code === "done")).toHaveLength(1);
      expect(await roles()).toEqual(["A: owner"]);
    });
  });

  describe("an invitation", () => {
    const EMAIL = "desk@x.example";
    let owner: StaffMember;
    beforeEach(async () => {
      owner = (await addStaffMember(site.services, "owner", { name: "Akinyi" })).member;
    });

    /** Invites with this address. @returns the token of the link */
    async function inviteAs(role: Role, trainer?: string): Promise<string> {
      const outcome = await invite(site.services, owner, EMAIL, role, trainer);
      return tokenOf(outcome.code === "done" ? outcome.link : undefined);
    }

    const find = (token: string) => findInvitation(site.services, token);
    const accept = (token: string, account: Account, name = "Wanjiru") =>
      acceptInvitation(site.services, token, account, name);

    test("is emailed as a link, which is stored encrypted and works once", async () => {
      const token = await inviteAs("desk");
      const [mail] = await site.rows("outbox");
      expect(mail).toMatchObject({ recipient: EMAIL, body_text: "" });
      expect(JSON.stringify(mail)).not.toContain(token);
      expect(mail && readMailText(site.services, mail)).toMatch(new RegExp(`You are invited.+token=${token}`, "s"));
      const invitation = { email: EMAIL, role: "desk", invitedBy: "Akinyi" };
      expect(await find(token)).toMatchObject(invitation);
      const account = await addAccount(EMAIL);
      for (let time = 0; time < 2; time += 1) expect(await accept(token, account)).toEqual(OK);
      expect(await find(token)).toBeUndefined();
      expect(await roles()).toEqual(["Akinyi: owner", "Wanjiru: desk"]);
      expect(await logged()).toEqual(["Akinyi: invited", "Wanjiru: joined"]);
      site.passTime(61_000);
      expect(await accept(token, account)).toMatchObject({ code: "invitation-wrong" });
    });

    test("works for 72 hours, and is replaced when sent again, but not by a double click", async () => {
      const first = await inviteAs("desk");
      expect(await inviteAs("desk")).toBe("");
      site.passTime(61_000);
      const second = await inviteAs("desk");
      expect(await site.rows("outbox")).toHaveLength(2);
      expect(await find(first)).toBeUndefined();
      site.passTime(72 * HOUR_MS - 1000);
      expect(await find(second)).toBeDefined();
      site.passTime(1000);
      expect(await find(second)).toBeUndefined();
      expect(await accept(second, await addAccount(EMAIL))).toEqual({ code: "invitation-wrong" });
      await applyRetention(site.services, INVITATION_RETENTION);
      expect(await listInvitations(site.services)).toHaveLength(1);
      site.passTime(31 * 24 * HOUR_MS);
      await applyRetention(site.services, INVITATION_RETENTION);
      expect(await listInvitations(site.services)).toEqual([]);
    });

    test("stores the trainer on the site, and is replaced at once by one with another role or trainer", async () => {
      const amina = { role: "trainer", trainerSlug: "amina-yusuf" };
      await inviteAs("desk");
      expect(await inviteAs("trainer")).not.toBe("");
      await inviteAs("trainer", "amina-yusuf");
      site.passTime(61_000);
      const [{ id = "" } = {}] = await listInvitations(site.services);
      expect(await resendInvitation(site.services, owner, id)).toMatchObject(OK);
      expect(await listInvitations(site.services)).toMatchObject([amina]);
      const token = await newestInMails(site.services, /token=(\S+)/);
      expect(await accept(token, await addAccount(EMAIL), "Amina")).toEqual(OK);
      expect(await listPeople(site.services)).toMatchObject([{ name: "Akinyi" }, { name: "Amina", ...amina }]);
    });

    test("works only for its address, can be withdrawn once, and is not sent to staff or the test account", async () => {
      const inviteTo = (email: string) => invite(site.services, owner, email, "desk");
      expect(await inviteTo(owner.email)).toEqual({ code: "already-staff" });
      expect(await inviteTo(TEST_ACCOUNT.email)).toEqual({ code: "test-account-staff" });
      const token = await inviteAs("desk");
      expect(await accept(token, await addAccount("other@x.example"))).toEqual({ code: "other-address" });
      expect(await find(token)).toBeDefined();
      const [{ id = "" } = {}] = await listInvitations(site.services);
      expect(await revokeInvitation(site.services, owner, id)).toEqual(OK);
      expect(await revokeInvitation(site.services, owner, id)).toEqual({ code: "same" });
      expect((await logged()).toSorted()).toEqual(["Akinyi: invitation-revoked", "Akinyi: invited"]);
      expect(await find(token)).toBeUndefined();
    });

    test("is used up if the person has joined the team since, whose role is kept", async () => {
      const token = await inviteAs("trainer");
      const account = await addAccount(EMAIL);
      await site.services.db.updateTable("staff").set({ user_id: account.id }).execute();
      expect(await roles()).toEqual(["Akinyi: owner"]);
      expect(await accept(token, account)).toEqual({ code: "already-staff" });
      expect(await roles()).toEqual(["Akinyi: owner"]);
      expect(await find(token)).toBeUndefined();
    });
  });
});
