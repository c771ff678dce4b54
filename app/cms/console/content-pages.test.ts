/** Pages of content: malformed and stale forms get a message, change nothing and lose nothing; unpublished entries. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  ACTOR,
  draftRevision,
  OTHER_ACTOR,
  publishValues,
  removeWithAll,
} from "../../../test/content/content-changes.ts";
import { callRoute, type PageData, staffCall } from "../../../test/support/route-calls.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { loader as searchLoader } from "../../console/search.route.tsx";
import { catalogue } from "../../content-types/catalogue.ts";
import { classType } from "../../content-types/class.ts";
import { planType, questionType } from "../../content-types/pricing.ts";
import { testimonialType } from "../../content-types/testimonial.ts";
import type { ReturnedForm } from "../../forms/problems.ts";
import { addConsent } from "../../pictures/consents.server.ts";
import { action as consentAction, loader as consentLoader } from "../../pictures/console/testimonial-consent.route.tsx";
import { transact } from "../../platform/transact.server.ts";
import { loader as activityLoader, action as undo } from "../../staff/console/activity.route.tsx";
import type { Role } from "../../staff/roles.ts";
import type { ContentType } from "../content-type.ts";
import { publish } from "../editing/publishing.server.ts";
import { eraseEntry } from "../editing/retention.server.ts";
import { schedulePublish } from "../editing/schedules.server.ts";
import { listEntries } from "../entries.server.ts";
import { action, loader } from "./entry.route.tsx";
import type { ReturnedEntryForm } from "./entry-actions.server.ts";
import { asksForConsent } from "./entry-consent.server.ts";
import { action as discardAction, loader as discardLoader } from "./entry-discard.route.tsx";
import { action as historyAction, loader as historyLoader } from "./entry-history.route.tsx";
import { action as listAction, loader as listLoader } from "./entry-list.route.tsx";
import type { WrittenText } from "./entry-parts.tsx";
import { loader as previewLoader } from "./entry-preview.route.tsx";
import { action as removeAction, loader as removeLoader } from "./entry-remove.route.tsx";
import { action as scheduleAction } from "./entry-schedule.route.tsx";
import { fillUploadField, findUploadField } from "./photo-of-entry.server.ts";

const PHOTO = { file: "weights-room.jpg", alt: "", focus: [50, 50] };
const PLAN = { name: "Basic", tier: "Beginners", price: 4000, inclusions: ["Gym floor"], photo: PHOTO };
const FORM = {
  ...{ name: "Basic", tier: "Beginners", price: "4500", "inclusions.0": "Gym floor" },
  ...{ "photo.file": "weights-room.jpg", "photo.alt": "", "photo.x": "50", "photo.y": "50" },
  ...{ revision: "", basedOn: "1" },
};

const BROKEN = expect.objectContaining({ code: "broken" });
const PATH = "/staff/content/plan/basic";
/** A draft of somebody else, which has another price. */
const CHANGED = { ...PLAN, price: 1 };

type RouteFunction = Parameters<typeof callRoute>[0];
type Fields = Record<string, string> | [string, string][];

const site = openTestSiteBeforeEach("sqlite");
const { services } = site;

function call(path: string, fields?: Fields, role: Role = "owner") {
  const member = { ...ACTOR, email: "wanjiru@nguvu.example", role, trainerSlug: null };
  const [type = "", slug] = path.split("?")[0]?.split("/").slice(3) ?? [];
  const params = slug === undefined || slug === "new" ? { type } : { type, slug };
  return staffCall(services, member, path, { params, fields });
}

