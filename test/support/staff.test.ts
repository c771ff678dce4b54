import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findVisitor, signIn } from "../../app/accounts/accounts.server.ts";
import { findStaffMember } from "../../app/staff/staff.server.ts";
import { addStaffMember } from "./staff.ts";
import { ENGINES, openTestSite, type TestSite } from "./test-services.ts";

describe.each(ENGINES)("a test's member of staff on %s", (kind) => {
  let site: TestSite;
  beforeEach(async () => {
    site = await openTestSite(kind);
  });
  afterEach(() => site.close());

  test("is signed in by the cookie, and can sign in with the password", async () => {
    const { member, cookie, password } = await addStaffMember(site.services, "trainer", { trainerSlug: "amani" });
    const request = new Request("http://localhost/", { headers: { cookie } });
    expect(await findVisitor(site.services, request)).toMatchObject({ id: member.id, email: member.email });
    expect(await findStaffMember(site.services, member.id)).toEqual(member);
    const visit = { request: new Request("http://localhost/"), clientAddress: "192.0.2.1" };
    expect(await signIn(site.services, { email: member.email, password }, visit)).toMatchObject({ code: "done" });
  });
});
