import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMembers, seedGym, setPlaces, withClock } from "../../../test/bookings/booking-gym.ts";
import { ACTOR, OTHER_ACTOR, publishValues } from "../../../test/content/content-changes.ts";
import { callRoute, routeCall } from "../../../test/support/route-calls.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { ENGINES, openTestSite, type TestSite } from "../../../test/support/test-services.ts";
import { saveDraft } from "../../cms/editing/drafts.server.ts";
import { findLive } from "../../cms/editing/entry-rows.server.ts";
import { schedulePublish } from "../../cms/editing/schedules.server.ts";
import { storedValues } from "../../cms/editing/stored-body.ts";
import { classType } from "../../content-types/class.ts";
import type { Services } from "../../platform/services.ts";
import { staffContext } from "../../staff/staff-context.ts";
import type { StaffMember } from "../../staff/staff-member.ts";
import { bookPlace } from "../book.server.ts";
import { action, loader } from "./class-numbers.route.tsx";

describe.each(ENGINES)("the numbers of all classes on %s", (kind) => {
  let site: TestSite;
  let services: Services;
  let owner: StaffMember;
  beforeAll(async () => {
    site = await openTestSite(kind);
    ({ services } = withClock(site.services, "2026-11-22T09:00:00.000Z"));
    await seedGym(services);
    owner = (await addStaffMember(services, "owner", { name: "Wanjiku" })).member;
  });
  afterAll(() => site.close());

  const PATH = "/staff/places";
  type Row = Record<"slug" | "version" | "places" | "lateHours" | "price", string>;
  let rows: Row[];

  const read = async () => {
    const made = routeCall(services, PATH);
    made.context.set(staffContext, owner);
    return loader({ ...made, params: {}, pattern: PATH } as Parameters<typeof loader>[0]);
  };
  beforeEach(async () => {
    rows = (await read()).classes.map(({ slug, version, numbers }) => ({ slug, version: String(version), ...numbers }));
  });
  /** The form as it was read, with some rows changed. */
  const send = async (changes: Record<string, Partial<Row>>) => {
    const fields = Object.fromEntries(
      rows.flatMap((row, index) =>
        Object.entries({ ...row, ...changes[row.slug] }).map(([name, text]) => [`${name}.${index}`, text]),
      ),
    );
    const made = routeCall(services, PATH, { fields });
    made.context.set(staffContext, owner);
    return callRoute(action, made);
  };
  const live = (slug: string) => findLive(services.db, { type: classType.name, slug });
  const values = async (slug: string) => storedValues((await live(slug))?.body ?? "");
  const versions = async () =>
    Object.fromEntries(
      (await services.db.selectFrom("entries").select(["slug", "version"]).where("type", "=", "class").execute()).map(
        ({ slug, version }) => [slug, version],
      ),
    );
  const at = (slug: string) => rows.findIndex((row) => row.slug === slug);

  test("publish the classes that were changed, and no others, by one act", async () => {
    const before = await versions();
    const outcome = await send({ boxing: { places: "12", price: "1,500" }, yoga: { places: "8", lateHours: "12" } });
    expect([outcome.status, outcome.location]).toEqual([303, `${PATH}?done=published&classes=boxing+yoga`]);
    expect(await values("boxing")).toMatchObject({ places: 12, price: 1500, title: "Boxing" });
    expect(await values("yoga")).toMatchObject({ places: 8, lateHours: 12 });
    expect(await versions()).toEqual({ ...before, boxing: (before.boxing ?? 0) + 1, yoga: (before.yoga ?? 0) + 1 });
    const acts = await services.db.selectFrom("audit_log").select("act_id").where("type", "=", "class").execute();
    expect([acts.length, new Set(acts.map(({ act_id }) => act_id)).size]).toEqual([2, 1]);
    // Sent twice, by a double click, it is done once.
    expect(
      (await send({ boxing: { places: "12", price: "1,500" }, yoga: { places: "8", lateHours: "12" } })).location,
    ).toBe(outcome.location);
    expect((await versions()).boxing).toBe((before.boxing ?? 0) + 1);
  });

  test("that are none get a sentence each; everything typed comes back, and nothing is published", async () => {
    const before = await versions();
    const { status, form } = await send({
      boxing: { places: "many" },
      yoga: { places: "0", price: "9.50" },
      running: { places: "7" },
    });
    expect(status).toBe(422);
    expect(Object.keys(form?.errors ?? {}).sort()).toEqual(
      ["form", `places.${at("boxing")}`, `places.${at("yoga")}`, `price.${at("yoga")}`].sort(),
    );
    expect(form?.errors[`places.${at("yoga")}`]).toMatch(/^Write a whole number from 1 to 200/);
    expect(form?.typed).toMatchObject({
      [`places.${at("boxing")}`]: "many",
      [`price.${at("yoga")}`]: "9.50",
      [`places.${at("running")}`]: "7",
    });
    expect(await versions()).toEqual(before);
  });

  test("that somebody else has published meanwhile are refused with theirs; what was left alone stays theirs", async () => {
    await publishValues(services, classType, "boxing", { ...(await values("boxing")), places: 20 });
    await publishValues(services, classType, "cycling", { ...(await values("cycling")), places: 30 });
    const before = await versions();
    const { status, form } = await send({ boxing: { places: "9" }, running: { places: "5" } });
    expect(status).toBe(409);
    expect(form?.errors[`row.${at("boxing")}`]).toMatch(
      new RegExp(`^${ACTOR.name} has changed it meanwhile .*places 20`),
    );
    expect(form?.typed).toMatchObject({
      [`places.${at("boxing")}`]: "9",
      [`version.${at("boxing")}`]: String(before.boxing),
    });
    expect(form?.typed[`slug.${at("cycling")}`]).toBeUndefined();
    expect(await versions()).toEqual(before);
    // Sent again, with what was seen, it is published; the class that was left alone is not touched.
    const again = await send({ boxing: { places: "9", version: String(before.boxing) }, running: { places: "5" } });
    expect(again.status).toBe(303);
    expect([(await values("boxing")).places, (await values("cycling")).places]).toEqual([9, 30]);
  });

  test("of a class with a draft, or with other numbers set for a day, are changed on its page", async () => {
    const draft = { ...(await values("mma")), summary: "Something new." };
    await saveDraft(services, classType, "mma", draft, OTHER_ACTOR, { basedOn: 1 });
    expect((await read()).classes.find(({ slug }) => slug === "mma")).toMatchObject({ hasDraft: true });
    const other = await send({ mma: { places: "4" } });
    expect([other.status, other.form?.errors[`row.${at("mma")}`]]).toEqual([
      409,
      expect.stringMatching(/^Otieno has a draft/),
    ]);
    // The page shows no fields of it: its row is missing from the form, and the rows after it count.
    rows = rows.map((row) => (row.slug === "mma" ? { ...row, slug: "" } : row));
    const last = rows.at(-1)?.slug ?? "";
    expect((await send({ [last]: { places: "31" } })).status).toBe(303);
    expect((await values(last)).places).toBe(31);

    const day = new Date(services.now().getTime() + 7 * 86_400_000);
    const later = { values: { ...(await values("karate")), places: 6 }, basedOn: 1 };
    await schedulePublish(services, classType, "karate", later, day, OTHER_ACTOR);
    const { status, form } = await send({ karate: { places: "4" } });
    expect([status, form?.errors[`row.${at("karate")}`]]).toEqual([
      409,
      expect.stringMatching(/^Otieno has set other/),
    ]);
    expect((await values("karate")).places).toBeUndefined();
  });

  test("have the consequences for bookings that the class's own page has", async () => {
    await setPlaces(services, "fitness", { places: 1 });
    const states = async () =>
      (await services.db.selectFrom("bookings").select("state").orderBy("ticket").execute()).map(({ state }) => state);
    for (const member of await addMembers(services, 3)) {
      await bookPlace(services, member, { sessionId: "monday-1.2026-11-23" });
    }
    expect(await states()).toEqual(["booked", "waiting", "waiting"]);
    const send1 = async (places: string) => {
      rows = (await read()).classes.map(({ slug, version, numbers }) => ({
        slug,
        version: String(version),
        ...numbers,
      }));
      return send({ fitness: { places } });
    };
    expect((await send1("2")).status).toBe(303);
    expect(await states()).toEqual(["booked", "booked", "waiting"]);
    expect((await send1("")).status).toBe(303);
    expect(await states()).toEqual(["booked", "booked", "expired"]);
  });
});
