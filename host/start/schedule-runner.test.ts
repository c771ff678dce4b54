import { expect, onTestFinished, test } from "vitest";
import { saveDraft } from "../../app/cms/editing/drafts.server.ts";
import { findEditableEntry } from "../../app/cms/editing/editable-entry.server.ts";
import { listPendingChanges } from "../../app/cms/editing/pending-changes.server.ts";
import { reschedule, schedulePublish, scheduleRemoval } from "../../app/cms/editing/schedules.server.ts";
import { seedNewTypes } from "../../app/cms/entries.server.ts";
import { catalogue } from "../../app/content-types/catalogue.ts";
import { galleryPictureType } from "../../app/content-types/pictures.ts";
import { testimonialType } from "../../app/content-types/testimonial.ts";
import type { Actor } from "../../app/platform/activity.server.ts";
import type { Services } from "../../app/platform/services.ts";
import { activitySentence } from "../../app/staff/activity/activity-log.server.ts";
import { changeRole, removePerson } from "../../app/staff/people.server.ts";
import { addStaffMember } from "../../test/support/staff.ts";
import { ENGINES, openTestSite } from "../../test/support/test-services.ts";
import { startScheduleRunner } from "./jobs.ts";

const HOUR_MS = 60 * 60_000;

test.each(ENGINES)("a scheduled change waits for the owner if its author may not publish it, on %s", async (kind) => {
  const site = await openTestSite(kind);
  onTestFinished(site.close);
  // A Sunday, noon in Nairobi.
  let now = "2026-11-22T09:00:00.000Z";
  const services: Services = { ...site.services, now: () => new Date(now) };
  await seedNewTypes(services, Object.values(catalogue));
  const owner = (await addStaffMember(services, "owner", { name: "Wanjiru" })).member;
  const desk = async (name: string) => (await addStaffMember(services, "desk", { name })).member;
  const [removed, lowered, staying] = [await desk("Moraa"), await desk("Otieno"), await desk("Njeri")];
  const later = new Date(services.now().getTime() + 48 * HOUR_MS);
  await scheduleOther(services, "picture-1", later, removed);
  await scheduleOther(services, "picture-2", later, lowered);
  await scheduleOther(services, "picture-3", later, staying);
  await scheduleRemoval(services, galleryPictureType, "picture-4", later, removed);
  const quote = { text: "I row.", name: "Aisha", job: "Nurse" };
  await schedulePublish(services, testimonialType, null, { values: quote, basedOn: 0 }, later, owner);
  await removePerson(services, owner, removed.id);
  await changeRole(services, owner, lowered.id, "trainer");
  const { stop } = startScheduleRunner(services);
  try {
    await expect.poll(async () => (await listPendingChanges(services)).failures.length).toBe(3);
    const { failures, schedules } = await listPendingChanges(services);
    expect(schedules.map(({ slug }) => slug)).toEqual(["picture-3", "testimonial"]);
    const held = failures.map(({ slug, by, action, problems: [problem] }) => [slug, by, action, problem?.message]);
    expect(held.sort()).toEqual([
      ["picture-1", "Moraa", "publish", "author-may-not"],
      ["picture-2", "Otieno", "publish", "author-may-not"],
      ["picture-4", "Moraa", "remove", "author-may-not"],
    ]);
    now = new Date(later.getTime() + HOUR_MS).toISOString();
    await expect.poll(async () => (await listPendingChanges(services)).schedules.length).toBe(0);
  } finally {
    await stop();
  }
  const live = await services.db.selectFrom("entries").select("slug").where("updated_by", "<>", "seed").execute();
  expect(live).toEqual([{ slug: "picture-3" }]);
  const log = await services.db.selectFrom("audit_log").selectAll().where("action", "=", "schedule-held").execute();
  const sentence = expect.stringMatching(/^put a scheduled change by (Moraa|Otieno) on hold: .*, for /);
  for (const { who_name, details, ...entry } of log)
    expect([who_name, activitySentence({ ...entry, details: JSON.parse(details) })]).toEqual(["The site", sentence]);
  const body_text = expect.stringMatching(/(Moraa|Otieno) may no longer publish it/);
  const mail = { subject: expect.stringMatching(/^On hold: /), body_text };
  // The quote has no consent.
  const unpublished = { subject: "Not published: Aisha" };
  const mails = services.db.selectFrom("outbox").select(["subject", "body_text"]).orderBy("subject");
  expect([log.length, await mails.execute()]).toMatchObject([3, [unpublished, mail, mail, mail]]);
  const [held] = (await findEditableEntry(services, galleryPictureType, "picture-1"))?.schedules ?? [];
  const soon = new Date(services.now().getTime() + HOUR_MS);
  const again = await reschedule(services, galleryPictureType, "picture-1", soon, owner, { replaces: held?.madeAt });
  expect(again).toMatchObject({ code: "scheduled" });
});

/** Schedules another picture for the gallery. */
async function scheduleOther(services: Services, slug: string, dueAt: Date, by: Actor): Promise<void> {
  const other = (await findEditableEntry(services, galleryPictureType, "picture-5"))?.live?.values ?? {};
  const saved = await saveDraft(services, galleryPictureType, slug, other, by, { revision: undefined, basedOn: 1 });
  const revision = "revision" in saved ? (saved.revision ?? 0) : 0;
  const { code } = await schedulePublish(services, galleryPictureType, slug, { draftRevision: revision }, dueAt, by);
  if (code !== "scheduled") throw new Error(`${slug}: ${code}`);
}

test("a runner continues after a failure", async () => {
  const { services, logged, close } = await openTestSite("sqlite");
  onTestFinished(close);
  await services.db.schema.alterTable("entry_schedules").renameTo("elsewhere").execute();
  const { stop } = startScheduleRunner(services);
  const failures = () => logged.filter(({ event }) => event === "schedules-not-run").length;
  await expect.poll(failures).toBeGreaterThan(1);
  await stop();
});
