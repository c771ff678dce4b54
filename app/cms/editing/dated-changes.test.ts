/** Scheduled changes with publishing, undoing and drafts before their date; lists of entries; the retention of names. */
import { describe, expect, test } from "vitest";
import {
  ACTOR,
  draftRevision,
  OTHER_ACTOR,
  publishValues,
  removeWithAll,
  tablesWith,
} from "../../../test/content/content-changes.ts";
import { DatedChanges } from "../../../test/content/dated-changes.ts";
import { hookType, SAMPLE_TYPES, towelType } from "../../../test/support/sample-types.ts";
import { ENGINES, openTestSiteBeforeEach, race } from "../../../test/support/test-services.ts";
import { questionType } from "../../content-types/pricing.ts";
import { testimonialType } from "../../content-types/testimonial.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { addConsent, listConsents, withdrawConsent } from "../../pictures/consents.server.ts";
import { ACTIVITY_RETENTION } from "../../platform/activity.server.ts";
import { DAY_MS, HOUR_MS } from "../../platform/durations.ts";
import { setGymAddress } from "../../platform/gym-mail.server.ts";
import { applyRetention } from "../../platform/retention.server.ts";
import type { ContentType } from "../content-type.ts";
import { contentVersion } from "../content-version.server.ts";
import { listEntries } from "../entries.server.ts";
import { saveDraft } from "./drafts.server.ts";
import { runDueSchedules } from "./due-schedules.server.ts";
import { findEditableEntry, listVersions } from "./editable-entry.server.ts";
import { findDraft } from "./entry-rows.server.ts";
import { listEntryStates } from "./entry-states.server.ts";
import { listPendingChanges, listSchedulesBy } from "./pending-changes.server.ts";
import { publish } from "./publishing.server.ts";
import { removeEntry } from "./removal.server.ts";
import { eraseOldPeople, NAME_RETENTION } from "./retention.server.ts";
import { keepForLater, reschedule, schedulePublish, scheduleRemoval } from "./schedules.server.ts";
import { searchEntries } from "./search.server.ts";
import type { Values } from "./stored-body.ts";
import { listRemoved, restoreEntry, restoreVersion, undoLastChange } from "./undo.server.ts";

/** For more, run `SEEDS=50 npm test -- app/cms/editing/dated-changes`. */
const SEEDS = Number(process.env.SEEDS ?? 3);

const RED = { colour: "Red", size: 2 };

