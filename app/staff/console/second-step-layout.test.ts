import { expect, test } from "vitest";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { formDigest, rotateSignIn } from "../../accounts/rotated-sign-in.server.ts";
import { consoleSignInContext } from "../staff-guard.server.ts";
import { middleware } from "./second-step-layout.route.ts";

const site = openTestSiteBeforeEach("sqlite");

const [guard = () => undefined] = middleware;

test("a repeated form of the second step is accepted while the first one rotates the token", async () => {
  const { services } = site;
  const { member, cookie } = await addStaffMember(services, "desk", { secondStep: "waiting" });
  const visitor = { id: member.id, email: member.email, savedShows: [], isTestAccount: false };
  const call = () => routeCall(services, "/staff/second-step", { fields: { code: "123456" }, visitor, cookie });
  const first = call();
  const form = await formDigest(services, first.request, first.url);
  await rotateSignIn(services, first.request, form, async () => {});
  // This request's visitor was read before the rotation; its session is looked up after it.
  const second = call();
  await guard(second as never, undefined as never);
  expect(second.context.get(consoleSignInContext)).toMatchObject({ member: { email: member.email } });

  const other = routeCall(services, "/staff/second-step", { fields: { code: "654321" }, visitor, cookie });
  expect(await callRoute(guard as never, other)).toMatchObject({ status: 404 });
});