// On one engine: nothing here reaches the database.
describe("bad input", () => {
  beforeEach(() => publishValues(services, planType, "basic", PLAN));

  /** All rows of entries, and the log. */
  function stored(): Promise<unknown> {
    const tables = ["entries", "entry_drafts", "entry_schedules", "audit_log"] as const;
    return Promise.all(tables.map(site.rows));
  }

  /** Posts a form that must change nothing. */
  async function postRefused<Data>(work: RouteFunction, path: string, fields: Fields, role?: Role) {
    const before = await stored();
    const { status, form, location } = await callRoute(work, call(path, fields, role));
    expect(await stored()).toEqual(before);
    return { status, location, data: form as Data | undefined };
  }
  const postEntry = (fields: Fields, path = PATH) => postRefused<ReturnedEntryForm>(action, path, fields);
  const draftByOther = () => draftRevision(services, planType, "basic", CHANGED, OTHER_ACTOR);

  test.each<[string, Fields]>([
    ["a duplicate field", [...Object.entries(FORM), ["price", "1"], ["do", "publish"]]],
    ["an unknown field", { ...FORM, role: "owner", do: "publish" }],
    ["a field named like an object's property", { ...FORM, __proto__: "x", constructor: "x", do: "save" } as Fields],
  ])("%s returns the entry's form with what was typed", async (_, fields) => {
    const { status, data } = await postEntry(fields);
    expect([status, data?.summary?.title]).toEqual([400, "Nothing was saved"]);
    expect(data?.summary?.note).toMatch(/a duplicate or unknown field/);
    for (const text of ["Basic", "4500", "Gym floor"]) expect(JSON.stringify(data?.fields)).toContain(`"${text}"`);
  });

  test("three hundred rows pasted into a list are returned, with an error message at the list", async () => {
    const rows = Object.fromEntries(Array.from({ length: 300 }, (_, row) => [`inclusions.${row}`, `Row ${row}`]));
    for (const pressed of ["save", "publish"]) {
      const { status, data } = await postEntry({ ...FORM, ...rows, do: pressed });
      expect(status).toBe(422);
      const list = data?.fields?.find(({ name }) => name === "inclusions");
      expect(list?.problem).toMatch(/12/);
      expect(JSON.stringify(list)).toContain('"Row 299"');
    }
  });

  test("the most rows that a form can have take less than two seconds of processor time", async () => {
    const rows = Object.fromEntries(Array.from({ length: 4000 }, (_, row) => [`inclusions.${row}`, "x"]));
    const started = process.cpuUsage();
    await postEntry({ ...FORM, ...rows, do: "save" });
    await postEntry({ ...FORM, ...rows, do: "up:inclusions.3999" });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  test.each([
    ["7:45", "10:00am", ["time.from"], "“From” is 7:45: enter 7:45am or 7:45pm."],
    ["9:00am", "", ["time.to"], "“To” is empty: enter a time like 10:00am."],
    ["11:00am", "10:00 am", undefined, "“To” must be later than “from”: 10:00am is not after 11:00am."],
  ])("the message for the times %s and %s names the wrong one", async (from, to, wrongParts, problem) => {
    const fields = { "time.from": from, "time.to": to, revision: "", basedOn: "0", do: "publish" };
    const { status, data } = await postEntry(fields, "/staff/content/featured-class/new");
    expect(status).toBe(422);
    const field = data?.fields?.find(({ name }) => name === "time");
    expect(field).toMatchObject({ problem, ...(wrongParts && { wrongParts }) });
  });

  test("a draft is discarded only if it is unchanged and its entry is on the site", async () => {
    const revision = String(await draftByOther());
    const stale = await postRefused<ReturnedForm>(discardAction, PATH, { seen: "1" });
    const hasChanged = expect.stringMatching(/^Otieno has changed the draft/);
    expect([stale.status, stale.data?.errors.form]).toEqual([409, hasChanged]);
    const { page } = await discardLoader(call(PATH) as never);
    expect(page).toMatchObject({ by: "Otieno", differences: [{ field: "price" }] });
    const { location } = await callRoute(discardAction, call(PATH, { seen: revision }));
    expect(location).toBe(`${PATH}?done=discarded`);
    expect(await site.rows("entry_drafts")).toEqual([]);
    await draftRevision(services, planType, null, { ...PLAN, name: "Other" });
    const unpublished = await postRefused(discardAction, "/staff/content/plan/other", { seen: "1" });
    expect(unpublished.status).toBe(404);
  });

  test("a concurrent edit is shown with author, time and link; sending the form again replaces it", async () => {
    const priceIn = (data: ReturnedEntryForm | undefined) =>
      data?.fields?.find(({ name }) => name === "price")?.texts[""];
    const revision = await draftByOther();
    const draft = await postEntry({ ...FORM, do: "save" });
    expect([draft.status, priceIn(draft.data)]).toEqual([409, "4500"]);
    const title = "Otieno has changed this in the meantime";
    const note = expect.stringMatching(/^Otieno saved a draft of it \w{3} \d+ \w{3}.*, while you were writing\./);
    expect(draft.data?.summary).toMatchObject({ title, note, link: { to: PATH, label: "See their version" } });
    expect(draft.data?.basis).toEqual({ revision, basedOn: 1 });
    await publish(services, planType, "basic", { draftRevision: revision }, OTHER_ACTOR);
    // A form that was returned for another reason keeps its basis: its author has not seen the publication.
    const unseen = await postEntry({ ...FORM, effectiveFrom: "none", do: "publish" });
    expect(unseen.data?.basis).toEqual({ revision: undefined, basedOn: 1 });
    const { status, data } = await postEntry({ ...FORM, do: "publish" });
    expect([status, priceIn(data), data?.basis]).toEqual([409, "4500", { revision: undefined, basedOn: 2 }]);
    expect(data?.summary?.link?.to).toBe(`${PATH}/history`);
    const again = await callRoute(action, call(PATH, { ...FORM, basedOn: "2", do: "publish" }));
    expect(again.location).toBe(`${PATH}?done=published`);
  });

  test.each<[string, string, Role, number]>([
    ["a missing entry", "plan/none", "owner", 404],
    ["an unreadable slug", "plan/NONE%20x", "owner", 404],
    ["an entry that its author may not edit", "plan/basic", "desk", 403],
  ])("a form for %s changes nothing, and returns what was written", async (_, entry, role, expected) => {
    const path = `/staff/content/${entry}`;
    const { status, data } = await postRefused<{ written: WrittenText[] }>(action, path, { ...FORM, do: "save" }, role);
    expect(status).toBe(expected);
    expect(data?.written).toContainEqual({ label: "Name", text: "Basic" });
  });

  test("a schedule of another draft gets an error message, and keeps the typed moment", async () => {
    await draftByOther();
    const moment = { day: "2036-01-01", time: "06:00" };
    const fields = { seen: "1", replaces: "", do: "publish", ...moment };
    const { status, data } = await postRefused<ReturnedForm>(scheduleAction, `${PATH}/schedule`, fields);
    const sentence = expect.stringMatching(/Otieno has changed it in the meantime/);
    expect([status, data?.errors.form, data?.typed]).toMatchObject([409, sentence, moment]);
  });

  test.each<[RouteFunction, string, Fields, number]>([
    [historyAction, "/basic/history", { do: "undo", seen: "99999999999" }, 409],
    [removeAction, "/basic/remove", { do: "remove", seen: "9e99" }, 409],
    [listAction, "", { do: "order", seen: "basic gone", "place.gone": "1" }, 409],
    [listAction, "", { do: "up:gone", seen: "basic" }, 400],
  ])("a stale or malformed form gets an error message: %#", async (work, page, fields, status) => {
    const result = await postRefused<ReturnedForm>(work, `/staff/content/plan${page}`, fields);
    expect([result.status, result.data?.errors.form]).toEqual([status, expect.stringMatching(/[a-z].*\.$/)]);
  });

  test("a quote without consent is not published, scheduled, undone or restored by any page", async () => {
    const path = "/staff/content/testimonial/aisha";
    const quote = { text: "I row.", name: "Aisha", job: "Nurse" };
    for (const text of ["I row.", "I lift."])
      await publishValues(services, testimonialType, "aisha", { ...quote, text });
    const expectRefused = async (work: RouteFunction, page: string, fields: Fields) =>
      expect((await postRefused(work, page, fields)).status, JSON.stringify(fields)).toBe(422);
    const undoNewest = async (action: string) => {
      const acts = services.db.selectFrom("audit_log").select("id").where("action", "=", action).orderBy("id", "desc");
      await expectRefused(undo, "/staff/activity", { undo: (await acts.executeTakeFirst())?.id ?? "" });
    };
    await expectRefused(action, path, { ...quote, revision: "", basedOn: "2", do: "publish" });
    await expectRefused(historyAction, `${path}/history`, { do: "undo", seen: "2" });
    await undoNewest("published");
    const seen = String(await draftRevision(services, testimonialType, "aisha", quote));
    const moment = { day: "2036-01-01", time: "06:00", replaces: "" };
    await expectRefused(scheduleAction, `${path}/schedule`, { do: "publish", seen, ...moment });
    await removeWithAll(services, testimonialType, "aisha");
    await expectRefused(historyAction, `${path}/history`, { do: "put-back", seen: "0" });
    await undoNewest("removed");
  });

  test("the consent of a quoted person is recorded with a draft, and with a publication on a later day", async () => {
    const quote = { text: "I row.", name: "Aisha", job: "Nurse", revision: "", basedOn: "0" };
    const agreed = { agreedOn: "2025-11-20", agreedHow: "form" };
    const path = "/staff/content/testimonial/new";
    await callRoute(action, call(path, { ...quote, ...agreed, do: "save" }));
    const later = { ...quote, name: "Juma", ...agreed, effectiveFrom: "2036-01-01", do: "publish" };
    await callRoute(action, call(path, later));
    const consents = await services.db.selectFrom("consents").selectAll().orderBy("name").execute();
    const given = { given_on: "2025-11-20", how: "form" };
    const [aisha, juma] = ["testimonial", "testimonial-2"].map((slug) => ({ subject_key: slug, ...given }));
    expect(consents).toMatchObject([aisha, juma]);
    expect(await site.rows("entry_schedules")).toMatchObject([{ slug: "testimonial-2" }]);
  });

  test("a picture is uploaded only for a field that the member may edit, and the draft keeps the others", async () => {
    const find = (role: Role, name: string) =>
      findUploadField(services, { ...ACTOR, email: "wanjiru@nguvu.example", role, trainerSlug: null }, name);
    expect(await find("owner", "plan/basic/photo")).toMatchObject({ title: "Basic" });
    for (const name of ["plan/basic/name", "plan/gone/photo"]) expect(await find("owner", name)).toBeUndefined();
    expect(await find("desk", "plan/basic/photo")).toBeUndefined();
    await draftByOther();
    expect(await fillUploadField(services, ACTOR, "plan/basic/photo", { ...PHOTO, focus: [50, 50] })).toBe(true);
    expect((await site.rows("entry_drafts"))[0]?.body).toContain('"price":1,');
  });

  test.each<[string, unknown]>([
    ["that is not JSON", undefined],
    ["with values of wrong types", 7],
    ["with objects and lists in the wrong places", { a: [{}] }],
  ])("a stored body %s is shown as broken, and breaks no page of any type", async (_, value) => {
    for (const type of Object.values<ContentType>(catalogue)) {
      const { entries, fields, name } = type;
      const slug = entries.kind === "list" ? "odd" : entries.kind === "one" ? entries.slug : (entries.slugs[0] ?? "");
      const nested = JSON.stringify(Object.fromEntries(Object.keys(fields).map((key) => [key, value])));
      const body = value === undefined ? "{" : nested;
      const row = { type: name, slug, position: 7, updated_at: "2026-11-21T05:00:00.000Z", updated_by: "test", body };
      await services.db.insertInto("entries").values(row).execute();
      const path = `/staff/content/${name}/${slug}`;
      const { page } = (await loader(call(path) as never)) as PageData;
      const needsFields = Object.values(fields).some(({ presence }) => presence === "required");
      if (needsFields) expect(page.status, name).toEqual(BROKEN);
      await historyLoader(call(`${path}/history`) as never);
      await previewLoader(call(`${path}/preview`) as never);
      if (entries.kind === "one") continue;
      const { rows } = (await listLoader(call(`/staff/content/${name}`) as never)) as PageData;
      if (needsFields) expect(rows, name).toContainEqual(expect.objectContaining({ slug, status: BROKEN }));
      if (entries.kind === "list") await removeLoader(call(`${path}/remove`) as never);
    }
    await searchLoader(call("/staff/search?q=odd") as never);
  });
});

test("a list shows what each entry says, its state in words, and the order that numbers give", async () => {
  for (const slug of ["first", "second", "third"])
    await publishValues(services, planType, slug, { ...PLAN, name: slug });
  await draftRevision(services, planType, "second", { ...PLAN, price: 1 });
  await draftRevision(services, planType, null, { ...PLAN, name: "new" });
  const later = { values: { ...PLAN, name: "third", price: 2 }, basedOn: 1 };
  await schedulePublish(services, planType, "third", later, new Date("2036-01-01T03:00:00Z"), ACTOR);
  const path = "/staff/content/plan";
  const { rows } = (await listLoader(call(path) as never)) as PageData;
  expect(rows.map(({ slug, status }: PageData) => [slug, status])).toEqual([
    ["new", { code: "not-on-site" }],
    ["first", { code: "on-site" }],
    ["second", { code: "changes-waiting" }],
    ["third", { code: "changes-go-live", at: "Tue 1 Jan 2036, 6:00am" }],
  ]);
  const numbers = { "place.first": "3", "place.second": "2", "place.third": "1" };
  await callRoute(listAction, call(path, { do: "order", seen: "first second third", ...numbers }));
  expect((await listEntries(services, planType)).map(({ slug }) => slug)).toEqual(["third", "second", "first"]);
  await draftRevision(services, classType, null, { title: "Rowing", places: 12, price: 800 });
  const ofClasses = (await listLoader(call("/staff/content/class") as never)) as PageData;
  expect(ofClasses.rows).toMatchObject([{ title: "Rowing", summary: "Places:\u00a012, KES 800" }]);
});

describe("unpublished entries", () => {
  beforeEach(async () => {
    for (const slug of ["towels", "parking"]) {
      await publishValues(services, questionType, slug, { question: `Do you have ${slug}?`, answer: "Yes." });
    }
    await removeWithAll(services, questionType, "towels");
  });

  const listRemovedRows = async () => (await listLoader(call("/staff/content/question") as never)).off.rows;
  const findInSearch = async () =>
    (await searchLoader(call("/staff/search?q=towels") as never)).groups.flatMap(({ rows }) => rows);
  const findRemovals = async () => {
    const { entries } = (await activityLoader(call("/staff/activity") as never)).page;
    return entries.filter(({ sentence }) => sentence.startsWith("unpublished"));
  };

  test("an unpublished entry is in its list, the search and the activity, where Undo restores it until it is erased", async () => {
    const path = "/staff/content/question/towels";
    const history = `${path}/history`;
    expect(await listRemovedRows()).toMatchObject([{ slug: "towels", title: "Do you have towels?" }]);
    const about = expect.stringMatching(/, unpublished$/);
    expect(await findInSearch()).toMatchObject([{ key: "question/towels", about }]);
    expect((await callRoute(loader, call(path))).location).toBe(history);
    const { page } = await historyLoader(call(path) as never);
    const back = { label: questionType.plural };
    expect(page).toMatchObject({ title: "Do you have towels?", mayPutBack: true, back });
    const [removal] = await findRemovals();
    const sentence = "unpublished Do you have towels? (question)";
    expect(removal).toMatchObject({ sentence, history, canUndo: true });
    const undone = await callRoute(undo, call("/staff/activity", { undo: removal?.id ?? "" }));
    expect(undone.location).toBe("/staff/activity?done=undo");
    expect(await listRemovedRows()).toEqual([]);
    expect(await findRemovals()).toMatchObject([{ canUndo: false }]);
    expect(await findInSearch()).toMatchObject([{ about: questionType.label }]);
    await removeWithAll(services, questionType, "towels");
    expect(await findRemovals()).toMatchObject([{ canUndo: true }, { canUndo: false }]);
    await transact(services, (change) => eraseEntry(change, questionType, "towels", ACTOR), { lock: "content" });
    expect([await listRemovedRows(), await findInSearch()]).toEqual([[], []]);
    expect(await findRemovals()).toMatchObject([{ canUndo: false }, { canUndo: false }]);
  });

  test("a testimonial whose consent is withdrawn gets a neutral address, and keeps its register", async () => {
    await publishValues(services, testimonialType, "aisha", { text: "I row.", name: "Aisha", job: "Nurse" });
    const given = { name: "Aisha", givenOn: "2026-11-20", purpose: "site", how: "form", guardian: "" } as const;
    await addConsent(services, ACTOR, { kind: "testimonial", key: "aisha" }, given, "Aisha");
    const path = "/staff/content/testimonial/aisha";
    const { register } = (await consentLoader(call(path) as never)).page;
    const { location } = await callRoute(consentAction, call(path, { do: "withdraw", id: register[0]?.id ?? "" }));
    expect(location).toMatch(/^\/staff\/content\/testimonial\/testimonial-\d+\/consent\?/);
    expect((await callRoute(loader, call(path))).status).toBe(404);
    const after = (await consentLoader(call(location ?? "") as never)).page;
    expect([after.title, after.register.length]).toEqual([expect.not.stringMatching(/aisha/i), 1]);
    const slug = /testimonial-\d+/.exec(location ?? "")?.[0] ?? "";
    expect(await asksForConsent(services.db, testimonialType, slug)).toBe(true);
  });
});
