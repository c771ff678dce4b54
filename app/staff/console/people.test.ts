/** Forms of the team sent after the second step is no longer fresh: held with what was typed, and sent again. */

import { beforeEach, expect, onTestFinished, test } from "vitest";
import { mailError, startMailServer } from "../../../test/support/mail-server.ts";
import { callRoute, routeCall, TEST_ORIGIN } from "../../../test/support/route-calls.ts";
import { addStaffMember, type SignedInStaff } from "../../../test/support/staff.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { createMailTransport } from "../../platform/mail.server.ts";
import { sendDueMail } from "../../platform/outbox-worker.server.ts";
import { findConsoleSignIn } from "../access.server.ts";
import { findInvitation } from "../invitations.server.ts";
import { consoleSignInContext, staffContext } from "../staff-guard.server.ts";
import { action as inviteAction, loader as inviteLoader } from "./invite.route.tsx";
import { loader as peopleLoader } from "./people.route.tsx";
import { action as personAction } from "./person.route.tsx";
import { action as heldAction, loader as heldLoader } from "./sign-in-again.route.tsx";

const MINUTE_MS = 60_000;

const site = openTestSiteBeforeEach("sqlite");
const { services } = site;
let owner: SignedInStaff;
beforeEach(async () => {
  owner = await addStaffMember(services, "owner", { name: "Wanjiru" });
});

/** A request of the owner's current sign-in, past the guard. */
async function call(path: string, fields?: Record<string, string>, params = {}) {
  const session = (await findConsoleSignIn(services, owner.signInId)) ?? expect.unreachable();
  const made = routeCall(services, path, fields && { fields });
  made.context.set(consoleSignInContext, session);
  made.context.set(staffContext, session.member);
  return { ...made, params };
}

test.each([
  ["an invitation", inviteAction, "/staff/people/invite", { email: "moraa@nguvu.example", role: "desk" }, {}],
  ["an invitation with a mistake", inviteAction, "/staff/people/invite", { email: "moraa@nguvu", role: "desk" }, {}],
  ["a change of role", personAction, "/staff/people/p1", { do: "role", role: "desk" }, { person: "p1" }],
])("%s sent after eleven minutes is held, and can be sent again", async (_, action, path, fields, params) => {
  site.passTime(11 * MINUTE_MS);
  const held = await callRoute(action, await call(path, fields, params));
  expect(await site.rows("staff_invitations")).toEqual([]);
  expect(held).toMatchObject({ status: 307, location: `/staff/sign-in-again?next=${path}` });
  const returned = await callRoute(heldAction, await call(held.location ?? "", { ...fields, password: "a secret" }));
  expect((returned.form as unknown as { fields: unknown }).fields).toEqual(Object.entries(fields));
  const { page, sendTo } = heldLoader({ url: new URL(held.location ?? "", TEST_ORIGIN) } as never);
  expect([page, sendTo]).toEqual([path, `${path}?sent-again=1`]);
  if (!("email" in fields) || fields.email !== "moraa@nguvu.example") return;
  // The page leads to the second step, after which the invitation is sent.
  expect((await callRoute(inviteLoader, await call(path))).location).toBe(`/staff/second-step?next=${path}`);
  await services.db.updateTable("sessions").set({ secondStepAt: services.now().toISOString() }).execute();
  expect((await callRoute(action, await call(sendTo, fields))).location).toMatch(/^\/staff\/people\/invite\?invited=./);
  expect(await site.rows("staff_invitations")).toMatchObject([{ email: fields.email }]);
});

test("an unknown role or trainer is refused with a message at its field, and what was typed is kept", async () => {
  const [noRole, noTrainer] = [/^Please choose a role/, /^There is no such trainer/];
  const sentences = { cook: noRole, "desk:amina-yusuf": noRole, "trainer:nobody": noTrainer };
  for (const [role, sentence] of Object.entries(sentences)) {
    const typed = { email: "moraa@nguvu.example", role };
    const refused = await callRoute(inviteAction, await call("/staff/people/invite", typed));
    expect(refused).toMatchObject({ status: 422, form: { errors: { role: expect.stringMatching(sentence) }, typed } });
  }
  expect(await site.rows("staff_invitations")).toEqual([]);
});

test("an address that the mail server refuses is shown with the failure, and with the link to share", async () => {
  const server = await startMailServer(() => mailError(550));
  onTestFinished(server.close);
  services.config = { ...services.config, smtpUrl: server.url };
  const invited = await call("/staff/people/invite", { email: "moraa@nguvu.example", role: "desk" });
  const sent = await callRoute(inviteAction, invited);
  const invitation = async () => (await inviteLoader((await call(sent.location ?? "")) as never)).page.invited;
  const before = await invitation();
  expect(before).toMatchObject({ isOnItsWay: true });
  expect(before).not.toHaveProperty("failed");

  await sendDueMail(services, createMailTransport(services.config, services.log));
  const after = await invitation();
  const { page } = await peopleLoader((await call("/staff/people")) as never);
  const link = expect.stringMatching(/\/staff\/invitation\?token=[\w-]{43}$/);
  const refused = { failed: "550", isOnItsWay: false, link };
  expect([after, page.invitations]).toMatchObject([refused, [refused]]);
  const token = new URL(after?.link ?? "").searchParams.get("token") ?? "";
  expect(await findInvitation(services, token)).toMatchObject({ email: "moraa@nguvu.example" });
});
