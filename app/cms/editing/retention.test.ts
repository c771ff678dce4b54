import { describe, expect, test } from "vitest";
import { ACTOR, publishValues, removeWithAll, tablesWith } from "../../../test/content/content-changes.ts";
import { ENGINES, openTestSiteBeforeEach } from "../../../test/support/test-services.ts";
import { questionType } from "../../content-types/pricing.ts";
import { testimonialType } from "../../content-types/testimonial.ts";
import { trainerType } from "../../content-types/trainer.ts";
import { addConsent, listConsents, withdrawConsent } from "../../pictures/consents.server.ts";
import { ACTIVITY_RETENTION, STAFF_NAME_DAYS } from "../../platform/activity.server.ts";
import { applyRetention } from "../../platform/retention.server.ts";
import { saveDraft } from "./drafts.server.ts";
import { listVersions } from "./editable-entry.server.ts";
import { eraseOldPeople, NAME_RETENTION, RESTORE_DAYS } from "./retention.server.ts";
import { schedulePublish } from "./schedules.server.ts";
import { searchEntries } from "./search.server.ts";
import { listRemoved, restoreEntry } from "./undo.server.ts";

const DAY_MS = 24 * 60 * 60_000;
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
    site.passTime(STAFF_NAME_DAYS * DAY_MS - 60_000);
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
    site.passTime(RESTORE_DAYS * DAY_MS - 60_000);
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
