/** A contradiction between a card and the weekly timetable, shown and fixed on the card's page. */
import { expect, test } from "vitest";
import { ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { openGymBeforeAll } from "../../../test/support/open-gym.ts";
import { callRoute, routeCall, staffCall } from "../../../test/support/route-calls.ts";
import { action, loader } from "../../cms/console/entry.route.tsx";
import { formTexts } from "../../cms/editing/stored-body.ts";
import { findEntry } from "../../cms/entries.server.ts";
import { featuredClassType } from "../../content-types/class.ts";
import { loader as homeLoader } from "../../site/home/home.route.tsx";

const SLUG = "meditation";

const { services } = openGymBeforeAll("sqlite", { now: "2026-11-23T06:00:00.000Z" });

function entryCall(fields?: Record<string, string>) {
  const member = { ...ACTOR, email: "wanjiru@nguvu.example", role: "owner", trainerSlug: null } as const;
  const params = { type: featuredClassType.name, slug: SLUG };
  return staffCall(services, member, `/staff/content/${featuredClassType.name}/${SLUG}`, { params, fields });
}

const contradiction = async () => (await loader(entryCall() as never)).contradiction;

/** The days and time on the class's card on Home. */
async function cardOnHome() {
  const card = (await homeLoader(routeCall(services, "/") as never)).featured.find(({ slug }) => slug === SLUG);
  return card && [card.days, card.time];
}

test("one press makes a contradicting card follow the weekly timetable of its class", async () => {
  const { slug: _, ...seeded } = (await findEntry(services, featuredClassType, SLUG)) ?? {};
  const values = { ...seeded, gymClass: "power-lifting" };
  await publishValues(services, featuredClassType, SLUG, values);
  expect(await cardOnHome()).toEqual(["Friday", { from: "1:00pm", to: "2:00pm" }]);
  expect(await contradiction()).toBe(
    "The card says Friday 1:00pm-2:00pm. The weekly timetable has Saturday 9:00am-10:00am.",
  );
  const form = Object.fromEntries(formTexts(featuredClassType, values));
  const sent = { ...form, title: "Sitting still", revision: "", basedOn: "2", do: "publish-following-timetable" };
  const { status, location } = await callRoute(action, entryCall(sent));
  expect([status, location]).toEqual([303, `/staff/content/featured-class/${SLUG}?done=published`]);
  const stored = await findEntry(services, featuredClassType, SLUG);
  expect(stored).toMatchObject({ title: "Sitting still", gymClass: "power-lifting" });
  expect(stored).not.toHaveProperty("day");
  expect(stored).not.toHaveProperty("time");
  expect(await cardOnHome()).toEqual(["Saturday", { from: "9:00am", to: "10:00am" }]);
  expect(await contradiction()).toBeUndefined();
});
