import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backUp } from "../../../bin/backup.ts";
import { seedGym, setPlaces } from "../../../test/bookings/booking-gym.ts";
import { ACTOR } from "../../../test/content/content-changes.ts";
import { makePhoto } from "../../../test/support/photos.ts";
import { addStaffMember } from "../../../test/support/staff.ts";
import { openTestSite } from "../../../test/support/test-services.ts";
import { findLive } from "../../cms/editing/entry-rows.server.ts";
import { publish } from "../../cms/editing/publishing.server.ts";
import { storedValues } from "../../cms/editing/stored-body.ts";
import { planType } from "../../content-types/pricing.ts";
import { settingsType } from "../../content-types/settings.ts";
import { uploadPicture } from "../../pictures/upload.server.ts";
import { dismissFirstSteps, readFirstSteps } from "./first-steps.server.ts";

test("each step is ticked automatically, and the list disappears when all are done or it is hidden", async () => {
  const site = await openTestSite("sqlite", { smtpUrl: "smtp://user:password@mail.example:587" });
  onTestFinished(site.close);
  onTestFinished(() => site.services.imageEncoder.stop());
  const { services } = site;
  await seedGym(services);
  const { member: owner } = await addStaffMember(services, "owner");
  const left = async (hasSecondStep: boolean) =>
    (await readFirstSteps(services, owner, hasSecondStep))?.flatMap(({ title, isDone }) => (isDone ? [] : [title]));
  const change = async (type: typeof planType | typeof settingsType, slug: string, values: object) => {
    const live = await findLive(services.db, { type: type.name, slug });
    const changed = { ...storedValues(live?.body ?? ""), ...values };
    await publish(services, type, slug, { values: changed, basedOn: live?.version ?? 0 }, ACTOR);
  };

  expect(await left(false)).toEqual([
    "Two-step verification",
    "Your prices",
    "Your hours and phone",
    "Who works here",
    "Places for bookable classes",
    "Your own photos",
    "Backups",
  ]);
  await change(planType, "mwanzo", { price: 3900 });
  await change(settingsType, "site", { phone: "+254 722 000 111" });
  expect(await left(true)).toEqual(["Who works here", "Places for bookable classes", "Your own photos", "Backups"]);
  // The contact page has hours of its own, which are still the example's.
  await change(settingsType, "site", { footerHours: ["Monday-Friday 6:00am-8:00pm"] });
  expect((await left(true))?.[0]).toBe("Your hours and phone");
  await change(settingsType, "site", { contactHours: [] });
  expect((await left(true))?.[0]).toBe("Who works here");
  const { member: desk } = await addStaffMember(services, "desk");
  await setPlaces(services, "boxing", { places: 12 });
  await uploadPicture(services, ACTOR, { name: "hall.jpg", bytes: await makePhoto(1) });
  expect(await left(true)).toEqual(["Backups"]);
  expect(await readFirstSteps(services, desk, false)).toBeNull();

  await dismissFirstSteps(services, true);
  await dismissFirstSteps(services, true);
  expect(await readFirstSteps(services, owner, false)).toBeNull();
  await dismissFirstSteps(services, false);
  await backUp(services.config, services.now(), join(services.config.dataDir, "elsewhere"));
  expect(await readFirstSteps(services, owner, true)).toBeNull();
  const steps = await readFirstSteps(services, owner, false);
  expect(steps?.find(({ title }) => title === "Backups")?.text).toMatch(/^The last was made \w+ \d+ \w+, /);
});
