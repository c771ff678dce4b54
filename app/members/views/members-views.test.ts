/** The member's own pages: refused forms, pages while members are switched off, and emails. */

import { describe, expect, test } from "vitest";
import { settings as seededSettings } from "../../../seed/settings.ts";
import { addMembers, momentAt } from "../../../test/bookings/booking-gym.ts";
import { publishValues, tryPublishing } from "../../../test/content/content-changes.ts";
import {
  backdatePass,
  DESK,
  freeze,
  give,
  makePerson,
  passForm,
  setAccount,
} from "../../../test/members/members-gym.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { enter, visitorOf } from "../../../test/support/visitors.ts";
import type { Visitor } from "../../accounts/visitor-context.ts";
import { membershipType } from "../../content-types/membership.ts";
import { settingsType } from "../../content-types/settings.ts";
import { findDoorNumber } from "../../people/door-numbers.server.ts";
import { inviteToLink } from "../../people/link-account.server.ts";
import { findPerson } from "../../people/people.server.ts";
import { action as mailsAction, loader as mailsLoader } from "../../people/views/mails-off.route.tsx";
import { qrCode } from "../../platform/qr-code.server.ts";
import { addDays } from "../../time/dates.server.ts";
import { listMembers } from "../member-list.server.ts";
import { membershipMail } from "../membership-mails.server.ts";
import { voidPass } from "../pass-changes.server.ts";
import { action as cardAction, loader as cardLoader } from "./card.route.tsx";
import { action as joinAction, loader as joinLoader } from "./join.route.tsx";
import { action as membershipAction, loader as membershipLoader } from "./membership.route.tsx";
import { readMembership } from "./membership-view.server.ts";

const SUNDAY = "2026-11-22";

const { services } = openGymBeforeAll("sqlite", { now: momentAt(SUNDAY, 12), hasMembers: true });

async function visitor(): Promise<Visitor> {
  const [{ id, email } = expect.unreachable()] = await addMembers(services, 1);
  return { id, email, savedShows: [], isTestAccount: false };
}

async function memberWithPass(plan = "mwanzo", account?: Visitor) {
  const who = account ?? (await visitor());
  const id = await makePerson(services, { name: "Naliaka Wekesa" });
  await setAccount(services, id, who.id);
  return { who, id, pass: await give(services, id, plan) };
}

type Route = Parameters<typeof callRoute>[0];

const get = (loader: Route, who: Visitor, path: string) =>
  callRoute(loader, routeCall(services, path, { visitor: who }));
const post = (action: Route, who: Visitor, path: string, fields: Record<string, string>) =>
  callRoute(action, routeCall(services, path, { visitor: who, fields }));

test("an account without a record is redirected to the page of the code, and one with a record away from it", async () => {
  const stranger = await visitor();
  for (const loader of [membershipLoader, cardLoader]) {
    expect(await get(loader, stranger, "/account/membership")).toMatchObject({ location: "/account/join" });
  }
  const { visit, cookie } = await enter(services);
  const { who, id, pass } = await memberWithPass("mwanzo", await visitorOf(services, visit));
  await services.db.updateTable("users").set({ emailVerified: 1 }).where("id", "=", who.id).execute();
  await backdatePass(services, pass, 30);
  const card = async () =>
    (await cardLoader(routeCall(services, "/account/card", { visitor: who, cookie }) as never)).cards[0];
  const line = async () =>
    Object.values((await card())?.pass ?? {})
      .join(" ")
      .replaceAll("\u00a0", " ");
  expect(await line()).toBe("Mwanzo grace period until 24 November 2026");
  const pack = await give(services, id, "pack-of-two");
  expect(await line()).toBe("Pack of two 2 visits left, until 21 December 2026");
  await freeze(services, id, pack, SUNDAY, addDays(SUNDAY, 13));
  expect(await line()).toBe("Frozen until 5 December 2026");
  expect((await card())?.code.path).toBe((await qrCode((await findDoorNumber(services.db, id)) ?? "")).path);
  expect(await get(joinLoader, who, "/account/join?code=x")).toMatchObject({ location: "/account/membership" });
  // The membership page says why a code can't be used.
  const another = await inviteToLink(services, DESK, await makePerson(services));
  const { status, location } = await post(joinAction, who, "/account/join", { code: another?.code ?? "" });
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/account\/membership\?problem=/)]);
  // The loader's other arguments are never read.
  const { problem } = await membershipLoader(routeCall(services, location ?? "", { visitor: who }) as never);
  expect(problem).toMatch(/connected to another membership/);
});

