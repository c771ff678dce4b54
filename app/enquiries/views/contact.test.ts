import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { findEntry, listEntries } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { planType } from "../../content-types/pricing.ts";
import { settingsType } from "../../content-types/settings.ts";
import type { Services } from "../../platform/services.ts";
import { cancelSession } from "../../timetable/session-actions.server.ts";
import { pageStamp } from "../honeypot.server.ts";
import { action, loader } from "./contact.route.tsx";

const { services: original } = openGymBeforeAll("sqlite", { now: "2026-11-25T09:00:00Z" });
let services: Services;
beforeEach(async () => {
  services = { ...original };
  for (const table of ["enquiries", "enquiry_fingerprints", "outbox"] as const)
    await services.db.deleteFrom(table).execute();
});

const send = (fields: Record<string, string>) => callRoute(action, routeCall(services, "/contact", { fields }));

test("an enquiry with an error in each field is returned with a message at each, in order", async () => {
  const fields = { name: " ", email: "zawadi", phone: "call me", class: "chess", comment: "c".repeat(4001) };
  const { status, form } = await send(fields);
  expect(status).toBe(422);
  expect(Object.entries(form?.errors ?? {})).toEqual([
    ["name", "Please tell us your name."],
    ["email", "This doesn’t look like an email address. It should be like name@example.com."],
    ["phone", "This doesn’t look like a phone number. It should be like 0712 345 678."],
    ["class", "Please choose one of the classes in the list."],
    ["comment", "Use at most 4,000 characters."],
  ]);
});

test.each([
  ["", 0],
  ["https://spam.example", 1],
])("an enquiry with %j in the hidden field is stored", async (subject, suspect) => {
  const page = { name: "Zawadi", email: "zawadi@example.com", subject, stamp: pageStamp(services), elapsed: "20000" };
  services.now = () => new Date(original.now().getTime() + 60_000);
  expect((await send(page)).status).toBe(303);
  const stored = await services.db.selectFrom("enquiries").select(["name", "suspect"]).execute();
  expect(stored).toEqual([{ name: "Zawadi", suspect }]);
});

test("the form comes first, filled in with the class and day, or the plan, named by the address", async () => {
  const read = async (query: string) => {
    const { chosen, comment, isFormFirst } = await loader(routeCall(services, `/contact${query}`) as never);
    return [chosen, comment, isFormFirst];
  };
  expect(await read("")).toEqual(["", "", false]);
  expect(await read("?class=boxing")).toEqual(["boxing", "", true]);
  const ofClass = "I would like to come to Boxing on Saturday 28 November at 10:00pm.";
  expect(await read("?class=boxing&session=saturday-2.2026-11-28")).toEqual(["boxing", ofClass, true]);
  const [plan] = await listEntries(services, planType);
  const ofPlan = `I would like ${plan?.name}, KES ${plan?.price.toLocaleString("en-KE")} a month.`;
  expect(await read(`?plan=${plan?.slug}`)).toEqual(["", ofPlan, true]);
  await cancelSession(services, { id: "saturday-2.2026-11-28", seen: 0, reason: "No power" }, ACTOR);
  // A past session, a cancelled one, an unknown one, and no id at all.
  for (const id of ["tuesday-1.2026-11-24", "saturday-2.2026-11-28", "none.2026-11-28", "%00&plan=x"]) {
    expect(await read(`?session=${id}`)).toEqual(["", "", false]);
  }
});

test("an accepted enquiry redirects to the thanks with its class, whose current title is in the desk's mail", async () => {
  const { slug, ...values } = (await findEntry(services, classType, "boxing")) ?? { slug: "" };
  await publishValues(services, classType, slug, { ...values, title: "Boxing for Beginners" });
  const { status, location } = await send({ name: "Zawadi", email: "zawadi@example.com", class: "boxing" });
  expect([status, location]).toEqual([303, "/contact?sent=1&class=boxing#thanks"]);
  const { body_text } = await services.db.selectFrom("outbox").select("body_text").executeTakeFirstOrThrow();
  expect(body_text).toContain("Class:   Boxing for Beginners\n");
});

