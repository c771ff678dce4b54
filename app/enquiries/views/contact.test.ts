import { expect, onTestFinished, test } from "vitest";
import { publishValues } from "../../../test/content/content-changes.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { openTestSite } from "../../../test/support/test-services.ts";
import { findEntry, seedNewTypes } from "../../cms/entries.server.ts";
import { classType } from "../../content-types/class.ts";
import { trainerType } from "../../content-types/trainer.ts";
import type { Services } from "../../platform/services.ts";
import { action } from "./contact.route.tsx";

async function siteWithClasses(): Promise<Services> {
  const site = await openTestSite("sqlite");
  onTestFinished(site.close);
  await seedNewTypes(site.services, [trainerType, classType]);
  return site.services;
}

async function send(fields: Record<string, string>) {
  return callRoute(action, routeCall(await siteWithClasses(), "/contact", { fields }));
}

test("an enquiry with something wrong in each field comes back with a sentence at each, in their order", async () => {
  const { status, form } = await send({
    name: " ",
    email: "zawadi",
    phone: "call me",
    class: "chess",
    comment: "c".repeat(4001),
  });
  expect(status).toBe(422);
  expect(Object.entries(form?.errors ?? {})).toEqual([
    ["name", "Please tell us your name."],
    ["email", "This doesn’t look like an email address. It should be like name@example.com."],
    ["phone", "This doesn’t look like a phone number. It should be like 0712 345 678."],
    ["class", "Please choose one of the classes in the list."],
    ["comment", "This may have 4,000 characters at most."],
  ]);
});

test.each([
  [{ name: "n".repeat(101) }, "name", "This may have 100 characters at most."],
  [{ name: "Za\nwadi" }, "name", "Please keep this on one line."],
  [{ name: "Za\u0000wadi" }, "name", "There are characters here that cannot be read. Please type it again."],
  [{ name: "Za\u0085wadi" }, "name", "Please keep this on one line."],
  [{ email: "" }, "email", "Please enter your email address."],
  [{ role: "x" }, "form", "This form is not one of ours, so nothing was done. Please fill it in here."],
])("an enquiry with %j says so", async (change, field, sentence) => {
  const { form } = await send({ name: "Zawadi", email: "zawadi@example.com", ...(change as Record<string, string>) });
  expect(form?.errors).toEqual({ [field]: sentence });
});

test("an accepted enquiry leads to the thanks, with its class", async () => {
  const { status, location } = await send({ name: "Zawadi", email: "zawadi@example.com", class: "boxing" });
  expect([status, location]).toEqual([303, "/contact?sent=1&class=boxing#thanks"]);
});

test("the desk's mail names the class by the title it has now", async () => {
  const services = await siteWithClasses();
  const { slug, ...values } = (await findEntry(services, classType, "boxing")) ?? { slug: "" };
  await publishValues(services, classType, slug, { ...values, title: "Boxing for Beginners" });
  await callRoute(
    action,
    routeCall(services, "/contact", { fields: { name: "Zawadi", email: "zawadi@example.com", class: "boxing" } }),
  );
  const { body_text } = await services.db.selectFrom("outbox").select("body_text").executeTakeFirstOrThrow();
  expect(body_text).toContain("Class:   Boxing for Beginners\n");
});
