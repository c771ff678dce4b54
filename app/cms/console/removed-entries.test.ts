/** Unpublished entries in lists, search and activity. */
import { beforeEach, expect, test } from "vitest";
import { ACTOR, publishValues, removeWithAll } from "../../../test/content/content-changes.ts";
import { callRoute, type RouteCall, routeCall } from "../../../test/support/route-calls.ts";
import { openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { loader as searchLoader } from "../../console/search.route.tsx";
import { questionType } from "../../content-types/pricing.ts";
import { testimonialType } from "../../content-types/testimonial.ts";
import { addConsent } from "../../pictures/consents.server.ts";
import { action as consentAction, loader as consentLoader } from "../../pictures/console/testimonial-consent.route.tsx";
import { transact } from "../../platform/transact.server.ts";
import { documentContext } from "../../request/request-context.ts";
import { loader as activityLoader, action as undo } from "../../staff/console/activity.route.tsx";
import { staffContext } from "../../staff/staff-context.ts";
import { eraseEntry } from "../editing/erasure.server.ts";
import { loader as entryLoader } from "./entry.route.tsx";
import { loader as historyLoader } from "./entry-history.route.tsx";
import { loader as listLoader } from "./entry-list.route.tsx";

const site = openTestSiteBeforeEach("sqlite");
beforeEach(async () => {
  for (const slug of ["towels", "parking"]) {
    await publishValues(site.services, questionType, slug, { question: `Do you have ${slug}?`, answer: "Yes." });
  }
  await removeWithAll(site.services, questionType, "towels");
});

function call(path: string, fields?: Record<string, string>): RouteCall & { params: Record<string, string> } {
  const made = routeCall(site.services, path, fields && { fields });
  made.context.set(staffContext, { ...ACTOR, email: "w@nguvu.example", role: "owner", trainerSlug: null });
  made.context.set(documentContext, {});
  const [, , , type = "", slug = ""] = made.url.pathname.split("/");
  return { ...made, params: { type, slug } };
}

const listRemovedRows = async () => (await listLoader(call("/staff/content/question") as never)).off.rows;
const findInSearch = async () =>
  (await searchLoader(call("/staff/search?q=towels") as never)).groups.flatMap(({ rows }) => rows);
const findRemoval = async () => {
  const { entries } = (await activityLoader(call("/staff/activity") as never)).page;
  return entries.find(({ sentence }) => sentence.startsWith("unpublished"));
};

test("an unpublished entry is in its list, the search and the activity, with links to its history", async () => {
  expect(await listRemovedRows()).toMatchObject([{ slug: "towels", title: "Do you have towels?" }]);
  expect(await findInSearch()).toMatchObject([
    { key: "question/towels", about: expect.stringMatching(/, unpublished$/) },
  ]);
  const history = "/staff/content/question/towels/history";
  expect(await findRemoval()).toMatchObject({
    sentence: "unpublished Do you have towels? (question)",
    history,
    canUndo: true,
  });
  expect(await callRoute(entryLoader, call("/staff/content/question/towels"))).toMatchObject({ location: history });
  const { page } = await historyLoader(call("/staff/content/question/towels") as never);
  expect(page).toMatchObject({ title: "Do you have towels?", mayPutBack: true, back: { label: questionType.plural } });
});

test("Undo in the activity restores it", async () => {
  const { id = "" } = (await findRemoval()) ?? {};
  expect((await callRoute(undo, call("/staff/activity", { undo: id }))).location).toBe("/staff/activity?done=undo");
  expect(await listRemovedRows()).toEqual([]);
  expect(await findRemoval()).toMatchObject({ canUndo: false });
  expect(await findInSearch()).toMatchObject([{ about: questionType.label }]);
});

test("a testimonial whose consent is withdrawn gets a neutral address, and keeps its register", async () => {
  const { services } = site;
  await publishValues(services, testimonialType, "aisha", { text: "I row.", name: "Aisha", job: "Nurse" });
  const given = { name: "Aisha", givenOn: "2026-11-20", purpose: "site", how: "form", guardian: "" } as const;
  await addConsent(services, ACTOR, { kind: "testimonial", key: "aisha" }, given, "Aisha");
  const path = "/staff/content/testimonial/aisha";
  const { register } = (await consentLoader(call(path) as never)).page;
  const { location } = await callRoute(consentAction, call(path, { do: "withdraw", id: register[0]?.id ?? "" }));
  expect(location).toMatch(/^\/staff\/content\/testimonial\/testimonial-\d+\/consent\?/);
  expect((await callRoute(entryLoader, call(path))).status).toBe(404);
  const after = (await consentLoader(call(location ?? "") as never)).page;
  expect([after.title, after.register.length]).toEqual([expect.not.stringMatching(/aisha/i), 1]);
});

test("an erased entry can't be restored, and is not listed", async () => {
  await transact(site.services, (change) => eraseEntry(change, questionType, "towels", ACTOR), { lock: "content" });
  expect([await listRemovedRows(), await findInSearch()]).toEqual([[], []]);
  expect(await findRemoval()).toMatchObject({ canUndo: false });
});