test("while members are switched off, only the link that stops emails works, and otherwise the switch too", async () => {
  const { who, id } = await memberWithPass();
  await tryPublishing(services, membershipType, "membership", { isOn: "off" });
  const path = "/account/membership";
  for (const loader of [membershipLoader, cardLoader, joinLoader]) {
    expect((await get(loader, who, path)).status).toBe(404);
  }
  for (const action of [membershipAction, cardAction, joinAction]) {
    expect((await post(action, who, path, { do: "mails-off" })).status).toBe(404);
  }
  await services.db.updateTable("people").set({ mails_key: "a-key" }).where("id", "=", id).execute();
  const mails = async () => (await findPerson(services.db, id))?.mails;
  // Email scanners open links.
  await get(mailsLoader, who, "/membership/mails?key=a-key");
  expect(await mails()).toBe(1);
  expect(await post(mailsAction, who, "/membership/mails?key=a-key", {})).toMatchObject({ status: 200 });
  expect(await post(mailsAction, who, "/membership/mails?key=", {})).toMatchObject({ status: 404 });
  await tryPublishing(services, membershipType, "membership", { isOn: "on" });
  expect(await mails()).toBe(0);
  for (const [act, wanted] of [
    ["mails-on", 1],
    ["mails-off", 0],
  ] as const) {
    expect((await post(membershipAction, who, path, { do: act })).status).toBe(303);
    expect([await mails(), (await readMembership(services, who.id))?.mailsWanted]).toEqual([wanted, wanted === 1]);
  }
});

test("My membership has links for requesting a freeze by WhatsApp and email, with the pass and the name in the text", async () => {
  await publishValues(services, settingsType, "site", { ...seededSettings[0], whatsApp: "+254712345678" });
  const { who, id, pass: passId } = await memberWithPass();
  const call = { ...routeCall(services, "/account/membership", { visitor: who }), params: {} };
  await give(services, await makePerson(services, { name: "Baraka", isChild: "on", guardianId: id }), "mwanzo");
  // They were cheaper when they were given.
  await services.db.updateTable("passes").set({ price_kes: 1 }).execute();
  const read = async () => (await membershipLoader({ ...call, pattern: "/account/membership" })).people;
  const freezable = async () => (await read()).flatMap((person) => person.freezable);
  const [pass, ofChild] = await freezable();
  expect(new URL(ofChild?.mail ?? "").searchParams.get("body")).toContain("the pass (Mwanzo, Baraka)");
  expect((await read())[0]?.stubs[0]?.next?.rest).toMatch(/KES.39, payable at the desk/);
  const text = "Hello! Please freeze my pass (Mwanzo, Naliaka Wekesa) from … to …";
  expect(new URL(pass?.whatsApp ?? "").searchParams.get("text")).toBe(text);
  expect(new URL(pass?.mail ?? "").searchParams.get("body")).toBe(text);
  expect(pass?.mail).toMatch(/^mailto:hello@nguvu\.example\?/);
  expect(await freeze(services, id, passId, SUNDAY, addDays(SUNDAY, 13))).toMatchObject({ code: "done" });
  expect(await freezable()).toEqual([ofChild]);
});

