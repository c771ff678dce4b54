import { describe, expect, test } from "vitest";
import { PASSWORD } from "../../test/support/http-client.ts";
import { addAccount as addAccountOf, addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../test/support/test-services.ts";
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
  listInvitations,
  makeOwnerLink,
  revokeInvitation,
} from "./invitations.server.ts";
import { listPeople } from "./people.server.ts";
import type { Role, StaffMember } from "./roles.ts";

const HOUR_MS = 60 * 60_000;
const tokenOf = (link: string | undefined) => new URL(link ?? "http://none.invalid").searchParams.get("token") ?? "";

describe.each(ENGINES)("joining the staff on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);

  const addAccount = async (email: string) => ({
    ...{ id: await addAccountOf(site.services, { email, password: PASSWORD }), email },
  });

  const roles = async () => (await listPeople(site.services)).map(({ name, role }) => `${name}: ${role}`);

  async function logged(): Promise<string[]> {
    const rows = await site.services.db.selectFrom("audit_log").select(["who_name", "action"]).orderBy("at").execute();
    return rows.map(({ who_name, action }) => `${who_name}: ${action}`);
  }

  describe("the owner's link", () => {
    test("makes one owner and then stops working; the same form sent twice succeeds twice", async () => {
      const [amani, wanjiru] = [await addAccount("amani@x.example"), await addAccount("wanjiru@x.example")];
      const link = await makeOwnerLink(site.services);
      expect(link).toMatch(/^http:\/\/localhost:3000\/staff\/welcome\?token=[\w-]{43}$/);
      const token = tokenOf(link);
      expect(await findOwnerLinkProblem(site.services, token)).toBeUndefined();
      expect(await becomeOwner(site.services, token, amani, "Amani")).toEqual({ code: "done" });
      expect(await becomeOwner(site.services, token, amani, "Amani")).toEqual({ code: "done" });
      expect(await becomeOwner(site.services, token, wanjiru, "W")).toEqual({ code: "owner-link-void" });
      expect(await findOwnerLinkProblem(site.services, token)).toBe("owner-link-void");
      expect(await roles()).toEqual(["Amani: owner"]);
      expect(await makeOwnerLink(site.services)).toBeUndefined();
      expect(await logged()).toEqual(["Amani: became-owner"]);
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
      expect(await findOwnerLinkProblem(site.services, tokenOf(link))).toBe("owner-link-wrong");
      expect(await becomeOwner(site.services, tokenOf(link), amani, "A")).toMatchObject({ code: "owner-link-wrong" });
      expect(await becomeOwner(site.services, "", amani, "A")).toMatchObject({ code: "owner-link-wrong" });
      expect(await becomeOwner(site.services, tokenOf(newest), amani, "A")).toEqual({ code: "done" });
      await second.close();
    });

    test("makes one owner when ten people open it at once", async () => {
      const accounts = await Promise.all(Array.from({ length: 10 }, (_, n) => addAccount(`${n}@x.example`)));
      const token = tokenOf(await makeOwnerLink(site.services));
      const outcomes = await Promise.all(accounts.map((account) => becomeOwner(site.services, token, account, "A")));
      expect(outcomes.filter(({ code }) => code === "done")).toHaveLength(1);
      expect(await roles()).toEqual(["A: owner"]);
    });

    test("is stored as a hash, and never makes the test account an owner", async () => {
      const shared = await addAccount(TEST_ACCOUNT.email);
      const token = tokenOf(await makeOwnerLink(site.services));
      const stored = await site.services.db.selectFrom("owner_link").selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(await becomeOwner(site.services, token, shared, "M")).toMatchObject({ code: "test-account-staff" });
      expect(await roles()).toEqual([]);
    });
  });

  describe("an invitation", () => {
    const EMAIL = "desk@x.example";

    /** Invites with this address. @returns the token of the link */
    async function inviteAs(owner: StaffMember, role: Role, trainer?: string): Promise<string> {
      const outcome = await invite(site.services, owner, EMAIL, role, trainer);
      return tokenOf(outcome.code === "done" ? outcome.link : undefined);
    }

    test("is emailed as a link, which is stored encrypted and works once", async () => {
      const { member: owner } = await addStaffMember(site.services, "owner", { name: "Akinyi" });
      const token = await inviteAs(owner, "desk");
      const [mail] = await site.services.db.selectFrom("outbox").selectAll().execute();
      expect(mail).toMatchObject({ recipient: EMAIL, body_text: "" });
      expect(JSON.stringify(mail)).not.toContain(token);
      expect(mail && readMailText(site.services, mail)).toMatch(new RegExp(`You are invited.+token=${token}`, "s"));
      const invitation = { email: EMAIL, role: "desk", invitedBy: "Akinyi" };
      expect(await findInvitation(site.services, token)).toMatchObject(invitation);
      const account = await addAccount(EMAIL);
      expect(await acceptInvitation(site.services, token, account, "Wanjiru")).toEqual({ code: "done" });
      expect(await acceptInvitation(site.services, token, account, "Wanjiru")).toEqual({ code: "done" });
      expect(await findInvitation(site.services, token)).toBeUndefined();
      expect(await roles()).toEqual(["Akinyi: owner", "Wanjiru: desk"]);
      expect(await logged()).toEqual(["Akinyi: invited", "Wanjiru: joined"]);
      site.passTime(61_000);
      expect(await acceptInvitation(site.services, token, account, "W")).toMatchObject({ code: "invitation-wrong" });
    });

    test("works only for its address, and not for the test account", async () => {
      const { member: owner } = await addStaffMember(site.services, "owner");
      const token = await inviteAs(owner, "desk");
      const other = await addAccount("other@x.example");
      expect(await acceptInvitation(site.services, token, other, "O")).toEqual({ code: "other-address" });
      const forTest = await invite(site.services, owner, TEST_ACCOUNT.email, "desk");
      expect(forTest).toEqual({ code: "test-account-staff" });
      expect(await findInvitation(site.services, token)).toBeDefined();
    });

    test("works for 72 hours, and is replaced when sent again, but not by a double click", async () => {
      const { member: owner } = await addStaffMember(site.services, "owner");
      const first = await inviteAs(owner, "desk");
      expect(await inviteAs(owner, "desk")).toBe("");
      site.passTime(61_000);
      const second = await inviteAs(owner, "desk");
      expect(await site.services.db.selectFrom("outbox").select("id").execute()).toHaveLength(2);
      expect(await findInvitation(site.services, first)).toBeUndefined();
      site.passTime(72 * HOUR_MS - 1000);
      expect(await findInvitation(site.services, second)).toBeDefined();
      site.passTime(1000);
      expect(await findInvitation(site.services, second)).toBeUndefined();
      const account = await addAccount(EMAIL);
      const late = await acceptInvitation(site.services, second, account, "W");
      expect(late).toEqual({ code: "invitation-wrong" });
      expect(await listInvitations(site.services)).toHaveLength(1);
      site.passTime(31 * 24 * HOUR_MS);
      await applyRetention(site.services, INVITATION_RETENTION);
      expect(await listInvitations(site.services)).toEqual([]);
    });

    test("stores the trainer on the site, and is replaced at once by one with another trainer", async () => {
      const { member: owner } = await addStaffMember(site.services, "owner");
      await invite(site.services, owner, EMAIL, "trainer");
      const token = await inviteAs(owner, "trainer", "amina-yusuf");
      expect(await listInvitations(site.services)).toMatchObject([{ role: "trainer", trainerSlug: "amina-yusuf" }]);
      const account = await addAccount(EMAIL);
      expect(await acceptInvitation(site.services, token, account, "Amina")).toEqual({ code: "done" });
      const people = await listPeople(site.services);
      const amina = people.find(({ name }) => name === "Amina");
      expect(amina).toMatchObject({ role: "trainer", trainerSlug: "amina-yusuf" });
    });

    test("can be withdrawn, once, and is refused for the address of a member of staff", async () => {
      const { member: owner } = await addStaffMember(site.services, "owner");
      expect(await invite(site.services, owner, owner.email, "desk")).toEqual({ code: "already-staff" });
      const token = await inviteAs(owner, "desk");
      const [invitation] = await listInvitations(site.services);
      expect(await revokeInvitation(site.services, owner, invitation?.id ?? "")).toEqual({ code: "done" });
      expect(await revokeInvitation(site.services, owner, invitation?.id ?? "")).toEqual({ code: "same" });
      expect(await findInvitation(site.services, token)).toBeUndefined();
    });

    test("is used up if the person has joined the team since, whose role is kept", async () => {
      const { member: owner } = await addStaffMember(site.services, "owner", { name: "Akinyi" });
      const token = await inviteAs(owner, "trainer");
      const account = await addAccount(EMAIL);
      await site.services.db.updateTable("staff").set({ user_id: account.id }).execute();
      expect(await roles()).toEqual(["Akinyi: owner"]);
      expect(await acceptInvitation(site.services, token, account, "A")).toEqual({ code: "already-staff" });
      expect(await roles()).toEqual(["Akinyi: owner"]);
      expect(await findInvitation(site.services, token)).toBeUndefined();
    });
  });
});