describe("when a phone number can replace the address", () => {
  beforeAll(async () => {
    const { slug, ...values } = (await findEntry(original, settingsType, "site")) ?? { slug: "" };
    expect(values).toMatchObject({ contactBy: "mail" });
    await publishValues(original, settingsType, slug, { ...values, contactBy: "mail or phone" });
  });
  const sendTyped = (fields: Record<string, string>) => send({ name: "Zawadi", ...fields });
  const thanksAt = async (location: string | null, at = services) => {
    const { thanks } = await loader(routeCall(at, (location ?? "").replace("#thanks", "")) as never);
    return thanks;
  };

  test.each([
    [{}, { email: expect.stringMatching(/email address or your phone number/) }],
    [{ name: "" }, { name: "Please tell us your name.", email: expect.stringMatching(/email address or your phone/) }],
    [{ email: "zawadi" }, { email: expect.stringMatching(/^This doesn’t look like an email address/) }],
  ])("%j is returned with error messages", async (fields, errors) => {
    const { status, form } = await sendTyped(fields as Record<string, string>);
    expect([status, form?.errors]).toEqual([422, errors]);
    expect(await services.db.selectFrom("enquiries").selectAll().execute()).toEqual([]);
  });

  test("a number alone is stored, and reaches the desk by an email that nobody can answer", async () => {
    const { status, location } = await sendTyped({ phone: "0712-345-678" });
    expect(status).toBe(303);
    expect(decodeURIComponent(location ?? "")).not.toMatch(/712/);
    const stored = await services.db.selectFrom("enquiries").select(["email", "phone"]).execute();
    expect(stored).toEqual([{ email: "", phone: "+254712345678" }]);
    const mails = await services.db.selectFrom("outbox").selectAll().execute();
    expect(mails).toMatchObject([{ recipient: services.config.staffEmail, reply_to: "" }]);
    expect(mails[0]?.body_text).toMatch(/Email: {3}none given\nPhone: {3}\+254712345678\n/);
    expect(mails[0]?.body_text).toMatch(/please call, or write on WhatsApp/);
  });

  const thanksFor = async (fields: Record<string, string>) => thanksAt((await sendTyped(fields)).location);

  test("the thanks say how the gym will answer, for an hour", async () => {
    const wayOf = async (fields: Record<string, string>) => (await thanksFor(fields))?.way;
    expect(await wayOf({ phone: "0712345678" })).toBe("We will call or WhatsApp you on 0712 345 678.");
    expect(await wayOf({ phone: "020 234 5678" })).toBe("We will call you on 020 234 5678.");
    expect(await wayOf({ email: "z@example.com" })).toBe("We will write to z@example.com.");
    const both = "We will write to z@example.com, or call or WhatsApp you on 0712 345 678.";
    expect(await wayOf({ email: "z@example.com", phone: "0712345678" })).toBe(both);
    const stepsOf = async (fields: Record<string, string>) =>
      (await thanksFor(fields))?.nextSteps.map(({ slug }) => slug);
    // Visitors without an address are promised no email.
    expect(await stepsOf({ phone: "0712345678" })).toEqual(["call", "visit"]);
    for (const phone of ["", "0712345678"])
      expect(await stepsOf({ email: "z@example.com", phone })).toEqual(["written-reply", "call", "visit"]);
    const { location } = await sendTyped({ phone: "0712345678", class: "boxing" });
    const config = { ...services.config, secret: "x".repeat(40), otherSecret: services.config.secret };
    expect((await thanksAt(location, { ...services, config }))?.way).toMatch(/^We will call/);
    const later = { ...services, now: () => new Date(services.now().getTime() + 3_600_000) };
    expect(await thanksAt(location, later)).toMatchObject({ way: undefined });
    expect(await thanksAt("/contact?sent=1&by=forged")).toMatchObject({ way: undefined });
  });
});