describe.each(ENGINES)("schedules on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  const inAnHour = () => new Date(services.now().getTime() + HOUR_MS);
  const run = () => runDueSchedules(services, { types: SAMPLE_TYPES });
  const sizes = async () => (await listEntries(services, towelType)).map(({ size }) => size);

  const draft = (type: ContentType, slug: string | null, values: Values) => draftRevision(services, type, slug, values);
  async function schedule(type: ContentType, slug: string, dueAt = inAnHour(), actor = ACTOR) {
    const { revision = 0 } = (await findDraft(services.db, { type: type.name, slug })) ?? {};
    return schedulePublish(services, type, slug, { draftRevision: revision }, dueAt, actor);
  }

  test("publish exactly what was scheduled when it is due, in one content version", async () => {
    await draft(towelType, null, RED);
    await schedule(towelType, "red");
    await draft(towelType, null, { colour: "Blue", size: 4 });
    await schedule(towelType, "blue");
    const newer = await draft(towelType, "red", { ...RED, size: 9 });
    expect(await run()).toEqual({ done: 0, failed: 0 });
    const waiting = { action: "publish", values: RED, hasNewerDraft: true, by: ACTOR.name };
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject({ schedules: [waiting] });
    site.passTime(HOUR_MS);
    expect(await run()).toEqual({ done: 2, failed: 0 });
    expect((await sizes()).sort()).toEqual([2, 4]);
    expect(await contentVersion(services.db)).toBe(2);
    // The draft that was changed since stays, based on the new version; the other draft is deleted.
    const red = { draft: { values: { size: 9 } }, live: { by: ACTOR.name }, schedules: [] };
    expect(await findEditableEntry(services, towelType, "red")).toMatchObject(red);
    expect((await findEditableEntry(services, towelType, "blue"))?.draft).toBeUndefined();
    const log = await services.db.selectFrom("audit_log").selectAll().where("action", "=", "published").execute();
    const facts = log.map(({ who_id, details }) => [who_id, JSON.parse(details).scheduledBy]);
    expect(facts).toEqual(Array(2).fill([null, ACTOR.name]));
    const published = await publish(services, towelType, "red", { draftRevision: newer }, ACTOR);
    expect(published).toMatchObject({ code: "published" });
  });

  test("are applied once by four simultaneous runners", async () => {
    const others = await Promise.all([1, 2, 3].map(() => site.secondWriter()));
    for (const [index, colour] of ["Red", "Blue", "Green"].entries()) {
      await draft(towelType, null, { colour, size: index + 1 });
      await schedule(towelType, colour.toLowerCase());
    }
    for (const { passTime } of [site, ...others]) passTime(2 * HOUR_MS);
    const runs = [site, ...others].map(({ services }) => runDueSchedules(services, { types: SAMPLE_TYPES }));
    expect((await Promise.all(runs)).map(({ done }) => done).sort()).toEqual([0, 0, 0, 3]);
    expect(await contentVersion(services.db)).toBe(2);
    expect(await site.rows("entry_versions")).toHaveLength(3);
  });

  test("store a form's values as a draft even if refused, unless the draft is refused too", async () => {
    const scheduleForm = (slug: string | null, values: Values, dueAt: Date, revision?: number) =>
      schedulePublish(services, towelType, slug, { values, basedOn: 0, draftRevision: revision }, dueAt, ACTOR);
    expect(await scheduleForm(null, RED, inAnHour())).toEqual({ code: "scheduled", slug: "red" });
    expect(await scheduleForm(null, { ...RED, colour: "Blue" }, services.now())).toEqual({ code: "past" });
    const draftOf = async (slug: string) => (await findEditableEntry(services, towelType, slug))?.draft;
    const blue = await draftOf("blue");
    expect(blue).toMatchObject({ values: { colour: "Blue" } });
    const other = { ...RED, colour: "Blue", size: 5 };
    const stale = { code: "not-saved", draft: { code: "stale", conflict: { by: ACTOR.name } } };
    expect(await scheduleForm("blue", other, inAnHour(), (blue?.revision ?? 0) + 1)).toMatchObject(stale);
    expect(await draftOf("blue")).toEqual(blue);
    expect(await scheduleForm("blue", other, inAnHour(), blue?.revision)).toMatchObject({ code: "scheduled" });
    site.passTime(HOUR_MS);
    expect(await run()).toEqual({ done: 2, failed: 0 });
    expect((await sizes()).sort()).toEqual([2, 5]);
  });

  test("are stored once when sent twice, don't replace a colleague's, and are rescheduled only by a form that shows them", async () => {
    const dueAt = inAnHour();
    await draft(towelType, null, RED);
    const press = () => schedule(towelType, "red", dueAt);
    const twice = await race(services, "entry_schedules", () => [press(), press()]);
    expect(twice.map(({ code }) => code).sort()).toEqual(["same", "scheduled"]);
    const later = new Date(dueAt.getTime() + HOUR_MS);
    const other = await schedule(towelType, "red", later, OTHER_ACTOR);
    expect(other).toMatchObject({ code: "change-pending", by: ACTOR.name, dueAt: dueAt.toISOString() });
    const [scheduled] = (await findEditableEntry(services, towelType, "red"))?.schedules ?? [];
    const options = { replaces: scheduled?.madeAt };
    const unseen = await reschedule(services, towelType, "red", later, ACTOR, { replaces: "2026-11-18" });
    expect(unseen).toMatchObject({ code: "schedule-stale" });
    expect(await reschedule(services, towelType, "red", later, ACTOR, options)).toMatchObject({ code: "scheduled" });
    expect(await reschedule(services, towelType, "red", later, ACTOR, options)).toMatchObject({ code: "same" });
  });

  test("can refer to entries that go live at the same time, in any order", async () => {
    await draft(towelType, null, RED);
    await draft(hookType, null, { place: "Door", towel: "red" });
    expect(await schedule(hookType, "door")).toMatchObject({ code: "refused" });
    await schedule(towelType, "red");
    expect(await schedule(hookType, "door")).toMatchObject({ code: "scheduled" });
    site.passTime(HOUR_MS);
    expect(await run()).toEqual({ done: 2, failed: 0 });
    await draft(towelType, null, { colour: "Grey", size: 1 });
    await schedule(towelType, "grey");
    await services.db.updateTable("entry_schedules").set({ failed_at: "2026-11-18", failed_why: "[]" }).execute();
    await draft(hookType, null, { place: "Gate", towel: "grey" });
    expect(await schedule(hookType, "gate")).toMatchObject({ code: "refused" });
  });

  test("that are invalid when due are stored as failed and emailed to the desk; the others are applied", async () => {
    await publishValues(services, towelType, "red", RED);
    await publishValues(services, towelType, "blue", { colour: "Blue", size: 1 });
    await draft(hookType, null, { place: "Door", towel: "red" });
    await schedule(hookType, "door");
    await draft(towelType, "blue", { colour: "Blue", size: 5 });
    await schedule(towelType, "blue");
    await services.db.deleteFrom("entries").where("slug", "=", "red").execute();
    await setGymAddress(services, ACTOR, "front@gym.example");
    site.passTime(HOUR_MS);
    expect(await run()).toEqual({ done: 1, failed: 1 });
    expect(await run()).toEqual({ done: 0, failed: 0 });
    const { failures, schedules } = await listPendingChanges(services, { types: SAMPLE_TYPES });
    const problems = [{ field: "towel", message: "reference-missing" }];
    expect([schedules, failures]).toMatchObject([[], [{ slug: "door", title: "Door", action: "publish", problems }]]);
    const body_text = expect.stringMatching(/- Towel: This is not on the site\..*\/staff\/content\/hook\/door\n/s);
    const mail = { recipient: "front@gym.example", subject: "Not published: Door", body_text };
    expect(await site.rows("outbox")).toMatchObject([mail]);
    await publishValues(services, towelType, "red", RED);
    expect(await schedule(hookType, "door")).toMatchObject({ code: "scheduled" });
    site.passTime(HOUR_MS);
    expect(await run()).toEqual({ done: 1, failed: 0 });
    // A first publication that failed is over once the entry is published with other values.
    await draft(hookType, null, { place: "Gate", towel: "red" });
    await schedule(hookType, "gate");
    await services.db.updateTable("entry_schedules").set({ failed_at: "2026-11-18", failed_why: "[]" }).execute();
    await publishValues(services, hookType, "gate", { place: "Gate", towel: "blue" });
    expect(await site.rows("entry_schedules")).toEqual([]);
  });

  test("unpublish an entry, unless another entry refers to it", async () => {
    await publishValues(services, towelType, "red", RED);
    await publishValues(services, towelType, "blue", { colour: "Blue", size: 1 });
    await publishValues(services, hookType, "door", { place: "Door", towel: "red" });
    const dueAt = inAnHour();
    for (const slug of ["red", "blue"]) await scheduleRemoval(services, towelType, slug, dueAt, ACTOR);
    // Published and unpublished at one moment, it is unpublished.
    await draft(towelType, "blue", { colour: "Blue", size: 9 });
    await schedule(towelType, "blue", dueAt);
    const later = new Date(inAnHour().getTime() + HOUR_MS);
    const stale = { code: "schedule-stale", by: ACTOR.name };
    expect(await scheduleRemoval(services, towelType, "blue", later, OTHER_ACTOR)).toMatchObject(stale);
    site.passTime(HOUR_MS);
    expect(await run()).toEqual({ done: 2, failed: 1 });
    expect((await listEntries(services, towelType)).map(({ slug }) => slug)).toEqual(["red"]);
    const problems = [{ message: "still-referenced", target: { slug: "door" } }];
    const { failures } = await listPendingChanges(services, { types: SAMPLE_TYPES });
    expect(failures).toMatchObject([{ slug: "red", action: "remove", problems }]);
    const { entries } = await listEntryStates(services, towelType);
    expect(entries).toMatchObject([{ slug: "red", failure: [{ message: "still-referenced" }] }]);
  });

  test("kept for later are listed until the entry is unpublished", async () => {
    for (const size of [1, 2]) await publishValues(services, towelType, "red", { colour: "Red", size });
    const request = { values: { colour: "Red", size: 3 }, basedOn: 2 };
    const tomorrow = new Date(services.now().getTime() + DAY_MS);
    await schedulePublish(services, towelType, "red", request, tomorrow, ACTOR);
    expect(await undoLastChange(services, towelType, "red", 2, ACTOR)).toMatchObject({ code: "change-pending" });
    expect(await restoreVersion(services, towelType, "red", 1, ACTOR)).toMatchObject({ code: "change-pending" });
    await keepForLater(services, towelType, "red", OTHER_ACTOR);
    expect(await keepForLater(services, towelType, "red", ACTOR)).toBe(false);
    const kept = (await findEditableEntry(services, towelType, "red"))?.schedules[0];
    expect(kept).toMatchObject({ isKept: true, by: OTHER_ACTOR.name, values: { size: 3 } });
    const state = { hasKept: true, publishAt: undefined, failure: undefined };
    expect((await listEntryStates(services, towelType)).entries).toMatchObject([state]);
    const pending = async () => (await listPendingChanges(services, { types: SAMPLE_TYPES })).kept;
    expect(await pending()).toMatchObject([{ title: "Red", by: OTHER_ACTOR.name }]);
    // It has no date any more, whatever else is due.
    await publishValues(services, towelType, "blue", { colour: "Blue", size: 1 });
    const blue = { values: { colour: "Blue", size: 5 }, basedOn: 1 };
    await schedulePublish(services, towelType, "blue", blue, tomorrow, ACTOR);
    const values = { colour: "Blue", size: 7 };
    const revision = await draft(towelType, "blue", values);
    site.passTime(DAY_MS + 1000);
    expect(await run()).toEqual({ done: 1, failed: 0 });
    // Sent again after the conflict, the same draft is based on the new version.
    const again = await saveDraft(services, towelType, "blue", values, ACTOR, { revision, basedOn: 2 });
    expect(again).toMatchObject({ code: "saved" });
    expect(await sizes()).toEqual([2, 5]);
    await removeEntry(services, towelType, "red", ACTOR, { types: SAMPLE_TYPES });
    expect(await pending()).toEqual([]);
    expect(await reschedule(services, towelType, "red", tomorrow, ACTOR)).toEqual({ code: "unknown" });
  });

  const seeds = kind === "sqlite" ? SEEDS : 1;
  test(
    "go live on their dates, after random changes by two people",
    async () => {
      let waits = 0;
      for (let seed = 1; seed <= seeds; seed += 1) waits += await new DatedChanges(services, seed).run(150);
      if (kind === "sqlite") expect(waits).toBeGreaterThan(0);
    },
    20_000 * seeds,
  );

  const draftByOther = (slug: string | null, values: Record<string, unknown>) =>
    draftRevision(services, towelType, slug, values, OTHER_ACTOR);

  test("lists of the console show the state of each entry", async () => {
    const dueAt = inAnHour();
    for (const colour of ["Plain", "Waiting", "Scheduled", "Broken", "Leaving"]) {
      await publishValues(services, towelType, colour.toLowerCase(), { colour, size: 1 });
    }
    await draftByOther("waiting", { colour: "Waiting", size: 2 });
    const later = { draftRevision: await draftByOther("scheduled", { colour: "Later", size: 2 }) };
    await schedulePublish(services, towelType, "scheduled", later, dueAt, ACTOR);
    await scheduleRemoval(services, towelType, "leaving", dueAt, ACTOR);
    await services.db.updateTable("entries").set({ body: "{" }).where("slug", "=", "broken").execute();
    await draftByOther(null, { colour: "New" });
    const { entries, next } = await listEntryStates(services, towelType);
    expect(next).toBeUndefined();
    const asIs = { isBroken: false, isOnSite: true, hasDraft: false };
    expect(entries).toMatchObject([
      { ...asIs, slug: "new", title: "New", isOnSite: false, hasDraft: true },
      { ...asIs, slug: "plain", title: "Plain" },
      { ...asIs, slug: "waiting", title: "Waiting", hasDraft: true },
      { ...asIs, slug: "scheduled", title: "Scheduled" },
      { ...asIs, slug: "broken", title: "Towel without a name (broken)", isBroken: true },
      { ...asIs, slug: "leaving", title: "Leaving" },
    ]);
    expect(entries[2]).toMatchObject({ changedBy: OTHER_ACTOR.name, version: 1, position: 2 });
    expect(entries[3]).toMatchObject({ publishAt: dueAt.toISOString(), removeAt: undefined });
    expect(entries[5]).toMatchObject({ removeAt: dueAt.toISOString(), changedBy: ACTOR.name });
  });

  test("lists of the console are paged by key, with any page size", async () => {
    for (const slug of ["a", "b", "c"]) await publishValues(services, towelType, slug, { colour: slug, size: 1 });
    for (const colour of ["X", "Y", "Z"]) await draftByOther(null, { colour });
    for (const limit of [1, 2, 3, 4, 6]) {
      const slugs: string[] = [];
      let after: string | undefined;
      do {
        const page = await listEntryStates(services, towelType, { after, limit });
        slugs.push(...page.entries.map(({ slug }) => slug));
        after = page.next;
      } while (after !== undefined);
      expect(slugs.join(""), String(limit)).toBe("xyzabc");
    }
    for (const after of ["", "e:", "e:x:y", "d:' or 1=1", "e:99999999999:a"]) {
      expect((await listEntryStates(services, towelType, { after })).entries, after).toHaveLength(6);
    }
  });

  test("lists of the console find words in published content and drafts, ignoring case and accents", async () => {
    const note = `${"So soft. ".repeat(15)}Made in Nyeri.`;
    await publishValues(services, towelType, "creme", { colour: "Crème", size: 1, note });
    await publishValues(services, hookType, "door", { place: "Nyeri road", towel: "creme" });
    await draftByOther(null, { colour: "Café crème" });
    const find = async (query: string) => (await searchEntries(services, query, SAMPLE_TYPES)).map(({ slug }) => slug);
    expect(await find("CREME")).toEqual(["cafe-creme", "creme", "door"]);
    expect(await find("crème nyeri")).toEqual(["creme", "door"]);
    expect(await find("café")).toEqual(["cafe-creme"]);
    for (const query of ["  ", "nothing like it"]) expect(await find(query), query).toEqual([]);
    const [hit] = (await searchEntries(services, "nyeri", SAMPLE_TYPES)).filter(({ slug }) => slug === "creme");
    expect(hit?.excerpt).toMatch(/^….*Made in Nyeri\.$/);
    const [inDraft] = await searchEntries(services, "cafe", SAMPLE_TYPES);
    expect(inDraft).toMatchObject({ where: "draft", typeLabel: "Towel" });
    await publishValues(services, hookType, "gate", { place: "Gate", towel: "creme" });
    await removeEntry(services, hookType, "door", ACTOR, { types: SAMPLE_TYPES });
    expect(await searchEntries(services, "road", SAMPLE_TYPES)).toMatchObject([{ slug: "door", where: "removed" }]);
    await draft(hookType, "door", { place: "Mumias road", towel: "creme" });
    expect(await searchEntries(services, "road", SAMPLE_TYPES)).toMatchObject([{ slug: "door", where: "draft" }]);
    await draft(hookType, "gate", { place: "Gate to come", towel: "creme" });
    expect(await searchEntries(services, "gate", SAMPLE_TYPES)).toMatchObject([{ title: "Gate", where: "site" }]);
  });

  test("lists of the console show pending changes: newest drafts and earliest schedules first", async () => {
    const request = { draftRevision: await draftByOther(null, { colour: "First", size: 1 }) };
    site.passTime(1000);
    await draftByOther(null, { colour: "Second", size: 1 });
    const dueAt = inAnHour();
    await schedulePublish(services, towelType, "first", request, dueAt, ACTOR);
    const pending = (types = SAMPLE_TYPES) => listPendingChanges(services, { types });
    const drafts = [{ title: "Second", typeLabel: "Towel", by: OTHER_ACTOR.name }];
    const schedules = [{ title: "First", action: "publish", by: ACTOR.name }];
    expect(await pending()).toMatchObject({ drafts, schedules, failures: [] });
    await draftByOther("first", { colour: "First", size: 2 });
    expect((await pending()).drafts.map(({ title }) => title).toSorted()).toEqual(["First", "Second"]);
    expect((await pending([hookType])).drafts).toEqual([]);
    const towels = { ...services, content: { ...services.content, types: SAMPLE_TYPES } };
    expect(await listSchedulesBy(towels, ACTOR.id)).toEqual([{ title: "First", dueAt: dueAt.toISOString() }]);
    expect(await listSchedulesBy(towels, OTHER_ACTOR.id)).toEqual([]);
  });
});

