import { expect, test } from "vitest";
import { addMembers } from "../../test/bookings/booking-gym.ts";
import { DESK, makePerson } from "../../test/members/members-gym.ts";
import { openGym } from "../../test/support/open-gym.ts";
import { callRoute, routeCall } from "../../test/support/route-calls.ts";
import * as personalFeed from "../bookings/views/personal-feed.route.ts";
import * as join from "../members/views/join.route.tsx";
import { inviteToLink } from "../people/link-account.server.ts";
import * as mailsOff from "../people/views/mails-off.route.tsx";
import * as invitation from "../staff/console/invitation.route.tsx";
import * as welcome from "../staff/console/welcome.route.tsx";
import * as confirmAddress from "./views/confirm-address.route.tsx";
import * as confirmNewAddress from "./views/confirm-new-address.route.tsx";
import * as resetPassword from "./views/reset-password.route.tsx";

const SECRET = "never-in-the-log-5d41402abc4b2a7";

test("each refused secret is logged with who typed it, but without the secret", async () => {
  const site = await openGym("sqlite", { now: "2026-11-22T09:00:00.000Z", hasMembers: true });
  const { services } = site;
  const [account] = await addMembers(services, 1);
  const visitor = { id: account?.id ?? "", email: account?.email ?? "", savedShows: [], isTestAccount: false };
  const refusals: [string, unknown, string, Record<string, string>?][] = [
    ["confirm-link", confirmAddress.action, `/confirm-address?key=${SECRET}`, {}],
    ["new-address-link", confirmNewAddress.loader, `/account/address/confirm?token=${SECRET}`],
    ["new-address-link", confirmNewAddress.action, `/account/address/confirm?token=${SECRET}`, {}],
    ["password-link", resetPassword.loader, `/reset-password?token=${SECRET}`],
    ["password-link", resetPassword.action, `/reset-password?token=${SECRET}`, { password: "a long password" }],
    ["invitation-link", invitation.loader, `/staff/invitation?token=${SECRET}`],
    ["invitation-link", invitation.action, `/staff/invitation?token=${SECRET}`, { name: "Eve", password: "" }],
    ["owner-link", welcome.loader, `/staff/welcome?token=${SECRET}`],
    ["owner-link", welcome.action, `/staff/welcome?token=${SECRET}`, { name: "Eve", email: "", password: "" }],
    ["join-code", join.action, "/account/join", { code: `${SECRET}-code` }],
    ["join-link", join.action, "/account/join", { code: SECRET }],
    ["calendar-key", personalFeed.loader, `/bookings.ics?key=${SECRET}`],
    ["mails-off-key", mailsOff.action, `/reminders/off?key=${SECRET}`, {}],
    ["mails-off-key", mailsOff.action, `/membership/mails?key=${SECRET}`, {}],
  ];
  for (const [secret, work, path, fields] of refusals) {
    const call = routeCall(services, path, { visitor, ...(fields && { fields }) });
    await callRoute(work as Parameters<typeof callRoute>[0], call);
    const line = site.logged.at(-1);
    expect([path, line]).toEqual([path, expect.objectContaining({ event: `${secret}-refused` })]);
    expect(line).toMatchObject({ code: expect.any(String), account: expect.any(String), client: expect.any(String) });
  }
  // Guesses by an account that already has a record are refused too.
  const made = await inviteToLink(services, DESK, await makePerson(services));
  for (const code of [made?.token ?? "", `${SECRET}-code`]) {
    await callRoute(join.action, routeCall(services, "/account/join", { visitor, fields: { code } }));
  }
  expect(site.logged.at(-1)).toMatchObject({ event: "join-code-refused", code: "same" });
  expect(JSON.stringify(site.logged)).not.toContain(SECRET);
  await site.close();
});