describe("the summary of passes", () => {
  const stubsOf = async (who: Visitor) =>
    ((await readMembership(services, who.id))?.people[0]?.stubs ?? []).map(({ label, days, note, next }) =>
      [label, days, note, next?.strong ?? ""].join(" | ").replaceAll("\u00a0", " "),
    );

  // A month from 22 November has 30 days, which the pass keeps when it is moved back.
  test.each([
    ["mwanzo", 0, "Active | until Monday 21 December | 29 days left | Another pass?"],
    ["mwanzo", 21, "Active | until Monday 30 November | 8 days left | Another pass?"],
    ["mwanzo", 22, "Ends in 7 days | until Sunday 29 November | 7 days left | Continue without a gap."],
    ["mwanzo", 28, "Ends tomorrow | until Monday 23 November | 1 day left | Continue without a gap."],
    ["mwanzo", 29, "Ends today | until Sunday 22 November | The last day | Continue without a gap."],
    [
      "mwanzo",
      30,
      "Ended, grace period until Tuesday 24 November | until Saturday 21 November | You can still come until Tuesday 24 November | Renew by Tuesday 24 November,",
    ],
    ["mwanzo", 33, "Ended | on Wednesday 18 November |  | Back again?"],
    ["pack-of-two", 0, "Active | until Monday 21 December | 2 visits left | Another pass?"],
    ["day-pass", 0, "Active | until Sunday 22 November | The last day | "],
  ])("%s, given %i days ago: %s", async (plan, daysAgo, stub) => {
    const { who, pass } = await memberWithPass(plan);
    if (daysAgo > 0) await backdatePass(services, pass, daysAgo);
    expect(await stubsOf(who)).toEqual([stub]);
  });

  test("shows when the next pass begins, and what comes next only for the last one", async () => {
    const { who, id } = await memberWithPass();
    const next = await give(services, id, "nguvu");
    expect(await stubsOf(who)).toEqual([
      "Active | until Monday 21 December | 29 days left | ",
      expect.stringMatching(/^Begins Tuesday 22 December \| .+ \| .+$/),
    ]);
    // A void pass is as if it had never been given.
    await voidPass(services, DESK, await passForm(services, id, next));
    await makePerson(services, { name: "Baraka", isChild: "on", guardianId: id });
    await give(services, id, "day-pass");
    await backdatePass(services, await give(services, id, "pack-of-two"), 40);
    const { members } = await listMembers(services, "running", 0);
    expect(members.find((member) => member.id === id)?.pass?.row.plan_slug, "the last to end").toBe("mwanzo");
    const { people = [] } = (await readMembership(services, who.id)) ?? {};
    expect(people.map(({ name, stubs, past }) => [name, stubs.length, past.map(({ plan }) => plan)])).toEqual([
      ["Naliaka Wekesa", 2, ["Pack of two"]],
      ["Baraka", 0, []],
    ]);
  });
});

describe("an email about a pass", () => {
  const GYM = {
    ...{ name: "Nguvu Fitness", street: "Ngong Road", city: "Nairobi", phone: "+254 700 000 000" },
    origin: "https://nguvu.example",
  };
  const context = { gym: GYM, offUrl: "https://nguvu.example/membership/mails?key=abc" };
  const facts = { plan: "Mwanzo", lastDay: "Monday 21 December", graceDay: "Thursday 24 December" };

  test.each(["ends", "ended", "frozen", "account-joined"] as const)(
    "%s has one link, in text and HTML, and a header for unsubscribing unless it is always sent",
    (kind) => {
      for (const hasAccount of [true, false]) {
        const { text, html, unsubscribeUrl } = membershipMail(kind, facts, { ...context, hasAccount });
        const isAlwaysSent = kind === "account-joined";
        const other = hasAccount ? `${GYM.origin}/account/membership` : context.offUrl;
        const link = isAlwaysSent ? `${GYM.origin}/contact` : other;
        expect(text.match(/https?:\S+/g)).toEqual([link]);
        expect(html.match(/href="([^"]*)"/g)).toEqual([`href="${link}"`]);
        expect(unsubscribeUrl).toBe(isAlwaysSent ? undefined : context.offUrl);
      }
    },
  );

  test("escapes names of plans and people", () => {
    const evil = `<b>"&'\u202e</b>`;
    const mail = membershipMail("ended", { plan: evil, childName: evil }, { ...context, hasAccount: true });
    expect(mail.html).not.toContain("<b>");
    expect(mail.html).toContain("&lt;b&gt;");
    expect(mail.subject + mail.text + mail.html).not.toContain("\u202e");
  });
});