const QUESTION = { question: "Is there a shower?", answer: "Yes, two." };
const PHOTO = { file: "trainer-1.jpg", alt: "A trainer", focus: [50, 50] };
const TRAINER = { name: "Amina Yusuf", job: "Yoga Trainer", photo: PHOTO };
const QUOTE = { text: "I row.", name: "Aisha", job: "Nurse" };
const CONSENT = { name: "Aisha", givenOn: "2026-11-20", purpose: "site", how: "form", guardian: "" } as const;

describe.each(ENGINES)("retention of content on %s", (kind) => {
  const site = openTestSiteBeforeEach(kind);
  const { services } = site;

  test("names of staff are removed from the history and the log after two years, but texts stay", async () => {
    await publishValues(services, questionType, "shower", QUESTION);
    await publishValues(services, questionType, "shower", { ...QUESTION, answer: "Yes, four." });
    await publishValues(services, questionType, "gone", QUESTION);
    await removeWithAll(services, questionType, "gone");
    const picture = { hash: "0a", recipe: "0", name: "Gym", width: 1, height: 1, colour: "#000000" };
    await services.db
      .insertInto("pictures")
      .values({ ...picture, state: "ready", due_at: null, made_by: ACTOR.name, made_at: services.now().toISOString() })
      .execute();
    const clean = async () => {
      await applyRetention(services, ACTIVITY_RETENTION);
      await applyRetention(services, ...NAME_RETENTION);
      return tablesWith(services, /Wanjiru|user-1/);
    };
    site.passTime(2 * 365 * DAY_MS - 60_000);
    expect(await clean()).toEqual(["audit_log", "entries", "entry_bin", "entry_versions", "pictures"]);
    site.passTime(120_000);
    expect(await clean()).toEqual([]);
    const versions = await listVersions(services, questionType, "shower", { limit: 9 });
    const texts = versions.map(({ by, values }) => `${by}: ${values.answer}`);
    expect(texts).toEqual(["Staff: Yes, four.", "Staff: Yes, two."]);
    expect((await listRemoved(services, questionType)).entries).toMatchObject([{ slug: "gone", by: "Staff" }]);
    expect(await restoreEntry(services, questionType, "gone", ACTOR)).toMatchObject({ code: "put-back" });
  });

  test("unpublished trainers and testimonials can be restored for two years, and are then erased", async () => {
    await publishValues(services, trainerType, "amina-yusuf", TRAINER);
    await publishValues(services, trainerType, "amina-yusuf", { ...TRAINER, job: "Boxing Trainer" });
    await publishValues(services, testimonialType, "testimonial-7", QUOTE);
    const subject = { kind: "testimonial", key: "testimonial-7" } as const;
    await addConsent(services, ACTOR, subject, { ...CONSENT, name: "A. W." }, "Aisha");
    const [former] = await listConsents(services.db, subject);
    await addConsent(services, ACTOR, subject, CONSENT, "Aisha");
    await withdrawConsent(services, ACTOR, subject, former?.id ?? "", "Aisha");
    const later = { values: { ...QUOTE, name: "Aisha W." }, basedOn: 1 };
    const nextDay = new Date(services.now().getTime() + DAY_MS);
    await schedulePublish(services, testimonialType, "testimonial-7", later, nextDay, ACTOR);
    await publishValues(services, testimonialType, "testimonial", { ...QUOTE, name: "Juma" });
    await publishValues(services, trainerType, "juma", { ...TRAINER, name: "Juma" });
    for (const slug of ["amina-yusuf", "juma"]) await removeWithAll(services, trainerType, slug);
    await removeWithAll(services, testimonialType, "testimonial-7");
    await saveDraft(services, trainerType, "juma", { ...TRAINER, name: "Juma" }, ACTOR, { basedOn: 0 });
    const clean = async () => {
      await applyRetention(services, ACTIVITY_RETENTION);
      await eraseOldPeople(services, [trainerType, testimonialType]);
    };
    site.passTime(2 * 365 * DAY_MS - 60_000);
    await clean();
    expect(await searchEntries(services, "amina", [trainerType])).toMatchObject([{ where: "removed" }]);
    expect((await listRemoved(services, trainerType)).entries).toHaveLength(2);
    site.passTime(120_000);
    await clean();
    expect(await tablesWith(services, /amina|aisha/i)).toEqual([]);
    expect(await searchEntries(services, "amina", [trainerType])).toEqual([]);
    expect(await listConsents(services.db, subject)).toMatchObject([{ id: former?.id }]);
    expect((await listRemoved(services, trainerType)).entries).toMatchObject([{ slug: "juma" }]);
    expect(await site.rows("entry_drafts")).toHaveLength(1);
  });
});
